//! `candor policy`.

use crate::sandbox::{CommandSandbox, check_as, len, named};
use crate::shop;

const RULES: &str = r#"
[policy]
unset = "ask"

[policy.toolsets.reading]
cache = "30s"

[[policy.rule]]
name = "no deletes in prod"
tool = "shop.delete_*"
environment = "prod"
effect = "deny"
message = "ask the shop's keeper"

[[policy.rule]]
tool = "shop.add_book"
when = "args.copies > 10"
effect = "ask"
out_of_band = true

[environments.prod]
[toolsets.reading]
tools = ["shop.list_books"]
"#;

/// A shop that is known and closed, with rules.
fn ruled() -> CommandSandbox {
    let sandbox = shop::known();
    let path = sandbox.path().join("candor.toml");
    let sources = std::fs::read_to_string(&path).expect("the file");
    sandbox.configure(&format!("{sources}{RULES}"));
    sandbox
}

#[test]
fn rules_and_preferences_are_shown_with_their_places() {
    check_as!("show-nothing", CommandSandbox::new().run("policy show"));
    let sandbox = ruled();
    check_as!("show-rules", sandbox.run("policy show"));
    assert!(!shop::was_started(&sandbox));
    let shown = sandbox.json("policy show --json");
    assert_eq!(shown["rules"][0]["effect"], "deny");
    assert_eq!(
        shown["preferences"][0]["preferences"]["unset"]["value"],
        "ask"
    );
}

#[test]
fn settings_are_set_and_reset() {
    let sandbox = ruled();
    check_as!(
        "set-default",
        sandbox.run("policy set show_warnings=false cache=5m --why 'quiet, please'")
    );
    check_as!(
        "set-toolset",
        sandbox.run("policy set --toolset reading collapse=false")
    );
    let set = sandbox.json("policy set cache= --json");
    assert_eq!(set["preferences"]["cache"]["from"], "default");
    assert_eq!(set["preferences"]["show_warnings"]["value"], false);
    let changes = sandbox.json("changes --json");
    assert_eq!(len(&changes["changes"]), 3);
    assert_eq!(changes["changes"][2]["why"], "quiet, please");
}

#[test]
fn preferences_that_cannot_be_stated() {
    let sandbox = ruled();
    for (name, args) in [
        ("nothing", ""),
        ("unknown", "unsett=ask"),
        ("no-value", "unset"),
        ("bad-flag", "collapse=maybe"),
        ("bad-time", "cache=long"),
        ("twice", "collapse=true collapse=false"),
        ("declared", "unset=allow"),
        ("no-toolset", "--toolset writing collapse=true"),
    ] {
        let ran = sandbox.run(&format!("policy set {args}"));
        insta::assert_snapshot!(format!("refused-{name}"), ran.refused());
    }
    let changes = sandbox.json("changes --json");
    assert_eq!(len(&changes["changes"]), 0);
}

#[test]
fn a_call_is_explained_without_starting_anything() {
    let sandbox = ruled();
    for row in [
        "destructive: shop.delete_book",
        "denied: shop.delete_book '{\"id\": 7}' --environment prod",
        "condition: shop.add_book '{\"copies\": 11}' --as-role caller",
        "unset: shop.list_books",
        "toolset: shop.list_books --toolset reading",
    ] {
        let (name, args) = named(row);
        let ran = sandbox.silent(0, &format!("policy explain {args}"));
        insta::assert_snapshot!(format!("explain-{name}"), ran.stdout);
    }
    let told = sandbox.json("policy explain shop.delete_book --environment prod --json");
    assert_eq!(told["outcome"], "deny");
    assert_eq!(told["rule"], 0);
    for (name, args) in [
        ("explain-outside", "shop.add_book --toolset reading"),
        ("explain-no-environment", "shop.add_book --environment dev"),
        ("explain-no-json", "shop.add_book {"),
        ("explain-bad-role", "shop.add_book --as-role king"),
        ("explain-no-tool", "shop"),
    ] {
        let ran = sandbox.run(&format!("policy explain {args}"));
        insta::assert_snapshot!(format!("refused-{name}"), ran.refused());
    }
    assert!(!shop::was_started(&sandbox));
    // A tool that was never seen may be new: its source is asked.
    let ran = sandbox.exits(2, "policy explain shop.no_book");
    ran.reports("`shop.no_book`");
    assert!(shop::was_started(&sandbox));
}

#[test]
fn confirm_is_said_and_explained() {
    let sandbox = shop::known();
    check_as!(
        "confirm-annotated",
        sandbox.run("annotate shop.list_books --confirm always --why 'it costs money'")
    );
    check_as!(
        "confirm-explained",
        sandbox.run("policy explain shop.list_books")
    );
    let told = sandbox.json("annotate shop.list_books --confirm unset --json");
    assert_eq!(told["tools"][0]["confirm"], serde_json::Value::Null);
    let ran = sandbox.ok("annotate shop.list_books --confirm inherit");
    assert!(!ran.stdout.contains("confirm"), "{ran}");
    let ran = sandbox.exits(2, "annotate shop.list_books --confirm sometimes");
    ran.reports("[possible values: always, first, never, unset, inherit]");
}
