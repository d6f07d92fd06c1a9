use super::*;

#[test]
fn errors_say_what_and_whether_it_was_sent() {
    let host = || "a.example".to_owned();
    let refused = |refusal| EgressError::Refused {
        host: host(),
        address: IpAddr::from([10, 0, 0, 1]),
        refusal,
    };
    let cases = [
        (
            refused(AddressRefusal::NotPublic),
            false,
            "`a.example` is at `10.0.0.1`, which is not a public address; set \
             `allow_private = true` on the source if it may go there",
        ),
        (
            refused(AddressRefusal::Metadata),
            false,
            "`a.example` is at `10.0.0.1`, where a cloud hands out credentials; no source may go \
             there",
        ),
        (
            refused(AddressRefusal::NotUnicast),
            false,
            "`a.example` is at `10.0.0.1`, which is not the address of one machine",
        ),
        (
            refused(AddressRefusal::OwnListener),
            false,
            "`a.example` is at `10.0.0.1`, where this gateway itself listens; no source may go there",
        ),
        (
            refused(AddressRefusal::NotUnicast)
                .after_redirect()
                .after_redirect(),
            true,
            "`a.example` is at `10.0.0.1`, which is not the address of one machine",
        ),
        (
            EgressError::ConnectTimedOut {
                host: host(),
                limit: Duration::from_secs(3),
            },
            false,
            "no connection to `a.example` within 3s",
        ),
        (
            EgressError::TimedOut {
                host: host(),
                limit: Duration::from_millis(1500),
            },
            true,
            "`a.example` did not answer within 1.5s",
        ),
        (
            EgressError::Stalled {
                host: host(),
                kept: 7,
                limit: Duration::from_secs(3),
            },
            true,
            "`a.example` sent 7 bytes of its answer and then nothing for 3s",
        ),
        (
            EgressError::UserAgent {
                name: "a\nb".to_owned(),
            },
            false,
            "`a\\nb` cannot be a user agent",
        ),
    ];
    for (error, sent, text) in cases {
        assert_eq!((error.was_sent(), &*error.to_string()), (sent, text));
        assert!(!matches!(error.root(), EgressError::AfterRedirect(_)));
    }
}

#[test]
fn a_url_is_known_by_its_host() {
    let cases = [
        ("http://a.example/x", "a.example"),
        ("https://a.example:443/x", "a.example"),
        ("https://me:pw@a.example:8443/x?key=1#y", "a.example:8443"),
        ("http://[::1]:80/", "[::1]"),
        ("http://[::1]:8080/", "[::1]:8080"),
        ("data:text/plain,x", ""),
    ];
    for (url, expect) in cases {
        assert_eq!(host(&Url::parse(url).expect("a URL")), expect);
    }
}
