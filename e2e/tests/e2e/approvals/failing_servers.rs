//! Servers that fail as they are told to and count what they do, and the approver at which calls are
//! approved and looked up.

use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::{Arc, Mutex};

use candor_testkit::api::pool;
use candor_testkit::candor::create_token;
use candor_testkit::http_api::{self, HttpApi};
pub(super) use candor_testkit::until;
use candor_testkit::{
    ApiClient, CandorProcess, RawClient, RawReply, ServerEra, config, fixture_bin, wait_until,
};
use serde_json::{Value, json};
use tempfile::TempDir;

/// More often than anything is tried.
pub(super) const ALWAYS: usize = 99;

/// One tool for each nature: it reads, it saves (twice is once), it destroys (twice is once), it
/// creates, and one without hints.
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
pub(super) struct WorkerProgram {
    folder: TempDir,
}

/// A server on the network.
pub(super) struct FailingServer {
    api: HttpApi,
    state: Arc<Mutex<FailingServerState>>,
}

#[derive(Default)]
struct FailingServerState {
    plan: HashMap<String, ToolFailure>,
    arrived: HashMap<String, usize>,
    done: HashMap<String, usize>,
}

/// How a tool fails.
struct ToolFailure {
    times: usize,
    /// Whether it does the work before.
    works: bool,
    /// What comes instead of an answer.
    reply: http_api::ScriptedReply,
}

/// Approves calls and looks them up. It knows which entries of the audit were seen.
pub(super) struct AuditReader {
    pub(super) api: ApiClient,
    seen: Mutex<HashSet<String>>,
}

/// Makes a token, before the gateway is started.
pub(super) fn token(folder: &Path, name: &str, roles: &str) -> String {
    create_token(folder, name, &["--role", roles])
}

/// A client who presents a token, when it is offered something.
pub(super) async fn bearer(candor: &CandorProcess, path: &str, token: &str) -> RawClient {
    let mut client =
        RawClient::http_pooled(&candor.at(path), ServerEra::Modern, pool(Some(token))).await;
    listed(&mut client).await;
    client
}

/// Waits until there is something to call: a source is ready before the lists are written that its
/// tools are in.
pub(super) async fn listed(client: &mut RawClient) {
    wait_until("tools", async || !client.tools().await.is_empty()).await;
}

/// A client in a gateway that does not ask who it is.
pub(super) async fn client(candor: &CandorProcess) -> RawClient {
    let mut client = candor.client(ServerEra::Modern).await;
    listed(&mut client).await;
    client
}

/// A gateway of this configuration, once it is ready, with what reads its audit and a client.
pub(super) async fn staged(config: &str) -> (CandorProcess, AuditReader, RawClient) {
    let candor = CandorProcess::served(config).await;
    let approver = AuditReader::of(&candor);
    let client = client(&candor).await;
    (candor, approver, client)
}

/// Whether a call went well, and what it said.
pub(super) fn outcome(reply: &RawReply) -> (bool, String) {
    let is_error = reply.value()["isError"] == true;
    (!is_error, reply.words())
}

// === impl WorkerProgram ===

impl WorkerProgram {
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

// === impl FailingServer ===

impl FailingServer {
    pub(super) fn start() -> Self {
        let api = HttpApi::start().expect("a server");
        let state: Arc<Mutex<FailingServerState>> = Arc::default();
        let shared = Arc::clone(&state);
        api.answer("POST", "/mcp", move |request| {
            let message = serde_json::from_slice(&request.body).expect("JSON");
            answer(&message, &mut shared.lock().expect("a lock"))
        });
        api.on("GET", "/mcp", http_api::ScriptedReply::status(405));
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
    pub(super) fn fail(
        &self,
        tool: &str,
        times: usize,
        works: bool,
        reply: http_api::ScriptedReply,
    ) {
        let failure = ToolFailure {
            times,
            works,
            reply,
        };
        *self.state.lock().expect("a lock") = FailingServerState {
            plan: HashMap::from([(tool.to_owned(), failure)]),
            ..FailingServerState::default()
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

fn answer(message: &Value, state: &mut FailingServerState) -> http_api::ScriptedReply {
    let id = &message["id"];
    if id.is_null() {
        return http_api::ScriptedReply::status(202);
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
            return http_api::ScriptedReply::json(
                &json!({"jsonrpc": "2.0", "id": id, "error": error}),
            );
        }
    };
    http_api::ScriptedReply::json(&json!({"jsonrpc": "2.0", "id": id, "result": result}))
}

fn work(
    message: &Value,
    state: &mut FailingServerState,
) -> Result<Value, Box<http_api::ScriptedReply>> {
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

// === impl AuditReader ===

impl AuditReader {
    pub(super) fn of(candor: &CandorProcess) -> Self {
        Self::with(candor, Some(&candor.owner_secret()))
    }

    /// The same for a caller with a token.
    pub(super) fn with(candor: &CandorProcess, token: Option<&str>) -> Self {
        Self {
            api: ApiClient::new(candor, token),
            seen: Mutex::default(),
        }
    }

    /// Every approval of a tool of the source, whatever became of it.
    pub(super) async fn questions(&self, tool: &str) -> Vec<Value> {
        let path = format!("/approvals?state=any&limit=500&tool=s.{tool}");
        self.api.items(&path).await
    }

    /// The next entry of the audit about a tool that was not seen before.
    pub(super) async fn entry(&self, tool: &str) -> Value {
        let path = format!("/audit/calls?source=s&limit=100&target={tool}");
        until(&format!("an entry about `{tool}`"), async || {
            // The oldest first.
            let mut items = self.api.items(&path).await.into_iter().rev();
            let mut seen = self.seen.lock().expect("a lock");
            items.find(|item| seen.insert(item["id"].to_string()))
        })
        .await
    }

    /// Agrees to the next call of a tool that waits; the approval's id.
    pub(super) async fn approve(&self, tool: &str) -> String {
        let id = self.pending(tool).await;
        self.api.approve(&id).await;
        id
    }

    /// Refuses it, for a reason; the approval's id.
    pub(super) async fn deny(&self, tool: &str, reason: &str) -> String {
        let id = self.pending(tool).await;
        self.api.deny(&id, reason).await;
        id
    }

    async fn pending(&self, tool: &str) -> String {
        let path = format!("/approvals?tool=s.{tool}");
        until(&format!("a pending call of `{tool}`"), async || {
            let page = self.api.read(&path).await;
            page["items"][0]["id"].as_str().map(str::to_owned)
        })
        .await
    }
}
