//! `candor token`.

use crate::sandbox::{CommandSandbox, check, text};
use crate::serve::ServeProcess;
use crate::shop;
use crate::upstream::CannedUpstream;

#[test]
fn a_token_is_printed_once_and_alone() {
    let sandbox = CommandSandbox::new();
    let ran = sandbox.ok("token create laptop --role caller,approver --expires 90d");
    let token = ran.stdout.trim_end_matches('\n');
    assert!(
        token.starts_with("candor_") && !token.contains(char::is_whitespace),
        "{ran}"
    );
    check!(ran.stderr, @r"
    token `laptop` with the roles caller,approver is valid until [TIME]
    save it now: it cannot be shown again
      hint: send it as `Authorization: Bearer TOKEN`
    ");
    check!(sandbox.run("token list"), @"
    exit 0
    --- stdout
    NAME    ROLES            STATE   USED   EXPIRES               CREATED BY
    laptop  caller,approver  active  never  [TIME]  [USER]
    ");
    let secret = token.rsplit('_').next().expect("a secret");
    for args in [&["token", "list", "--json"][..], &["changes", "--json"]] {
        let ran = sandbox.run_args(args).exited(0);
        assert!(!ran.stdout.contains(secret), "{ran}");
    }
}

#[test]
fn a_token_is_taken_back() {
    let sandbox = CommandSandbox::new();
    let made = sandbox.json("token create ci --role caller --json");
    assert_eq!(made["name"], "ci");
    assert_eq!(made["roles"][0], "caller");
    assert!(text(&made["token"]).starts_with("candor_"));
    check!(sandbox.run("token revoke ci --why 'it was lost'"), @r"
    exit 0
    --- stdout
    revoked: ci (caller)
    ");
    check!(sandbox.run("token list"), @r"
    exit 0
    --- stderr
    no tokens yet; `candor token create NAME --role ROLE` creates one
    ");
    let all = sandbox.json("token list --all --json");
    assert_eq!(all["tokens"][0]["state"], "revoked");
    check!(sandbox.run("token revoke ci"), @r"
    exit 2
    --- stderr
    error: there is no token `ci` to revoke
      hint: `candor token list` lists the active tokens
    ");
    // The name is free again, and the id works as well as the name.
    let made = sandbox.json("token create ci --role viewer --json");
    let id = made["id"].as_str().expect("an id");
    let ran = sandbox.run(&format!("token revoke {id} --json"));
    assert_eq!(ran.exited(0).json()["state"], "revoked");
}

#[test]
fn what_is_no_token_is_refused() {
    let sandbox = CommandSandbox::new();
    sandbox.ok("token create taken --role caller");
    for (name, args) in [
        ("no-role", "laptop"),
        ("bad-role", "laptop --role root"),
        ("empty-role", "laptop --role ,"),
        ("bad-name", "'My Laptop' --role caller"),
        ("local", "local --role caller"),
        ("taken", "taken --role caller"),
        ("bad-time", "laptop --role caller --expires soon"),
        ("no-time", "laptop --role caller --expires 0d"),
    ] {
        let ran = sandbox.run(&format!("token create {args}"));
        insta::assert_snapshot!(format!("refused-{name}"), ran.refused());
    }
}

#[test]
fn a_server_that_wants_tokens_knows_them() {
    let sandbox = CommandSandbox::new();
    let upstream = CannedUpstream::start(shop::SHOP);
    sandbox.configure(&format!(
        "[server]\nauth = \"required\"\n[sources.shop]\nurl = {:?}\n",
        upstream.url()
    ));
    let made = sandbox.run("token create ci --role caller");
    let token = made.stdout.trim().to_owned();
    let served = ServeProcess::start(&sandbox, &["--log-level", "off"]);
    let body = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}"#;
    let without = served.post("/mcp", "", body);
    assert!(without.starts_with("HTTP/1.1 401"), "{without}");
    let with = format!("Authorization: Bearer {token}\r\n");
    let answer = served.post("/mcp", &with, body);
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    sandbox.ok("token revoke ci");
    // The server hears of it within its next look at the store.
    let gone = (0..1_200).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(50));
        served.post("/mcp", &with, body).starts_with("HTTP/1.1 401")
    });
    assert!(gone, "the token still works");
    served.end("-TERM");
}
