//! After a restart, clients see the tools of servers that are still starting.
//!
//! The server here waits for a file before it starts, and plays the script in it, so that a test
//! decides when it is there and what it has become.

use std::path::PathBuf;

use candor_testkit::script::ServerScript;
use candor_testkit::{CandorProcess, ServerEra, assert_contains, config, fixture_bin, wait_until};
use serde_json::{Value, json};
use tempfile::TempDir;

const MARK: &str = "dev.candor/remembered";

/// A server that starts when its script is there.
struct GatedServer {
    script: PathBuf,
    _folder: TempDir,
}

impl GatedServer {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        Self {
            script: folder.path().join("script.json"),
            _folder: folder,
        }
    }

    /// Lets it start with this script.
    fn open(&self, script: &ServerScript) {
        self.write(&script.text());
    }

    /// Lets it start, which fails.
    fn open_broken(&self) {
        self.write("no script");
    }

    fn write(&self, text: &str) {
        // The server must never find half of it.
        let next = self.script.with_extension("next");
        std::fs::write(&next, text).expect("written");
        std::fs::rename(&next, &self.script).expect("renamed");
    }

    /// Makes it wait at its next start.
    fn close(&self) {
        std::fs::remove_file(&self.script).expect("removed");
    }

    fn source(&self, more: &str) -> String {
        let wait = r#"while [ ! -e "$1" ]; do kill -0 $PPID || exit; sleep 0.02; done; exec "$0" script "$1" --transport stdio --era both"#;
        let fixture = fixture_bin().display().to_string();
        let script = self.script.display().to_string();
        let args = ["-c".to_owned(), wait.to_owned(), fixture, script];
        config::stdio("slow", "sh", &args, more)
    }
}

const TOOLS: &str = r#"[
    {"name":"second","description":"Waits.","inputSchema":{"type":"object"}},
    {"name":"first","title":"F","description":"Says.","inputSchema":{"type":"object"},
     "annotations":{"readOnlyHint":true}}]"#;

fn script() -> ServerScript {
    script_with(TOOLS)
}

fn script_with(tools: &str) -> ServerScript {
    let capabilities = r#"{"tools":{"listChanged":true},"extensions":{"com.example/x":{"v":1}}}"#;
    ServerScript::new()
        .field("capabilities", capabilities)
        .field("instructions", r#""Be kind.""#)
        .tools(tools)
        .call("*", r#"{"count":true}"#)
}

/// A gateway that has seen the server, and has been started again while the server waits.
async fn restarted(server: &GatedServer, config: &str) -> CandorProcess {
    server.open(&script());
    let candor = CandorProcess::served_unasked(config).await;
    let (folder, clean) = candor.stop();
    assert!(clean, "it ended well");
    server.close();
    CandorProcess::unasked_in(folder, config, &[])
}

fn is_marked(tool: &Value) -> bool {
    tool["_meta"][MARK] == json!(true)
}

#[tokio::test(flavor = "multi_thread")]
async fn tools_are_listed_at_once_and_a_call_waits_for_its_server() {
    for era in [ServerEra::Legacy, ServerEra::Modern] {
        let server = GatedServer::new();
        let config = server.source("") + &config::fixture("good", ServerEra::Both);
        let candor = restarted(&server, &config).await;
        let good = |said: &Value| said["sources"][1]["state"] == "ready";
        let said = candor.ready(good).await;
        assert_eq!(said["sources"][0]["state"], "starting", "{said}");
        assert_eq!(said["sources"][0]["remembered"], 2, "{said}");
        let mut client = candor.client(era).await;
        let tools = client.offered().await;
        assert!(is_marked(&tools["slow_first"]), "{tools:#?}");
        assert_eq!(tools["slow_first"]["title"], "F");
        assert_eq!(tools["slow_first"]["annotations"]["readOnlyHint"], true);
        assert!(!is_marked(&tools["good_test_simple_text"]));
        // The others are served meanwhile, and the order is the server's own.
        let reply = client.call("good_test_simple_text", "{}").await;
        assert_contains(&reply.words(), "simple text");
        let listed = client.tools().await.join("\n");
        assert!(listed.find("slow_second") < listed.find("slow_first"));
        assert_shown(&candor).await;

        let mut other = candor.client(era).await;
        if era == ServerEra::Legacy {
            client.listen().await;
        }
        let call = tokio::spawn(async move { other.call("slow_first", "{}").await.words() });
        let mut wrapped = candor.client(era).await;
        let through = r#"{"name":"slow.first","arguments":{}}"#;
        let through = tokio::spawn(async move { wrapped.call("call-tool", through).await.words() });
        // Something else is answered while the calls wait.
        client.call("good_test_simple_text", "{}").await;
        assert!(!call.is_finished() && !through.is_finished());
        server.open(&script());
        let mut counted = [call.await.expect("a call"), through.await.expect("a call")];
        counted.sort();
        assert_eq!(counted, ["1", "2"]);
        if era == ServerEra::Legacy {
            client.list_changed().await;
        }
        let tools = client.offered().await;
        assert!(!is_marked(&tools["slow_first"]), "{tools:#?}");
        // What was remembered is nothing that was found.
        assert_eq!(candor.api().items("/drift").await, Vec::<Value>::new());
    }
}

/// What people and programs are told while the server is starting.
async fn assert_shown(candor: &CandorProcess) {
    let tool = candor.api().read("/tools/slow.first").await;
    assert_eq!(tool["remembered"], true, "{tool}");
    let source = candor.api().read("/sources/slow").await;
    assert_eq!(
        (&source["state"], &source["remembered"]),
        (&json!("starting"), &json!(2)),
        "{source}"
    );
    let (_, status) = candor.command(&["status"]);
    assert_contains(
        &status,
        "is still starting; 2 tools are remembered from the last time",
    );
    let (_, tools) = candor.command(&["tools"]);
    assert_contains(&tools, "still starting; 2 tools remembered");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_is_told_what_the_server_announced() {
    let server = GatedServer::new();
    let candor = restarted(&server, &server.source("")).await;
    let mut client = candor.client(ServerEra::Modern).await;
    let found = client.request("server/discover", "{}").await.value();
    let extensions = &found["capabilities"]["extensions"];
    assert_eq!(extensions["com.example/x"], json!({"v": 1}), "{found}");
    assert_contains(&found["instructions"], "Be kind.");
    assert_eq!(client.tools().await.len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_cannot_start_is_told_to_whoever_waits() {
    let server = GatedServer::new();
    let candor = restarted(&server, &server.source("")).await;
    let mut client = candor.client(ServerEra::Legacy).await;
    assert_eq!(client.tools().await.len(), 2);
    let mut other = candor.client(ServerEra::Legacy).await;
    let call = tokio::spawn(async move { other.call("slow_first", "{}").await.words() });
    server.open_broken();
    let said = call.await.expect("a call");
    assert_contains(&said, "source `slow` has not been answering");
    assert_eq!(client.tools().await, Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_waits_no_longer_than_a_start_may_take() {
    let server = GatedServer::new();
    let config = "[limits]\nstart_timeout = \"1s\"\n".to_owned() + &server.source("");
    let candor = restarted(&server, &config).await;
    let mut client = candor.client(ServerEra::Legacy).await;
    let said = client.call("slow_first", "{}").await.words();
    // Whether the server is given up first is a matter of moments.
    assert!(
        said.contains("source `slow` is still starting; its tools are listed as they were")
            || said.contains("source `slow` has not been answering"),
        "{said}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_has_become_another_is_held_to_what_it_was() {
    let server = GatedServer::new();
    let candor = restarted(&server, &server.source("")).await;
    let mut client = candor.client(ServerEra::Legacy).await;
    client.listen().await;
    assert_eq!(client.tools().await.len(), 2);
    let changed =
        r#"[{"name":"first","description":"Takes all.","inputSchema":{"type":"object"}}]"#;
    server.open(&script_with(changed));
    client.list_changed().await;
    assert_eq!(client.tools().await, Vec::<String>::new());
    // The list changes at once; what has changed is written down behind it.
    let held = async || candor.api().items("/drift").await.len() == 1;
    wait_until("its change is on file", held).await;

    // It stays in quarantine at the next start, and what is gone is not listed any more.
    let (folder, clean) = candor.stop();
    assert!(clean, "it ended well");
    server.close();
    let candor = CandorProcess::unasked_in(folder, &server.source(""), &[]);
    let source = || async { candor.api().read("/sources/slow").await["remembered"].clone() };
    wait_until("it is remembered", async || source().await == 1).await;
    let mut client = candor.client(ServerEra::Legacy).await;
    assert_eq!(client.tools().await, Vec::<String>::new());
    let tool = candor.api().read("/tools/slow.first").await;
    assert_eq!(
        (&tool["quarantined"], &tool["remembered"]),
        (&json!(true), &json!(true))
    );
    assert_eq!(candor.api().items("/drift").await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_source_that_is_configured_otherwise_or_not_at_all_is_not_remembered() {
    for is_disabled in [false, true] {
        let server = GatedServer::new();
        let changed = if is_disabled {
            server.source("enabled = false")
        } else {
            server.source("").replace("--era both", "--era legacy")
        };
        let good = config::fixture("good", ServerEra::Both);
        let candor = restarted(&server, &(server.source("") + &good)).await;
        let folder = candor.stop().0;
        let candor = CandorProcess::unasked_in(folder, &(changed + &good), &[]);
        let is_ready = |one: &Value| one["name"] == "good" && one["state"] == "ready";
        candor
            .ready(|said| {
                said["sources"]
                    .as_array()
                    .expect("sources")
                    .iter()
                    .any(is_ready)
            })
            .await;
        let tools = candor.api().items("/tools?limit=500").await;
        let slow = tools.iter().filter(|tool| tool["source"] == "slow");
        assert_eq!(slow.count(), 0, "{tools:#?}");
        assert!(!tools.is_empty());
    }
}
