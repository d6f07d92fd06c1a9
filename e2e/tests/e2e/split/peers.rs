//! Servers of others, split: reads work, writes work, and each is made where it belongs.

use std::path::Path;
use std::process::Command;

use candor_testkit::peers::{folder, node, npm_bin};
use candor_testkit::{CandorProcess, RawClient, ServerEra, config};
use serde_json::{Value, json};

/// A server of the peers, which may write a folder.
async fn served(
    name: &str,
    command: &Path,
    args: &[&Path],
    root: &Path,
) -> (CandorProcess, RawClient) {
    let args: Vec<String> = args.iter().map(|arg| arg.display().to_string()).collect();
    let command = command.display().to_string();
    // The peers may be in a folder that a confined program cannot read unless it is named.
    // So may be the interpreter that a virtual environment links to.
    let peers = folder().expect("peers");
    let python = peers.join("servers/venv/bin/python3").canonicalize();
    let python = python
        .ok()
        .and_then(|python| Some(python.parent()?.parent()?.to_owned()));
    let read: Vec<_> = [Some(peers), python].into_iter().flatten().collect();
    let write = [root];
    let more = format!("confine = {{ read = {read:?}, write = {write:?} }}\nsplit = true");
    let text = config::stdio(name, &command, &args, &more);
    let candor = CandorProcess::served_unasked(&text).await;
    let client = candor.client(ServerEra::Legacy).await;
    (candor, client)
}

async fn refusals(candor: &CandorProcess, source: &str) -> Value {
    let path = format!("/sources/{source}/refusals");
    candor.api().read(&path).await["refusals"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_filesystem_server_reads_and_writes() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().canonicalize().expect("a path");
    let note = root.join("note.txt");
    let server = npm_bin("@modelcontextprotocol/server-filesystem", "dist/index.js");
    let (program, server) = (node().expect("Node"), server.expect("the server"));
    let (candor, mut client) = served("files", &program, &[&server, &root], &root).await;
    let write = json!({"path": note, "content": "milk"}).to_string();
    client
        .call("files_write_file", &write)
        .await
        .says("Success");
    let read = json!({"path": note}).to_string();
    client
        .call("files_read_text_file", &read)
        .await
        .says("milk");
    let list = json!({"path": root}).to_string();
    client
        .call("files_list_directory", &list)
        .await
        .says("note.txt");
    let source = candor.api().read("/sources/files").await;
    assert_eq!(source["split"]["state"], "ready", "{source}");
    let tool = candor.api().read("/tools/files.read_text_file").await;
    assert_eq!(tool["relied"]["read_only"]["value"], true, "{tool}");
    let refused = refusals(&candor, "files").await;
    assert!(!refused.to_string().contains("during"), "{refused}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_git_server_reads_and_commits() {
    let repository = tempfile::tempdir().expect("a folder");
    let root = repository.path().canonicalize().expect("a path");
    for args in [
        &["init", "-q"][..],
        &["config", "user.email", "ada@example.com"],
        &["config", "user.name", "Ada"],
    ] {
        let done = Command::new("git").arg("-C").arg(&root).args(args).status();
        assert!(done.expect("git runs").success());
    }
    std::fs::write(root.join("note.txt"), "milk").expect("a file");
    let server = folder()
        .expect("peers")
        .join("servers/venv/bin/mcp-server-git");
    assert!(server.exists(), "{} is not installed", server.display());
    let (candor, mut client) = served("git", &server, &[], &root).await;
    let at = |more: Value| {
        let mut arguments = json!({"repo_path": root});
        let members = arguments.as_object_mut().expect("an object");
        members.extend(more.as_object().expect("an object").clone());
        arguments.to_string()
    };
    client
        .call("git_git_status", &at(json!({})))
        .await
        .says("note.txt");
    client
        .call("git_git_add", &at(json!({"files": ["note.txt"]})))
        .await
        .says("staged");
    client
        .call("git_git_commit", &at(json!({"message": "first"})))
        .await
        .says("committed");
    client
        .call("git_git_log", &at(json!({})))
        .await
        .says("first");
    let tool = candor.api().read("/tools/git.git_status").await;
    assert_eq!(tool["relied"]["read_only"]["value"], true, "{tool}");
    // That `git status` cannot refresh its index is not held against it.
    assert!(candor.api().items("/verifications").await.is_empty());
}
