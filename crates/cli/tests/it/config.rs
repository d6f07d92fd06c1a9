//! `candor config`.

use serde_json::{Value, json};

use crate::sandbox::{Sandbox, check};

const FILE: &str = r#"
[server]
listen = "127.0.0.1:0"

[sources.files]
command = "files-server"
args = ["--token", "${FILES_TOKEN:-none}"]
env = { SECRET = "s3cret" }
"#;

#[test]
fn every_setting_with_its_origin() {
    let sandbox = Sandbox::new();
    sandbox.file("candor.toml", FILE);
    check!(sandbox.run(&["config", "show", "--origin", "--log-level", "debug"]), @"");
}

#[test]
fn every_setting() {
    let sandbox = Sandbox::new();
    sandbox.file("candor.toml", "[audit]\nretention = \"7d\"\n");
    check!(sandbox.run(&["config", "show"]), @"");
}

#[test]
fn every_setting_as_json() {
    let sandbox = Sandbox::new();
    sandbox.file("candor.toml", FILE);
    let ran = sandbox.run(&["config", "show", "--json", "--data", "state"]);
    assert_eq!(ran.code, Some(0), "{ran}");
    let shown = ran.json();
    let origin = |key: &str| {
        let settings = shown["settings"].as_array().expect("a list");
        let setting = settings.iter().find(|setting| setting["key"] == key);
        setting.map_or(Value::Null, |setting| setting["origin"].clone())
    };
    assert_eq!(shown["file"], "candor.toml");
    assert_eq!(origin("server.data"), json!({"kind": "flag", "name": "--data"}));
    assert_eq!(
        origin("server.listen"),
        json!({"kind": "file", "file": "candor.toml", "line": 3, "column": 1})
    );
    assert_eq!(origin("limits.reply"), json!({"kind": "default"}));
    assert!(!ran.stdout.contains("s3cret"), "{ran}");
}

#[test]
fn the_environment_is_an_origin() {
    let sandbox = Sandbox::new();
    let output = sandbox
        .command(&["config", "show", "--json"])
        .env("CANDOR_LISTEN", "127.0.0.1:9")
        .output()
        .expect("the binary starts");
    let shown: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let setting = json!({
        "key": "server.listen",
        "value": "127.0.0.1:9",
        "origin": {"kind": "environment", "name": "CANDOR_LISTEN"},
    });
    assert!(shown["settings"].as_array().is_some_and(|all| all.contains(&setting)), "{shown}");
}

#[test]
fn a_file_with_mistakes_is_shown_with_them() {
    let sandbox = Sandbox::new();
    sandbox.file("candor.toml", "[server]\nlisen = 1\nlisten = \"here\"\n");
    let ran = sandbox.run(&["config", "show"]);
    assert_eq!(ran.code, Some(1), "{ran}");
    check!(ran.stderr, @"");
}

#[test]
fn a_file_that_cannot_be_read() {
    let sandbox = Sandbox::new();
    sandbox.file("candor.toml", "[server\n");
    check!(sandbox.run(&["config", "show"]), @"");
    check!(sandbox.run(&["config", "show", "--config", "none.toml"]), @"");
}

#[test]
fn the_default_file_is_a_configuration() {
    let sandbox = Sandbox::new();
    let ran = sandbox.run(&["config", "default"]);
    assert_eq!(ran.code, Some(0), "{ran}");
    sandbox.file("candor.toml", &ran.stdout);
    let shown = sandbox.run(&["config", "show"]);
    assert_eq!((shown.code, shown.stderr.as_str()), (Some(0), ""), "{shown}");
    assert_eq!(sandbox.run(&["config", "default", "--json"]).json()["toml"], ran.stdout);
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let sandbox = Sandbox::new();
    let mut child = sandbox
        .command(&["config", "default"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the binary starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn a_full_disk_is_one() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("/dev/full");
    let output = Sandbox::new()
        .command(&["config", "default"])
        .stdout(full)
        .output()
        .expect("the binary starts");
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.starts_with("error: cannot write to standard output"), "{said}");
}
