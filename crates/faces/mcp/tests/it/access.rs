//! Who is recognised, and what is theirs.

use std::time::Duration;

use candor_gateway::GatewayPolicySettings;
use candor_testkit::ServerEra;
use candor_testkit::script::{self, ServerScript};
use http::StatusCode;
use serde_json::{Value, json};

use crate::harness::{McpHarness, McpRequest, message};

const BARE: &str = r#"Bearer realm="candor""#;
const INVALID: &str = r#"Bearer realm="candor", error="invalid_token""#;
const UNREADABLE: &str = r#"Bearer realm="candor", error="invalid_request""#;

/// A gateway where everybody presents a token, or where nobody needs to.
async fn world(tokens_needed: bool) -> McpHarness {
    let script = ServerScript::simple(&[("plain", "{}"), ("changes", r#"{"list_changed":true}"#)])
        .field("tools_after", "[]")
        .field("capabilities", r#"{"tools":{"listChanged":true}}"#);
    let settings = GatewayPolicySettings {
        tokens_needed,
        ..candor_gatetest::permissive_settings()
    };
    McpHarness::with_settings(
        script::serve_http(&script, ServerEra::Legacy),
        settings,
        |_, _| {},
    )
    .await
}

/// Whoever asks like this is not recognised, and is told what to present.
async fn check_unknown(ask: McpRequest<'_>, challenge: &str, case: &str) {
    let mut reply = ask.send().await;
    assert_eq!(reply.status, StatusCode::UNAUTHORIZED, "{case}");
    assert_eq!(
        reply.header("www-authenticate").as_deref(),
        Some(challenge),
        "{case}"
    );
    let text = reply.text().await;
    assert!(!text.contains("candor_"), "a token is shown: {text}");
    let body: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(
        (&body["id"], &body["error"]["code"]),
        (&Value::Null, &json!(-32600)),
        "{case}"
    );
    let sentence = body["error"]["message"].as_str().expect("a sentence");
    assert!(
        sentence.contains("send") || sentence.contains("candor token create"),
        "the way out is missing: {sentence}"
    );
}

fn discover(world: &McpHarness) -> McpRequest<'_> {
    world.modern("server/discover", json!({}))
}

#[tokio::test]
async fn whoever_is_not_known_gets_nothing() {
    let world = world(true).await;
    let gone = world.token("gone", "admin").await;
    world.revoke("gone").await;
    let late = world
        .lasting_token("late", "admin", Some(Duration::ZERO))
        .await;
    let good = world.token("good", "caller").await;
    for method in ["POST", "GET", "DELETE"] {
        let ask = || match method {
            "POST" => discover(&world),
            _ => world.bare(method).session("x"),
        };
        let cases = [
            ("nothing", ask(), BARE),
            (
                "in the query",
                ask().at(&format!("/mcp?access_token={good}")),
                BARE,
            ),
            ("no endpoint", ask().at("/mcp/nowhere"), BARE),
            ("made up", ask().token("candor_nonsense"), INVALID),
            ("cut off", ask().token(&good[..good.len() - 1]), INVALID),
            ("taken back", ask().token(&gone), INVALID),
            ("expired", ask().token(&late), INVALID),
            (
                "another scheme",
                ask().header("authorization", "Basic YTpi"),
                UNREADABLE,
            ),
            (
                "no scheme",
                ask().header("authorization", &good),
                UNREADABLE,
            ),
            ("empty", ask().header("authorization", "Bearer"), UNREADABLE),
            (
                "twice",
                ask()
                    .token(&good)
                    .another("authorization", &format!("Bearer {good}")),
                UNREADABLE,
            ),
        ];
        for (case, ask, challenge) in cases {
            check_unknown(ask, challenge, &format!("{method}, {case}")).await;
        }
    }
    let lower = discover(&world).header("authorization", &format!("bearer {good}"));
    assert_eq!(lower.send().await.status, StatusCode::OK);
    let nowhere = discover(&world).token(&good).at("/mcp/nowhere");
    assert_eq!(nowhere.fault().await, (404, -32600));
    let stranger = discover(&world).token(&good).header("host", "evil.example");
    assert_eq!(stranger.fault().await, (403, -32600));
}

#[tokio::test]
async fn calling_takes_the_role_of_a_caller() {
    let world = world(true).await;
    for (roles, may) in [
        ("viewer", false),
        ("approver", false),
        ("editor", false),
        ("viewer,approver,editor", false),
        ("caller", true),
        ("admin", true),
    ] {
        let name = roles.replace(',', "-");
        let token = world.token(&name, roles).await;
        let mut reply = discover(&world).token(&token).send().await;
        let expect = if may { 200 } else { 403 };
        assert_eq!(reply.status.as_u16(), expect, "{roles}");
        if may {
            continue;
        }
        assert_eq!(reply.header("www-authenticate"), None);
        let text = reply.text().await;
        assert!(text.contains(&format!("`{name}`")), "{text}");
        assert!(text.contains("`caller`"), "{text}");
        for method in ["GET", "DELETE"] {
            let ask = world.bare(method).session("x").token(&token);
            assert_eq!(ask.send().await.status, StatusCode::FORBIDDEN, "{roles}");
        }
        let begin = world.initialize("2025-11-25", json!({})).token(&token);
        assert_eq!(begin.fault().await, (403, -32600), "{roles}");
    }
}

#[tokio::test]
async fn where_no_token_is_needed_a_bad_one_is_still_bad() {
    let world = world(false).await;
    let token = world.token("laptop", "caller").await;
    assert_eq!(discover(&world).send().await.status, StatusCode::OK);
    let known = discover(&world).token(&token).send().await;
    assert_eq!(known.status, StatusCode::OK);
    check_unknown(discover(&world).token("x"), INVALID, "made up").await;
    let viewer = world.token("screen", "viewer").await;
    assert_eq!(discover(&world).token(&viewer).fault().await, (403, -32600));
    // A caller who presents nothing is another caller than one who presents a token.
    let id = world.session("2025-11-25", json!({})).await;
    let ping = || world.post(message(1, "ping", json!({}))).session(&id);
    assert_eq!(ping().token(&token).fault().await, (404, -32600));
    assert_eq!(ping().send().await.status, StatusCode::OK);
}

/// Begins a session with a token.
async fn begin(world: &McpHarness, token: &str) -> String {
    let ask = world.initialize("2025-03-26", json!({})).token(token);
    let reply = ask.send().await;
    reply.header("mcp-session-id").expect("a session id")
}

/// Everything that can be done with a session.
fn uses<'a>(world: &'a McpHarness, id: &str) -> [(&'static str, McpRequest<'a>); 6] {
    let news = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    let answer = json!({"jsonrpc": "2.0", "id": "candor-1", "result": {}});
    let ping = message(1, "ping", json!({}));
    [
        ("request", world.post(&ping).session(id)),
        ("notification", world.post(&news).session(id)),
        ("response", world.post(&answer).session(id)),
        ("batch", world.post(json!([ping])).session(id)),
        ("stream", world.bare("GET").session(id)),
        ("end", world.bare("DELETE").session(id)),
    ]
}

#[tokio::test]
async fn a_session_belongs_to_whoever_began_it() {
    let world = world(true).await;
    let (own, other) = (
        world.token("own", "caller").await,
        world.token("other", "admin").await,
    );
    let id = begin(&world, &own).await;
    for (case, ask) in uses(&world, &id) {
        let mut reply = ask.token(&other).send().await;
        let text = reply.text().await;
        assert_eq!(reply.status, StatusCode::NOT_FOUND, "{case}");
        // The same words as for a session that never was.
        assert!(
            text.contains(&format!("there is no session `{id}`")),
            "{text}"
        );
    }
    for (case, ask) in uses(&world, &id) {
        check_unknown(ask, BARE, case).await;
    }
    let at_once = uses(&world, &id).into_iter();
    for (case, ask) in at_once.filter(|(case, _)| *case != "end") {
        let status = ask.token(&own).send().await.status;
        assert!(status.is_success(), "{case}: {status}");
    }
    world.revoke("own").await;
    for (case, ask) in uses(&world, &id) {
        check_unknown(ask.token(&own), INVALID, case).await;
    }
    // A new token of that name is another one.
    let again = world.token("own", "caller").await;
    for (case, ask) in uses(&world, &id) {
        let status = ask.token(&again).send().await.status;
        assert_eq!(status, StatusCode::NOT_FOUND, "{case}");
    }
    let anew = begin(&world, &again).await;
    let ping = world.post(message(1, "ping", json!({}))).session(&anew);
    assert_eq!(ping.token(&again).send().await.status, StatusCode::OK);
}

#[tokio::test]
async fn streams_tell_nothing_more_to_somebody_who_is_not_let_in_any_more() {
    let world = world(true).await;
    let (own, other) = (
        world.token("own", "caller").await,
        world.token("other", "caller").await,
    );
    let listen = |token: &str| {
        let filter = json!({"notifications": {"toolsListChanged": true}});
        world.modern("subscriptions/listen", filter).token(token)
    };
    let (own_id, other_id) = (begin(&world, &own).await, begin(&world, &other).await);
    let stream = |id: &str, token: &str| world.bare("GET").session(id).token(token);
    let mut ends = [
        stream(&own_id, &own).send().await,
        listen(&own).send().await,
    ];
    let mut goes_on = [
        stream(&other_id, &other).send().await,
        listen(&other).send().await,
    ];
    for listening in [&mut ends[1], &mut goes_on[1]] {
        let first = listening.event().await.expect("the acknowledgement");
        assert_eq!(first["method"], "notifications/subscriptions/acknowledged");
    }
    world.revoke("own").await;
    let call = world.modern("tools/call", json!({"name": "changes"}));
    assert_eq!(call.token(&other).send().await.status, StatusCode::OK);
    for stream in &mut goes_on {
        let change = stream.event().await.expect("a change");
        assert_eq!(change["method"], "notifications/tools/list_changed");
    }
    assert_eq!(ends[0].event().await, None);
    let farewell = ends[1].event().await.expect("the result");
    assert_eq!(farewell["result"]["resultType"], "complete");
    assert_eq!(ends[1].event().await, None);
}
