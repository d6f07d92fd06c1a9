//! `candor import`.

use crate::sandbox::{Sandbox, check};

const MCP_JSON: &str = r#"{
  "mcpServers": {
    "files": {"command": "npx", "args": ["-y", "files", "${HOME}"], "env": {"A": "b"}},
    "tracker": {"type": "http", "url": "https://tracker.example/mcp", "headers": {"X": "${TOKEN}"}}
  }
}"#;

#[test]
fn an_mcp_json_becomes_a_candor_toml() {
    let sandbox = Sandbox::new();
    sandbox.file("servers.json", MCP_JSON);
    let ran = sandbox.run(&["import", "mcp-json", "servers.json"]);
    check!(ran, @"");
    sandbox.file("candor.toml", &ran.stdout);
    let shown = sandbox.run(&["config", "show", "--json"]).json();
    assert_eq!(shown["diagnostics"].as_array().map(Vec::len), Some(0), "{shown}");
}

#[test]
fn as_json() {
    let sandbox = Sandbox::new();
    sandbox.file("servers.json", MCP_JSON);
    let plain = sandbox.run(&["import", "mcp-json", "servers.json"]).stdout;
    let ran = sandbox.run(&["import", "mcp-json", "servers.json", "--json"]).json();
    assert_eq!(ran["toml"], plain);
    assert!(ran["diagnostics"].is_array() && ran["output"].is_null(), "{ran}");
}

#[test]
fn an_entry_that_cannot_be_used_is_told_and_left_out() {
    let sandbox = Sandbox::new();
    sandbox.file("servers.json", r#"{"mcpServers": {"good": {"command": "a"}, "bad": {"command": 7}}}"#);
    check!(sandbox.run(&["import", "mcp-json", "servers.json"]), @"");
}

#[test]
fn a_file_is_overwritten_only_by_force() {
    let sandbox = Sandbox::new();
    sandbox.file("servers.json", MCP_JSON);
    let import = ["import", "mcp-json", "servers.json", "--output", "candor.toml"];
    check!(sandbox.run(&import), @"");
    sandbox.file("candor.toml", "# mine");
    check!(sandbox.run(&import), @"");
    let read = || std::fs::read_to_string(sandbox.path().join("candor.toml")).expect("a file");
    assert_eq!(read(), "# mine");
    let forced = sandbox.run(&[&import[..], &["--force"]].concat());
    assert_eq!(forced.code, Some(0), "{forced}");
    assert!(read().contains("[sources.files]"));
}

#[test]
fn what_is_no_mcp_json() {
    let sandbox = Sandbox::new();
    sandbox.file("broken.json", "{\"mcpServers\": {");
    check!(sandbox.run(&["import", "mcp-json", "broken.json"]), @"");
    check!(sandbox.run(&["import", "mcp-json", "none.json"]), @"");
    std::fs::write(sandbox.path().join("latin.json"), b"{\"\xe9\": 1}").expect("a file");
    check!(sandbox.run(&["import", "mcp-json", "latin.json"]), @"");
}
