//! Help texts, and messages about mistyped commands.

use crate::sandbox::{CommandSandbox, check};

#[test]
fn every_command_explains_itself() {
    let sandbox = CommandSandbox::new();
    for (name, args) in [
        ("candor", &["--help"][..]),
        ("serve", &["serve", "--help"]),
        ("stdio", &["stdio", "--help"]),
        ("tools", &["tools", "--help"]),
        ("call", &["call", "--help"]),
        ("annotate", &["annotate", "--help"]),
        ("infer", &["infer", "--help"]),
        ("lint", &["lint", "--help"]),
        ("login", &["login", "--help"]),
        ("drift", &["drift", "--help"]),
        ("drift-list", &["drift", "list", "--help"]),
        ("drift-show", &["drift", "show", "--help"]),
        ("drift-accept", &["drift", "accept", "--help"]),
        ("drift-history", &["drift", "history", "--help"]),
        ("approvals", &["approvals", "--help"]),
        ("approvals-list", &["approvals", "list", "--help"]),
        ("approvals-show", &["approvals", "show", "--help"]),
        ("approvals-approve", &["approvals", "approve", "--help"]),
        ("approvals-deny", &["approvals", "deny", "--help"]),
        ("approvals-watch", &["approvals", "watch", "--help"]),
        ("approvals-standing", &["approvals", "standing", "--help"]),
        ("approvals-revoke", &["approvals", "revoke", "--help"]),
        ("policy", &["policy", "--help"]),
        ("policy-show", &["policy", "show", "--help"]),
        ("policy-set", &["policy", "set", "--help"]),
        ("policy-explain", &["policy", "explain", "--help"]),
        ("token", &["token", "--help"]),
        ("token-create", &["token", "create", "--help"]),
        ("token-list", &["token", "list", "--help"]),
        ("token-revoke", &["token", "revoke", "--help"]),
        ("toolset", &["toolset", "--help"]),
        ("toolset-list", &["toolset", "list", "--help"]),
        ("toolset-show", &["toolset", "show", "--help"]),
        ("toolset-build", &["toolset", "build", "--help"]),
        ("toolset-edit", &["toolset", "edit", "--help"]),
        ("toolset-clone", &["toolset", "clone", "--help"]),
        ("toolset-rename", &["toolset", "rename", "--help"]),
        ("toolset-delete", &["toolset", "delete", "--help"]),
        ("toolset-equip", &["toolset", "equip", "--help"]),
        ("toolset-unequip", &["toolset", "unequip", "--help"]),
        ("toolset-history", &["toolset", "history", "--help"]),
        ("toolset-restore", &["toolset", "restore", "--help"]),
        ("toolset-export", &["toolset", "export", "--help"]),
        ("toolset-import", &["toolset", "import", "--help"]),
        ("note", &["note", "--help"]),
        ("note-list", &["note", "list", "--help"]),
        ("note-add", &["note", "add", "--help"]),
        ("note-edit", &["note", "edit", "--help"]),
        ("note-remove", &["note", "remove", "--help"]),
        ("note-move", &["note", "move", "--help"]),
        ("environment", &["environment", "--help"]),
        ("environment-list", &["environment", "list", "--help"]),
        ("environment-show", &["environment", "show", "--help"]),
        ("environment-create", &["environment", "create", "--help"]),
        ("environment-edit", &["environment", "edit", "--help"]),
        ("environment-delete", &["environment", "delete", "--help"]),
        ("environment-set", &["environment", "set", "--help"]),
        ("environment-unset", &["environment", "unset", "--help"]),
        (
            "environment-rotate-key",
            &["environment", "rotate-key", "--help"],
        ),
        ("functions", &["functions", "--help"]),
        ("functions-new", &["functions", "new", "--help"]),
        ("functions-check", &["functions", "check", "--help"]),
        ("functions-run", &["functions", "run", "--help"]),
        ("functions-test", &["functions", "test", "--help"]),
        ("gs1", &["gs1", "--help"]),
        ("gs1-import", &["gs1", "import", "--help"]),
        ("changes", &["changes", "--help"]),
        ("config", &["config", "--help"]),
        ("config-show", &["config", "show", "--help"]),
        ("config-default", &["config", "default", "--help"]),
        ("doctor", &["doctor", "--help"]),
        ("import", &["import", "--help"]),
        ("import-mcp-json", &["import", "mcp-json", "--help"]),
        ("import-hypertool", &["import", "hypertool", "--help"]),
    ] {
        let ran = sandbox.run_args(args);
        assert_eq!(ran.code, Some(0), "{ran}");
        insta::assert_snapshot!(format!("help-{name}"), ran.stdout);
        let widest = ran.stdout.lines().map(|line| line.chars().count()).max();
        assert!(widest <= Some(100), "{ran}");
    }
}

#[test]
fn the_version() {
    let ran = CommandSandbox::new().run("--version");
    assert_eq!(
        ran.stdout,
        format!("candor {}\n", env!("CARGO_PKG_VERSION"))
    );
}

#[test]
fn nothing_asked_for() {
    let ran = CommandSandbox::new().run("");
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""));
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
