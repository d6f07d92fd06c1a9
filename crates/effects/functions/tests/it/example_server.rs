//! The example `workshop` as a process of its own, and a client connected to it.

use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use rmcp::model::{CallToolRequestParams, ProtocolVersion};
use rmcp::service::{
    ClientLifecycleMode, ClientServiceExt, RoleClient, RunningService, ServiceError,
};
use rmcp::transport::{StreamableHttpClientTransport, TokioChildProcess};
use serde_json::{Map, Value};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

use crate::client::AnsweringPerson;

/// How long anything may take that is not expected to take any time.
const SOON: Duration = Duration::from_mins(1);

/// How a client reaches the server, and in which era they talk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TransportCase {
    pub(crate) http: bool,
    pub(crate) modern: bool,
}

/// Every way there is.
pub(crate) const WAYS: [TransportCase; 4] = [
    TransportCase {
        http: false,
        modern: false,
    },
    TransportCase {
        http: false,
        modern: true,
    },
    TransportCase {
        http: true,
        modern: false,
    },
    TransportCase {
        http: true,
        modern: true,
    },
];

/// A client and the server it talks to. Both end when this is dropped.
pub(crate) struct ExampleServer {
    pub(crate) person: AnsweringPerson,
    pub(crate) client: RunningService<RoleClient, AnsweringPerson>,
    folder: TempDir,
    _server: Option<Child>,
}

/// Waits for something that must not take long.
pub(crate) async fn soon<T>(what: impl Future<Output = T>) -> T {
    tokio::time::timeout(SOON, what).await.expect("in time")
}

/// Waits until something is so.
pub(crate) async fn until(mut is_so: impl FnMut() -> bool) {
    soon(async {
        while !is_so() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    })
    .await;
}

/// Where an example was built.
pub(crate) fn example(name: &str) -> PathBuf {
    let me = std::env::current_exe().expect("a path");
    let target = me.ancestors().nth(2).expect("a folder above `deps`");
    let path = target.join("examples").join(name);
    assert!(
        path.exists(),
        "the example `{name}` is not built; test the whole package, or build it first"
    );
    path
}

/// A command for an example that sees only the given variables.
pub(crate) fn command(name: &str, folder: &Path) -> Command {
    let mut command = Command::new(example(name));
    command
        .env_clear()
        .env("WORKSHOP_KEY", "abc")
        .current_dir(folder)
        .kill_on_drop(true);
    command
}

/// An example as a server over HTTP, and its address.
pub(crate) async fn serve_http(name: &str, folder: &Path) -> (Child, String) {
    let mut command = command(name, folder);
    command
        .args(["--http", "127.0.0.1:0", "--allow-private"])
        .stderr(Stdio::piped());
    let mut child = command.spawn().expect("a process");
    let stderr = child.stderr.take().expect("a pipe");
    let mut lines = BufReader::new(stderr).lines();
    let line = soon(lines.next_line()).await.expect("text");
    let line = line.expect("a line");
    let url = line.strip_prefix("serving on ").expect("an address");
    let url = url.to_owned();
    // What follows is read, so that the server is never kept from writing it.
    tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
    (child, url)
}

// === impl ExampleServer ===

impl ExampleServer {
    pub(crate) async fn set(way: TransportCase, person: AnsweringPerson) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let lifecycle = if way.modern {
            let preferred_versions = vec![ProtocolVersion::V_2026_07_28];
            ClientLifecycleMode::Discover { preferred_versions }
        } else {
            ClientLifecycleMode::Initialize
        };
        let (client, server) = if way.http {
            let (server, url) = serve_http("workshop", folder.path()).await;
            let transport = StreamableHttpClientTransport::from_uri(url);
            let client = person.clone().serve_with_lifecycle(transport, lifecycle);
            (soon(client).await, Some(server))
        } else {
            let mut command = command("workshop", folder.path());
            command.arg("--allow-private");
            let transport = TokioChildProcess::new(command).expect("a process");
            let client = person.clone().serve_with_lifecycle(transport, lifecycle);
            (soon(client).await, None)
        };
        Self {
            person,
            client: client.expect("a conversation"),
            folder,
            _server: server,
        }
    }

    /// A file in the folder of the server.
    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Calls a tool.
    pub(crate) async fn call(&self, name: &str, arguments: Value) -> Result<Value, ServiceError> {
        let request = request(name, arguments);
        let result = soon(self.client.call_tool(request)).await?;
        Ok(serde_json::to_value(result).expect("JSON"))
    }

    /// What a call says in its first piece, and whether that tells of an error.
    pub(crate) async fn said(&self, name: &str, arguments: Value) -> (String, bool) {
        let result = self.call(name, arguments).await.expect("a result");
        let text = result["content"][0]["text"].as_str().expect("a text");
        (text.to_owned(), result["isError"] == true)
    }
}

pub(crate) fn request(name: &str, arguments: Value) -> CallToolRequestParams {
    let Value::Object(arguments) = arguments else {
        panic!("arguments are an object");
    };
    let arguments: Map<_, _> = arguments;
    CallToolRequestParams::new(name.to_owned()).with_arguments(arguments)
}
