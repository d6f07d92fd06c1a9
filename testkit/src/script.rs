//! A server driven by a JSON file: exact bytes for tests of losslessness, and every kind of
//! misbehaviour for tests of faults.
//!
//! ```json
//! {
//!   "tools": [ … ],                        sent byte for byte
//!   "pages": [ {"tools": […], "nextCursor": "b"}, {"cursor": "b", "tools": […]} ],
//!   "tools_after": [ … ],                  sent after a `list_changed`
//!   "stages": [ [ … ], [ … ] ],            the same for several: each `list_changed` goes one further
//!   "calls": { "tool": behaviour, "*": behaviour },
//!   "methods": { "resources/list": behaviour, "initialize": behaviour },
//!   "capabilities": { … }, "serverInfo": { "name": …, "version": … }, "instructions": "…"
//! }
//! ```
//!
//! Only line breaks between the tokens are not kept: they become spaces, because stdio ends a
//! message at a line break. A page whose `nextCursor` is its own `cursor` goes on for ever.
//! `methods` answers, delays or breaks any request; one that only delays takes its usual way then.
//!
//! A behaviour is an object, or an array of objects of which each call takes the next and the last
//! one stays. First come the steps, in this order, each optional:
//!
//! | key | what it does |
//! |---|---|
//! | `sleep_ms` | waits; a cancelled call ends here without an answer |
//! | `late_ms` | waits, and answers even a call that was cancelled |
//! | `stderr_flood_bytes` | writes that many bytes to standard error |
//! | `list_changed` | serves `tools_after`, or the next of the `stages`, from now on and tells the clients |
//! | `log` | sends the value as the parameters of `notifications/message` |
//! | `progress`, `delay_ms` | sends a progress notification for each entry, a number or an object |
//! | `garbage` | sends the text in place of a message; with `alone`, nothing follows |
//!
//! Then at most one ending; without one the result is the text `done`:
//!
//! | key | what it does |
//! |---|---|
//! | `result`, `error` | sends the value byte for byte |
//! | `twice` | sends the result two times |
//! | `echo` | sends back the arguments as text and `structuredContent`, and the request's `_meta` as [`SEEN_META`] in the result's |
//! | `big` | sends a text of that many bytes |
//! | `count` | sends how often the tool has been called since the process started |
//! | `ask` | asks the client (`{"method": …, "params": …}`) and sends its answer as text |
//! | `hang` | never answers |
//! | `exit` | ends the process with that code; a server inside the test process stops |
//! | `close_stdin` | closes the input and stays; with `result`, answers first |
//! | `wrong_id` | answers under an unknown id; with `result`, with that |
//!
//! In the modern era `result` is still sent as it is: write `resultType` yourself.

mod behaviour;
mod plan;
mod player;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tempfile::TempDir;

use crate::era::ServerEra;
use crate::server::handle::ServerHandle;
use crate::server::{ScriptedServer, ServerDeath, ServerTransport, stdio};
use plan::ScriptPlan;
pub use plan::ServerScriptError;
use player::ScriptPlayer;

/// The key under which `echo` puts the request's `_meta` into the result's `_meta`.
pub const SEEN_META: &str = "dev.candor.testkit/request-meta";

/// A script under construction. Every piece is unmodified JSON text.
#[derive(Clone, Debug, Default)]
pub struct ServerScript {
    fields: Vec<(String, String)>,
    calls: Vec<(String, String)>,
    methods: Vec<(String, String)>,
}

/// A script in a file of its own folder, which is removed with it.
#[derive(Debug)]
pub struct ScriptFile {
    path: PathBuf,
    _folder: TempDir,
}

/// Starts a script with Streamable HTTP, inside this process, on a free loopback port.
///
/// # Panics
///
/// When the script is wrong, or when there is no free port on loopback.
pub fn serve_http(script: &ServerScript, era: ServerEra) -> ServerHandle {
    serve_http_at(script, era, 0)
}

/// Starts a script on a given loopback port, for a server that goes and comes back.
///
/// # Panics
///
/// When the script is wrong or the port is taken.
pub fn serve_http_at(script: &ServerScript, era: ServerEra, port: u16) -> ServerHandle {
    let plan = script
        .plan()
        .unwrap_or_else(|error| panic!("the script is wrong: {error}"));
    let server = server(plan, era, ServerTransport::Http, ServerDeath::Server);
    ServerHandle::start(server, port)
        .unwrap_or_else(|error| panic!("port {port} cannot be used: {error}"))
}

/// Serves a script file with Streamable HTTP on behalf of a whole process: `exit` ends it.
pub fn serve_file_http(
    path: &Path,
    era: ServerEra,
    port: u16,
) -> Result<ServerHandle, ServerScriptError> {
    let plan = ScriptPlan::load(path)?;
    let server = server(plan, era, ServerTransport::Http, ServerDeath::Process);
    ServerHandle::start(server, port).map_err(ServerScriptError::Listen)
}

/// Serves a script file on this process's standard input and output until the input ends.
pub async fn serve_file_stdio(path: &Path, era: ServerEra) -> Result<(), ServerScriptError> {
    let plan = ScriptPlan::load(path)?;
    let server = server(plan, era, ServerTransport::Stdio, ServerDeath::Process);
    stdio::serve(server).await.map_err(ServerScriptError::Stdio)
}

fn server(
    plan: ScriptPlan,
    era: ServerEra,
    transport: ServerTransport,
    death: ServerDeath,
) -> Arc<ScriptedServer> {
    ScriptedServer::new(Arc::new(ScriptPlayer::new(plan)), era, transport, death)
}

// === impl ServerScript ===

impl ServerScript {
    /// A script without tools.
    pub fn new() -> Self {
        Self::default()
    }

    /// The tools, as a JSON array.
    #[must_use]
    pub fn tools(self, array: impl Into<String>) -> Self {
        self.field("tools", array)
    }

    /// The successive tool lists, as JSON arrays: each call of a tool whose behaviour is
    /// `list_changed` advances by one, and the last one stays.
    #[must_use]
    pub fn stages<S: AsRef<str>>(self, arrays: &[S]) -> Self {
        let arrays: Vec<&str> = arrays.iter().map(AsRef::as_ref).collect();
        self.field("stages", format!("[{}]", arrays.join(",")))
    }

    /// Any field of the file, as JSON: `pages`, `tools_after`, `capabilities`, …
    #[must_use]
    pub fn field(mut self, name: &str, json: impl Into<String>) -> Self {
        self.fields.push((name.to_owned(), json.into()));
        self
    }

    /// The behaviour of a tool when it is called, as JSON.
    #[must_use]
    pub fn call(mut self, tool: &str, behaviour: impl Into<String>) -> Self {
        self.calls.push((tool.to_owned(), behaviour.into()));
        self
    }

    /// The behaviour for every request of a method, as JSON.
    #[must_use]
    pub fn method(mut self, method: &str, behaviour: impl Into<String>) -> Self {
        self.methods.push((method.to_owned(), behaviour.into()));
        self
    }

    /// A script with one tool of no arguments for each behaviour.
    #[must_use]
    pub fn simple(calls: &[(&str, &str)]) -> Self {
        let tools: Vec<String> = calls
            .iter()
            .map(|(name, _)| {
                let name = serde_json::Value::from(*name);
                format!(r#"{{"name":{name},"description":"A scripted tool.","inputSchema":{{"type":"object"}}}}"#)
            })
            .collect();
        let script = Self::new().tools(format!("[{}]", tools.join(",")));
        calls.iter().fold(script, |script, (name, behaviour)| {
            script.call(name, *behaviour)
        })
    }

    /// A script with these tools, as a JSON array, each of which sends back its arguments.
    #[must_use]
    pub fn echoing(array: impl Into<String>) -> Self {
        Self::new().tools(array).call("*", r#"{"echo":true}"#)
    }

    /// The file's text.
    pub fn text(&self) -> String {
        let object = |fields: &[(String, String)]| {
            let fields: Vec<String> = fields
                .iter()
                .map(|(name, json)| format!("{}:{json}", serde_json::Value::from(name.as_str())))
                .collect();
            format!("{{{}}}", fields.join(","))
        };
        let mut fields = self.fields.clone();
        fields.push(("calls".to_owned(), object(&self.calls)));
        fields.push(("methods".to_owned(), object(&self.methods)));
        object(&fields)
    }

    /// Writes the file into a folder of its own.
    ///
    /// # Panics
    ///
    /// When the script is wrong: better here than in a child process that just ends.
    pub fn write(&self) -> io::Result<ScriptFile> {
        self.plan()
            .unwrap_or_else(|error| panic!("the script is wrong: {error}"));
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("script.json");
        std::fs::write(&path, self.text())?;
        Ok(ScriptFile {
            path,
            _folder: folder,
        })
    }

    /// The same for tests that require the file.
    pub fn file(&self) -> ScriptFile {
        self.write().expect("a script")
    }

    fn plan(&self) -> Result<ScriptPlan, ServerScriptError> {
        ScriptPlan::parse(&self.text())
    }
}

// === impl ScriptFile ===

impl ScriptFile {
    /// The path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Replaces the script, for the next process that reads the file.
    ///
    /// # Panics
    ///
    /// When the script is wrong.
    pub fn rewrite(&self, script: &ServerScript) -> io::Result<()> {
        script
            .plan()
            .unwrap_or_else(|error| panic!("the script is wrong: {error}"));
        // A process that starts at this moment reads the one or the other, never half of it.
        let next = self.path.with_extension("next");
        std::fs::write(&next, script.text())?;
        std::fs::rename(&next, &self.path)
    }

    /// The program and the arguments that serve the script over stdio.
    pub fn command(&self, era: ServerEra) -> (PathBuf, Vec<String>) {
        let path = self.path.display().to_string();
        let args = [
            "script",
            path.as_str(),
            "--transport",
            "stdio",
            "--era",
            era.as_str(),
        ];
        (crate::fixture_bin(), args.map(str::to_owned).to_vec())
    }
}
