//! Credentials are seen by the API only, even if the API repeats them.

use std::fmt::Write as _;

use candor_testkit::canaries::{assert_hidden, left_by, shown_by};
use candor_testkit::http_api::{HttpApi, ScriptedReply, TokenPlan};
use serde_json::json;

use super::gateway::{ApiGateway, call};
use super::schemes::SECURED;

/// Planted values: each must be found nowhere but at the API.
const CANARIES: [&str; 8] = [
    "canary-header-11aa",
    "canary-query-22bb",
    "canary-cookie-33cc",
    "canary-user-44dd",
    "canary-pass-55ee",
    "canary-bearer-66ff",
    "canary-client-77aa",
    "canary-secret-88bb",
];

fn variables() -> String {
    let [header, query, cookie, user, password, bearer, id, secret] = CANARIES;
    format!(
        "[sources.api.variables]\nAPI_KEY_HEADER = \"{header}\"\nAPI_KEY_QUERY = \"{query}\"\n\
         API_KEY_COOKIE = \"{cookie}\"\nAPI_BEARER = \"{bearer}\"\n\
         [environments.prod.secrets]\n\
         API_LOGIN_USERNAME = \"{user}\"\nAPI_LOGIN_PASSWORD = \"{password}\"\n\
         API_OAUTH_CLIENT_ID = \"{id}\"\nAPI_OAUTH_CLIENT_SECRET = \"{secret}\"\n"
    )
}

const TOOLS: [&str; 8] = [
    "by_header",
    "by_query",
    "by_cookie",
    "by_basic",
    "by_bearer",
    "by_either",
    "by_both",
    "by_oauth",
];

#[tokio::test(flavor = "multi_thread")]
async fn a_credential_is_never_shown() {
    let api = HttpApi::start().expect("an API");
    let tokens = api.tokens("/token", TokenPlan::new(CANARIES[6], CANARIES[7]));
    let stage = ApiGateway::before(api, SECURED, &variables(), &["--log-level", "trace"]).await;
    let mut client = stage.client_in("prod").await;
    let mut shown = client.tools().await.concat();

    // The API fails in every way, and tells all it knows.
    let echo = ScriptedReply::echo;
    let mut seen = String::new();
    for reply in [
        ScriptedReply::status(200),
        echo().with_status(400),
        echo().with_status(401),
        echo().with_status(403).header("x-request-id", "r1"),
        echo().with_status(500),
        ScriptedReply::close(),
        ScriptedReply::redirect(302, "http://169.254.169.254/latest"),
        ScriptedReply::raw(&b"nonsense"[..]),
    ] {
        for tool in TOOLS {
            let path = format!("/{}", tool.trim_start_matches("by_"));
            stage.on("GET", &path, reply.clone());
            shown += &call(&mut client, tool, &json!({})).await.to_string();
            shown += &call(&mut client, tool, &json!({"wrong": 1}))
                .await
                .to_string();
        }
        write!(seen, "{:?}", stage.api.requests()).expect("text");
        stage.api.clear();
    }
    // They were really in use.
    for canary in [0, 1, 2, 5].map(|at| CANARIES[at]) {
        assert!(seen.contains(canary), "`{canary}` never arrived");
    }
    let token = tokens.latest().expect("a token");
    assert!(seen.contains(&token), "the token never arrived");
    // The token server tells all, too.
    let body = json!({"error": CANARIES[7], "error_description": CANARIES.join(" ")});
    stage.on(
        "POST",
        "/token",
        ScriptedReply::json(&body).with_status(400),
    );
    stage.on("GET", "/oauth", ScriptedReply::status(401));
    shown += &call(&mut client, "by_oauth", &json!({})).await.to_string();

    let paths = [
        "/api/v1/sources",
        "/api/v1/sources/api",
        "/api/v1/tools",
        "/api/v1/tools/api.by_header",
        "/api/v1/environments/prod",
        "/api/v1/audit/calls?limit=200",
        "/api/v1/audit/changes",
        "/api/v1/drift",
        "/readyz",
        "/metrics",
    ];
    let commands: [&[&str]; 5] = [
        &["config", "show", "--origin"],
        &["config", "show", "--json"],
        &["tools", "--explain", "--json"],
        &["environment", "show", "prod", "--json"],
        &["doctor", "--json"],
    ];
    shown += &shown_by(&stage.gateway, &paths, &commands).await;
    let (log, kept) = left_by(stage.gateway, "by_header");
    assert!(log.contains("api"), "nothing was logged");
    shown += &log;
    // The name and password, as they are sent.
    let pair = "Y2FuYXJ5LXVzZXItNDRkZDpjYW5hcnktcGFzcy01NWVl";
    assert_hidden(&shown, &kept, CANARIES.into_iter().chain([&*token, pair]));
}

/// A header that the operator gives to every request is as secret as a key.
#[tokio::test(flavor = "multi_thread")]
async fn a_fixed_header_is_never_shown() {
    let more = "retries = 0\nheaders = { X-Fixed = \"canary-fixed-99cc\" }\n";
    let api = HttpApi::start().expect("an API");
    let stage = ApiGateway::before(api, SECURED, more, &["--log-level", "trace"]).await;
    let mut client = stage.client().await;
    for reply in [
        ScriptedReply::echo().with_status(400),
        ScriptedReply::echo().with_status(500),
    ] {
        stage.on("GET", "/open", reply);
        let said = call(&mut client, "open", &json!({})).await.to_string();
        assert!(said.contains("x-fixed"), "{said}");
        assert!(!said.contains("canary-fixed-99cc"), "{said}");
    }
    assert!(!stage.gateway.log().contains("canary-fixed-99cc"));
    let request = stage.api.last().expect("a request");
    assert_eq!(request.header("x-fixed"), Some("canary-fixed-99cc"));
}

/// An API need not repeat a credential letter by letter to give it away.
#[tokio::test(flavor = "multi_thread")]
async fn a_credential_in_other_words() {
    let more = "[sources.api.variables]\nAPI_KEY_QUERY = \"canary/query+1\"\n\
        API_LOGIN_USERNAME = \"ann\"\nAPI_LOGIN_PASSWORD = \"canary-pass-2\"\n\
        API_KEY_HEADER = 'canary\"header\\3'\n";
    let (stage, mut client) = ApiGateway::with_client(SECURED, more).await;
    // The address as it was sent, the password by itself, and a key with the escapes of JSON.
    let password = ScriptedReply::text("wrong password: canary-pass-2").with_status(401);
    stage.on("GET", "/query", ScriptedReply::echo().with_status(400));
    stage.on("GET", "/basic", password);
    stage.on("GET", "/header", ScriptedReply::echo().with_status(400));
    for (tool, canary) in [
        ("by_query", "canary%2Fquery"),
        ("by_query", "canary/query"),
        ("by_basic", "canary-pass-2"),
        ("by_header", "canary\\\\\\\"header"),
    ] {
        let said = call(&mut client, tool, &json!({})).await.to_string();
        assert!(!said.contains(canary), "{tool}: {said}");
    }
}
