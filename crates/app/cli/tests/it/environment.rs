//! `candor environment` and `candor changes`.

use serde_json::json;

use crate::sandbox::{CommandSandbox, check};

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
    let all = sandbox.run("environment list --json").json();
    assert_eq!(all, json!({"environments": []}));
}

#[test]
fn a_secret_is_never_shown() {
    let sandbox = CommandSandbox::new();
    sandbox.ok("environment create prod");
    let set = sandbox.run_with(
        "environment set prod TOKEN --secret --log-level trace",
        &format!("{CANARY}\n"),
    );
    assert_eq!(set.code, Some(0), "{set}");
    let mut told = set.to_string();
    for args in [
        &["environment", "show", "prod"][..],
        &["environment", "show", "prod", "--json"],
        &["environment", "list", "--json"],
        &["changes"],
        &["changes", "--json"],
        &["environment", "rotate-key"],
        &["environment", "set", "prod", "TOKEN", "--secret", "--json"],
        &["tools", "--export", "-"],
        &["environment", "unset", "prod", "TOKEN"],
        &["changes", "--json"],
    ] {
        let ran = sandbox.run_args_with(args, CANARY);
        assert_eq!(ran.code, Some(0), "{args:?} {ran}");
        told.push_str(&ran.to_string());
    }
    assert!(
        told.contains("(secret)") && told.contains(r#"{"secret":true}"#),
        "{told}"
    );
    assert!(!told.contains(CANARY), "{told}");
    // Nor is it anywhere on the disk.
    let data = sandbox.path().join(".local/share/candor");
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
    let first = sandbox.run("environment rotate-key --json").json();
    assert_eq!(first["sealed"], 1, "{first}");
    assert_eq!(
        first["old_keys"].as_array().map(Vec::len),
        Some(1),
        "{first}"
    );
    let second = sandbox.run("environment rotate-key --json").json();
    assert_eq!(second["old_keys"][0], first["key"], "{second}");
    let ran = sandbox.run("environment rotate-key");
    assert!(
        ran.stdout
            .starts_with("re-encrypted 1 secret with the key "),
        "{ran}"
    );
    ran.reports("the old keys can be removed from");
}

#[test]
fn keys_that_the_environment_gives_are_not_ours_to_change() {
    let sandbox = CommandSandbox::new();
    let with = |keys: &str, args: &[&str], input: &str| {
        assert_cmd::Command::from_std(sandbox.command(args))
            .env("CANDOR_SECRET_KEY", keys)
            .write_stdin(input)
            .output()
            .expect("the binary starts")
    };
    let (old, new) = ("a1".repeat(32), "b2".repeat(32));
    with(&old, &["environment", "create", "prod"], "");
    with(
        &old,
        &["environment", "set", "prod", "TOKEN", "--secret"],
        CANARY,
    );
    let alone = with(&old, &["environment", "rotate-key"], "");
    assert_eq!(alone.status.code(), Some(2), "{alone:?}");
    let said = String::from_utf8_lossy(&alone.stderr).into_owned();
    assert!(
        said.contains("CANDOR_SECRET_KEY=NEW,OLD") && !said.contains(&old),
        "{said}"
    );
    let both = with(
        &format!("{new},{old}"),
        &["environment", "rotate-key", "--json"],
        "",
    );
    assert_eq!(both.status.code(), Some(0), "{both:?}");
    // The old key is no longer needed; resealing opens every secret.
    let after = with(
        &format!("{new},{}", "c3".repeat(32)),
        &["environment", "rotate-key", "--json"],
        "",
    );
    assert_eq!(after.status.code(), Some(0), "{after:?}");
}

#[test]
fn what_makes_no_sense_is_refused() {
    let sandbox = CommandSandbox::new();
    sandbox.ok("environment create prod");
    let long = "x".repeat(2_000);
    for (name, args) in [
        ("bad-name", &["create", "My Env"][..]),
        ("twice", &["create", "prod"]),
        ("bad-profile", &["create", "dev", "--profile", "all"]),
        (
            "long-description",
            &["create", "dev", "--description", &long],
        ),
        (
            "hidden-description",
            &["create", "dev", "--description", "a\u{202e}b"],
        ),
        ("show-unknown", &["show", "dev"]),
        ("edit-nothing", &["edit", "prod"]),
        ("edit-unknown", &["edit", "dev", "--provenance", "true"]),
        ("delete-unasked", &["delete", "prod"]),
        ("delete-unknown", &["delete", "dev", "--yes"]),
        ("set-unknown", &["set", "dev", "A", "1"]),
        ("set-bad-name", &["set", "prod", "1A", "1"]),
        ("set-no-value", &["set", "prod", "A"]),
        ("set-empty-secret", &["set", "prod", "A", "--secret"]),
        ("set-mistyped-flag", &["set", "prod", "A", "--secrt"]),
        ("unset-unknown", &["unset", "prod", "A"]),
    ] {
        let ran = sandbox.run_args(&[&["environment"], args].concat());
        assert_eq!(
            (ran.code, ran.stdout.as_str()),
            (Some(2), ""),
            "{name}: {ran}"
        );
        insta::assert_snapshot!(format!("refused-{name}"), ran.stderr);
    }
    // A secret on the command line is refused, and not repeated.
    let ran = sandbox.run_args(&["environment", "set", "prod", "A", CANARY, "--secret"]);
    assert_eq!(ran.code, Some(2), "{ran}");
    assert!(!ran.to_string().contains(CANARY), "{ran}");
    let all = sandbox.run("environment show prod --json").json();
    assert_eq!(all["variables"], json!({}));
}

#[test]
fn what_the_file_declares_is_changed_there() {
    let sandbox = CommandSandbox::new();
    let config = "[environments.prod]\ndescription = \"from the file\"\n[environments.prod.variables]\nA = \"1\"\n";
    sandbox.file("candor.toml", config);
    let shown = sandbox.run("environment show prod --json").json();
    assert_eq!(
        (&shown["declared"], &shown["variables"]["A"]),
        (&json!(true), &json!("1")),
        "{shown}"
    );
    for args in [
        &["set", "prod", "A", "2"][..],
        &["delete", "prod", "--yes"],
        &["edit", "prod", "--description", "x"],
    ] {
        let ran = sandbox.run_args(&[&["environment"], args].concat());
        assert_eq!(ran.code, Some(2), "{ran}");
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
    let one = sandbox.run("changes --limit 1 --json").json();
    assert_eq!(
        (&one["more"], &one["changes"][0]["new"]),
        (&json!(true), &json!("2")),
        "{one}"
    );
    let some = sandbox
        .run("changes --subject 'environment prod' --json")
        .json();
    assert_eq!(some["changes"][0]["action"], "environment.create", "{some}");
    check!(sandbox.run("changes --subject nothing"), @r"
    exit 0
    --- stderr
    no changes yet
    ");
    assert_eq!(sandbox.run("changes --limit 0").code, Some(2));
}
