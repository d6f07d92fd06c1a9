//! `candor connect` and `candor disconnect`.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use url::Url;

use crate::sandbox::{CANDOR, CommandSandbox};

const FILE: &str = ".cursor/mcp.json";

fn entry(sandbox: &CommandSandbox) -> Value {
    let file: Value = serde_json::from_str(&sandbox.read(FILE)).expect("JSON");
    file["mcpServers"]["candor"].clone()
}

#[test]
fn a_client_is_connected_and_disconnected() {
    let sandbox = CommandSandbox::new();
    sandbox
        .run("connect cursor")
        .reports("there is no configuration");
    sandbox.configure("[audit]\nretention = \"7d\"\n");
    sandbox.folder(".cursor");
    let before = "{\"mcpServers\": {\"other\": {\"command\": \"x\"}}}";
    sandbox.file(FILE, before);
    let ran = sandbox.ok("connect cursor --toolset reading");
    ran.prints("connected: Cursor, in `[DIR]/.cursor/mcp.json`");
    let config = sandbox.path().join("candor.toml").display().to_string();
    let args = ["stdio", "--config", &config, "--toolset", "reading"];
    assert_eq!(entry(&sandbox), json!({"command": CANDOR, "args": args}));
    sandbox
        .ok("connect cursor --toolset reading")
        .prints("connected already");
    // Connecting again changes the entry and adds no other.
    sandbox.ok("connect cursor");
    assert_eq!(entry(&sandbox)["args"].as_array().map(Vec::len), Some(3));
    sandbox.ok("disconnect cursor");
    assert_eq!(sandbox.read(FILE), before);
    sandbox
        .ok("disconnect cursor")
        .prints("disconnected already");
    let backups = sandbox.state().join("adopt");
    assert!(backups.join("0001").join("0.before").is_file());
}

/// The client adds the entry itself, from a link that holds what its file would hold.
#[test]
fn a_link_is_printed_and_no_file_is_touched() {
    let sandbox = CommandSandbox::configured("[audit]\nretention = \"7d\"\n");
    let config = sandbox.path().join("candor.toml").display().to_string();
    let args = ["stdio", "--config", &config, "--toolset", "reading"];
    let shown = sandbox.json("connect cursor --toolset reading --link --json");
    assert_eq!(shown["client"], "cursor");
    let link = Url::parse(shown["link"].as_str().expect("a link")).expect("a URL");
    assert_eq!(link.scheme(), "cursor");
    let values: BTreeMap<_, _> = link.query_pairs().into_owned().collect();
    assert_eq!(values["name"], "candor");
    let entry = STANDARD.decode(&values["config"]).expect("Base64");
    let entry: Value = serde_json::from_slice(&entry).expect("JSON");
    assert_eq!(entry, json!({"command": CANDOR, "args": args}));
    assert!(!sandbox.path().join(FILE).exists());

    let ran = sandbox.ok("connect vs-code --link");
    ran.prints("vscode:mcp/install?%7B%22name%22%3A%22candor%22%2C%22type%22%3A%22stdio%22");
    ran.reports("VS Code asks before it adds Candor");
    let ran = sandbox.run("connect zed --link");
    ran.reports("Zed cannot add a server from a link; these can: cursor, vs-code");
}

#[test]
fn a_file_that_cannot_be_edited_is_left_alone() {
    let sandbox = CommandSandbox::configured("[audit]\nretention = \"7d\"\n");
    sandbox.folder(".cursor");
    for text in ["[]", "{\"mcpServers\": 1}", "{"] {
        sandbox.file(FILE, text);
        sandbox.run("connect cursor").refused();
        assert_eq!(sandbox.read(FILE), text);
    }
    sandbox.run("connect goose").reports("is edited by hand");
    sandbox.run("connect emacs").reports("the clients are:");
}
