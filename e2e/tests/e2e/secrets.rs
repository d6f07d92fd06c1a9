//! Credentials reach the server they are for, and nothing else.

use candor_testkit::canaries::{assert_hidden, folder_bytes};
use candor_testkit::candor::{command, ended, run};
use candor_testkit::script::{self, ServerScript};
use candor_testkit::{CandorProcess, ServerEra, config};

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
    let web = script::serve_http(&ServerScript::simple(&behaviours), ServerEra::Legacy);
    let file = ServerScript::simple(&behaviours).file();
    let text = configuration(
        web.url(),
        &config::script("child", &file, ServerEra::Legacy, ""),
    );
    let candor = CandorProcess::unasked(&text, &["--log-level", "debug"]);
    candor.ready(|said| said["ready"] == true).await;

    let mut client = candor.client(ServerEra::Legacy).await;
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
    let arrived =
        |seen: &candor_testkit::SeenMessage| format!("{:?}", seen.headers).contains(CANARIES[0]);
    assert!(web.seen().iter().any(arrived));

    for args in [
        &["config", "show", "--origin"][..],
        &["config", "show", "--json"],
        &["tools", "--explain", "--data", "other"],
        &["tools", "--json", "--data", "other"],
        &["doctor", "--data", "other"],
    ] {
        shown += &ended(&run(candor.folder(), args)).1;
    }
    let (folder, _) = candor.stop();
    shown += &std::fs::read_to_string(folder.path().join("log")).expect("a log");
    assert_hidden(&shown, &folder_bytes(&folder.path().join("data")), CANARIES);
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
    let (_, said) = ended(&output);
    assert!(said.contains("MISSING_ONE"), "{said}");
    assert!(!said.contains(CANARIES[2]), "{said}");
}
