//! Security schemes: each credential in its place, and nothing is sent without one.

use candor_testkit::http_api::{CredentialGuard, HttpApi};
use candor_testkit::{CandorProcess, ServerEra, assert_contains};
use serde_json::json;

use super::gateway::{ApiGateway, done, folder, offered, refused};

pub(super) const SECURED: &str = include_str!("secured.yaml");

const VARIABLES: &str = r#"
[sources.api.variables]
API_KEY_HEADER = "h-key"
API_KEY_QUERY = "q key&=é"
API_KEY_COOKIE = "c-key"
API_LOGIN_USERNAME = "ann"
API_LOGIN_PASSWORD = "pa:ss wörd"
API_BEARER = "b-token"
"#;

fn guarded() -> HttpApi {
    let api = HttpApi::start().expect("an API");
    let header = CredentialGuard::header("X-Key", "h-key");
    let query = CredentialGuard::query("key", "q key&=é");
    let basic = CredentialGuard::basic("ann", "pa:ss wörd");
    api.require("/header", header.clone());
    api.require("/query", query.clone());
    api.require("/cookie", CredentialGuard::cookie("sid", "c-key"));
    api.require("/basic", basic.clone());
    api.require("/bearer", CredentialGuard::bearer("b-token"));
    api.require("/either", CredentialGuard::any([header.clone(), basic]));
    api.require("/both", CredentialGuard::all([header, query]));
    api
}

#[tokio::test(flavor = "multi_thread")]
async fn every_credential_is_where_it_belongs() {
    let stage = ApiGateway::before(guarded(), SECURED, VARIABLES, &[]).await;
    let mut client = stage.client().await;
    for tool in [
        "by_header",
        "by_query",
        "by_cookie",
        "by_basic",
        "by_bearer",
        "by_either",
        "by_both",
        "optional",
        "open",
    ] {
        stage.api.clear();
        done(&mut client, tool, &json!({})).await;
        let request = stage.only_request();
        // No credential is shown to an operation that does not ask for it.
        let shown = [
            request.header("x-key").is_some(),
            request.query().is_some(),
            request.header("cookie").is_some(),
            request.header("authorization").is_some(),
        ];
        let expect = match tool {
            "by_header" | "by_either" | "optional" => [true, false, false, false],
            "by_query" => [false, true, false, false],
            "by_cookie" => [false, false, true, false],
            "by_both" => [true, true, false, false],
            "open" => [false; 4],
            _ => [false, false, false, true],
        };
        assert_eq!(shown, expect, "{tool}: {request:?}");
    }
    // Beside what a caller sends in the same place.
    stage.api.clear();
    done(&mut client, "by_cookie", &json!({"theme": "dark"})).await;
    assert_eq!(
        stage.only_request().cookie("theme").as_deref(),
        Some("dark")
    );
}

/// A key is no argument, under whatever name.
#[tokio::test(flavor = "multi_thread")]
async fn callers_cannot_give_credentials() {
    let stage = ApiGateway::before(guarded(), SECURED, VARIABLES, &[]).await;
    let mut client = stage.client().await;
    let tools = offered(&mut client).await;
    let schema = &tools["by_header"]["inputSchema"];
    let mut names: Vec<_> = schema["properties"]
        .as_object()
        .expect("some")
        .keys()
        .collect();
    names.retain(|name| *name != "_select");
    assert_eq!(names, ["page"], "{schema:#}");
    for arguments in [json!({"x-key": "mine"}), json!({"X-Key": "mine"})] {
        refused(&mut client, "by_header", &arguments).await;
    }
    // An object that is spread over the query brings names of its own.
    let said = refused(&mut client, "by_query", &json!({"filter": {"key": "mine"}})).await;
    assert_contains(&said, "`key`");
    assert_contains(&said, "credential");
    assert_eq!(stage.api.requests(), []);
    done(&mut client, "by_query", &json!({"filter": {"kez": "mine"}})).await;
}

/// What is missing is named, with the way out, and nothing is sent.
#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_sent_without_a_credential() {
    let more = "[sources.api.variables]\nAPI_KEY_QUERY = \"q\"\nAPI_LOGIN_USERNAME = \"ann\"\nAPI_BEARER = \"\"\n";
    let stage = ApiGateway::before(guarded(), SECURED, more, &[]).await;
    let mut client = stage.client().await;
    for (tool, names) in [
        ("by_header", &["`API_KEY_HEADER`"][..]),
        ("by_cookie", &["`API_KEY_COOKIE`"]),
        ("by_basic", &["`API_LOGIN_PASSWORD`"]),
        ("by_bearer", &["`API_BEARER`"]),
        ("by_either", &["`API_KEY_HEADER`", "`API_LOGIN_PASSWORD`"]),
        ("by_both", &["`API_KEY_HEADER`"]),
        (
            "by_oauth",
            &["`API_OAUTH_CLIENT_ID`", "`API_OAUTH_CLIENT_SECRET`"],
        ),
        ("by_consent", &["`API_CONSENT_REFRESH_TOKEN`"]),
        ("by_certificate", &["certificate"]),
    ] {
        let said = refused(&mut client, tool, &json!({})).await;
        assert!(said.contains("nothing was sent"), "{tool}: {said}");
        for name in names {
            assert!(said.contains(name), "{tool}: {said}");
        }
    }
    assert_eq!(stage.api.requests(), []);
    assert_eq!(stage.api.connections(), 0);
    // Showing nothing is one of the ways that this one allows.
    done(&mut client, "optional", &json!({})).await;
    assert_eq!(stage.only_request().header("x-key"), None);
}

/// A server of another origin gets no credential: neither in a request nor by a redirect.
#[tokio::test(flavor = "multi_thread")]
async fn another_origin_gets_nothing() {
    let (api, other) = (guarded(), HttpApi::start().expect("another"));
    let document = SECURED.replace("OTHER", &other.origin());
    let document = format!("{document}servers: [{{ url: \"{}\" }}]\n", api.origin());
    let text = format!("[sources.api]\ndocument = \"api.yaml\"\nallow_private = true\n{VARIABLES}");
    let gateway = CandorProcess::served_unasked_in(folder(&document), &text).await;
    let mut client = gateway.client(ServerEra::Legacy).await;
    let said = refused(&mut client, "elsewhere", &json!({})).await;
    for part in ["nothing was sent", &other.origin(), &api.origin()] {
        assert!(said.contains(part), "{said}");
    }
    assert_eq!(other.requests(), []);
    done(&mut client, "by_header", &json!({})).await;
    // What needs no credential may be elsewhere.
    done(&mut client, "elsewhere_open", &json!({})).await;
    let request = other.last().expect("a request");
    for header in ["x-key", "authorization", "cookie"] {
        assert_eq!(request.header(header), None, "{request:?}");
    }
}
