//! `candor drift`.

use serde_json::{Value, json};

use crate::sandbox::{CommandSandbox, check, len};
use crate::shop;

/// The hash of what was found.
fn found(sandbox: &CommandSandbox, tool: &str) -> String {
    let shown = sandbox.json(&format!("drift show {tool} --json"));
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
        sandbox.json("drift list --json"),
        json!({"drifts": [], "instructions": [], "contradictions": []})
    );
    assert!(!shop::was_started(&sandbox));
}

#[test]
fn a_changed_tool_is_not_served_until_it_is_accepted() {
    let sandbox = shop::changed();
    check!(sandbox.run("drift list"),);
    check!(sandbox.run("drift show shop.delete_book"),);
    let hash = found(&sandbox, "shop.delete_book");
    let accepted = sandbox.run(&format!(
        "drift accept shop.delete_book --hash {hash} --why 'asked them'"
    ));
    let expect = format!("accepted: shop.delete_book as {hash}\n");
    assert_eq!(accepted.stdout, expect, "{accepted}");
    assert!(!shop::was_started(&sandbox));

    let _upstream = shop::open(&sandbox, shop::CHANGED);
    let tools = sandbox.run("tools");
    check!(tools,);
    sandbox.exits(1, "call shop.list_books");
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
    let tools = sandbox.json("tools --explain --json");
    let deleting = &tools["tools"][2];
    assert_eq!(deleting["quarantined"], true, "{tools}");
    assert_eq!(deleting["explained"]["drift"]["loosens"], true, "{tools}");
}

#[test]
fn the_history_tells_who_accepted_what() {
    let sandbox = shop::changed();
    let hash = found(&sandbox, "shop.delete_book");
    sandbox.run("drift accept shop.delete_book --why 'asked them'");
    let history = sandbox.json("drift history shop.delete_book --json");
    let changes = history["changes"].as_array().expect("a list");
    let accepted = changes
        .iter()
        .find(|change| change["action"] == "drift.accept");
    let accepted = accepted.unwrap_or(&Value::Null);
    assert_eq!(accepted["why"], "asked them", "{history}");
    assert_eq!(accepted["new"]["hash"], hash, "{history}");
    let mut subjects = changes.iter().map(|change| &change["subject"]);
    assert!(subjects.all(|one| one == "shop.delete_book"), "{history}");
    sandbox.run("drift history").prints("why: asked them");
}

#[test]
fn what_makes_no_sense_is_refused() {
    let sandbox = shop::changed();
    let stale = "0".repeat(64);
    for (name, args) in [
        ("show-unknown", "show shop.delete_bok"),
        ("show-same", "show shop.add_book"),
        ("accept-same", "accept shop.add_book"),
        ("accept-nothing", "accept"),
        ("accept-both", "accept shop.add_book --source shop"),
        ("accept-no-hash", "accept shop.delete_book --hash abc"),
        ("accept-unknown-source", "accept --source shp"),
        ("list-unknown-source", "list --source shp"),
    ] {
        let ran = sandbox.run(&format!("drift {args}"));
        insta::assert_snapshot!(format!("refused-{name}"), ran.refused());
    }
    let ran = sandbox.exits(2, &format!("drift accept shop.delete_book --hash {stale}"));
    ran.reports("has changed again");
    assert_eq!(len(&sandbox.json("drift list --json")["drifts"]), 2);
}
