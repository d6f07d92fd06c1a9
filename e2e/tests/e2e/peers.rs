//! Real clients and real servers.

mod clients;
mod servers;

use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

use candor_testkit::CandorProcess;
use candor_testkit::peers::{folder, node, npm_bin};
use rmcp::ClientHandler;
use rmcp::model::ProtocolVersion;
use rmcp::service::{ClientLifecycleMode, ClientServiceExt, RoleClient, RunningService};
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;
use rmcp::transport::{StreamableHttpClientTransport, TokioChildProcess};
use serde_json::Value;
use tokio::process::Command;

/// A program in another language.
#[derive(Clone, Copy, Debug)]
pub(crate) enum PeerProgram {
    /// A file beside the tests, by its path from their folder.
    File(&'static str),
    /// The text of a module.
    Text(&'static str),
}

/// Runs a program with Node 22; its first argument is the folder of the peers.
pub(crate) async fn javascript(program: PeerProgram, args: &[String]) -> String {
    let mut command = Command::new(node().expect("Node is installed"));
    match program {
        PeerProgram::File(file) => command.arg(beside(file)),
        PeerProgram::Text(text) => command.args(["--input-type=module", "-e", text, "--"]),
    };
    command.arg(folder().expect("a folder")).args(args);
    said(command.output().await.expect("Node runs"))
}

/// Runs a program with the Python that has the SDK.
pub(crate) async fn python(program: PeerProgram, args: &[String]) -> String {
    let python: PathBuf = folder().expect("a folder").join("venv/bin/python");
    assert!(
        python.is_file(),
        "`{}` is not installed: run `./scripts/test` once",
        python.display()
    );
    let mut command = Command::new(python);
    match program {
        PeerProgram::File(file) => command.arg(beside(file)),
        PeerProgram::Text(text) => command.args(["-c", text]),
    };
    said(command.args(args).output().await.expect("Python runs"))
}

/// The command line of the Inspector. Its home is a folder.
fn inspector(home: &Path) -> Command {
    let entry = npm_bin(
        "@modelcontextprotocol/inspector",
        "clients/launcher/build/index.js",
    );
    let mut command = Command::new(node().expect("Node is installed"));
    command
        .arg(entry.expect("the Inspector is installed"))
        .arg("--cli")
        .env("MCP_INSPECTOR_SECRET_STORE", "memory")
        .env("HOME", home)
        .kill_on_drop(true);
    command
}

/// Runs the Inspector with these arguments; what it prints, or nothing if it fails.
pub(crate) async fn inspector_with(home: &Path, args: &[&str]) -> Option<String> {
    let output = inspector(home).args(args).output().await;
    let output = output.expect("the Inspector runs");
    let text = String::from_utf8(output.stdout).expect("text");
    output.status.success().then_some(text)
}

/// Runs the Inspector at a gateway, in an era; the result that it prints.
pub(crate) async fn inspect(candor: &CandorProcess, era: &str, args: &[&str]) -> Value {
    let mut command = inspector(candor.folder());
    command
        .args([candor.url(), "--transport", "http"])
        .args(["--protocol-era", era, "--format", "json"])
        .args(args);
    let output = command.output().await.expect("the Inspector runs");
    let said = String::from_utf8_lossy(&output.stdout);
    let said: Value = serde_json::from_str(&said)
        .unwrap_or_else(|error| panic!("{era}: {error}: {said} {output:?}"));
    // The result, wherever the Inspector puts it.
    said.get("result").unwrap_or(&said).clone()
}

/// Connects the Rust SDK to a URL with a token.
pub(crate) async fn connect_as(token: &str, url: &str) -> RunningService<RoleClient, ()> {
    let config = StreamableHttpClientTransportConfig::with_uri(url).auth_header(token);
    let transport = StreamableHttpClientTransport::from_config(config);
    let client = ().serve_with_lifecycle(transport, ClientLifecycleMode::Initialize);
    client.await.expect("a client")
}

/// Connects a client of the Rust SDK to an address, or to a program that is started with its
/// arguments.
pub(crate) async fn connect<H: ClientHandler>(
    handler: H,
    server: &[String],
    is_modern: bool,
) -> RunningService<RoleClient, H> {
    let lifecycle = if is_modern {
        let preferred_versions = vec![ProtocolVersion::V_2026_07_28];
        ClientLifecycleMode::Discover { preferred_versions }
    } else {
        ClientLifecycleMode::Initialize
    };
    let [first, rest @ ..] = server else {
        panic!("no server");
    };
    let client = if rest.is_empty() {
        let transport = StreamableHttpClientTransport::from_uri(first.clone());
        handler.serve_with_lifecycle(transport, lifecycle).await
    } else {
        let mut command = Command::new(first);
        command.args(rest);
        let builder = TokioChildProcess::builder(command).stderr(Stdio::null());
        let (transport, _) = builder.spawn().expect("a child");
        handler.serve_with_lifecycle(transport, lifecycle).await
    };
    client.expect("a client")
}

fn beside(file: &str) -> PathBuf {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/e2e");
    tests.join(file)
}

fn said(output: Output) -> String {
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(
        output.status.success(),
        "{text}\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
    text
}

/// The command of a server from npm, as a source over stdio.
fn npm_source(name: &str, package: &str, args: &[&str]) -> String {
    let entry = npm_bin(package, "dist/index.js").expect("the server is installed");
    let mut all = vec![entry.display().to_string()];
    all.extend(args.iter().map(ToString::to_string));
    let node = node().expect("Node is installed");
    candor_testkit::config::stdio(name, &path(&node), &all, "")
}

fn path(path: &Path) -> String {
    path.display().to_string()
}
