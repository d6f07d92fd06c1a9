//! The address of an API.

use std::collections::BTreeMap;

use candor_openapi::{ApiServer, ServerVariable};
use candor_rest::{BaseUrlSettings, base};
use url::Url;

fn server(url: &str) -> ApiServer {
    ApiServer {
        url: url.to_owned(),
        name: None,
        description: None,
        variables: BTreeMap::new(),
    }
}

fn variable(mut server: ApiServer, name: &str, default: &str, choices: &[&str]) -> ApiServer {
    let variable = ServerVariable {
        default: default.to_owned(),
        choices: choices.iter().map(|choice| (*choice).to_owned()).collect(),
    };
    server.variables.insert(name.to_owned(), variable);
    server
}

fn setting(pairs: &[(&str, &str)]) -> BaseUrlSettings {
    let pair = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
    BaseUrlSettings {
        variables: pairs.iter().map(pair).collect(),
        ..BaseUrlSettings::default()
    }
}

fn url(text: &str) -> Url {
    Url::parse(text).expect("a URL")
}

/// The address, or the sentence that says why there is none.
fn found(servers: &[ApiServer], document: Option<&str>, settings: &BaseUrlSettings) -> String {
    let document = document.map(url);
    match base(servers, document.as_ref(), settings) {
        Ok(url) => url.into(),
        Err(error) => error.to_string(),
    }
}

#[test]
fn the_first_that_is_safe_is_taken() {
    for (servers, document, expect) in [
        (vec!["https://a.example/v1"], None, "https://a.example/v1"),
        (
            vec!["http://a.example", "https://b.example"],
            None,
            "https://b.example/",
        ),
        (
            vec!["http://a.example", "http://b.example"],
            None,
            "http://a.example/",
        ),
        (vec!["/v1", "http://b.example"], None, "http://b.example/"),
        (
            vec!["/v1"],
            Some("https://c.example/x/api.yaml"),
            "https://c.example/v1",
        ),
        (
            vec!["v1"],
            Some("https://c.example/x/api.yaml"),
            "https://c.example/x/v1",
        ),
        (
            vec!["../v1/"],
            Some("https://c.example/x/y/api.yaml"),
            "https://c.example/x/v1/",
        ),
        (
            vec!["//d.example/v1"],
            Some("https://c.example"),
            "https://d.example/v1",
        ),
        (
            vec![""],
            Some("https://c.example/x/api.yaml?v=1"),
            "https://c.example/",
        ),
        (
            vec![],
            Some("https://c.example/"),
            "the document names no server; set `base_url`",
        ),
        (
            vec!["/v1"],
            None,
            "the server `/v1` is relative, and the document was not read from an address; set \
             `base_url`",
        ),
        (
            vec!["/v1"],
            Some("file:///etc/api.yaml"),
            "the server `/v1` is relative, and the document was not read from an address; set \
             `base_url`",
        ),
        (
            vec!["https://"],
            None,
            "the server `https://` is no address; set `base_url`",
        ),
        (
            vec!["ftp://a.example"],
            None,
            "the address `ftp://a.example/` cannot be used: only `http` and `https` can be spoken",
        ),
        (
            vec!["javascript:alert(1)"],
            None,
            "the address `javascript:alert(1)` cannot be used: only `http` and `https` can be \
             spoken",
        ),
        (
            vec!["https://me:secret@a.example/?q=secret"],
            None,
            "the address `https://a.example/` cannot be used: a user or a password in an address \
             would be shown with it; use a credential",
        ),
        (
            vec!["https://a.example/?q=1"],
            None,
            "the address `https://a.example/` cannot be used: the paths of operations are joined \
             to it, so it can have no `?` and no `#`",
        ),
    ] {
        let servers: Vec<_> = servers.into_iter().map(server).collect();
        assert_eq!(
            found(&servers, document, &BaseUrlSettings::default()),
            expect
        );
    }
}

#[test]
fn a_wish_comes_first() {
    let servers = [
        server("https://live.example"),
        ApiServer {
            name: Some("test".to_owned()),
            description: Some("For tests".to_owned()),
            ..server("http://test.example/{stage}")
        },
    ];
    let servers = servers.map(|server| variable(server, "stage", "v1", &[]));
    let wanting = |server: &str| BaseUrlSettings {
        server: Some(server.to_owned()),
        ..BaseUrlSettings::default()
    };
    for (wanted, expect) in [
        ("test", "http://test.example/v1"),
        ("For tests", "http://test.example/v1"),
        ("1", "http://test.example/v1"),
        ("http://test.example/{stage}", "http://test.example/v1"),
        ("0", "https://live.example/"),
        (
            "2",
            "the document has no server `2`; it has 0: `https://live.example`, 1: \
             `http://test.example/{stage}`",
        ),
    ] {
        assert_eq!(found(&servers, None, &wanting(wanted)), expect);
    }
    assert_eq!(
        found(&[], None, &wanting("live")),
        "the document has no server `live`; it has none"
    );
    let own = BaseUrlSettings {
        base_url: Some(url("http://localhost:8080/api")),
        ..wanting("nonsense")
    };
    assert_eq!(found(&servers, None, &own), "http://localhost:8080/api");
    let bad = BaseUrlSettings {
        base_url: Some(url("file:///etc")),
        ..BaseUrlSettings::default()
    };
    assert!(found(&servers, None, &bad).contains("only `http` and `https`"));
}

#[test]
fn variables() {
    let region = variable(
        server("https://{region}.example:{port}/{base}"),
        "region",
        "eu",
        &["eu", "us"],
    );
    let region = variable(region, "port", "8443", &[]);
    let region = variable(region, "base", "v1/api", &[]);
    let scheme = variable(server("{scheme}://a.example"), "scheme", "https", &[]);
    let whole = variable(server("{root}/v1"), "root", "https://a.example", &[]);
    for (server, set, expect) in [
        (&region, vec![], "https://eu.example:8443/v1/api"),
        (
            &region,
            vec![("region", "us"), ("base", "")],
            "https://us.example:8443/",
        ),
        (
            &region,
            vec![("other", "x")],
            "https://eu.example:8443/v1/api",
        ),
        (
            &region,
            vec![("region", "cn")],
            "the variable `region` of the server cannot be `cn`; it is one of `eu`, `us`",
        ),
        (
            &region,
            vec![("port", "")],
            "the variable `port` of the server cannot be ``: it is a part of the host and cannot \
             be empty",
        ),
        (&scheme, vec![("scheme", "http")], "http://a.example/"),
        (
            &scheme,
            vec![("scheme", "ftp")],
            "the variable `scheme` of the server cannot be `ftp`: it is the scheme, which is \
             `http` or `https`",
        ),
        (&whole, vec![], "https://a.example/v1"),
        (
            &whole,
            vec![("root", "http://b.example/x")],
            "http://b.example/x/v1",
        ),
    ] {
        let found = found(std::slice::from_ref(server), None, &setting(&set));
        assert_eq!(found, expect, "{set:?}");
    }
    let unset = server("https://{tenant}.example");
    assert_eq!(
        found(&[unset], None, &BaseUrlSettings::default()),
        "the server `https://{tenant}.example` has the variable `tenant` without a value; set it"
    );
}

#[test]
fn values_stay_in_their_place() {
    let host = variable(server("https://{tenant}.example/v1"), "tenant", "a", &[]);
    for value in [
        "evil.test/",
        "evil.test?",
        "evil.test#",
        "me@evil.test",
        "evil.test\\",
        "a b",
        "a\r\nb",
        "%2f",
        "",
        "évil/",
    ] {
        let sentence = found(
            std::slice::from_ref(&host),
            None,
            &setting(&[("tenant", value)]),
        );
        assert!(
            sentence.starts_with("the variable `tenant` of the server cannot be"),
            "{sentence}"
        );
    }
    let path = variable(server("https://a.example/{base}"), "base", "v1", &[]);
    for value in ["..", "a/../b", "%2e%2E", "a?b", "a#b", "a\\b", "x@y"] {
        let sentence = found(
            std::slice::from_ref(&path),
            None,
            &setting(&[("base", value)]),
        );
        assert!(
            sentence.starts_with("the variable `base` of the server cannot be"),
            "{sentence}"
        );
    }
}

#[test]
fn a_wrong_choice_does_not_lead_elsewhere() {
    let first = variable(server("https://{region}.example"), "region", "eu", &["eu"]);
    let servers = [first, server("https://other.example")];
    assert_eq!(
        found(&servers, None, &setting(&[("region", "us")])),
        "the variable `region` of the server cannot be `us`; it is one of `eu`"
    );
    // A mistake of the document does.
    let broken = variable(server("https://{region}.example"), "region", "", &["eu"]);
    let servers = [broken, server("https://other.example")];
    assert_eq!(
        found(&servers, None, &BaseUrlSettings::default()),
        "https://other.example/"
    );
}
