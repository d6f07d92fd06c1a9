//! `candor doctor`.

use std::net::TcpListener;

use serde_json::Value;

use crate::sandbox::{CommandSandbox, check, has, len, text};
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
    let ran = sandbox.run_env("doctor", ("CANDOR_LISTEN", "127.0.0.1:0"));
    check!(ran.exited(0).stdout, @"
    ok    configuration: no file found; the demo is served
    ok    data directory: `[DIR]/.local/share/candor/demo` does not exist yet and can be created
    ok    tokens: calls from this machine need no token; changes need the owner's secret
    ok    port: `127.0.0.1:0` is free
    ok    confinement: workers are confined by [SANDBOX]
    ok    confined programs: the kernel can hold programs up to the level [LEVEL]
    ok    source `bookshop`: ready after [N] ms: 11 tools (openapi)
    ok    source `gs1`: ready after [N] ms: 5 tools (pack)
    ok    lint: 7 notes in 16 tools; score 99 of 100
          hint: `candor lint` shows what is wrong and how to fix it
    ");
    // Looking leaves nothing behind.
    assert_eq!(sandbox.entry_count(), 0);
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
    sandbox.configure(&format!(
        "[server]\nlisten = {address:?}\nlog_levl = \"info\"\ndata = \"blocked/state\"\n\
         [sources.shell]\ncommand = \"no-such-program-here\"\n\
         [sources.path]\ncommand = \"/no/such/program\"\n\
         [sources.off]\ncommand = \"a\"\nenabled = false\n\
         [sources.up]\nurl = {:?}\n",
        upstream.url()
    ));
    check!(sandbox.run("doctor"), @r#"
    exit 1
    --- stdout
    ok    configuration: `candor.toml` was read: 3 sources
    warn  configuration: candor.toml:3:1: unknown key `log_levl` in `server`
          hint: did you mean `log_level`?
    fail  data directory: `blocked` is not a directory
          hint: choose another one with `--data DIR`
    ok    tokens: calls from this machine need no token; changes need the owner's secret
    fail  port: another program listens on `127.0.0.1:[PORT]`
          hint: stop it, or choose another address: `candor serve --listen 127.0.0.1:0`
    ok    confinement: workers are confined by [SANDBOX]
    ok    confined programs: the kernel can hold programs up to the level [LEVEL]
    fail  source `shell`: cannot start `no-such-program-here`: No such file or directory (os error 2)
          hint: `no-such-program-here` is not on the PATH: install it, or write its full path
    fail  source `path`: cannot start `/no/such/program`: No such file or directory (os error 2)
          hint: there is no program `/no/such/program`: check the path
    ok    source `up`: ready after [N] ms: 1 tool (http, MCP 2025-11-25)
    fail  tools: source `up`: the tool `bad` is left out: it has no `inputSchema`
          hint: the author of the server must change this: give the tool an `inputSchema` object with `"type": "object"`, even if it takes no arguments
    warn  lint: 1 error, 1 warning in 1 tool; score 60 of 100
          hint: `candor lint` shows what is wrong and how to fix it
    ok    source `off`: is disabled
    --- stderr
    starting 3 sources: shell, path, up
    "#);
}

#[test]
fn as_json() {
    let sandbox = CommandSandbox::configured(
        "[server]\nlisten = \"127.0.0.1:0\"\n[sources.a]\ncommand = \"no-such-program-here\"\n",
    );
    let ran = sandbox.silent(1, "doctor --json");
    let found = ran.json();
    assert_eq!(found["ok"], false);
    let checks = found["checks"].as_array().expect("a list");
    let failed: Vec<&Value> = checks
        .iter()
        .filter(|check| check["status"] == "fail")
        .collect();
    assert_eq!(failed.len(), 1, "{found}");
    assert_eq!(failed[0]["check"], "source `a`");
    has(&text(&failed[0]["hint"]), "PATH");
}

#[test]
fn an_address_that_others_could_reach() {
    let sandbox = CommandSandbox::configured("[server]\nlisten = \"0.0.0.0:7333\"\n");
    let ran = sandbox.exits(1, "doctor");
    ran.prints("fail  tokens: will not listen on `0.0.0.0:7333`");
    sandbox.ok("token create ci --role caller");
    sandbox.run("doctor").prints(
        "ok    tokens: 1 active token; every request needs one, because other machines can \
         reach `0.0.0.0:7333`",
    );
}

#[test]
fn a_gateway_behind_a_proxy() {
    let sandbox = CommandSandbox::configured(
        "[server]\nlisten = \"127.0.0.1:0\"\npublic_url = \"https://candor.example\"\n",
    );
    let ran = sandbox.exits(1, "doctor");
    ran.prints("fail  tokens: will not listen: `server.public_url` says that others");
    sandbox.ok("token create ci --role caller");
    sandbox.run("doctor").prints(
        "ok    tokens: 1 active token; every request needs one, because `server.public_url` \
         says that others reach this gateway",
    );
}

#[test]
fn a_file_that_cannot_be_read() {
    let sandbox = CommandSandbox::configured("[server\n");
    check!(sandbox.run("doctor"), @r"
    exit 1
    --- stdout
    fail  configuration: candor.toml:1:8: unclosed table, expected `]`
    ");
}

#[test]
fn a_database_that_is_none() {
    let sandbox = CommandSandbox::new();
    sandbox.folder("state");
    sandbox.file("state/candor.db", &"not a database ".repeat(100));
    let ran = sandbox.exits(1, "doctor --data state");
    ran.prints("is not an SQLite database");
}

#[test]
fn a_key_that_others_can_read() {
    use std::os::unix::fs::PermissionsExt as _;

    let sandbox = CommandSandbox::new();
    sandbox.folder("state");
    let key = sandbox.file("state/secret.key", &"a1".repeat(32));
    let open = |mode| {
        let permissions = std::fs::Permissions::from_mode(mode);
        std::fs::set_permissions(&key, permissions).expect("permissions");
        sandbox.run("doctor --data state").stdout
    };
    let exposed = open(0o644);
    has(
        &exposed,
        "fail  secret key: the key file `state/secret.key` is open to others",
    );
    let private = open(0o600);
    has(
        &private,
        "ok    secret key: `state/secret.key` contains 1 key",
    );
}

#[test]
fn functions_and_packs() {
    let sandbox = CommandSandbox::with("bad.ts", "export default 1 +;\n");
    sandbox.file(
        "odd.ts",
        "import { Toolbox } from \"candor\";\nconst execute = () => \"\";\nexport default new Toolbox()\n\
         .tool({ name: \"fine\", description: \"Is fine.\", execute })\n\
         .tool({ name: \"odd\", description: \"Is odd.\", execute,\n\
         annotations: { readOnlyHint: true, destructiveHint: true } });\n",
    );
    sandbox.configure(
        "[server]\nlisten = \"127.0.0.1:0\"\ndata = \"state\"\n[sources.bad]\npath = \"bad.ts\"\n\
         [sources.none]\npath = \"none.ts\"\n[sources.odd]\npath = \"odd.ts\"\n\
         [sources.numbers]\npack = \"gs1\"\n",
    );
    check!(sandbox.run("doctor"), @"
    exit 1
    --- stdout
    ok    configuration: `candor.toml` was read: 4 sources
    ok    data directory: `state` does not exist yet and can be created
    ok    tokens: calls from this machine need no token; changes need the owner's secret
    ok    port: `127.0.0.1:0` is free
    ok    confinement: workers are confined by [SANDBOX]
    ok    confined programs: the kernel can hold programs up to the level [LEVEL]
    fail  source `bad`: bad.ts:1:19: Expression expected
          hint: `candor functions check bad.ts` shows where, and how to fix it
    fail  source `none`: cannot read `none.ts`: No such file or directory (os error 2); name a `.ts` or `.js` file, or the folder of a program
          hint: there is nothing at `none.ts`: check the path
    ok    source `odd`: ready after [N] ms: 1 tool (functions)
    ok    source `numbers`: ready after [N] ms: 5 tools (pack)
    fail  tools: odd.ts: source `odd`: `odd`: `readOnlyHint: true` and `destructiveHint: true` exclude each other
          hint: what destroys something does not only read
    ok    lint: 1 warning in 6 tools; score 98 of 100
          hint: `candor lint` shows what is wrong and how to fix it
    --- stderr
    starting 4 sources: bad, none, odd, numbers
    ");
    sandbox.ok("config show --json");
    let listed = sandbox.json("tools --json");
    assert_eq!(len(&listed["tools"]), 6, "{listed}");
}
