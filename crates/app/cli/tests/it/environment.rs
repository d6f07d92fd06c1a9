//! `candor environment` and `candor changes`.

use serde_json::json;

use crate::sandbox::{CommandSandbox, check, has, len, named};

const CANARY: &str = "canary-4f1d-secret";

#[test]
fn a_life() {
    let sandbox = CommandSandbox::new();
    check!(sandbox.run("environment list"), @r"
    exit 0
    --- stderr
    no environments yet; `candor environment create NAME` creates one
    ");
    let made = sandbox
        .ok("environment create prod --description 'the real shop' --profile explicit")
        .stdout;
    assert_eq!(made, "created: prod, served at /mcp@prod\n");
    sandbox.ok("environment set prod SHOP_URL https://shop.example");
    sandbox.ok("environment edit prod --profile inherit --provenance true");
    check!(sandbox.run("environment list"), @r"
    exit 0
    --- stdout
    ENVIRONMENT  ENDPOINT   VARIABLES  DESCRIPTION
    prod         /mcp@prod  1          the real shop
    ");
    check!(sandbox.run("environment show prod"), @"
    exit 0
    --- stdout
    prod
      endpoint     /mcp@prod
      description  the real shop
      profile      same as `/mcp`
      provenance   true
      variable     SHOP_URL = https://shop.example
    ");
    sandbox.ok("environment unset prod SHOP_URL");
    assert_eq!(
        sandbox.ok("environment delete prod --yes").stdout,
        "deleted: prod\n"
    );
    let all = sandbox.json("environment list --json");
    assert_eq!(all, json!({"environments": []}));
}

#[test]
fn a_secret_is_never_shown() {
    let sandbox = CommandSandbox::new();
    sandbox.ok("environment create prod");
    let line = "environment set prod TOKEN --secret --log-level trace";
    let set = sandbox.run_with(line, &format!("{CANARY}\n"));
    let mut told = set.exited(0).to_string();
    for line in [
        "environment show prod",
        "environment show prod --json",
        "environment list --json",
        "changes",
        "changes --json",
        "environment rotate-key",
        "environment set prod TOKEN --secret --json",
        "tools --export -",
        "environment unset prod TOKEN",
        "changes --json",
    ] {
        let ran = sandbox.run_with(line, CANARY).exited(0);
        told.push_str(&ran.to_string());
    }
    has(&told, "(secret)");
    has(&told, r#"{"secret":true}"#);
    assert!(!told.contains(CANARY), "{told}");
    // Nor is it anywhere on the disk.
    let data = sandbox.state();
    let files = std::fs::read_dir(data).expect("the data directory");
    for path in files.map(|entry| entry.expect("an entry").path()) {
        let bytes = std::fs::read(&path).unwrap_or_default();
        let canary = CANARY.as_bytes();
        assert!(
            !bytes.windows(canary.len()).any(|part| part == canary),
            "{}",
            path.display()
        );
    }
}

#[test]
fn keys_are_rotated() {
    let sandbox = CommandSandbox::new();
    sandbox.ok("environment create prod");
    sandbox.run_with("environment set prod TOKEN --secret", CANARY);
    let first = sandbox.json("environment rotate-key --json");
    assert_eq!(first["sealed"], 1, "{first}");
    assert_eq!(len(&first["old_keys"]), 1, "{first}");
    let second = sandbox.json("environment rotate-key --json");
    assert_eq!(second["old_keys"][0], first["key"], "{second}");
    let ran = sandbox.run("environment rotate-key");
    let expect = "re-encrypted 1 secret with the key ";
    assert!(ran.stdout.starts_with(expect), "{ran}");
    ran.reports("the old keys can be removed from");
}

#[test]
fn keys_that_the_environment_gives_are_not_ours_to_change() {
    let sandbox = CommandSandbox::new();
    let with = |keys: &str, args: &[&str], input: &str| {
        let mut command = sandbox.command(args);
        command.env("CANDOR_SECRET_KEY", keys);
        sandbox.finish(command, input)
    };
    let (old, new) = ("a1".repeat(32), "b2".repeat(32));
    with(&old, &["environment", "create", "prod"], "");
    let set = ["environment", "set", "prod", "TOKEN", "--secret"];
    with(&old, &set, CANARY);
    let alone = with(&old, &["environment", "rotate-key"], "").exited(2);
    alone.reports("CANDOR_SECRET_KEY=NEW,OLD");
    assert!(!alone.stderr.contains(&old), "{alone}");
    let rotate = ["environment", "rotate-key", "--json"];
    with(&format!("{new},{old}"), &rotate, "").exited(0);
    // The old key is no longer needed; resealing opens every secret.
    let after = format!("{new},{}", "c3".repeat(32));
    with(&after, &rotate, "").exited(0);
}

#[test]
fn what_makes_no_sense_is_refused() {
    let sandbox = CommandSandbox::new();
    sandbox.ok("environment create prod");
    let long = "x".repeat(2_000);
    for row in [
        "bad-name: create 'My Env'",
        "twice: create prod",
        "bad-profile: create dev --profile all",
        &format!("long-description: create dev --description {long}"),
        "hidden-description: create dev --description a\u{202e}b",
        "show-unknown: show dev",
        "edit-nothing: edit prod",
        "edit-unknown: edit dev --provenance true",
        "delete-unasked: delete prod",
        "delete-unknown: delete dev --yes",
        "set-unknown: set dev A 1",
        "set-bad-name: set prod 1A 1",
        "set-no-value: set prod A",
        "set-empty-secret: set prod A --secret",
        "set-mistyped-flag: set prod A --secrt",
        "unset-unknown: unset prod A",
    ] {
        let (name, args) = named(row);
        let ran = sandbox.run(&format!("environment {args}"));
        insta::assert_snapshot!(format!("refused-{name}"), ran.refused());
    }
    // A secret on the command line is refused, and not repeated.
    let ran = sandbox.exits(2, &format!("environment set prod A {CANARY} --secret"));
    assert!(!ran.to_string().contains(CANARY), "{ran}");
    let all = sandbox.json("environment show prod --json");
    assert_eq!(all["variables"], json!({}));
}

#[test]
fn what_the_file_declares_is_changed_there() {
    let sandbox = CommandSandbox::new();
    let config = "[environments.prod]\ndescription = \"from the file\"\n[environments.prod.variables]\nA = \"1\"\n";
    sandbox.configure(config);
    let shown = sandbox.json("environment show prod --json");
    assert_eq!(shown["declared"], true, "{shown}");
    assert_eq!(shown["variables"]["A"], "1", "{shown}");
    for args in [
        "set prod A 2",
        "delete prod --yes",
        "edit prod --description x",
    ] {
        let ran = sandbox.exits(2, &format!("environment {args}"));
        ran.reports("the environment `prod` is declared in");
    }
}

#[test]
fn every_change_is_written_down() {
    let sandbox = CommandSandbox::new();
    sandbox.ok("environment create prod --why 'a start'");
    sandbox.ok("environment set prod A 1");
    sandbox.ok("environment set prod A 2");
    let ran = sandbox.run("changes");
    check!(ran,);
    let one = sandbox.json("changes --limit 1 --json");
    assert_eq!(one["more"], true, "{one}");
    assert_eq!(one["changes"][0]["new"], "2", "{one}");
    let some = sandbox.json("changes --subject 'environment prod' --json");
    assert_eq!(some["changes"][0]["action"], "environment.create", "{some}");
    check!(sandbox.run("changes --subject nothing"), @r"
    exit 0
    --- stderr
    no changes yet
    ");
    assert_eq!(sandbox.run("changes --limit 0").code, Some(2));
}
