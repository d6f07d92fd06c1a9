//! Servers that fail as they are told to and count what they do, and the desk at which calls are
//! approved and looked up.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use candor_e2e::candor::run;
use candor_e2e::{Candor, Client, Era, Reply, config};
use candor_testkit::fixture_bin;
use candor_testkit::http_api::{self, HttpApi};
use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderValue};
use serde_json::{Value, json};
use tempfile::TempDir;

/// How long anything may take that is not promised to be quick.
const PATIENCE: Duration = Duration::from_secs(30);

/// More often than anything is tried.
pub(super) const ALWAYS: usize = 99;

/// One tool for each nature: it reads, it saves (twice is once), it destroys (twice is once), it
/// creates, and one of which nobody says anything.
pub(super) const TOOLS: &str = r#"[
    {"name":"look","description":"Shows it.","inputSchema":{"type":"object"},
     "annotations":{"readOnlyHint":true,"openWorldHint":false}},
    {"name":"save","description":"Keeps it.","inputSchema":{"type":"object"},
     "annotations":{"readOnlyHint":false,"destructiveHint":false,"idempotentHint":true}},
    {"name":"remove","description":"Takes it away.","inputSchema":{"type":"object"},
     "annotations":{"readOnlyHint":false,"destructiveHint":true,"idempotentHint":true}},
    {"name":"create","description":"Makes one more.","inputSchema":{"type":"object"},
     "annotations":{"readOnlyHint":false,"destructiveHint":false,"idempotentHint":false}},
    {"name":"handle","description":"Handles it.","inputSchema":{"type":"object"}}
]"#;

/// A program on standard input and output; see `candor-worker`.
pub(super) struct Worker {
    folder: TempDir,
}

/// A server on the network.
pub(super) struct Server {
    api: HttpApi,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    plan: HashMap<String, Failure>,
    arrived: HashMap<String, usize>,
    done: HashMap<String, usize>,
}

/// How a tool fails.
struct Failure {
    times: usize,
    /// Whether it does the work before.
    works: bool,
    /// What comes instead of an answer.
    reply: http_api::Reply,
}

/// Where calls are approved and looked up. It knows which entries of the audit were seen.
pub(super) struct Desk {
    base: String,
    pool: reqwest::Client,
    seen: Mutex<HashSet<String>>,
}

/// Looks again and again until there is something to see.
pub(super) async fn until<T>(what: &str, mut look: impl AsyncFnMut() -> Option<T>) -> T {
    let end = Instant::now() + PATIENCE;
    loop {
        if let Some(seen) = look().await {
            return seen;
        }
        assert!(Instant::now() < end, "never seen: {what}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

/// Connections on which a token is presented.
pub(super) fn bearing(token: &str) -> reqwest::Client {
    let value = HeaderValue::from_str(&format!("Bearer {}", token.trim())).expect("a header");
    let headers = HeaderMap::from_iter([(AUTHORIZATION, value)]);
    let pool = reqwest::Client::builder().default_headers(headers);
    pool.build().expect("a client")
}

/// Makes a token for somebody, before the gateway is started.
pub(super) fn token(folder: &Path, name: &str, roles: &str) -> String {
    let args = ["token", "create", name, "--role", roles, "--data", "data"];
    let made = run(folder, &args);
    assert!(made.status.success(), "{made:?}");
    String::from_utf8(made.stdout).expect("text")
}

/// A client who presents a token, when it is offered something.
pub(super) async fn bearer(candor: &Candor, path: &str, token: &str) -> Client {
    let mut client = Client::http_pooled(&candor.at(path), Era::Modern, bearing(token)).await;
    listed(&mut client).await;
    client
}

/// Waits until there is something to call: a source is ready before the lists are written that its
/// tools are in.
pub(super) async fn listed(client: &mut Client) {
    until("tools", async || {
        (!client.tools().await.is_empty()).then_some(())
    })
    .await;
}

/// A client in a gateway that does not ask who it is.
pub(super) async fn client(candor: &Candor) -> Client {
    let mut client = Client::http(candor.url(), Era::Modern).await;
    listed(&mut client).await;
    client
}

/// Whether a call went well, and what it said.
pub(super) fn outcome(reply: &Reply) -> (bool, String) {
    let is_error = reply.value()["isError"] == true;
    (!is_error, reply.words())
}

// === impl Worker ===

impl Worker {
    pub(super) fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let worker = Self { folder };
        worker.write("tools.json", TOOLS);
        worker.write("plan.json", "{}");
        worker
    }

    /// The table of the source `s`; `more` follows.
    pub(super) fn config(&self, more: &str) -> String {
        let program = fixture_bin().with_file_name("candor-worker");
        assert!(
            program.is_file(),
            "`{}` is not built: run `cargo build -p candor-testkit --bins` first",
            program.display()
        );
        let args = [self.folder.path().display().to_string()];
        let more = format!("era = \"legacy\"\n{more}");
        config::stdio("s", &program.display().to_string(), &args, &more)
    }

    /// Lets a tool fail so often, in one of the ways of `candor-worker`, and counts anew.
    pub(super) fn fail(&self, tool: &str, times: usize, how: &str) {
        self.write("arrived", "");
        self.write("done", "");
        let plan = json!({tool: {"times": times, "how": how}});
        self.write("plan.json", &plan.to_string());
    }

    /// Lets the calls go on that wait at the gate.
    pub(super) fn open(&self) {
        self.write("open", "");
    }

    pub(super) fn arrived(&self, tool: &str) -> usize {
        self.count("arrived", tool)
    }

    pub(super) fn done(&self, tool: &str) -> usize {
        self.count("done", tool)
    }

    fn count(&self, file: &str, tool: &str) -> usize {
        let text = std::fs::read_to_string(self.folder.path().join(file)).unwrap_or_default();
        text.lines().filter(|line| *line == tool).count()
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.folder.path().join(name), text).expect("a file");
    }
}

// === impl Server ===

impl Server {
    pub(super) fn start() -> Self {
        let api = HttpApi::start().expect("a server");
        let state: Arc<Mutex<State>> = Arc::default();
        let shared = Arc::clone(&state);
        api.answer("POST", "/mcp", move |request| {
            let message = serde_json::from_slice(&request.body).expect("JSON");
            answer(&message, &mut shared.lock().expect("a lock"))
        });
        api.on("GET", "/mcp", http_api::Reply::status(405));
        Self { api, state }
    }

    /// The table of the source `s`; `more` follows.
    pub(super) fn config(&self, more: &str) -> String {
        self.config_at(&self.api.url("/mcp"), more)
    }

    /// The same for another address that leads here.
    #[expect(clippy::unused_self, reason = "the address must lead here")]
    pub(super) fn config_at(&self, url: &str, more: &str) -> String {
        let more = format!("era = \"legacy\"\ntransport = \"streamable-http\"\n{more}");
        config::url("s", url, &more)
    }

    pub(super) fn address(&self) -> std::net::SocketAddr {
        self.api.address()
    }

    pub(super) fn open_connections(&self) -> u64 {
        self.api.open_connections()
    }

    /// Lets a tool fail so often, after it did the work or without, and counts anew.
    pub(super) fn fail(&self, tool: &str, times: usize, works: bool, reply: http_api::Reply) {
        let failure = Failure {
            times,
            works,
            reply,
        };
        *self.state.lock().expect("a lock") = State {
            plan: HashMap::from([(tool.to_owned(), failure)]),
            ..State::default()
        };
    }

    pub(super) fn arrived(&self, tool: &str) -> usize {
        let state = self.state.lock().expect("a lock");
        state.arrived.get(tool).copied().unwrap_or_default()
    }

    pub(super) fn done(&self, tool: &str) -> usize {
        let state = self.state.lock().expect("a lock");
        state.done.get(tool).copied().unwrap_or_default()
    }
}

fn answer(message: &Value, state: &mut State) -> http_api::Reply {
    let id = &message["id"];
    if id.is_null() {
        return http_api::Reply::status(202);
    }
    let result = match message["method"].as_str().unwrap_or_default() {
        "initialize" => json!({
            "protocolVersion": message["params"]["protocolVersion"],
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "counting", "version": "1"}
        }),
        "tools/list" => {
            let tools: Value = serde_json::from_str(TOOLS).expect("JSON");
            json!({"tools": tools})
        }
        "tools/call" => match work(message, state) {
            Ok(result) => result,
            Err(reply) => return *reply,
        },
        "ping" => json!({}),
        _ => {
            let error = json!({"code": -32601, "message": "no such method"});
            return http_api::Reply::json(&json!({"jsonrpc": "2.0", "id": id, "error": error}));
        }
    };
    http_api::Reply::json(&json!({"jsonrpc": "2.0", "id": id, "result": result}))
}

fn work(message: &Value, state: &mut State) -> Result<Value, Box<http_api::Reply>> {
    let tool = message["params"]["name"].as_str().unwrap_or_default();
    let arrived = state.arrived.entry(tool.to_owned()).or_default();
    *arrived += 1;
    let failure = state.plan.get(tool).filter(|fate| *arrived <= fate.times);
    let done = state.done.entry(tool.to_owned()).or_default();
    *done += usize::from(failure.is_none_or(|fate| fate.works));
    match failure {
        Some(failure) => Err(Box::new(failure.reply.clone())),
        None => Ok(json!({"content": [{"type": "text", "text": format!("{tool} {done}")}]})),
    }
}

// === impl Desk ===

impl Desk {
    pub(super) fn of(candor: &Candor) -> Self {
        Self::with(candor, reqwest::Client::new())
    }

    /// The same for somebody who presents a token.
    pub(super) fn with(candor: &Candor, pool: reqwest::Client) -> Self {
        Self {
            base: candor.at("/api/v1"),
            pool,
            seen: Mutex::default(),
        }
    }

    pub(super) async fn read(&self, path: &str) -> Value {
        let answer = self.pool.get(format!("{}{path}", self.base)).send().await;
        let answer = answer.expect("an answer");
        let status = answer.status();
        let text = answer.text().await.expect("text");
        assert!(status.is_success(), "GET {path}: {status}: {text}");
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
    }

    /// Every question about a tool of the source, whatever became of it.
    pub(super) async fn questions(&self, tool: &str) -> Vec<Value> {
        let page = self
            .read(&format!("/approvals?state=any&limit=500&tool=s.{tool}"))
            .await;
        page["items"].as_array().expect("items").clone()
    }

    /// The next entry of the audit about a tool that was not seen before.
    pub(super) async fn entry(&self, tool: &str) -> Value {
        let path = format!("/audit/calls?source=s&limit=100&target={tool}");
        until(&format!("an entry about `{tool}`"), async || {
            let page = self.read(&path).await;
            // The oldest first.
            let mut items = page["items"].as_array().expect("items").iter().rev();
            let mut seen = self.seen.lock().expect("a lock");
            let new = items.find(|item| seen.insert(item["id"].to_string()));
            new.cloned()
        })
        .await
    }

    /// Agrees to the next call of a tool that waits; the question's id.
    pub(super) async fn approve(&self, tool: &str) -> String {
        self.decide(tool, &json!({"decision": "approve"})).await
    }

    /// Refuses it, for a reason; the question's id.
    pub(super) async fn deny(&self, tool: &str, reason: &str) -> String {
        let answer = json!({"decision": "deny", "reason": reason});
        self.decide(tool, &answer).await
    }

    async fn decide(&self, tool: &str, answer: &Value) -> String {
        let path = format!("/approvals?tool=s.{tool}");
        let id = until(&format!("a question about `{tool}`"), async || {
            let page = self.read(&path).await;
            page["items"][0]["id"].as_str().map(str::to_owned)
        })
        .await;
        let url = format!("{}/approvals/{id}/decision", self.base);
        let request = self
            .pool
            .post(url)
            .header("content-type", "application/json");
        let sent = request.body(answer.to_string()).send().await;
        let sent = sent.expect("an answer");
        let status = sent.status();
        let text = sent.text().await.expect("text");
        assert!(status.is_success(), "{status}: {text}");
        id
    }
}
