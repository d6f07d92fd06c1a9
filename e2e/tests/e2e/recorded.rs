//! Calls of a live gateway become a scenario, and the scenario verifies the server.

use std::path::Path;

use candor_testkit::peers::{node, npm_bin};
use candor_testkit::{CandorProcess, ServerEra, candor, config, wait_until};
use serde_json::{Value, json};

/// The filesystem server in front of a folder, with this line in `[audit]`.
async fn served(root: &Path, audit: &str) -> CandorProcess {
    let server = npm_bin("@modelcontextprotocol/server-filesystem", "dist/index.js");
    let (program, server) = (node().expect("Node"), server.expect("the server"));
    let args = [&server, root].map(|arg| arg.display().to_string());
    let source = config::stdio("files", &program.display().to_string(), &args, "");
    let text = format!("{source}\n[audit]\nretention = \"7d\"\n{audit}\n");
    CandorProcess::served_unasked(&text).await
}

/// Five calls: two that write, three that read, one of which fails.
async fn session(candor: &CandorProcess, root: &Path) {
    let mut client = candor.client(ServerEra::Legacy).await;
    let note = root.join("lists/note.txt");
    let calls = [
        (
            "files_create_directory",
            json!({"path": root.join("lists")}),
        ),
        (
            "files_write_file",
            json!({"path": note, "content": "bread\nmilk\n"}),
        ),
        ("files_read_text_file", json!({"path": note})),
        ("files_list_directory", json!({"path": root.join("lists")})),
        ("files_read_text_file", json!({"path": root.join("no.txt")})),
    ];
    for (tool, arguments) in calls {
        client.call(tool, &arguments.to_string()).await;
    }
}

/// What verifies a server of the peers: at home, where these are installed.
fn verify(folder: &Path, args: &[&str]) -> (i32, String, String) {
    let home = std::env::var_os("HOME").expect("a home");
    let mut command = candor::command(folder);
    let output = command
        .args(args)
        .env("HOME", home)
        .output()
        .expect("it runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let code = output.status.code().unwrap_or_default();
    (code, text(&output.stdout), text(&output.stderr))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_becomes_a_scenario_that_verifies_the_server() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().canonicalize().expect("a path").join("notes");
    std::fs::create_dir(&root).expect("a folder");
    let candor = served(&root, "keep_arguments = true").await;
    session(&candor, &root).await;
    // What is kept is written by a task of its own.
    wait_until("five calls", async || {
        let (_, said) = candor.command(&["verify", "--record", "files"]);
        said.contains("# 5 calls of `files`")
    })
    .await;
    let file = candor.folder().join("verify.toml");
    let path = file.display().to_string();
    let said = candor.fine(&[
        "verify", "--record", "files", "--since", "1h", "--output", &path,
    ]);
    assert!(
        said.contains("wrote 2 steps and 3 cases from 5 calls"),
        "{said}"
    );
    let text = std::fs::read_to_string(&file).expect("a scenario");
    for part in [
        "call = \"create_directory\"",
        "{given}/notes/lists/note.txt",
        "optional = true",
        "tool = \"read_text_file\"",
        "expect = \"bread\"",
        "expect = \"[FILE] note.txt\"",
        "expect_error = true",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let json = candor.stdout(&["verify", "--record", "files", "--json"]);
    let json: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(
        json["scenario"],
        json!({"setup": 2, "cases": 3, "left_out": 0})
    );

    // The folder as it was before the session, so that the set-up has something to do.
    std::fs::remove_dir_all(root.join("lists")).expect("it is there");
    let args = [
        "verify",
        "--scenario",
        &path,
        "--tool",
        "*_text_file",
        "--format",
        "json",
    ];
    let (code, report, said) = verify(candor.folder(), &args);
    assert_eq!(code, 0, "{report} {said}");
    let report: Value = serde_json::from_str(&report).expect("a report");
    let hint = &report["tools"][0]["hints"]["read_only"];
    assert_eq!(report["tools"][0]["name"], "read_text_file", "{report}");
    assert_eq!(
        (&hint["declared"], &hint["verdict"]),
        (&json!(true), &json!("verified"))
    );
    assert!(!root.join("lists").exists(), "only a copy was written");

    // What the session saw and the server no longer says is told.
    let other = text.replace("expect = \"bread\"", "expect = \"butter\"");
    std::fs::write(&file, other).expect("a file");
    let (code, report, _) = verify(candor.folder(), &args);
    assert_eq!(code, 1, "{report}");
    assert!(report.contains("does not contain `butter`"), "{report}");
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_kept_unless_it_is_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().canonicalize().expect("a path");
    let candor = served(&root, "").await;
    session(&candor, &root).await;
    wait_until("the audit", async || {
        candor.api().items("/audit/calls").await.len() == 5
    })
    .await;
    let (code, said) = candor.command(&["verify", "--record", "files"]);
    assert_eq!(code, 2, "{said}");
    for part in [
        "no call of `files` is kept: `audit.keep_arguments` is off",
        "[audit]\nkeep_arguments = true",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn secrets_are_masked_before_they_are_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let root = folder.path().canonicalize().expect("a path");
    let candor = served(&root, "keep_arguments = true").await;
    let mut client = candor.client(ServerEra::Legacy).await;
    let secret = "ghp_abcdefghijklmnopqrstuvwxyz0123456789";
    let write = json!({"path": root.join("a.txt"), "content": format!("token {secret}")});
    client.call("files_write_file", &write.to_string()).await;
    let read = json!({"path": root.join("a.txt")}).to_string();
    client
        .call("files_read_text_file", &read)
        .await
        .says(secret);
    wait_until("two calls", async || {
        let (_, said) = candor.command(&["verify", "--record", "files"]);
        said.contains("# 2 calls of `files`")
    })
    .await;
    let said = candor.fine(&["verify", "--record", "files"]);
    assert!(
        said.contains("# Left out: 1 call of `write_file`; its arguments hold a secret"),
        "{said}"
    );
    let (data, stopped) = candor.stop();
    assert!(stopped);
    for entry in std::fs::read_dir(data.path().join("data")).expect("a folder") {
        let path = entry.expect("an entry").path();
        let bytes = std::fs::read(&path).unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        assert!(!text.contains(secret), "{} holds it", path.display());
    }
}
