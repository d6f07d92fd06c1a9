//! `candor import`.

use crate::sandbox::{CommandSandbox, check, len};

const MCP_JSON: &str = r#"{
  "mcpServers": {
    "files": {"command": "npx", "args": ["-y", "files", "${HOME}"], "env": {"A": "b"}},
    "tracker": {"type": "http", "url": "https://tracker.example/mcp", "headers": {"X": "${TOKEN:-none}"}}
  }
}"#;

#[test]
fn an_mcp_json_becomes_a_candor_toml() {
    let sandbox = CommandSandbox::with("servers.json", MCP_JSON);
    let ran = sandbox.run("import mcp-json servers.json");
    check!(ran, @r#"
    exit 0
    --- stdout
    # Imported from servers.json. All keys: `candor config show`.

    [sources.files]
    command = "npx"
    args = ["-y", "files", "${HOME}"]
    env = { A = "b" }

    [sources.tracker]
    url = "https://tracker.example/mcp"
    transport = "auto"
    headers = { X = "${TOKEN:-none}" }
    --- stderr
    warning: source `files` holds what looks like a secret in plain text [import::plain-secret]
      hint: write `${NAME}` instead and set the variable; `candor adopt` keeps secrets encrypted
    "#);
    sandbox.configure(&ran.stdout);
    let shown = sandbox.json("config show --json");
    assert_eq!(len(&shown["diagnostics"]), 0, "{shown}");
}

#[test]
fn as_json() {
    let sandbox = CommandSandbox::with("servers.json", MCP_JSON);
    let plain = sandbox.run("import mcp-json servers.json").stdout;
    let ran = sandbox.json("import mcp-json servers.json --json");
    assert_eq!(ran["toml"], plain);
    assert!(
        ran["diagnostics"].is_array() && ran["output"].is_null(),
        "{ran}"
    );
}

#[test]
fn an_entry_that_cannot_be_used_is_told_and_left_out() {
    let sandbox = CommandSandbox::with(
        "servers.json",
        r#"{"mcpServers": {"good": {"command": "a"}, "bad": {"command": 7}}}"#,
    );
    check!(sandbox.run("import mcp-json servers.json"), @r#"
    exit 1
    --- stdout
    # Imported from servers.json. All keys: `candor config show`.

    [sources.good]
    command = "a"
    --- stderr
    servers.json:1:62: error: `sources.bad.command` is the number `7`, but must be a text [config::bad-value]
    "#);
}

#[test]
fn a_file_is_overwritten_only_by_force() {
    let sandbox = CommandSandbox::with("servers.json", MCP_JSON);
    let import = [
        "import",
        "mcp-json",
        "servers.json",
        "--output",
        "candor.toml",
    ];
    check!(sandbox.run_args(&import), @r"
    exit 0
    --- stderr
    warning: source `files` holds what looks like a secret in plain text [import::plain-secret]
      hint: write `${NAME}` instead and set the variable; `candor adopt` keeps secrets encrypted
    wrote `candor.toml`; `candor doctor` checks it
    ");
    sandbox.configure("# mine");
    check!(sandbox.run_args(&import), @r"
    exit 2
    --- stderr
    error: `candor.toml` already exists and was not changed
      hint: `--force` overwrites it
    ");
    let read = || sandbox.read("candor.toml");
    assert_eq!(read(), "# mine");
    sandbox
        .run_args(&[&import[..], &["--force"]].concat())
        .exited(0);
    assert!(read().contains("[sources.files]"));
}

#[test]
fn what_is_no_mcp_json() {
    let sandbox = CommandSandbox::with("broken.json", "{\"mcpServers\": {");
    check!(sandbox.run("import mcp-json broken.json"), @r"
    exit 2
    --- stderr
    broken.json:1:17: error: expected a key in double quotes or `}`, but the file ends [config::syntax]
    error: `broken.json` cannot be imported
    ");
    check!(sandbox.run("import mcp-json none.json"), @r"
    exit 2
    --- stderr
    error: cannot read `none.json`
      caused by: No such file or directory (os error 2)
    ");
    std::fs::write(sandbox.path().join("latin.json"), b"{\"\xe9\": 1}").expect("a file");
    check!(sandbox.run("import mcp-json latin.json"), @r"
    exit 2
    --- stderr
    error: `latin.json` is not UTF-8 text: byte 2 is wrong
    ");
}
