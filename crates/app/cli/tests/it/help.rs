//! Help texts, and messages about mistyped commands.

use crate::sandbox::{CommandSandbox, check};

#[test]
fn every_command_explains_itself() {
    let sandbox = CommandSandbox::new();
    explain(&sandbox, "candor", "");
    for (command, subcommands) in [
        ("serve", ""),
        ("status", ""),
        ("logs", ""),
        ("open", ""),
        ("add", ""),
        ("remove", ""),
        ("connect", ""),
        ("disconnect", ""),
        ("stdio", ""),
        ("tools", ""),
        ("call", ""),
        ("annotate", ""),
        ("infer", ""),
        ("lint", ""),
        ("verify", ""),
        ("login", ""),
        ("drift", "list show accept history"),
        ("approvals", "list show approve deny watch standing revoke"),
        ("policy", "show set explain"),
        ("token", "create list revoke"),
        (
            "toolset",
            "list show build edit clone rename delete equip unequip history restore export import",
        ),
        ("note", "list add edit remove move"),
        (
            "environment",
            "list show create edit delete set unset rotate-key",
        ),
        ("functions", "new check run test"),
        ("gs1", "import"),
        ("nextcloud", "tools"),
        ("changes", ""),
        ("config", "show default"),
        ("data", "show list move"),
        ("confine", "suggest refusals"),
        ("doctor", ""),
        ("adopt", ""),
        ("catalogue", "search show inspect add"),
        ("import", "mcp-json hypertool"),
    ] {
        explain(&sandbox, command, command);
        for subcommand in subcommands.split_whitespace() {
            let name = format!("{command}-{subcommand}");
            explain(&sandbox, &name, &format!("{command} {subcommand}"));
        }
    }
}

/// Compares the help of these words with its snapshot.
#[track_caller]
fn explain(sandbox: &CommandSandbox, name: &str, words: &str) {
    let ran = sandbox.ok(&format!("{words} --help"));
    insta::assert_snapshot!(format!("help-{name}"), ran.stdout);
    let widest = ran.stdout.lines().map(|line| line.chars().count()).max();
    assert!(widest <= Some(100), "{name}: {ran}");
}

#[test]
fn the_version() {
    let ran = CommandSandbox::new().run("--version");
    let expect = format!("candor {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(ran.stdout, expect);
}

#[test]
fn nothing_asked_for() {
    let ran = CommandSandbox::new().run("");
    ran.refused();
    ran.reports("Usage: candor");
}

#[test]
fn a_wrong_flag() {
    check!(CommandSandbox::new().run("serve --listn x"), @r"
    exit 2
    --- stderr
    error: unexpected argument '--listn' found

      tip: a similar argument exists: '--listen'

    Usage: candor serve --listen <ADDR>

    For more information, try '--help'.
    ");
}

#[test]
fn an_unknown_command() {
    check!(CommandSandbox::new().run("serv"), @r"
    exit 2
    --- stderr
    error: unrecognized subcommand 'serv'

      tip: a similar subcommand exists: 'serve'

    Usage: candor [OPTIONS] <COMMAND>

    For more information, try '--help'.
    ");
}

#[test]
fn a_wrong_value() {
    check!(CommandSandbox::new().run("serve --log-format xml"), @r"
    exit 2
    --- stderr
    error: invalid value 'xml' for '--log-format <FORMAT>'
      [possible values: text, json]

    For more information, try '--help'.
    ");
}
