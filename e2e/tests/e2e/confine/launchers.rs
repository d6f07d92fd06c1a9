//! Popular servers, started by `npx` and `uvx` as their readers start them, at the level `standard`
//! and without a list of anything.

use std::path::{Path, PathBuf};
use std::process::Command;

use candor_testkit::peers::{folder, node};
use candor_testkit::{CandorProcess, RawClient, ServerEra, config};
use serde_json::{Value, json};

/// A server that a launcher starts, and a call that it answers.
struct StartedServer {
    name: &'static str,
    launcher: Launcher,
    /// What the launcher is told.
    words: Vec<String>,
    call: (&'static str, Value),
    /// What is in the answer.
    says: &'static str,
}

#[derive(Clone, Copy, PartialEq)]
enum Launcher {
    Npx,
    Uvx,
}

/// What they work on: a folder with a note and a repository.
struct WorkFolder {
    _folder: tempfile::TempDir,
    root: PathBuf,
}

// === impl WorkFolder ===

impl WorkFolder {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let root = folder.path().canonicalize().expect("a path");
        std::fs::write(root.join("note.txt"), "milk").expect("a file");
        let made = Command::new("git")
            .arg("-C")
            .arg(&root)
            .args(["init", "-q"])
            .status();
        assert!(made.expect("git runs").success());
        Self {
            _folder: folder,
            root,
        }
    }
}

fn npx(
    name: &'static str,
    words: &[&str],
    call: (&'static str, Value),
    says: &'static str,
) -> StartedServer {
    let words = ["-y"].iter().chain(words);
    StartedServer {
        name,
        launcher: Launcher::Npx,
        words: words.map(|word| (*word).to_owned()).collect(),
        call,
        says,
    }
}

fn uvx(
    name: &'static str,
    words: &[&str],
    call: (&'static str, Value),
    says: &'static str,
) -> StartedServer {
    StartedServer {
        name,
        launcher: Launcher::Uvx,
        words: words.iter().map(|word| (*word).to_owned()).collect(),
        call,
        says,
    }
}

fn servers(root: &Path) -> Vec<StartedServer> {
    let shown = root.display().to_string();
    let base = root.join("base.db").display().to_string();
    let thought = json!({"thought": "first", "nextThoughtNeeded": false, "thoughtNumber": 1, "totalThoughts": 1});
    vec![
        npx(
            "files",
            &["@modelcontextprotocol/server-filesystem@2026.8.31", &shown],
            ("read_text_file", json!({"path": root.join("note.txt")})),
            "milk",
        ),
        npx(
            "memory",
            &["@modelcontextprotocol/server-memory@2026.8.31"],
            ("read_graph", json!({})),
            "entities",
        ),
        npx(
            "everything",
            &["@modelcontextprotocol/server-everything@2026.8.31"],
            ("echo", json!({"message": "milk"})),
            "milk",
        ),
        npx(
            "thinking",
            &["@modelcontextprotocol/server-sequential-thinking@2026.8.31"],
            ("sequentialthinking", thought),
            "thoughtNumber",
        ),
        npx(
            "runner",
            &["mcp-server-code-runner@0.1.8"],
            (
                "run-code",
                json!({"code": "console.log(6 * 7)", "languageId": "javascript"}),
            ),
            "42",
        ),
        uvx(
            "time",
            &["mcp-server-time==2026.10.19"],
            ("get_current_time", json!({"timezone": "Europe/Berlin"})),
            "Europe/Berlin",
        ),
        uvx(
            "git",
            &["mcp-server-git==2026.10.19"],
            ("git_status", json!({"repo_path": root})),
            "note.txt",
        ),
        uvx(
            "calculator",
            &["mcp-server-calculator==0.2.1"],
            ("calculate", json!({"expression": "6 * 7"})),
            "42",
        ),
        uvx(
            "timeserver",
            &["mcp-simple-timeserver==3.3.2"],
            ("get_local_time", json!({})),
            "20",
        ),
        uvx(
            "sqlite",
            &[
                "--with",
                "mcp<2",
                "mcp-server-sqlite==2025.4.25",
                "--db-path",
                &base,
            ],
            ("list_tables", json!({})),
            "[]",
        ),
    ]
}

/// The source as a reader would write it. What was fetched by `scripts/test` is in a home of its own,
/// and nothing is fetched now.
fn source(server: &StartedServer, root: &Path) -> String {
    let peers = folder().expect("peers");
    let home = peers.join("started");
    assert!(
        home.join("installed").exists(),
        "run `./scripts/test` once: it fetches what is started here"
    );
    let node = node().expect("Node");
    let path = format!(
        "{}:/usr/local/bin:/usr/bin:/bin",
        node.parent().expect("a folder").display()
    );
    let command = match server.launcher {
        Launcher::Npx => PathBuf::from("npx"),
        Launcher::Uvx => home.join("uv/bin/uvx"),
    };
    let (root, home) = (root.display(), home.display());
    let more = format!(
        "cwd = \"{root}\"\nconfine = \"standard\"\n\
         env = {{ HOME = \"{home}\", PATH = {path:?}, UV_OFFLINE = \"1\", npm_config_offline = \"true\" }}"
    );
    config::stdio(
        server.name,
        &command.display().to_string(),
        &server.words,
        &more,
    )
}

async fn answers(client: &mut RawClient, server: &StartedServer) {
    let (tool, arguments) = &server.call;
    let name = format!("{}_{tool}", server.name);
    let reply = client.call(&name, &arguments.to_string()).await;
    reply.says_for(&name, server.says);
}

async fn served(servers: &[StartedServer], work: &WorkFolder) -> CandorProcess {
    let sources: String = servers.iter().map(|one| source(one, &work.root)).collect();
    let patient = format!("{sources}\n[limits]\nstart_timeout = \"2m\"\n");
    CandorProcess::served_unasked_at_home(&patient).await
}

#[tokio::test(flavor = "multi_thread")]
async fn ten_popular_servers_start_at_standard_without_a_list() {
    let work = WorkFolder::new();
    let servers = servers(&work.root);
    assert_eq!(servers.len(), 10);
    let candor = served(&servers, &work).await;
    let mut client = candor.client(ServerEra::Legacy).await;
    for server in &servers {
        answers(&mut client, server).await;
        let path = format!("/sources/{}/refusals", server.name);
        let refused = candor.api().read(&path).await["refusals"].clone();
        assert!(
            !refused.to_string().contains("\"during\""),
            "{}: {refused}",
            server.name
        );
    }
}
