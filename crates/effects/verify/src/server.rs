//! The server under verification: a confined child that speaks MCP over its pipes.

use std::collections::VecDeque;
use std::path::PathBuf;
use std::time::Duration;

use candor_confine::{
    ChildLimits, ChildPermissions, ConfineLevel, ConfinedChild, ConfinedCommand, ConnectRule,
    ConnectTarget, Observation, Observations,
};
use serde_json::{Value, json};
use tokio::io::{
    AsyncBufReadExt as _, AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _, BufReader,
};
use tokio::process::ChildStderr;
use tokio::sync::{mpsc, watch};
use tokio::time::timeout;

use crate::VerifyError;
use crate::hosted::ServerPipes;
use crate::world::World;

/// The largest message, in bytes.
const LARGEST: u64 = 16 << 20;
/// The maximum number of messages from a server while one request is pending.
const FLOOD: usize = 20_000;
/// The largest file that a server may write, in bytes.
const FILE_SIZE: u64 = 512 << 20;

/// A server that runs.
pub(crate) struct ToolServer {
    /// None where the server is in this process.
    confined: Option<ConfinedChild>,
    stdin: Box<dyn AsyncWrite + Send + Sync + Unpin>,
    messages: mpsc::Receiver<Value>,
    stderr: watch::Receiver<String>,
    last_id: u64,
    roots: Vec<PathBuf>,
    /// The name and version that it gives.
    pub(crate) identity: (String, String),
}

/// Why a request has no result.
#[derive(Debug)]
pub(crate) enum RequestFailure {
    /// The server answered with an error.
    Refused(String),
    /// It did not answer in time.
    Late(Duration),
    /// It has ended, or must be ended.
    Gone(String),
}

// === impl ToolServer ===

impl ToolServer {
    /// Starts the server in its world and shakes hands.
    pub(crate) async fn start(
        command: &[String],
        environment: &[(String, String)],
        world: &World,
        launcher: (PathBuf, Vec<String>),
        limit: Duration,
    ) -> Result<Self, VerifyError> {
        let mut confined = candor_confine::spawn(&confined(command, environment, world, launcher))?;
        let (Some(stdin), Some(stdout), Some(stderr)) = (
            confined.child.stdin.take(),
            confined.child.stdout.take(),
            confined.child.stderr.take(),
        ) else {
            return Err(VerifyError::Start("its pipes are missing".to_owned()));
        };
        let (said, heard) = watch::channel(String::new());
        tokio::spawn(read_stderr(stderr, said));
        let pipes = ServerPipes {
            reader: Box::new(stdout),
            writer: Box::new(stdin),
        };
        let server = Self::new(Some(confined), pipes, heard, world);
        server.greeted(limit).await
    }

    /// Begins a conversation with a server of this process.
    pub(crate) async fn connect(
        pipes: ServerPipes,
        world: &World,
        limit: Duration,
    ) -> Result<Self, VerifyError> {
        let (_, heard) = watch::channel(String::new());
        Self::new(None, pipes, heard, world).greeted(limit).await
    }

    fn new(
        confined: Option<ConfinedChild>,
        pipes: ServerPipes,
        stderr: watch::Receiver<String>,
        world: &World,
    ) -> Self {
        let (sender, messages) = mpsc::channel(256);
        tokio::spawn(read_messages(pipes.reader, sender));
        Self {
            confined,
            stdin: pipes.writer,
            messages,
            stderr,
            last_id: 0,
            roots: world.roots(),
            identity: Default::default(),
        }
    }

    async fn greeted(mut self, limit: Duration) -> Result<Self, VerifyError> {
        let greeted = self.greet(limit).await;
        greeted.map_err(|failure| VerifyError::Start(failure.sentence(&self.last_words())))?;
        Ok(self)
    }

    async fn greet(&mut self, limit: Duration) -> Result<(), RequestFailure> {
        let params = json!({
            "protocolVersion": "2025-06-18",
            "capabilities": {"roots": {}},
            "clientInfo": {"name": "candor", "version": env!("CARGO_PKG_VERSION")},
        });
        let answer = self.request("initialize", params, limit).await?;
        let text = |key: &str| {
            answer
                .pointer(&format!("/serverInfo/{key}"))
                .and_then(Value::as_str)
                .unwrap_or_default()
                .to_owned()
        };
        self.identity = (text("name"), text("version"));
        self.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))
            .await
    }

    /// All entries of `tools/list`.
    pub(crate) async fn list_tools(
        &mut self,
        limit: Duration,
    ) -> Result<Vec<Value>, RequestFailure> {
        let mut tools = Vec::new();
        let mut cursor = None;
        for _ in 0..100 {
            let params =
                cursor.map_or_else(|| json!({}), |cursor: Value| json!({"cursor": cursor}));
            let answer = self.request("tools/list", params, limit).await?;
            tools.extend(
                answer
                    .get("tools")
                    .and_then(Value::as_array)
                    .cloned()
                    .unwrap_or_default(),
            );
            match answer.get("nextCursor") {
                Some(next) if next.is_string() => cursor = Some(next.clone()),
                _ => break,
            }
        }
        Ok(tools)
    }

    /// Calls a tool.
    pub(crate) async fn call(
        &mut self,
        tool: &str,
        arguments: &Value,
        limit: Duration,
    ) -> Result<Value, RequestFailure> {
        self.request(
            "tools/call",
            json!({"name": tool, "arguments": arguments}),
            limit,
        )
        .await
    }

    async fn request(
        &mut self,
        method: &str,
        params: Value,
        limit: Duration,
    ) -> Result<Value, RequestFailure> {
        self.last_id += 1;
        let id = self.last_id;
        let asked = async {
            self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))
                .await?;
            self.answer(id).await
        };
        if let Ok(answer) = timeout(limit, asked).await {
            return answer;
        }
        let cancel = json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}});
        // A server that does not read cannot be notified.
        let _ = timeout(Duration::from_millis(200), self.send(&cancel)).await;
        Err(RequestFailure::Late(limit))
    }

    /// Waits for the response to a request; answers the server's requests meanwhile.
    async fn answer(&mut self, id: u64) -> Result<Value, RequestFailure> {
        for _ in 0..FLOOD {
            let Some(mut message) = self.messages.recv().await else {
                return Err(RequestFailure::Gone("the server ended".to_owned()));
            };
            if message.get("method").is_some() {
                self.serve(&message).await?;
            } else if message.get("id").and_then(Value::as_u64) == Some(id) {
                if let Some(error) = message.get("error") {
                    let text = error
                        .get("message")
                        .and_then(Value::as_str)
                        .unwrap_or("an error without a message");
                    return Err(RequestFailure::Refused(text.to_owned()));
                }
                return Ok(message["result"].take());
            }
        }
        Err(RequestFailure::Gone(format!(
            "the server sent {FLOOD} messages without an answer"
        )))
    }

    async fn serve(&mut self, message: &Value) -> Result<(), RequestFailure> {
        let Some(id) = message.get("id") else {
            return Ok(());
        };
        let reply = match message.get("method").and_then(Value::as_str) {
            Some("ping") => json!({"jsonrpc": "2.0", "id": id, "result": {}}),
            Some("roots/list") => {
                let roots: Vec<Value> = self
                    .roots
                    .iter()
                    .map(|root| json!({"uri": format!("file://{}", root.display())}))
                    .collect();
                json!({"jsonrpc": "2.0", "id": id, "result": {"roots": roots}})
            }
            _ => {
                json!({"jsonrpc": "2.0", "id": id, "error": {"code": -32601, "message": "not supported"}})
            }
        };
        self.send(&reply).await
    }

    async fn send(&mut self, message: &Value) -> Result<(), RequestFailure> {
        let mut line = message.to_string();
        line.push('\n');
        let gone = |_| RequestFailure::Gone("the server no longer reads".to_owned());
        self.stdin.write_all(line.as_bytes()).await.map_err(gone)?;
        self.stdin.flush().await.map_err(gone)
    }

    /// The observations since the last call.
    pub(crate) fn observations(&mut self) -> (Vec<Observation>, u64) {
        let Some(confined) = &mut self.confined else {
            return (Vec::new(), 0);
        };
        let observations: &mut Observations = &mut confined.observations;
        let mut found = Vec::new();
        while let Some(one) = observations.try_next() {
            found.push(one);
        }
        (found, observations.missed())
    }

    /// The end of what it wrote to its error stream.
    pub(crate) fn last_words(&self) -> String {
        self.stderr.borrow().trim().to_owned()
    }

    /// What cannot be enforced or observed on this system.
    pub(crate) fn gaps(&self) -> &[String] {
        let confined = self.confined.as_ref();
        confined.map_or(&[], |confined| confined.gaps.as_slice())
    }

    /// Ends it, with everything that it started.
    pub(crate) async fn stop(mut self) {
        drop(self.stdin);
        let Some(confined) = &mut self.confined else {
            return;
        };
        // It may flush its data; the guard ends any remaining process.
        let _ = timeout(Duration::from_millis(500), confined.child.wait()).await;
        let _ = confined.child.start_kill();
        let _ = timeout(Duration::from_secs(2), confined.child.wait()).await;
    }
}

/// The permissions of the server: read as usual, write in its sandbox, connect to this machine.
fn confined(
    command: &[String],
    environment: &[(String, String)],
    world: &World,
    launcher: (PathBuf, Vec<String>),
) -> ConfinedCommand {
    let local = ["127.0.0.0/8", "[::1]"];
    let local: Vec<ConnectTarget> = local.iter().filter_map(|word| word.parse().ok()).collect();
    let permissions = ChildPermissions {
        write: vec![world.root().to_owned()],
        connect: ConnectRule::Only(local),
        only_scratch: true,
        limits: ChildLimits {
            file_size: Some(FILE_SIZE),
            ..ChildLimits::default()
        },
        ..ChildPermissions::of(ConfineLevel::Standard)
    };
    // The confinement has a temporary folder of its own; the world's is the one to be observed.
    let temporary = environment
        .iter()
        .filter(|(name, _)| ["TMPDIR", "TMP", "TEMP"].contains(&name.as_str()));
    let temporary = temporary.map(|(name, value)| format!("{name}={value}"));
    ConfinedCommand {
        launcher,
        program: "/usr/bin/env".to_owned(),
        args: temporary.chain(command.iter().cloned()).collect(),
        environment: environment.to_vec(),
        folder: Some(world.work()),
        permissions,
    }
}

async fn read_messages(stdout: Box<dyn AsyncRead + Send + Unpin>, sender: mpsc::Sender<Value>) {
    let mut reader = BufReader::new(stdout);
    let mut line = Vec::new();
    loop {
        line.clear();
        let mut bounded = (&mut reader).take(LARGEST);
        match bounded.read_until(b'\n', &mut line).await {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        if let Ok(message) = serde_json::from_slice::<Value>(&line)
            && sender.send(message).await.is_err()
        {
            return;
        }
    }
}

async fn read_stderr(mut stderr: ChildStderr, said: watch::Sender<String>) {
    let mut tail: VecDeque<u8> = VecDeque::new();
    let mut part = [0; 4096];
    while let Ok(count @ 1..) = stderr.read(&mut part).await {
        tail.extend(part.get(..count).unwrap_or_default());
        let excess = tail.len().saturating_sub(2048);
        tail.drain(..excess);
        let bytes: Vec<u8> = tail.iter().copied().collect();
        said.send_replace(String::from_utf8_lossy(&bytes).into_owned());
    }
}

// === impl RequestFailure ===

impl RequestFailure {
    /// A sentence with the server's last output.
    pub(crate) fn sentence(&self, last_words: &str) -> String {
        let text = match self {
            Self::Refused(text) => return text.clone(),
            Self::Late(limit) => format!(
                "no answer within {}",
                candor_text::duration_in_words(*limit)
            ),
            Self::Gone(text) => text.clone(),
        };
        match last_words {
            "" => text,
            words => format!("{text}; its last words: {words}"),
        }
    }
}
