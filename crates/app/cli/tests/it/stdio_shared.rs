//! `candor stdio` beside a running gateway.

use std::io::{Read as _, Write as _};
use std::net::Shutdown;
use std::os::unix::fs::PermissionsExt as _;
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::process::Stdio;

use serde_json::{Value, json};

use crate::beside::until;
use crate::sandbox::{CommandRun, CommandSandbox, has};
use crate::serve::ServeProcess;
use crate::shop;

/// What clients of both eras begin with.
const LEGACY: &str = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"test","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
"#;
const META: &str = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"test","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}"#;

/// A gateway with the demo, which calls tools without asking.
fn serving() -> (CommandSandbox, ServeProcess) {
    let sandbox = CommandSandbox::new();
    let served = ServeProcess::start(&sandbox, &[]);
    served.until_ready();
    sandbox.ok("policy set unset=allow");
    (sandbox, served)
}

/// Adds a book over standard input.
fn add(sandbox: &CommandSandbox, line: &str, title: &str) -> CommandRun {
    let call = json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {
        "name": "bookshop_add_book",
        "arguments": {"title": title, "author": "Ann", "price_cents": 500, "stock": 1},
    }});
    sandbox
        .run_with(line, &format!("{LEGACY}{call}\n"))
        .exited(0)
}

fn is_listed(sandbox: &CommandSandbox, title: &str) -> bool {
    let listed = sandbox.ok("call bookshop.list_books limit=50");
    listed.stdout.contains(title)
}

fn socket(sandbox: &CommandSandbox) -> PathBuf {
    sandbox.state().join("clients.socket")
}

#[test]
fn it_serves_the_client() {
    let (sandbox, served) = serving();
    let ran = add(&sandbox, "stdio", "Shared");
    ran.prints(r#""id":2"#);
    ran.reports("The gateway that runs already serves this client");
    // The shop of the demo is in the gateway's process: what one client adds, all others see.
    assert!(is_listed(&sandbox, "Shared"));
    let list = format!(
        "{{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"tools/call\",\"params\":{{\"name\":\
         \"bookshop_list_books\",\"arguments\":{{\"limit\":50}},{META}}}}}\n"
    );
    sandbox.run_with("stdio", &list).prints("Shared");
    add(&sandbox, "stdio --standalone", "Alone").prints(r#""id":2"#);
    assert!(!is_listed(&sandbox, "Alone"));
    assert_eq!(mode(&sandbox), 0o600);
    served.end("-TERM");
    assert!(!socket(&sandbox).exists());
    add(&sandbox, "stdio", "After").prints(r#""id":2"#);
}

fn mode(sandbox: &CommandSandbox) -> u32 {
    let about = std::fs::metadata(socket(sandbox)).expect("a socket");
    about.permissions().mode() & 0o777
}

#[test]
fn its_toolsets_and_environments_are_served() {
    let (sandbox, _served) = serving();
    sandbox.ok("toolset build reading bookshop.list_books");
    sandbox.ok("environment create dev");
    let list = format!(
        "{LEGACY}{}\n",
        r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#
    );
    let ran = sandbox.run_with("stdio --toolset reading --environment dev", &list);
    ran.reports("The gateway that runs already serves this client");
    let answer = ran.stdout.lines().find(|line| line.contains(r#""id":2"#));
    let answer: Value = serde_json::from_str(answer.expect("an answer")).expect("JSON");
    let tools = answer["result"]["tools"].as_array().expect("a list");
    let names: Vec<&Value> = tools.iter().map(|tool| &tool["name"]).collect();
    assert_eq!(names, ["bookshop_list_books"]);
    let unknown = sandbox.run_with("stdio --toolset other", &list);
    has(unknown.refused(), "there is no toolset `other`");
    unknown.reports("`candor toolset list` lists them");
    let unknown = sandbox.run_with("stdio --environment prod", &list);
    has(unknown.refused(), "there is no environment `prod`");
}

#[test]
fn a_client_that_wants_something_else_starts_its_own_sources() {
    let (sandbox, _served) = serving();
    let list = format!(
        "{LEGACY}{}\n",
        r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#
    );
    let ran = sandbox.run_with("stdio --transparent bookshop", &list);
    ran.prints(r#""name":"list_books""#);
    ran.reports("does not serve this client");
    let config = "[sources.shop]\ncommand = \"sh\"\nargs = [\"-c\", \"touch started\"]\n";
    std::fs::write(sandbox.path().join("other.toml"), config).expect("a file");
    let state = sandbox.state();
    let line = format!("stdio --config other.toml --data '{}'", state.display());
    let ran = sandbox.run_with(&line, &list);
    ran.reports("the gateway was started without the configuration");
    assert!(sandbox.path().join("started").exists());
}

#[test]
fn a_client_hears_that_the_gateway_has_stopped() {
    let (sandbox, served) = serving();
    let mut client = sandbox
        .command(&["stdio"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary starts");
    let mut input = client.stdin.take().expect("its input");
    input.write_all(LEGACY.as_bytes()).expect("a line");
    let mut output = client.stdout.take().expect("its output");
    let mut begun = [0; 1];
    output.read_exact(&mut begun).expect("an answer");
    served.end("-TERM");
    let ended = client.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(2), "{said}");
    has(&said, "the gateway that served this client has stopped");
    drop(input);
}

#[test]
fn the_gateway_hears_that_a_client_was_killed() {
    let (sandbox, _upstream) = shop::opened();
    let served = ServeProcess::start(&sandbox, &[]);
    served.until_ready();
    let mut client = sandbox
        .command(&["stdio"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the binary starts");
    let call = json!({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {
        "name": "shop_delete_book", "arguments": {"id": 7},
    }});
    let mut input = client.stdin.take().expect("its input");
    writeln!(input, "{LEGACY}{call}").expect("lines");
    let asked = |state: &str| {
        let listed = sandbox.json("approvals list --all --json").to_string();
        listed.contains(&format!(r#""state":"{state}""#))
    };
    until(|| asked("pending"));
    client.kill().expect("it runs");
    client.wait().expect("it ends");
    until(|| asked("abandoned"));
    drop(input);
}

#[test]
fn what_a_killed_gateway_leaves_is_replaced() {
    let (sandbox, served) = serving();
    served.end("-KILL");
    assert!(socket(&sandbox).exists());
    add(&sandbox, "stdio", "Meanwhile").prints(r#""id":2"#);
    let served = ServeProcess::start(&sandbox, &[]);
    served.until_ready();
    add(&sandbox, "stdio", "Again").prints(r#""id":2"#);
    assert!(is_listed(&sandbox, "Again"));
}

#[test]
fn who_does_not_have_the_secret_hears_nothing() {
    let (sandbox, served) = serving();
    let long = "x".repeat(20_000);
    let wrong = r#"{"secret":"candor_owner_wrong","endpoint":"","transparent":null}"#;
    for line in ["", "{}", "nonsense", wrong, &long] {
        let mut stream = UnixStream::connect(socket(&sandbox)).expect("a connection");
        // The gateway may have ended the connection already.
        let _ = stream.write_all(format!("{line}\n{LEGACY}").as_bytes());
        let _ = stream.shutdown(Shutdown::Write);
        let mut heard = Vec::new();
        let _ = stream.read_to_end(&mut heard);
        assert_eq!(heard, b"", "{line:.60}");
    }
    add(&sandbox, "stdio", "Still").prints(r#""id":2"#);
    assert!(is_listed(&sandbox, "Still"));
    let (_, _, logged) = served.end("-TERM");
    has(
        &logged,
        "A client without the owner's secret was not served",
    );
}

#[test]
fn the_socket_of_a_killed_gateway_is_no_state() {
    let (sandbox, served) = serving();
    let state = sandbox.state();
    served.end("-KILL");
    sandbox.ok("data move --to moved");
    assert!(!state.exists(), "nothing is left");
    assert!(!sandbox.path().join("moved/clients.socket").exists());
}
