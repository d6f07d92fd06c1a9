//! Credentials reach the server they are for, and nobody else ever sees them.

use std::path::Path;

use candor_e2e::candor::{command, run};
use candor_e2e::{Candor, Client, Era, config};
use candor_testkit::script::{self, Script};

/// Planted values; each must be found nowhere but at its server.
const CANARIES: [&str; 3] = ["canary-header-7f3a", "canary-env-91bc", "canary-url-55de"];

fn configuration(web: &str, child: &str) -> String {
    format!(
        "[sources.web]\nurl = {web:?}\nheaders = {{ Authorization = \"Bearer {}\" }}\n\
         {child}env = {{ TOKEN = \"{}\" }}\n\
         [sources.broken]\nurl = \"http://user:{}@127.0.0.1:9/mcp?key={}\"\n\
         [sources.absent]\ncommand = \"/nonexistent\"\nenv = {{ TOKEN = \"{}\" }}\n",
        CANARIES[0], CANARIES[1], CANARIES[2], CANARIES[2], CANARIES[1],
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn a_secret_is_never_shown() {
    let behaviours = [
        ("ok", "{}"),
        ("dies", r#"{"exit":1}"#),
        ("bad", r#"{"error":{"code":1,"message":"no"}}"#),
    ];
    let web = script::serve_http(&Script::simple(&behaviours), Era::Legacy);
    let file = Script::simple(&behaviours).write().expect("a script");
    let text = configuration(web.url(), &config::script("child", &file, Era::Legacy, ""));
    let candor = Candor::unasked(&text, &["--log-level", "debug"]);
    candor.ready(|said| said["ready"] == true).await;

    let mut client = Client::http(candor.url(), Era::Legacy).await;
    let mut shown = String::new();
    for tool in [
        "web_ok",
        "web_bad",
        "child_ok",
        "child_bad",
        "child_dies",
        "web_dies",
        "broken_x",
        "nowhere",
    ] {
        shown += &client.call(tool, "{}").await.response;
    }
    for path in ["/readyz", "/metrics", "/healthz"] {
        let answer = reqwest::get(candor.at(path)).await.expect("an answer");
        shown += &answer.text().await.expect("text");
    }
    // The header arrived where it belongs, so the canaries are really in use.
    let arrived = |seen: &candor_testkit::Seen| format!("{:?}", seen.headers).contains(CANARIES[0]);
    assert!(web.seen().iter().any(arrived));

    for args in [
        &["config", "show", "--origin"][..],
        &["config", "show", "--json"],
        &["tools", "--explain", "--data", "other"],
        &["tools", "--json", "--data", "other"],
        &["doctor", "--data", "other"],
    ] {
        let output = run(candor.folder(), args);
        shown += &String::from_utf8_lossy(&output.stdout);
        shown += &String::from_utf8_lossy(&output.stderr);
    }
    let (folder, _) = candor.stop();
    shown += &std::fs::read_to_string(folder.path().join("log")).expect("a log");
    for file in files(&folder.path().join("data")) {
        shown += &String::from_utf8_lossy(&std::fs::read(file).expect("a file"));
    }
    for canary in CANARIES {
        let at = shown.find(canary);
        let near = at.map(|at| shown[at.saturating_sub(200)..at].to_owned());
        assert!(at.is_none(), "`{canary}` was shown after: {near:?}");
    }
}

/// A variable that is not set is named; one that is set is never printed.
#[test]
fn an_unset_variable_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "[sources.a]\nurl = \"http://127.0.0.1:9/${MISSING_ONE}\"\n[sources.b]\nurl = \"http://127.0.0.1:9/${SET_ONE}\"\n";
    std::fs::write(folder.path().join("candor.toml"), text).expect("a file");
    let output = command(folder.path())
        .args(["config", "show"])
        .env("SET_ONE", CANARIES[2])
        .output()
        .expect("it runs");
    let said = String::from_utf8_lossy(&output.stdout).into_owned()
        + &String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("MISSING_ONE"), "{said}");
    assert!(!said.contains(CANARIES[2]), "{said}");
}

fn files(folder: &Path) -> Vec<std::path::PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Vec::new();
    };
    entries
        .map(|entry| entry.expect("an entry").path())
        .flat_map(|path| {
            if path.is_dir() {
                files(&path)
            } else {
                vec![path]
            }
        })
        .collect()
}
