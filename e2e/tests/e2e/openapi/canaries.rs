//! Credentials are seen by the API and by nobody else, even if the API repeats them.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use candor_testkit::http_api::{HttpApi, Reply, TokenPlan};
use serde_json::json;

use super::schemes::SECURED;
use super::stage::{Stage, call, candor};

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
    let stage = Stage::before(api, SECURED, &variables(), &["--log-level", "trace"]).await;
    let mut client = stage.client_in("prod").await;
    let mut shown = client.tools().await.concat();

    // The API fails in every way, and tells all it knows.
    let echo = Reply::echo;
    let mut seen = String::new();
    for reply in [
        Reply::status(200),
        echo().with_status(400),
        echo().with_status(401),
        echo().with_status(403).header("x-request-id", "r1"),
        echo().with_status(500),
        Reply::close(),
        Reply::redirect(302, "http://169.254.169.254/latest"),
        Reply::raw(&b"nonsense"[..]),
    ] {
        for tool in TOOLS {
            let path = format!("/{}", tool.trim_start_matches("by_"));
            stage.api.on("GET", &path, reply.clone());
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
    stage
        .api
        .on("POST", "/token", Reply::json(&body).with_status(400));
    stage.api.on("GET", "/oauth", Reply::status(401));
    shown += &call(&mut client, "by_oauth", &json!({})).await.to_string();

    for path in [
        "/sources",
        "/sources/api",
        "/tools",
        "/tools/api.by_header",
        "/environments/prod",
        "/audit/calls?limit=200",
        "/audit/changes",
        "/drift",
    ] {
        shown += &stage.read(path).await.to_string();
    }
    for path in ["/readyz", "/metrics"] {
        let answer = reqwest::get(stage.gateway.at(path))
            .await
            .expect("an answer");
        shown += &answer.text().await.expect("text");
    }
    for args in [
        &["config", "show", "--origin"][..],
        &["config", "show", "--json"],
        &["tools", "--explain", "--json"],
        &["environment", "show", "prod", "--json"],
        &["doctor", "--json"],
    ] {
        shown += &candor(stage.gateway.folder(), args).1;
    }
    let (folder, _) = stage.gateway.stop();
    let log = std::fs::read_to_string(folder.path().join("log")).expect("a log");
    assert!(log.contains("api"), "nothing was logged");
    shown += &log;
    let kept = kept(&folder.path().join("data"));
    assert!(holds(&kept, "by_header"), "the database was not looked at");
    // The name and password, as they are sent.
    let pair = "Y2FuYXJ5LXVzZXItNDRkZDpjYW5hcnktcGFzcy01NWVl";
    for canary in CANARIES.into_iter().chain([&*token, pair]) {
        let at = shown.find(canary);
        let near = at.map(|at| shown[at.saturating_sub(300)..at].to_owned());
        assert!(at.is_none(), "`{canary}` was shown after: {near:?}");
        assert!(!holds(&kept, canary), "`{canary}` is in the database");
    }
}

/// The bytes of everything in a folder.
fn kept(folder: &Path) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut waiting: Vec<PathBuf> = vec![folder.to_owned()];
    while let Some(path) = waiting.pop() {
        if path.is_dir() {
            let entries = std::fs::read_dir(&path).expect("a folder");
            waiting.extend(entries.map(|entry| entry.expect("an entry").path()));
        } else {
            bytes.extend(std::fs::read(&path).expect("a file"));
        }
    }
    bytes
}

fn holds(bytes: &[u8], text: &str) -> bool {
    let text = text.as_bytes();
    bytes.windows(text.len()).any(|part| part == text)
}

/// A header that the operator gives to every request is as secret as a key.
#[tokio::test(flavor = "multi_thread")]
async fn a_fixed_header_is_never_shown() {
    let more = "retries = 0\nheaders = { X-Fixed = \"canary-fixed-99cc\" }\n";
    let api = HttpApi::start().expect("an API");
    let stage = Stage::before(api, SECURED, more, &["--log-level", "trace"]).await;
    let mut client = stage.client().await;
    for reply in [
        Reply::echo().with_status(400),
        Reply::echo().with_status(500),
    ] {
        stage.api.on("GET", "/open", reply);
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
    let stage = Stage::open(SECURED, more).await;
    let mut client = stage.client().await;
    // The address as it was sent, the password by itself, and a key with the escapes of JSON.
    let password = Reply::text("wrong password: canary-pass-2").with_status(401);
    stage
        .api
        .on("GET", "/query", Reply::echo().with_status(400));
    stage.api.on("GET", "/basic", password);
    stage
        .api
        .on("GET", "/header", Reply::echo().with_status(400));
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
