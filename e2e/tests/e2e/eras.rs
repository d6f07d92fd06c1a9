//! Clients and servers of different eras: what can work works, what cannot says so.

use candor_testkit::script::{self, ServerScript};
use candor_testkit::{CandorProcess, RawClient, ServerEra, assert_contains, config, fixture};

const ASK: &str = r#"{"ask":{"method":"elicitation/create","params":{"message":"Really?","requestedSchema":
    {"type":"object","properties":{"sure":{"type":"boolean"}}}}}}"#;
const SURE: &str = r#"{"action":"accept","content":{"sure":true}}"#;
const CAN_BE_ASKED: &str = r#"{"elicitation":{"form":{}},"sampling":{},"roots":{}}"#;

fn asking() -> ServerScript {
    ServerScript::simple(&[("ask", ASK), ("plain", "{}")])
}

#[tokio::test(flavor = "multi_thread")]
async fn a_legacy_server_asks_a_legacy_client() {
    let file = asking().file();
    let web = script::serve_http(&asking(), ServerEra::Legacy);
    let text =
        config::script("child", &file, ServerEra::Legacy, "") + &config::url("web", web.url(), "");
    let candor = CandorProcess::unasked(&text, &[]);
    for revision in ["2025-06-18", "2025-11-25"] {
        let mut client =
            RawClient::http_at(candor.url(), ServerEra::Legacy, revision, CAN_BE_ASKED).await;
        for tool in ["child_ask", "web_ask"] {
            let params = format!(r#"{{"name":"{tool}","arguments":{{}}}}"#);
            let answer = |question: &str| {
                assert!(question.contains("Really?"), "{question}");
                SURE.to_owned()
            };
            let reply = client
                .request_answering("tools/call", &params, &answer)
                .await;
            reply.says_for(&tool, "accept");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_cannot_be_asked_is_not_asked() {
    let file = asking().file();
    let candor = CandorProcess::unasked(&config::script("s", &file, ServerEra::Legacy, ""), &[]);
    for (era, revision) in [
        (ServerEra::Legacy, "2024-11-05"),
        (ServerEra::Legacy, "2025-11-25"),
        (ServerEra::Modern, ""),
    ] {
        let mut client = RawClient::http_at(candor.url(), era, revision, "{}").await;
        let reply = client.call("s_ask", "{}").await;
        assert_contains(&reply.response, "does not support elicitation");
    }
}

/// The call is parked, and goes on when the client comes back with the answer; once.
#[tokio::test(flavor = "multi_thread")]
async fn a_legacy_server_asks_a_modern_client() {
    let file = asking().file();
    let web = script::serve_http(&asking(), ServerEra::Legacy);
    let text =
        config::script("child", &file, ServerEra::Legacy, "") + &config::url("web", web.url(), "");
    let candor = CandorProcess::unasked(&text, &[]);
    let mut client = RawClient::http_at(candor.url(), ServerEra::Modern, "", CAN_BE_ASKED).await;
    for tool in ["child_ask", "web_ask"] {
        let asked = client.call(tool, "{}").await.value();
        assert_eq!(asked["resultType"], "input_required", "{asked}");
        let (key, question) = asked["inputRequests"]
            .as_object()
            .expect("questions")
            .iter()
            .next()
            .expect("one");
        let (source, _) = tool.split_once('_').expect("a source");
        let message = format!("The server `{source}` (untrusted) asks: Really?");
        assert_eq!(question["params"]["message"], message);
        let state = &asked["requestState"];

        let other = format!(
            r#"{{"name":"{tool}","arguments":{{"x":1}},"requestState":{state},"inputResponses":{{"{key}":{SURE}}}}}"#
        );
        let refused = client.request("tools/call", &other).await;
        assert_eq!(
            refused.error()["code"],
            -32602,
            "other arguments are another call"
        );

        let again = format!(
            r#"{{"name":"{tool}","arguments":{{}},"requestState":{state},"inputResponses":{{"{key}":{SURE}}}}}"#
        );
        let reply = client.request("tools/call", &again).await;
        assert!(reply.words().contains("accept"), "{}", reply.response);
        assert_eq!(reply.value()["resultType"], "complete");

        let twice = client.request("tools/call", &again).await;
        assert_contains(&twice.error()["message"], "used before");
    }
}

/// A modern server's questions become questions to a legacy client.
#[tokio::test(flavor = "multi_thread")]
async fn a_modern_server_asks_a_legacy_client() {
    let web = fixture::serve_http(ServerEra::Modern);
    let text = config::url("web", web.url(), "") + &config::fixture("child", ServerEra::Modern);
    let candor = CandorProcess::served_unasked(&text).await;
    let mut client =
        RawClient::http_at(candor.url(), ServerEra::Legacy, "2025-11-25", CAN_BE_ASKED).await;
    for source in ["web", "child"] {
        let params =
            format!(r#"{{"name":"{source}_test_elicitation","arguments":{{"message":"Who?"}}}}"#);
        let answer = |question: &str| {
            assert!(question.contains("elicitation/create"), "{question}");
            r#"{"action":"accept","content":{"username":"ada","email":"ada@example.test"}}"#
                .to_owned()
        };
        let reply = client
            .request_answering("tools/call", &params, &answer)
            .await;
        assert!(reply.words().contains("ada"), "{}", reply.response);
    }
}

fn really(question: &str) -> String {
    assert!(question.contains("Really?"), "{question}");
    SURE.to_owned()
}

/// The first question waits until it is clear whose it is; then calls that meet have a process each.
#[tokio::test(flavor = "multi_thread")]
async fn two_clients_and_a_question_on_stdio() {
    let ask = ASK.replacen("{\"ask\"", "{\"sleep_ms\":300,\"ask\"", 1);
    let script = ServerScript::simple(&[("ask", &ask), ("slow", r#"{"sleep_ms":1500}"#)]);
    let file = script.file();
    let candor =
        CandorProcess::served_unasked(&config::script("s", &file, ServerEra::Legacy, "")).await;
    let client = || RawClient::http_at(candor.url(), ServerEra::Legacy, "2025-11-25", CAN_BE_ASKED);
    let (mut one, mut two) = tokio::join!(client(), client());
    let call = r#"{"name":"s_ask","arguments":{}}"#;
    for _ in 0..2 {
        // Whoever is asked what is not for it fails here.
        let (asked, slow) = tokio::join!(
            one.request_answering("tools/call", call, &really),
            two.call("s_slow", "{}")
        );
        asked.says("accept");
        assert_eq!(slow.words(), "done");
    }
    let (first, second) = tokio::join!(
        one.request_answering("tools/call", call, &really),
        two.request_answering("tools/call", call, &really)
    );
    first.says("accept");
    second.says("accept");
}

/// Every revision gets what it asked for in the handshake; an unknown one gets the newest.
#[tokio::test(flavor = "multi_thread")]
async fn revisions_are_negotiated() {
    let candor = CandorProcess::unasked(&config::fixture("f", ServerEra::Both), &[]);
    let cases = [
        ("2024-11-05", "2024-11-05"),
        ("2025-03-26", "2025-03-26"),
        ("2025-06-18", "2025-06-18"),
        ("2025-11-25", "2025-11-25"),
        ("2026-07-28", "2025-11-25"),
        ("1999-01-01", "2025-11-25"),
    ];
    for (asked, expect) in cases {
        let answer = candor.initialize(asked).await.text().await.expect("text");
        let agreed = format!(r#""protocolVersion":"{expect}""#);
        assert!(answer.contains(&agreed), "{asked}: {answer}");
    }
}

/// Batches belong to 2025-03-26 and to no other revision.
#[tokio::test(flavor = "multi_thread")]
async fn batches_are_for_one_revision() {
    let candor = CandorProcess::unasked(&config::fixture("f", ServerEra::Both), &[]);
    let batch = r#"[{"jsonrpc":"2.0","id":7,"method":"ping"},{"jsonrpc":"2.0","id":"b","method":"tools/list"},
        {"jsonrpc":"2.0","method":"notifications/initialized"},{"jsonrpc":"2.0","id":9,"method":"nowhere"}]"#;
    for (revision, works) in [("2025-03-26", true), ("2025-06-18", false)] {
        let hello = candor.initialize(revision).await;
        let session = hello.headers()["mcp-session-id"].to_str().expect("text");
        let answer = candor.post(batch, &[("mcp-session-id", session)]).await;
        let answer = answer.text().await.expect("text");
        if works {
            let mut found: Vec<_> = [r#""id":7"#, r#""id":"b""#, r#""id":9"#].to_vec();
            found.retain(|id| answer.contains(id));
            assert_eq!(found.len(), 3, "{answer}");
            assert!(answer.contains("-32601"), "{answer}");
        } else {
            assert!(answer.contains("-32600"), "{answer}");
        }
    }
}

/// Whether a request says who asks, as those of the modern era do.
fn is_modern(body: &str) -> bool {
    body.contains("io.modelcontextprotocol/protocolVersion")
}

/// A server that speaks both eras is called in that of the client.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_speaks_both_eras_is_called_in_the_client_s() {
    let script = ServerScript::simple(&[("plain", r#"{"count":true}"#)]);
    let server = script::serve_http(&script, ServerEra::Both);
    let text = config::url("both", server.url(), "trust = \"trusted\"");
    let candor = CandorProcess::served_unasked(&text).await;
    let calls = || {
        let seen = server.seen().into_iter();
        let calls = seen.filter(|one| one.body.contains(r#""tools/call""#));
        calls.map(|one| is_modern(&one.body)).collect::<Vec<_>>()
    };
    let mut modern = candor.client(ServerEra::Modern).await;
    let mut legacy = candor.client(ServerEra::Legacy).await;
    for _ in 0..2 {
        modern.call("both_plain", "{}").await.result();
        legacy.call("both_plain", "{}").await.result();
    }
    assert_eq!(calls(), [true, false, true, false]);
    let greetings = server.seen().into_iter();
    let greetings = greetings.filter(|one| one.body.contains(r#""initialize""#));
    assert_eq!(greetings.count(), 1, "one connection for all clients");
}

/// One that speaks only one is asked once, and then spoken to in its own.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_speaks_one_era_is_called_in_its_own() {
    let script = ServerScript::simple(&[("plain", "{}")]);
    let server = script::serve_http(&script, ServerEra::Modern);
    let text = config::url("one", server.url(), "trust = \"trusted\"");
    let candor = CandorProcess::served_unasked(&text).await;
    let mut legacy = candor.client(ServerEra::Legacy).await;
    let begun = server.seen().len();
    for _ in 0..3 {
        legacy.call("one_plain", "{}").await.result();
    }
    let seen: Vec<_> = server.seen().into_iter().skip(begun).collect();
    let bodies = seen.iter().map(|one| one.body.as_str());
    let calls: Vec<_> = bodies
        .clone()
        .filter(|body| body.contains(r#""tools/call""#))
        .collect();
    assert_eq!(calls.len(), 3);
    assert!(calls.into_iter().all(is_modern));
    assert_eq!(
        bodies
            .filter(|body| body.contains(r#""initialize""#))
            .count(),
        1
    );
}
