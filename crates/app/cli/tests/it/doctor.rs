//! `candor doctor`.

use std::net::TcpListener;

use serde_json::Value;

use crate::sandbox::{CommandSandbox, check};
use crate::upstream::{CannedReplies, CannedUpstream};

/// A port that is in use as long as the listener lives.
fn held() -> (TcpListener, String) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("an address").to_string();
    (listener, address)
}

#[test]
fn a_clean_place() {
    let sandbox = CommandSandbox::new();
    let output = sandbox
        .command(&["doctor"])
        .env("CANDOR_LISTEN", "127.0.0.1:0")
        .output()
        .expect("the binary starts");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let text = String::from_utf8_lossy(&output.stdout)
        .replace(&sandbox.path().display().to_string(), "[DIR]");
    check!(text, @"
    ok    configuration: no file found; the demo is served
    ok    data directory: `[DIR]/.local/share/candor` does not exist yet and can be created
    ok    port: `127.0.0.1:0` is free
    ok    confinement: workers are confined by [SANDBOX]
    ok    source `bookshop`: ready after [N] ms: 11 tools (openapi)
    ok    source `gs1`: ready after [N] ms: 5 tools (pack)
    ");
    // Looking leaves nothing behind.
    assert_eq!(
        std::fs::read_dir(sandbox.path()).expect("a folder").count(),
        0
    );
}

#[test]
fn everything_wrong_at_once() {
    let sandbox = CommandSandbox::new();
    let (_listener, address) = held();
    let upstream = CannedUpstream::start(CannedReplies {
        tools: r#"{"tools":[{"name":"bad"},{"name":"good","inputSchema":{"type":"object"}}]}"#,
        call: "{}",
    });
    sandbox.file("blocked", "a file where a folder should be");
    let config = format!(
        "[server]\nlisten = {address:?}\nlog_levl = \"info\"\ndata = \"blocked/state\"\n\
         [sources.shell]\ncommand = \"no-such-program-here\"\n\
         [sources.path]\ncommand = \"/no/such/program\"\n\
         [sources.off]\ncommand = \"a\"\nenabled = false\n\
         [sources.up]\nurl = {:?}\n",
        upstream.url()
    );
    sandbox.file("candor.toml", &config);
    check!(sandbox.run("doctor"), @r#"
    exit 1
    --- stdout
    ok    configuration: `candor.toml` was read: 3 sources
    warn  configuration: candor.toml:3:1: unknown key `log_levl` in `server`
          hint: did you mean `log_level`?
    fail  data directory: `blocked` is not a directory
          hint: choose another one with `--data DIR`
    fail  port: another program listens on `127.0.0.1:[PORT]`
          hint: stop it, or choose another address: `candor serve --listen 127.0.0.1:0`
    ok    confinement: workers are confined by [SANDBOX]
    fail  source `shell`: cannot start `no-such-program-here`: No such file or directory (os error 2)
          hint: `no-such-program-here` is not on the PATH: install it, or write its full path
    fail  source `path`: cannot start `/no/such/program`: No such file or directory (os error 2)
          hint: there is no program `/no/such/program`: check the path
    ok    source `up`: ready after [N] ms: 1 tool (http, MCP 2025-11-25)
    fail  tools: source `up`: the tool `bad` is left out: it has no `inputSchema`
          hint: the author of the server must change this: give the tool an `inputSchema` object with `"type": "object"`, even if it takes no arguments
    ok    source `off`: is disabled
    --- stderr
    starting 3 sources: shell, path, up
    "#);
}

#[test]
fn as_json() {
    let sandbox = CommandSandbox::new();
    sandbox.file(
        "candor.toml",
        "[server]\nlisten = \"127.0.0.1:0\"\n[sources.a]\ncommand = \"no-such-program-here\"\n",
    );
    let ran = sandbox.run("doctor --json");
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(1), ""), "{ran}");
    let found = ran.json();
    assert_eq!(found["ok"], false);
    let checks = found["checks"].as_array().expect("a list");
    let failed: Vec<&Value> = checks
        .iter()
        .filter(|check| check["status"] == "fail")
        .collect();
    assert_eq!(failed.len(), 1, "{found}");
    assert_eq!(failed[0]["check"], "source `a`");
    assert!(
        failed[0]["hint"]
            .as_str()
            .is_some_and(|hint| hint.contains("PATH")),
        "{found}"
    );
}

#[test]
fn an_address_that_others_could_reach() {
    let sandbox = CommandSandbox::new();
    sandbox.file("candor.toml", "[server]\nlisten = \"0.0.0.0:7333\"\n");
    let ran = sandbox.run("doctor");
    assert_eq!(ran.code, Some(1), "{ran}");
    ran.prints("fail  tokens: will not listen on `0.0.0.0:7333`");
    sandbox.ok("token create ci --role caller");
    let ran = sandbox.run("doctor");
    ran.prints("ok    tokens: 1 active token");
}

#[test]
fn a_file_that_cannot_be_read() {
    let sandbox = CommandSandbox::new();
    sandbox.file("candor.toml", "[server\n");
    check!(sandbox.run("doctor"), @r"
    exit 1
    --- stdout
    fail  configuration: candor.toml:1:8: unclosed table, expected `]`
    ");
}

#[test]
fn a_database_that_is_none() {
    let sandbox = CommandSandbox::new();
    std::fs::create_dir(sandbox.path().join("state")).expect("a folder");
    sandbox.file("state/candor.db", &"not a database ".repeat(100));
    let ran = sandbox.run("doctor --data state");
    assert_eq!(ran.code, Some(1), "{ran}");
    ran.prints("is not an SQLite database");
}

#[test]
fn a_key_that_others_can_read() {
    use std::os::unix::fs::PermissionsExt as _;

    let sandbox = CommandSandbox::new();
    std::fs::create_dir(sandbox.path().join("state")).expect("a folder");
    let key = sandbox.file("state/secret.key", &"a1".repeat(32));
    let open = |mode| {
        let permissions = std::fs::Permissions::from_mode(mode);
        std::fs::set_permissions(&key, permissions).expect("permissions");
        sandbox.run("doctor --data state").stdout
    };
    let exposed = open(0o644);
    assert!(
        exposed.contains("fail  secret key: the key file `state/secret.key` is open to others"),
        "{exposed}"
    );
    let private = open(0o600);
    assert!(
        private.contains("ok    secret key: `state/secret.key` contains 1 key"),
        "{private}"
    );
}

#[test]
fn functions_and_packs() {
    let sandbox = CommandSandbox::new();
    sandbox.file("bad.ts", "export default 1 +;\n");
    sandbox.file(
        "odd.ts",
        "import { Toolbox } from \"candor\";\nconst execute = () => \"\";\nexport default new Toolbox()\n\
         .tool({ name: \"fine\", description: \"Is fine.\", execute })\n\
         .tool({ name: \"odd\", description: \"Is odd.\", execute,\n\
         annotations: { readOnlyHint: true, destructiveHint: true } });\n",
    );
    sandbox.file(
        "candor.toml",
        "[server]\nlisten = \"127.0.0.1:0\"\ndata = \"state\"\n[sources.bad]\npath = \"bad.ts\"\n\
         [sources.none]\npath = \"none.ts\"\n[sources.odd]\npath = \"odd.ts\"\n\
         [sources.numbers]\npack = \"gs1\"\n",
    );
    check!(sandbox.run("doctor"), @"
    exit 1
    --- stdout
    ok    configuration: `candor.toml` was read: 4 sources
    ok    data directory: `state` does not exist yet and can be created
    ok    port: `127.0.0.1:0` is free
    ok    confinement: workers are confined by [SANDBOX]
    fail  source `bad`: bad.ts:1:19: Expression expected
          hint: `candor functions check bad.ts` shows where, and how to fix it
    fail  source `none`: cannot read `none.ts`: No such file or directory (os error 2); name a `.ts` or `.js` file, or the folder of a program
          hint: there is nothing at `none.ts`: check the path
    ok    source `odd`: ready after [N] ms: 1 tool (functions)
    ok    source `numbers`: ready after [N] ms: 5 tools (pack)
    fail  tools: odd.ts: source `odd`: `odd`: `readOnlyHint: true` and `destructiveHint: true` exclude each other
          hint: what destroys something does not only read
    --- stderr
    starting 4 sources: bad, none, odd, numbers
    ");
    sandbox.ok("config show --json");
    let listed = sandbox.run("tools --json").json();
    assert_eq!(
        listed["tools"].as_array().map(Vec::len),
        Some(6),
        "{listed}"
    );
}
