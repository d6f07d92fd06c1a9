//! Where a client goes, and where it does not.

use std::collections::VecDeque;
use std::io;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};

use candor_egress::{
    AddressLookup, AddressRefusal, AddressResolver, EgressClient, EgressError, EgressSettings,
    OwnListener,
};

use crate::server::{answer, reply, route};
use crate::world::{ask, fetch, spec, told};

/// A name server that answers from a list, one answer a question; the last one stays.
struct ScriptedResolver(Mutex<VecDeque<Vec<IpAddr>>>);

impl ScriptedResolver {
    fn new(answers: &[&[&str]]) -> Arc<Self> {
        let parse = |text: &&str| text.parse().expect("an address");
        let answers = answers
            .iter()
            .map(|answer| answer.iter().map(parse).collect());
        Arc::new(Self(Mutex::new(answers.collect())))
    }
}

impl AddressResolver for ScriptedResolver {
    fn resolve<'a>(&'a self, name: &'a str) -> AddressLookup<'a> {
        let mut answers = self.0.lock().expect("answers");
        let answer = match answers.len() {
            0 => Err(io::Error::other(format!("nobody knows `{name}`"))),
            1 => Ok(answers[0].clone()),
            _ => Ok(answers.pop_front().expect("an answer")),
        };
        Box::pin(async move { answer })
    }
}

fn public() -> EgressSettings {
    EgressSettings {
        private: false,
        ..spec()
    }
}

fn named(spec: EgressSettings, answers: &[&[&str]]) -> EgressClient {
    EgressClient::with_resolver(spec, ScriptedResolver::new(answers)).expect("a client")
}

/// The address and the reason of a refusal.
fn refused(error: &EgressError) -> (String, AddressRefusal) {
    match error.root() {
        EgressError::Refused {
            address, refusal, ..
        } => (address.to_string(), *refusal),
        _ => panic!("{}", told(error)),
    }
}

#[tokio::test]
async fn this_machine_is_private_in_every_spelling() {
    let server = answer(reply("200 OK", "", "secret")).await;
    let client = EgressClient::new(public()).expect("a client");
    let port = server.port();
    let cases = [
        ("127.0.0.1", "127.0.0.1"),
        ("127.1", "127.0.0.1"),
        ("2130706433", "127.0.0.1"),
        ("0x7f000001", "127.0.0.1"),
        ("0x7f.1", "127.0.0.1"),
        ("0177.0.0.1", "127.0.0.1"),
        ("127.0.0.1.", "127.0.0.1"),
        ("%31%32%37.0.0.1", "127.0.0.1"),
        ("１２７.0.0.1", "127.0.0.1"),
        ("0", "0.0.0.0"),
        ("[::1]", "::1"),
        ("[::]", "::"),
        ("[::ffff:127.0.0.1]", "::ffff:127.0.0.1"),
        ("[::ffff:7f00:1]", "::ffff:127.0.0.1"),
        ("[64:ff9b::127.0.0.1]", "64:ff9b::7f00:1"),
        ("localhost", "127.0.0.1"),
        ("LOCALHOST", "127.0.0.1"),
        ("localhost.", "127.0.0.1"),
        ("evil.localhost", "127.0.0.1"),
    ];
    for (host, address) in cases {
        let url = format!("http://{host}:{port}/?key=hunter2");
        let error = ask(&client, &url).await.expect_err(host);
        assert_eq!(
            refused(&error),
            (address.to_owned(), AddressRefusal::NotPublic),
            "{host}"
        );
        assert!(!error.was_sent());
        let text = told(&error);
        assert!(
            text.contains("`allow_private = true`") && !text.contains("hunter2"),
            "{text}"
        );
    }
    assert_eq!(server.connections(), 0);
}

#[tokio::test]
async fn the_port_and_the_scheme_make_no_difference() {
    let client = EgressClient::new(public()).expect("a client");
    for url in [
        "https://127.0.0.1/",
        "https://[::1]:8443/",
        "https://localhost/",
    ] {
        let error = ask(&client, url).await.expect_err(url);
        assert_eq!(refused(&error).1, AddressRefusal::NotPublic);
    }
}

#[tokio::test]
async fn credentials_of_clouds_are_for_nobody() {
    for spec in [public(), spec()] {
        let client = EgressClient::new(spec).expect("a client");
        for url in [
            "http://169.254.169.254/latest/meta-data/",
            "http://0xa9fea9fe/",
            "http://2852039166/",
            "http://[::ffff:169.254.169.254]/",
            "http://[fd00:ec2::254]/",
            "http://169.254.170.2/v2/credentials",
        ] {
            let error = ask(&client, url).await.expect_err(url);
            assert_eq!(refused(&error).1, AddressRefusal::Metadata, "{url}");
            assert!(!told(&error).contains("allow_private"));
        }
        let error = ask(&client, "http://255.255.255.255/")
            .await
            .expect_err("broadcast");
        assert_eq!(refused(&error).1, AddressRefusal::NotUnicast);
    }
}

#[tokio::test]
async fn a_name_is_judged_by_its_addresses() {
    let server = answer(reply("200 OK", "", "secret")).await;
    let url = format!("http://evil.test:{}/", server.port());
    let cases: [(&[&str], &str); 4] = [
        (&["127.0.0.1"], "127.0.0.1"),
        (&["::1", "127.0.0.1"], "::1"),
        (&["10.0.0.1", "192.168.1.1"], "10.0.0.1"),
        (&["::ffff:127.0.0.1"], "::ffff:127.0.0.1"),
    ];
    for (answers, address) in cases {
        let error = ask(&named(public(), &[answers]), &url)
            .await
            .expect_err("refused");
        assert_eq!(
            refused(&error),
            (address.to_owned(), AddressRefusal::NotPublic)
        );
        assert!(told(&error).starts_with(&format!("`evil.test:{}` is at", server.port())));
    }
    assert_eq!(server.connections(), 0);
    // Those who may go there do.
    let response = ask(&named(spec(), &[&["127.0.0.1"]]), &url).await;
    assert_eq!(response.expect("a response").body, "secret");
}

#[tokio::test]
async fn only_the_allowed_addresses_of_a_name_are_tried() {
    let server = answer(reply("200 OK", "", "ok")).await;
    let client = named(
        spec(),
        &[&["169.254.169.254", "fd00:ec2::254", "127.0.0.1"]],
    );
    let url = format!("http://mixed.test:{}/", server.port());
    assert_eq!(ask(&client, &url).await.expect("a response").body, "ok");
    let seen = server.requests().concat();
    assert!(
        seen.contains(&format!("host: mixed.test:{}\r\n", server.port())),
        "{seen}"
    );
}

#[tokio::test]
async fn a_name_that_changes_its_mind_is_asked_and_checked_again() {
    let server = answer(reply("200 OK", "connection: close\r\n", "ok")).await;
    let client = named(
        spec(),
        &[&["127.0.0.1"], &["169.254.169.254"], &["127.0.0.1"]],
    );
    let url = format!("http://rebinding.test:{}/", server.port());
    assert_eq!(ask(&client, &url).await.expect("a response").body, "ok");
    let error = ask(&client, &url).await.expect_err("rebound");
    assert_eq!(
        refused(&error),
        ("169.254.169.254".to_owned(), AddressRefusal::Metadata)
    );
    assert_eq!(ask(&client, &url).await.expect("a response").body, "ok");
    assert_eq!(server.connections(), 2);
}

#[tokio::test]
async fn a_redirect_is_checked_like_a_request() {
    let server = route(|_| reply("302 X", "location: /b\r\nconnection: close\r\n", "")).await;
    let client = named(spec(), &[&["127.0.0.1"], &["169.254.169.254"]]);
    let url = format!("http://rebinding.test:{}/", server.port());
    let error = ask(&client, &url).await.expect_err("rebound");
    assert_eq!(refused(&error).1, AddressRefusal::Metadata);
    // The first of the two requests did arrive.
    assert!(error.was_sent());
    assert_eq!(server.requests().len(), 1);
}

#[tokio::test]
async fn localhost_is_this_machine_whatever_a_name_server_says() {
    let server = answer(reply("200 OK", "", "ok")).await;
    let client = named(spec(), &[&["169.254.169.254"]]);
    let url = format!("http://shop.localhost:{}/", server.port());
    assert_eq!(ask(&client, &url).await.expect("a response").body, "ok");
}

#[tokio::test]
async fn a_name_without_an_address_leads_nowhere() {
    let cases: [(&[&[&str]], &str); 2] = [
        (&[], "nobody knows `gone.test`"),
        (&[&[]], "the name has no address"),
    ];
    for (answers, why) in cases {
        let url = "http://gone.test/?key=hunter2";
        let error = ask(&named(spec(), answers), url)
            .await
            .expect_err("nowhere");
        assert_eq!(
            told(&error),
            format!("the address of `gone.test` cannot be found: {why}")
        );
        assert!(!error.was_sent());
    }
}

#[tokio::test]
async fn nobody_reaches_a_listener_of_this_process() {
    let server = answer(reply("200 OK", "", "secret")).await;
    let port = server.port();
    let listener = OwnListener::declare(([127, 0, 0, 1], port).into());
    let client = EgressClient::new(spec()).expect("a client");
    for host in [
        "127.0.0.1",
        "127.1",
        "2130706433",
        "0.0.0.0",
        "localhost",
        "evil.localhost",
        "[::ffff:127.0.0.1]",
    ] {
        let url = format!("http://{host}:{port}/api/v1/tokens?key=hunter2");
        let error = ask(&client, &url).await.expect_err(host);
        assert_eq!(refused(&error).1, AddressRefusal::OwnListener, "{host}");
        assert!(error.is_refusal() && !error.was_sent(), "{host}");
        let text = told(&error);
        let expect = "where this gateway itself listens; no source may go there";
        assert!(
            text.contains(expect) && !text.contains("hunter2"),
            "{host}: {text}"
        );
    }
    // A name that leads there is no way around it.
    let named = named(spec(), &[&["127.0.0.1"]]);
    let url = format!("http://elsewhere.test:{port}/");
    let error = ask(&named, &url).await.expect_err("a name");
    assert_eq!(refused(&error).1, AddressRefusal::OwnListener);
    assert!(server.requests().is_empty(), "something was sent");
    // Another server of this machine is not concerned.
    let other = answer(reply("200 OK", "", "ok")).await;
    let url = format!("http://127.0.0.1:{}/", other.port());
    assert_eq!(ask(&client, &url).await.expect("a response").body, "ok");
    drop(listener);
    let url = format!("http://127.0.0.1:{port}/");
    assert_eq!(ask(&client, &url).await.expect("a response").body, "secret");
}

#[tokio::test]
async fn a_redirect_leads_to_no_listener_of_this_process() {
    let own = answer(reply("200 OK", "", "secret")).await;
    let _listener = OwnListener::declare(([0, 0, 0, 0], own.port()).into());
    let there = format!("http://localhost:{}/api/v1/tokens", own.port());
    let server = route(move |_| reply("302 X", &format!("location: {there}\r\n"), "")).await;
    let error = fetch(&server.url("/")).await.expect_err("a redirect");
    assert!(
        matches!(error.root(), EgressError::RedirectElsewhere { .. }),
        "{}",
        told(&error)
    );
    assert_eq!(own.connections(), 0);
}
