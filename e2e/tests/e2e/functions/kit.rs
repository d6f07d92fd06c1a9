//! What the tests of functions share: programs in a folder, a gateway that serves them, and what
//! can be seen of it from outside.

mod packages;
mod process;

use std::path::Path;
use std::time::{Duration, Instant};

pub(super) use candor_testkit::client::texts as words;
use candor_testkit::client::texts;
pub(super) use candor_testkit::until;
use candor_testkit::{CandorProcess, RawClient, ServerEra};
use serde_json::Value;
use tempfile::TempDir;

pub(super) use packages::install;
pub(super) use process::KernelProcess;

/// Both eras of clients.
pub(super) const ERAS: [ServerEra; 2] = [ServerEra::Legacy, ServerEra::Modern];

/// A gateway that serves programs.
pub(super) struct FunctionGateway {
    pub(super) gateway: CandorProcess,
}

/// A program whose tools are these: a name, more members of the definition, and what it does. It
/// takes any arguments.
pub(super) fn program(tools: &[(&str, &str, &str)]) -> String {
    let tools = tools.iter().map(|(name, members, body)| {
        format!(
            ".tool({{ name: \"{name}\", description: \"Does {name}.\", \
             inputSchema: {{ type: \"object\" }}, {members}\n  \
             async execute(ctx, input) {{\n    {body}\n  }} }})"
        )
    });
    let tools: Vec<String> = tools.collect();
    format!(
        "import {{ Toolbox }} from \"candor\";\nexport default new Toolbox(){};\n",
        tools.join("\n")
    )
}

/// The table of a source that is the program in a file or folder; `more` follows.
pub(super) fn source(name: &str, path: &str, more: &str) -> String {
    format!("[sources.{name}]\nkind = \"functions\"\npath = \"{path}\"\n{more}\n")
}

/// A folder with these files in it.
pub(super) fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        write(folder.path(), name, text);
    }
    folder
}

/// Writes a file of a folder at once; a reader sees the old or the new text.
pub(super) fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    let parent = path.parent().expect("a folder");
    std::fs::create_dir_all(parent).expect("a folder");
    let draft = path.with_extension("draft");
    std::fs::write(&draft, text).expect("a file");
    std::fs::rename(draft, path).expect("a file");
}

// === impl FunctionGateway ===

impl FunctionGateway {
    /// Serves what the configuration says, beside these files, when all of it is ready. Nobody is
    /// asked before a call.
    pub(super) async fn open(files: &[(&str, &str)], config: &str) -> Self {
        Self::open_in(folder(files), config, &[]).await
    }

    /// The same in a folder, with arguments for the command line.
    pub(super) async fn open_in(folder: TempDir, config: &str, args: &[&str]) -> Self {
        let gateway = CandorProcess::unasked_in(folder, config, args)
            .when_ready()
            .await;
        Self { gateway }
    }

    /// A client at the plain endpoint.
    pub(super) async fn client(&self, era: ServerEra) -> RawClient {
        self.gateway.client(era).await
    }

    /// A client of each era.
    pub(super) async fn clients(&self) -> Vec<(ServerEra, RawClient)> {
        let mut clients = Vec::new();
        for era in ERAS {
            clients.push((era, self.client(era).await));
        }
        clients
    }

    /// A client at the endpoint of an environment.
    pub(super) async fn client_in(&self, environment: &str, era: ServerEra) -> RawClient {
        let path = format!("/mcp@{environment}");
        self.gateway.client_at(&path, era).await
    }

    /// What is at a path of the gateway.
    pub(super) async fn text(&self, path: &str) -> String {
        self.gateway.text(path).await
    }

    /// What `/api/v1` says at a path.
    pub(super) async fn read(&self, path: &str) -> Value {
        self.gateway.api().get(path).await.json()
    }

    /// The calls of a tool in the audit, newest first, as soon as there are so many. What was
    /// answered gets there a moment later.
    pub(super) async fn calls(&self, source: &str, tool: &str, count: usize) -> Vec<Value> {
        let what = format!("{count} calls of {source}.{tool} in the audit");
        until(&what, async || {
            let mut calls = self.gateway.api().items("/audit/calls?limit=200").await;
            calls.retain(|call| call["source"] == source && call["target"] == tool);
            (calls.len() >= count).then_some(calls)
        })
        .await
    }

    /// How often a tool is counted to have tried what it says it does not do.
    pub(super) async fn breaches(&self, source: &str, tool: &str) -> u64 {
        let sample = format!("candor_breaches_total{{source=\"{source}\",tool=\"{tool}\"}} ");
        let text = self.text("/metrics").await;
        let count = text.lines().find_map(|line| line.strip_prefix(&*sample));
        count.map_or(0, |count| count.parse().expect("a number"))
    }

    /// The workers that are there now.
    pub(super) fn workers(&self) -> Vec<KernelProcess> {
        KernelProcess::workers_of(self.gateway.pid())
    }

    /// Ends the gateway, which must end well: nothing that its tools did has harmed it.
    pub(super) fn end(self) -> TempDir {
        let (folder, clean) = self.gateway.stop();
        assert!(clean, "the gateway did not end well");
        folder
    }
}

/// The result of a call.
pub(super) async fn call(client: &mut RawClient, tool: &str, arguments: &Value) -> Value {
    client.call(tool, &arguments.to_string()).await.value()
}

/// What a call says that must go well.
pub(super) async fn done(client: &mut RawClient, tool: &str, arguments: &Value) -> String {
    let result = call(client, tool, arguments).await;
    assert_ne!(result["isError"], true, "{tool} {arguments}: {result}");
    texts(&result)
}

/// What a call says that must not go well.
pub(super) async fn refused(client: &mut RawClient, tool: &str, arguments: &Value) -> String {
    let result = call(client, tool, arguments).await;
    assert_eq!(result["isError"], true, "{tool} {arguments}: {result}");
    texts(&result)
}

/// Looks again and again until there is something to see, or the patience ends.
pub(super) async fn within<T>(
    patience: Duration,
    what: &str,
    mut look: impl AsyncFnMut() -> Option<T>,
) -> T {
    let end = Instant::now() + patience;
    loop {
        if let Some(seen) = look().await {
            return seen;
        }
        assert!(Instant::now() < end, "never seen: {what}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
