//! One caller's excess is refused to that caller, and to nobody else: sessions, questions, tasks,
//! the bytes that are kept for them, and calls of a source.

use candor_testkit::api::{fetch, pool};
use candor_testkit::candor::unasked;
use candor_testkit::script::{self, ServerScript};
use candor_testkit::{ApiClient, CandorProcess, ServerEra, assert_contains, config, wait_until};
use reqwest::Response;
use serde_json::{Value, json};

use crate::approvals::kit::{ApprovalGateway, ConcurrentClient, MODERN, PendingRequest};

/// The revision whose clients wait on the line.
const LEGACY: &str = "2025-11-25";

/// A gateway with small limits, and two who call it; `ann` exceeds, and `bob` must be served.
struct ExcessStage {
    stage: ApprovalGateway,
    ann: String,
    bob: String,
    admin: String,
}

// === impl ExcessStage ===

impl ExcessStage {
    async fn open(limits: &str) -> Self {
        let more = format!("\n[limits]\n{limits}\n");
        let holders = [("ann", "caller"), ("bob", "caller"), ("root", "admin")];
        let (stage, [ann, bob, admin]) = ApprovalGateway::guarded(&more, holders).await;
        Self {
            stage,
            ann,
            bob,
            admin,
        }
    }

    async fn wire(&self, revision: &'static str, able: &Value, token: &str) -> ConcurrentClient {
        ConcurrentClient::http(self.stage.gateway.url(), revision, able, Some(token)).await
    }

    /// What comes of one more `initialize`.
    async fn initialize(&self, token: &str) -> Response {
        let hello = json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
            "protocolVersion": LEGACY,
            "capabilities": {},
            "clientInfo": {"name": "e2e", "version": "1"},
        }});
        let bearer = format!("Bearer {token}");
        let headers = [("authorization", bearer.as_str())];
        self.stage.gateway.post(&hello.to_string(), &headers).await
    }

    fn admin(&self) -> ApiClient {
        ApiClient::new(&self.stage.gateway, Some(&self.admin))
    }

    /// The value of a metric; nothing is zero.
    async fn metric(&self, name: &str) -> u64 {
        let url = self.stage.gateway.at("/metrics");
        let text = fetch(pool(Some(&self.admin)).get(url)).await.text;
        let line = text.lines().find_map(|line| line.strip_prefix(name));
        line.map_or(0, |value| value.trim().parse().expect("a number"))
    }

    async fn refusals(&self, limit: &str) -> u64 {
        let name = format!("candor_limit_refusals_total{{limit=\"{limit}\"}}");
        self.metric(&name).await
    }
}

/// A client that cannot be asked, and waits.
fn plain() -> Value {
    json!({})
}

/// A client that knows tasks.
fn tasks() -> Value {
    json!({"extensions": {"io.modelcontextprotocol/tasks": {}}})
}

/// Calls what a person is asked about, until a call is refused: what still waits, and the refusal.
async fn wait_until_refused(
    stage: &ExcessStage,
    wire: &mut ConcurrentClient,
    path: impl Fn(usize) -> String,
) -> (Vec<PendingRequest>, String) {
    let admin = stage.admin();
    let mut waiting = Vec::new();
    for number in 0..100 {
        let mut call = wire.call("s_wipe", &json!({"path": path(number)})).await;
        tokio::select! {
            () = wait_for_question(&admin, waiting.len() + 1) => {}
            answer = call.next() => {
                let result = &answer["result"];
                assert_eq!(result["isError"], true, "{answer}");
                let said = result["content"][0]["text"].as_str().expect("a sentence");
                return (waiting, said.to_owned());
            }
        }
        waiting.push(call);
    }
    panic!("{} calls wait, and none was refused", waiting.len());
}

async fn wait_for_question(admin: &ApiClient, count: usize) {
    wait_until("a question", async || {
        admin.all_pending().await.len() >= count
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_callers_sessions_leave_room_for_others() {
    let stage = ExcessStage::open("sessions = 8").await;
    for _ in 0..2 {
        assert_eq!(stage.initialize(&stage.ann).await.status(), 200);
    }
    for _ in 0..20 {
        let refused = stage.initialize(&stage.ann).await;
        assert_eq!(refused.status(), 429);
        assert!(refused.headers().contains_key("retry-after"));
        let said = refused.text().await.expect("a sentence");
        assert_contains(&said, "`ann` has 2 sessions open, and 2 is the limit");
        assert_contains(&said, "`limits.sessions_per_caller`");
    }
    assert_eq!(stage.initialize(&stage.bob).await.status(), 200);
    assert_eq!(stage.refusals("sessions").await, 20);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_callers_questions_leave_room_for_others() {
    let stage = ExcessStage::open("waiting_per_caller = 3").await;
    let mut ann = stage.wire(LEGACY, &plain(), &stage.ann).await;
    let path = |number: usize| format!("/{number}");
    let (waiting, said) = wait_until_refused(&stage, &mut ann, path).await;
    assert_eq!(waiting.len(), 3);
    assert_contains(
        &said,
        "3 calls of `ann` wait for an answer, and 3 is the limit",
    );
    assert_contains(&said, "`limits.waiting_per_caller`");

    let mut bob = stage.wire(LEGACY, &plain(), &stage.bob).await;
    let call = bob.call("s_wipe", &json!({"path": "/bob"})).await;
    let admin = stage.admin();
    for id in admin.pending(4).await {
        admin.approve(&id).await;
    }
    assert_eq!(call.done().await.fine(), r#"{"path":"/bob"}"#);
    for call in waiting {
        call.done().await.fine();
    }
    // What was answered waits no more.
    let (waiting, _) =
        wait_until_refused(&stage, &mut ann, |number| format!("/again/{number}")).await;
    assert_eq!(waiting.len(), 3);
    assert_eq!(stage.refusals("waiting").await, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_callers_tasks_leave_room_for_others() {
    let stage = ExcessStage::open("tasks_per_caller = 3").await;
    let mut ann = stage.wire(MODERN, &tasks(), &stage.ann).await;
    for number in 0..3 {
        let done = ann.called("s_wipe", &json!({"path": number})).await;
        assert_eq!(done.result()["resultType"], "task");
    }
    let done = ann.called("s_wipe", &json!({"path": 3})).await;
    assert_contains(
        done.refused(),
        "3 tasks are kept for `ann`, and 3 is the limit",
    );
    assert_contains(done.refused(), "`limits.tasks_per_caller`");
    let mut bob = stage.wire(MODERN, &tasks(), &stage.bob).await;
    let done = bob.called("s_wipe", &json!({"path": "bob"})).await;
    assert_eq!(done.result()["resultType"], "task");
    // Nobody is asked about a call that was refused.
    assert_eq!(stage.admin().pending(4).await.len(), 4);
    assert_eq!(stage.refusals("tasks").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_kept_for_one_caller_leaves_room_for_others() {
    const LIMIT: u64 = 8 << 20;
    let stage = ExcessStage::open("kept_bytes_per_caller = \"8MiB\"").await;
    let mut ann = stage.wire(LEGACY, &plain(), &stage.ann).await;
    let megabyte = |number: usize| format!("{number}{}", "x".repeat(1_000_000));
    let (waiting, said) = wait_until_refused(&stage, &mut ann, megabyte).await;
    assert_eq!(waiting.len(), 8);
    assert_contains(&said, "bytes are kept for waiting calls of `ann`");
    assert_contains(&said, "8388608 is the limit `limits.kept_bytes_per_caller`");
    let kept = stage.metric("candor_kept_bytes ").await;
    assert!((8_000_000..=LIMIT).contains(&kept), "{kept}");

    let mut bob = stage.wire(LEGACY, &plain(), &stage.bob).await;
    let call = bob.call("s_wipe", &json!({"path": megabyte(0)})).await;
    wait_for_question(&stage.admin(), 9).await;
    // Whoever hangs up keeps nothing any more.
    drop((waiting, call));
    wait_until("nothing is kept", async || {
        stage.metric("candor_kept_bytes ").await == 0
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_kept_for_one_callers_tasks_leaves_room_for_others() {
    let stage = ExcessStage::open("kept_bytes_per_caller = \"8MiB\"").await;
    let mut ann = stage.wire(MODERN, &tasks(), &stage.ann).await;
    let megabyte = |number: usize| json!({"path": format!("{number}{}", "x".repeat(1_000_000))});
    let mut kept = 0;
    let said = loop {
        let done = ann.called("s_wipe", &megabyte(kept)).await;
        if done.result()["resultType"] != "task" {
            break done.refused().to_owned();
        }
        kept += 1;
        assert!(kept < 9, "more than fits was kept");
    };
    // Sealed, a megabyte takes up a third more.
    assert!(kept >= 4, "{kept}: {said}");
    assert_contains(&said, "`limits.kept_bytes_per_caller`");
    let mut bob = stage.wire(MODERN, &tasks(), &stage.bob).await;
    let done = bob.called("s_wipe", &megabyte(0)).await;
    assert_eq!(done.result()["resultType"], "task");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_callers_calls_leave_room_at_a_source() {
    let script =
        ServerScript::simple(&[("echo", r#"{"echo":true}"#), ("hang", r#"{"hang":true}"#)]);
    let upstream = script::serve_http(&script, ServerEra::Modern);
    let text = unasked(&config::url("s", upstream.url(), "concurrent_calls = 4"));
    let holders = [("ann", "caller"), ("bob", "caller")];
    let (candor, tokens) = CandorProcess::with_tokens(&text, &holders).await;
    let able = plain();
    let mut ann = ConcurrentClient::http(candor.url(), MODERN, &able, Some(&tokens[0])).await;
    let mut bob = ConcurrentClient::http(candor.url(), MODERN, &able, Some(&tokens[1])).await;
    let mut hanging = Vec::new();
    for number in 0..3 {
        hanging.push(ann.call("s_hang", &json!({"n": number})).await);
    }
    wait_until("three calls at the source", async || {
        let seen = upstream.seen();
        seen.iter()
            .filter(|one| one.body.contains("\"hang\""))
            .count()
            == 3
    })
    .await;
    let refused = ann.called("s_echo", &json!({"n": 4})).await;
    assert_contains(refused.refused(), "busy for `ann`: 3 of its calls are open");
    let served = bob.called("s_echo", &json!({"n": 5})).await;
    assert_eq!(served.fine(), r#"{"n":5}"#);
}
