//! `candor drift`.

use serde_json::{Value, json};

use crate::sandbox::{CommandSandbox, check};
use crate::shop;

/// The hash of what was found.
fn found(sandbox: &CommandSandbox, tool: &str) -> String {
    let shown = sandbox.run_args(&["drift", "show", tool, "--json"]).json();
    shown["found"].as_str().expect("a hash").to_owned()
}

#[test]
fn nothing_has_changed() {
    let sandbox = shop::known();
    check!(sandbox.run("drift list"), @r"
    exit 0
    --- stderr
    no changed definitions
    ");
    assert_eq!(
        sandbox.run("drift list --json").json(),
        json!({"drifts": []})
    );
    assert!(!shop::was_started(&sandbox));
}

#[test]
fn a_changed_tool_is_not_served_until_it_is_accepted() {
    let sandbox = shop::changed();
    check!(sandbox.run("drift list"),);
    check!(sandbox.run("drift show shop.delete_book"),);
    let hash = found(&sandbox, "shop.delete_book");
    let accepted = sandbox.run_args(&[
        "drift",
        "accept",
        "shop.delete_book",
        "--hash",
        &hash,
        "--why",
        "asked them",
    ]);
    assert_eq!(
        accepted.stdout,
        format!("accepted: shop.delete_book as {hash}\n"),
        "{accepted}"
    );
    assert!(!shop::was_started(&sandbox));

    let _upstream = shop::open(&sandbox, shop::CHANGED);
    let tools = sandbox.run("tools");
    check!(tools,);
    let call = sandbox.run("call shop.list_books");
    assert_eq!(call.code, Some(1), "{call}");
    sandbox.allow_destructive();
    assert_eq!(sandbox.run("call shop.delete_book").code, Some(0));

    let rest = sandbox.run("drift accept --source shop --json");
    assert_eq!(
        rest.json()["accepted"][0]["tool"],
        "shop.list_books",
        "{rest}"
    );
    sandbox.ok("tools --json");
}

#[test]
fn a_changed_tool_explains_itself() {
    let sandbox = shop::changed();
    let _upstream = shop::open(&sandbox, shop::CHANGED);
    let ran = sandbox.run("tools --explain");
    check!(ran,);
    let tools = sandbox.run("tools --explain --json").json();
    let deleting = &tools["tools"][2];
    assert_eq!(deleting["quarantined"], true, "{tools}");
    assert_eq!(deleting["explained"]["drift"]["loosens"], true, "{tools}");
}

#[test]
fn the_history_tells_who_accepted_what() {
    let sandbox = shop::changed();
    let hash = found(&sandbox, "shop.delete_book");
    sandbox.run("drift accept shop.delete_book --why 'asked them'");
    let history = sandbox.run("drift history shop.delete_book --json").json();
    let changes = history["changes"].as_array().expect("a list");
    let accepted = changes
        .iter()
        .find(|change| change["action"] == "drift.accept");
    let accepted = accepted.unwrap_or(&Value::Null);
    assert_eq!(accepted["why"], "asked them", "{history}");
    assert_eq!(accepted["new"]["hash"], hash, "{history}");
    assert!(
        changes
            .iter()
            .all(|change| change["subject"] == "shop.delete_book"),
        "{history}"
    );
    let all = sandbox.run("drift history");
    all.prints("why: asked them");
}

#[test]
fn what_makes_no_sense_is_refused() {
    let sandbox = shop::changed();
    let stale = "0".repeat(64);
    for (name, args) in [
        ("show-unknown", &["show", "shop.delete_bok"][..]),
        ("show-same", &["show", "shop.add_book"]),
        ("accept-same", &["accept", "shop.add_book"]),
        ("accept-nothing", &["accept"]),
        (
            "accept-both",
            &["accept", "shop.add_book", "--source", "shop"],
        ),
        (
            "accept-no-hash",
            &["accept", "shop.delete_book", "--hash", "abc"],
        ),
        ("accept-unknown-source", &["accept", "--source", "shp"]),
        ("list-unknown-source", &["list", "--source", "shp"]),
    ] {
        let ran = sandbox.run_args(&[&["drift"], args].concat());
        assert_eq!(
            (ran.code, ran.stdout.as_str()),
            (Some(2), ""),
            "{name}: {ran}"
        );
        insta::assert_snapshot!(format!("refused-{name}"), ran.stderr);
    }
    let ran = sandbox.run_args(&["drift", "accept", "shop.delete_book", "--hash", &stale]);
    assert_eq!(ran.code, Some(2), "{ran}");
    ran.reports("has changed again");
    assert_eq!(
        sandbox.run("drift list --json").json()["drifts"]
            .as_array()
            .map(Vec::len),
        Some(2)
    );
}
