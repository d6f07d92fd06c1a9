//! Servers that misbehave hurt no other source, and no call gets another call's answer.

use candor_testkit::script::{self, ServerScript};
use candor_testkit::{CandorProcess, RawClient, ServerEra, config, wait_until};
use futures_util::future::join_all;

/// A server with one misbehaving tool and a good one, beside a server that is only good.
struct FaultyPair {
    candor: CandorProcess,
    _files: Vec<script::ScriptFile>,
}

/// Short, so that silence ends soon, and long enough for a good answer on a busy machine.
const SETTINGS: &str = "call_timeout = \"2s\"";

/// Longer than that.
const LATE: &str = r#"{"late_ms":3500}"#;

impl FaultyPair {
    async fn start(behaviour: &str, era: ServerEra) -> Self {
        Self::start_with(behaviour, era, SETTINGS).await
    }

    async fn start_with(behaviour: &str, era: ServerEra, settings: &str) -> Self {
        let bad = ServerScript::simple(&[("bad", behaviour), ("good", r#"{"echo":true}"#)]);
        let bad = bad.file();
        let other = ServerScript::simple(&[("good", r#"{"echo":true}"#)]).file();
        let config =
            config::script("one", &bad, era, settings) + &config::script("two", &other, era, "");
        let candor = CandorProcess::served_unasked(&config).await;
        Self {
            candor,
            _files: vec![bad, other],
        }
    }

    async fn client(&self) -> RawClient {
        self.candor.client(ServerEra::Legacy).await
    }

    /// The other server was never disturbed.
    async fn other_is_fine(&self, client: &mut RawClient) {
        let reply = client.call("two_good", r#"{"n":2}"#).await;
        assert_eq!(reply.value()["structuredContent"]["n"], 2);
    }

    /// The misbehaving server answers again, once it is back.
    async fn same_is_fine(&self, client: &mut RawClient) {
        self.candor.all_ready().await;
        comes_back(client).await;
    }
}

/// Calls the good tool of the misbehaving server until it answers. A source is ready a moment
/// before its tools are listed again, and may be taken for ready a moment after it has died.
async fn comes_back(client: &mut RawClient) {
    wait_until("the server again", async || {
        let reply = client.call("one_good", r#"{"n":1}"#).await;
        let said: serde_json::Value = serde_json::from_str(&reply.response).expect("JSON");
        let is_mine = said["result"]["structuredContent"]["n"] == 1;
        let is_failure = said["result"]["isError"] == true || said["error"].is_object();
        assert!(is_mine || is_failure, "another answer: {}", reply.response);
        is_mine
    })
    .await;
}

/// Calls the misbehaving tool and then both good ones.
async fn check(behaviour: &str, expect: &str) {
    for era in [ServerEra::Legacy, ServerEra::Modern] {
        let pair = FaultyPair::start(behaviour, era).await;
        let mut client = pair.client().await;
        let reply = client.call("one_bad", "{}").await;
        reply.says_for(&behaviour, expect);
        pair.other_is_fine(&mut client).await;
        pair.same_is_fine(&mut client).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_dies_in_a_call() {
    check(r#"{"exit":3}"#, "whether the call took effect is unknown").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_hangs() {
    check(r#"{"hang":true}"#, "did not answer within 2 s").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_answers_garbage_first() {
    check(r#"{"garbage":"{]\u0000 not JSON"}"#, "done").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_answers_only_garbage() {
    check(
        r#"{"garbage":"nonsense","alone":true}"#,
        "did not answer within 2 s",
    )
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_answers_somebody_else() {
    check(r#"{"wrong_id":true}"#, "did not answer within 2 s").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_floods_standard_error() {
    let flood = r#"{"stderr_flood_bytes":10000000}"#;
    let pair = FaultyPair::start_with(flood, ServerEra::Legacy, "").await;
    let mut client = pair.client().await;
    assert_eq!(client.call("one_bad", "{}").await.words(), "done");
    pair.other_is_fine(&mut client).await;
    pair.same_is_fine(&mut client).await;
    let log = pair.candor.log();
    assert!(log.len() < 1_000_000, "the log has {} bytes", log.len());
}

/// The same misbehaviour over HTTP, in both eras.
#[tokio::test(flavor = "multi_thread")]
async fn misbehaviour_over_http() {
    let cases = [
        (r#"{"hang":true}"#, "did not answer within 2 s"),
        (LATE, "did not answer within 2 s"),
        (r#"{"garbage":"nonsense","alone":true}"#, "source `one`"),
        (r#"{"wrong_id":true}"#, "source `one`"),
    ];
    for (behaviour, expect) in cases {
        for era in [ServerEra::Legacy, ServerEra::Modern] {
            let script = ServerScript::simple(&[("bad", behaviour), ("good", r#"{"echo":true}"#)]);
            let one = script::serve_http(&script, era);
            let two = script::serve_http(&script, era);
            let text = config::url("one", one.url(), SETTINGS) + &config::url("two", two.url(), "");
            let pair = FaultyPair {
                candor: CandorProcess::unasked(&text, &[]),
                _files: Vec::new(),
            };
            pair.candor.all_ready().await;
            let mut client = pair.client().await;
            let reply = client.call("one_bad", "{}").await;
            reply.says_for(&(behaviour, era), expect);
            pair.other_is_fine(&mut client).await;
            pair.same_is_fine(&mut client).await;
        }
    }
}

/// A server on the network that dies in a call and is there again later.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_on_the_network_that_dies_in_a_call() {
    for era in [ServerEra::Legacy, ServerEra::Modern] {
        let dying = ServerScript::simple(&[("bad", r#"{"exit":1}"#), ("good", r#"{"echo":true}"#)]);
        let one = script::serve_http(&dying, era);
        let candor = CandorProcess::served_unasked(&config::url("one", one.url(), "")).await;
        let mut client = candor.client(ServerEra::Legacy).await;
        let reply = client.call("one_bad", "{}").await;
        let unknown = "whether the call took effect is unknown";
        reply.says_for(&era, unknown);
        let held = one.stop();
        let _back = script::serve_http_at(&dying, era, held.port());
        comes_back(&mut client).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_closes_its_input() {
    let pair = FaultyPair::start(r#"{"close_stdin":true}"#, ServerEra::Legacy).await;
    let mut client = pair.client().await;
    let reply = client.call("one_bad", "{}").await;
    assert_eq!(reply.value()["isError"], true, "{}", reply.response);
    pair.other_is_fine(&mut client).await;
    // It stays there with a closed input: the next call finds out, and it is started again.
    comes_back(&mut client).await;
}

/// The second answer has nowhere to go; the calls after it get their own.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_answers_twice() {
    let twice = r#"{"twice":{"content":[{"type":"text","text":"first"}]}}"#;
    let pair = FaultyPair::start(twice, ServerEra::Legacy).await;
    let mut client = pair.client().await;
    for n in 0..20 {
        assert_eq!(client.call("one_bad", "{}").await.words(), "first");
        let reply = client.call("one_good", &format!(r#"{{"n":{n}}}"#)).await;
        assert_eq!(reply.value()["structuredContent"]["n"], n);
    }
}

/// An answer after the time-out is dropped, not given to the next call.
#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_answers_too_late() {
    let pair = FaultyPair::start(LATE, ServerEra::Legacy).await;
    let mut client = pair.client().await;
    let reply = client.call("one_bad", "{}").await;
    reply.says("did not answer within 2 s");
    for n in 0..50 {
        let reply = client.call("one_good", &format!(r#"{{"n":{n}}}"#)).await;
        assert_eq!(reply.value()["structuredContent"]["n"], n);
        tokio::time::sleep(std::time::Duration::from_millis(40)).await;
    }
}

/// Progress keeps a slow call alive beyond its longest silence.
#[tokio::test(flavor = "multi_thread")]
async fn a_slow_server_that_reports_progress() {
    let slow = r#"{"progress":[1,2,3,4],"delay_ms":800,"result":{"content":[{"type":"text","text":"at last"}]}}"#;
    let pair = FaultyPair::start(slow, ServerEra::Legacy).await;
    let mut client = pair.client().await;
    let params = r#"{"name":"one_bad","arguments":{},"_meta":{"progressToken":"mine"}}"#;
    let reply = client.request("tools/call", params).await;
    assert_eq!(reply.words(), "at last");
    assert_eq!(reply.notifications.len(), 4);
    assert!(
        reply
            .notifications
            .iter()
            .all(|note| note.contains(r#""progressToken":"mine""#))
    );
}

/// A crash is seen twice: the tools go, and they come back. The calls after it work.
#[tokio::test(flavor = "multi_thread")]
async fn a_crash_is_a_change_of_the_list_twice() {
    let pair = FaultyPair::start(r#"{"exit":1}"#, ServerEra::Legacy).await;
    let mut client = pair.client().await;
    client.listen().await;
    client.call("one_bad", "{}").await;
    client.list_changed().await;
    client.list_changed().await;
    assert_eq!(client.tools().await.len(), 3);
    pair.same_is_fine(&mut client).await;
}

/// Ten servers of all kinds, five hundred calls at once, five hundred right answers.
#[tokio::test(flavor = "multi_thread")]
async fn five_hundred_calls_at_once() {
    let echo = ServerScript::simple(&[
        ("echo", r#"{"echo":true}"#),
        ("slow", r#"{"sleep_ms":50,"echo":true}"#),
    ]);
    let file = echo.file();
    let web: Vec<_> = [
        ServerEra::Legacy,
        ServerEra::Modern,
        ServerEra::Legacy,
        ServerEra::Modern,
        ServerEra::Modern,
    ]
    .into_iter()
    .map(|era| script::serve_http(&echo, era))
    .collect();
    let mut text = String::new();
    for (n, handle) in web.iter().enumerate() {
        text += &config::url(&format!("web{n}"), handle.url(), "");
    }
    for n in 0..5 {
        let era = ServerEra::in_turn(n);
        text += &config::script(&format!("child{n}"), &file, era, "");
    }
    let candor = CandorProcess::served_unasked(&text).await;
    let pool = reqwest::Client::new();
    let calls = (0..500).map(|n| {
        let (url, pool) = (candor.url().to_owned(), pool.clone());
        async move {
            let era = if n % 3 == 0 {
                ServerEra::Legacy
            } else {
                ServerEra::Modern
            };
            let mut client = RawClient::http_pooled(&url, era, pool).await;
            let source = if n % 10 < 5 {
                format!("web{}", n % 5)
            } else {
                format!("child{}", n % 5)
            };
            let tool = if n % 2 == 0 { "echo" } else { "slow" };
            let reply = client
                .call(&format!("{source}_{tool}"), &format!(r#"{{"n":{n}}}"#))
                .await;
            (n, reply)
        }
    });
    let replies = join_all(calls).await;
    assert_eq!(replies.len(), 500);
    for (n, reply) in replies {
        assert_eq!(
            reply.value()["structuredContent"]["n"],
            n,
            "{}",
            reply.response
        );
    }
}

/// One malformed tool is set aside with a reason; the others are served.
#[tokio::test(flavor = "multi_thread")]
async fn one_malformed_tool_does_not_hide_the_others() {
    let script = ServerScript::new().tools(
        r#"[{"name":"a","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":"yes"}},
            {"name":"b"}, 7, {"name":"c","inputSchema":{"type":"object"},"outputSchema":3},
            {"name":"good","inputSchema":{"type":"object"}}, {"name":"good","inputSchema":{"type":"object"}}]"#,
    );
    let file = script.file();
    let candor = CandorProcess::unasked(&config::script("s", &file, ServerEra::Legacy, ""), &[]);
    let tools = candor.client(ServerEra::Legacy).await.tools().await;
    assert_eq!(tools.len(), 1, "{tools:?}");
    assert!(tools[0].contains("s_good"));
}

/// A list that never ends is cut, and what was read is served.
#[tokio::test(flavor = "multi_thread")]
async fn a_list_that_never_ends() {
    let pages = r#"[{"tools":[{"name":"a","inputSchema":{"type":"object"}}],"nextCursor":"x"},
        {"cursor":"x","tools":[{"name":"b","inputSchema":{"type":"object"}}],"nextCursor":"x"}]"#;
    let file = ServerScript::new().field("pages", pages).file();
    let candor =
        CandorProcess::served_unasked(&config::script("s", &file, ServerEra::Legacy, "")).await;
    let tools = candor.client(ServerEra::Legacy).await.tools().await;
    assert_eq!(tools.len(), 2, "{tools:?}");
}
