//! What a command presents before it decides or changes something.

use serde_json::Value;

use crate::sandbox::{CommandRun, CommandSandbox, check, named, os_user, text};
use crate::serve::ServeProcess;
use crate::shop;
use crate::waiting::WaitingCallProcess;

/// Everybody needs a token.
const GUARDED: &str = "[server]\nauth = \"required\"\n";
/// The owner's secret, where a sandbox keeps its state.
const SECRET: &str = "owner.secret";

/// A sandbox where tokens are needed, and a token with these roles.
fn guarded(roles: &str) -> (CommandSandbox, String) {
    let sandbox = CommandSandbox::configured(GUARDED);
    let made = sandbox.ok(&format!("token create ann --role {roles}"));
    let token = made.stdout.trim().to_owned();
    (sandbox, token)
}

fn with_token(sandbox: &CommandSandbox, line: &str, token: &str) -> CommandRun {
    sandbox.run_env(line, ("CANDOR_TOKEN", token))
}

#[test]
fn the_first_command_makes_the_owner() {
    let (sandbox, _) = guarded("viewer");
    assert!(sandbox.state().join(SECRET).is_file());
    // From then on the secret is what counts.
    sandbox.ok("token create bob --role viewer");
    std::fs::remove_file(sandbox.state().join(SECRET)).expect("the secret");
    check!(sandbox.run("token create eve --role admin"), @r"
    exit 2
    --- stderr
    error: a credential is needed, and `[DIR]/.local/share/candor/workspaces/[FOLDER]` holds no owner's secret
      hint: give a token with `--token-file FILE` or the variable `CANDOR_TOKEN`, or start `candor serve` there, which makes one
    ");
}

#[test]
fn a_name_in_the_environment_is_not_recorded() {
    let sandbox = CommandSandbox::new();
    for (name, variable) in [("a", "CANDOR_AUTHOR"), ("b", "USER"), ("c", "LOGNAME")] {
        let line = format!("token create {name} --role viewer");
        sandbox.run_env(&line, (variable, "eve")).exited(0);
    }
    let listed = sandbox.json("token list --json");
    let tokens = listed["tokens"].as_array().expect("tokens");
    assert_eq!(tokens.len(), 3);
    for token in tokens {
        assert_eq!(token["created_by"], os_user().as_str(), "{token}");
    }
}

#[test]
fn a_token_changes_what_its_roles_allow_under_its_name() {
    let (sandbox, ann) = guarded("editor");
    let ran = with_token(&sandbox, "policy set unset=ask --json", &ann);
    assert_eq!(ran.code, Some(0), "{ran}");
    let changes = sandbox.json("changes --json --limit 1");
    assert_eq!(changes["changes"][0]["who"], "ann", "{changes}");
    check!(with_token(&sandbox, "token create eve --role admin", &ann), @r"
    exit 2
    --- stderr
    error: this needs the role `admin`; the token `ann` has `editor`
      hint: use a token that has the role
    ");
    check!(with_token(&sandbox, "environment create prod", &ann), @r"
    exit 2
    --- stderr
    error: this needs the role `admin`; the token `ann` has `editor`
      hint: use a token that has the role
    ");
    let from_file = sandbox.file("token", &format!("{ann}\n"));
    let line = format!(
        "policy set unset=allow --token-file {}",
        from_file.display()
    );
    sandbox.ok(&line);
    let ran = sandbox.run_with("policy set unset=ask --token-file -", &ann);
    assert_eq!(ran.code, Some(0), "{ran}");

    sandbox.ok("token revoke ann");
    check!(with_token(&sandbox, "policy set unset=allow", &ann), @r"
    exit 2
    --- stderr
    error: the token in `CANDOR_TOKEN` is unknown, expired or revoked
      hint: an administrator creates one with `candor token create NAME --role ROLE`
    ");
}

#[test]
fn what_is_no_credential_is_refused() {
    let (sandbox, _) = guarded("viewer");
    check!(with_token(&sandbox, "policy set unset=allow", "hunter2"), @r"
    exit 2
    --- stderr
    error: `CANDOR_TOKEN` holds no token of Candor
      hint: `candor token create NAME --role ROLE` creates one
    ");
    sandbox.file("empty", "\n");
    check!(sandbox.run("policy set unset=allow --token-file empty"), @r"
    exit 2
    --- stderr
    error: `empty` does not hold one token
      hint: it takes one line, as `candor token create` prints it
    ");
    check!(sandbox.run("policy set unset=allow --token-file none"), @r"
    exit 2
    --- stderr
    error: cannot read `none`
      caused by: No such file or directory (os error 2)
    ");
}

#[test]
fn a_server_is_for_commands_that_ask_one() {
    let sandbox = CommandSandbox::new();
    for row in [
        "annotate: annotate a.b --read-only true",
        "serve: serve",
        "tools: tools",
    ] {
        let (name, line) = named(row);
        let ran = sandbox.run(&format!("{line} --server http://127.0.0.1:9"));
        insta::assert_snapshot!(format!("server-{name}"), ran.refused());
    }
    let ran = sandbox.run_env(
        "policy set unset=ask",
        ("CANDOR_SERVER", "http://127.0.0.1:9"),
    );
    check!(ran, @r"
    exit 2
    --- stderr
    error: this command works on the data directory, but `CANDOR_SERVER` names a gateway
      hint: leave out `CANDOR_SERVER`; the same through a gateway: `PUT /api/v1/policy/preferences`, or the page `/policy`
    ");
    check!(sandbox.run("approvals list --server 127.0.0.1:9"), @r"
    exit 2
    --- stderr
    error: invalid value '127.0.0.1:9' for '--server <URL>': relative URL without a base; give a URL such as `http://127.0.0.1:[PORT]` or `https://candor.example`

    For more information, try '--help'.
    ");
    let ran = sandbox.run_env("approvals list", ("CANDOR_SERVER", "ftp://x.example"));
    check!(ran, @r"
    exit 2
    --- stderr
    error: `CANDOR_SERVER` is no address of a gateway: `ftp` is not http or https; give a URL such as `http://127.0.0.1:[PORT]` or `https://candor.example`
    ");
}

#[test]
fn a_running_gateway_is_asked_with_a_token() {
    let (sandbox, _upstream) = shop::opened();
    let config = sandbox.read("candor.toml");
    sandbox.configure(&format!("{config}{GUARDED}"));
    let ann = sandbox.ok("token create ann --role approver").stdout;
    let root = sandbox.ok("token create boss --role admin").stdout;
    let served = ServeProcess::start(&sandbox, &[]);
    let waiting = WaitingCallProcess::call(&sandbox, "shop.delete_book", r#"{"id": 7}"#);
    let id = waiting.id.clone();

    let elsewhere = CommandSandbox::new();
    let url = format!("http://{}", served.address());
    let ask = |line: &str, token: &str| {
        let line = format!("{line} --server {url}");
        with_token(&elsewhere, &line, token.trim())
    };
    let listed = ask("approvals list --json", &ann).exited(0).json();
    assert_eq!(listed["approvals"][0]["id"], id.as_str());
    let here = sandbox.json("approvals list --json");
    // The time that is left is told for each answer anew.
    let lasting = |mut listed: Value| {
        listed["approvals"][0]["card"]["expires_in"] = Value::Null;
        listed
    };
    assert_eq!(
        lasting(listed),
        lasting(here),
        "the two roads tell the same"
    );
    ask(&format!("approvals show {}", &id[..13]), &ann).prints("shop.delete_book");
    check!(elsewhere.run(&format!("approvals approve {id} --server {url}")), @r"
    exit 2
    --- stderr
    error: a token is required: send `Authorization: Bearer TOKEN`; the administrator makes one with `candor token create`
      hint: give a token with `--token-file FILE` or the variable `CANDOR_TOKEN`
    ");
    let said = ask("token create eve --role admin", &ann);
    assert_eq!(said.code, Some(2), "{said}");

    let decided = ask(&format!("approvals approve {id} --json"), &ann).exited(0);
    assert_eq!(decided.json()["decision"]["who"], "ann");
    assert_eq!(waiting.end().code, Some(0));
    let again = ask(&format!("approvals deny {id}"), &ann);
    assert_eq!(again.code, Some(1), "{again}");
    again.reports("ann has approved this call already");
    let none = "01000000-0000-7000-8000-000000000000";
    ask(&format!("approvals show {none}"), &ann).reports("there is no approval");

    let made = ask("token create bob --role viewer --json", &root)
        .exited(0)
        .json();
    assert!(text(&made["token"]).starts_with("candor_"));
    let tokens = ask("token list --json", &root).exited(0).json();
    assert_eq!(tokens["tokens"][0]["name"], "bob");
    assert_eq!(tokens["tokens"][0]["created_by"], "boss");
    ask("token revoke bob", &root).printed(0, "revoked: bob (viewer)\n");
    let gone = ask("token revoke bob", &root);
    assert_eq!(gone.code, Some(2), "{gone}");
    assert_eq!(elsewhere.entry_count(), 0, "nothing is made there");
}

/// A user who may only call is told the command for an approver with another token.
#[test]
fn the_token_of_a_caller_is_not_pasted_for_the_approver() {
    let (sandbox, _upstream) = shop::opened();
    let config = sandbox.read("candor.toml");
    sandbox.configure(&format!("{config}{GUARDED}"));
    let cal = sandbox.ok("token create cal --role caller").stdout;
    sandbox.file("cal.token", cal.trim());
    let ran = sandbox.run("call shop.delete_book id=7 --token-file cal.token --timeout 1s");
    let (_, command) = ran
        .stderr
        .split_once("`candor approvals approve ")
        .expect("a command");
    let (command, _) = command.split_once('`').expect("its end");
    assert!(command.ends_with(" --token-file FILE"), "{ran}");
}
