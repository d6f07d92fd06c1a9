//! `candor toolset`.

use serde_json::{Value, json};

use crate::sandbox::{Ran, Sandbox, check};
use crate::shop;

/// Runs, with the words between bars, and finds that it went well.
#[track_caller]
pub(crate) fn fine(sandbox: &Sandbox, words: &str) -> String {
    let ran = said(sandbox, words);
    assert_eq!(ran.code, Some(0), "{words}: {ran}");
    ran.stdout
}

/// Runs, with the words between bars.
pub(crate) fn said(sandbox: &Sandbox, words: &str) -> Ran {
    let args: Vec<&str> = words.split('|').collect();
    sandbox.run(&args)
}

/// One toolset as JSON.
#[track_caller]
fn shown(sandbox: &Sandbox, name: &str) -> Value {
    sandbox.run(&["toolset", "show", name, "--json"]).json()
}

fn members(sandbox: &Sandbox, name: &str) -> Value {
    shown(sandbox, name)["members"].clone()
}

#[test]
fn a_life() {
    let sandbox = shop::known();
    check!(said(&sandbox, "toolset|list"), @"
    exit 0
    --- stderr
    there is no toolset; `candor toolset build NAME MEMBER…` makes one
    ");
    check!(said(&sandbox, "toolset|build|reading|shop.list_*|shop.delete_book|--description|look around"), @"
    exit 0
    --- stdout
    built: reading with 2 tools, served at /mcp/reading
    ");
    fine(
        &sandbox,
        "annotate|shop.list_books|--toolset|reading|--read-only|true",
    );
    fine(
        &sandbox,
        "note|add|shop.list_books|paging|Ask for at most 20.|--toolset|reading",
    );
    check!(said(&sandbox, "toolset|list"), @"
    exit 0
    --- stdout
    TOOLSET  ENDPOINT      TOOLS  MISSING  TOKENS  DESCRIPTION
    reading  /mcp/reading  2               124     look around
    ");
    check!(said(&sandbox, "toolset|show|reading"), @r#"
    exit 0
    --- stdout
    reading
      endpoint     /mcp/reading
      description  look around
      profile      as `/mcp`
      provenance   as `/mcp`
      budget       as `/mcp`
      version      4
      cost         2 tools, about 124 tokens; 33 less than everything (21 %)
      member       shop.list_*
      member       shop.delete_book
      annotations  shop.list_books {"read_only":true}

    TOOL              TOKENS  HINTS
    shop.list_books   62      read-only
    shop.delete_book  62      destructive

    notes on shop.list_books
      paging: Ask for at most 20.
    "#);
    fine(
        &sandbox,
        "toolset|edit|reading|--remove|shop.delete_book|--add|shop.add_book|--move|shop.add_book|--to|1|--budget|400",
    );
    assert_eq!(
        members(&sandbox, "reading"),
        json!(["shop.add_book", "shop.list_*"])
    );
    fine(&sandbox, "toolset|clone|reading|writing");
    let copy = shown(&sandbox, "writing");
    assert_eq!(copy["notes"], shown(&sandbox, "reading")["notes"]);
    assert_eq!(copy["annotations"][0]["says"], json!({"read_only": true}));
    check!(said(&sandbox, "toolset|rename|writing|library"), @"
    exit 0
    --- stdout
    renamed: writing to library, served at /mcp/library
    ");
    check!(said(&sandbox, "toolset|equip|library"), @"
    exit 0
    --- stdout
    equipped: library; `/mcp` serves 2 tools
    ");
    assert_eq!(shown(&sandbox, "library")["equipped"], true);
    check!(said(&sandbox, "toolset|delete|library|--yes"), @"
    exit 0
    --- stdout
    deleted: library
    --- stderr
    it was equipped: `/mcp` serves everything again
    `candor toolset restore library 7` brings it back
    ");
    check!(said(&sandbox, "toolset|unequip"), @"
    exit 0
    --- stdout
    nothing was equipped; `/mcp` serves everything
    ");
    let left = sandbox.run(&["toolset", "list", "--json"]).json();
    let names: Vec<&Value> = left["toolsets"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|one| &one["name"])
        .collect();
    assert_eq!(names, ["reading"]);
    assert!(!shop::was_started(&sandbox));
}

#[test]
fn as_json() {
    let sandbox = shop::known();
    let ran = said(
        &sandbox,
        "toolset|build|reading|shop.*|--equip|--pin|--profile|explicit|--budget|400|--json",
    );
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{ran}");
    let built = ran.json();
    assert_eq!(
        (&built["endpoint"], &built["equipped"], &built["declared"]),
        (&json!("/mcp/reading"), &json!(true), &json!(false))
    );
    assert_eq!(
        (&built["profile"], &built["budget"]),
        (&json!("explicit"), &json!(400))
    );
    assert_eq!(built["tool_count"], 3);
    let tokens = |key: &str| built[key].as_i64().expect("a number");
    assert_eq!(
        tokens("saving"),
        tokens("tokens_of_everything") - tokens("tokens")
    );
    assert!(tokens("tokens") > 0);
    let tools = built["tools"].as_array().expect("a list");
    let sum: i64 = tools
        .iter()
        .filter_map(|tool| tool["tokens"].as_i64())
        .sum();
    assert_eq!(sum, tokens("tokens"));
    let deleting = tools.iter().find(|tool| tool["name"] == "shop.delete_book");
    let deleting = deleting.expect("the tool");
    assert_eq!(deleting["hints"]["destructive"], true);
    let equipped = said(&sandbox, "toolset|unequip|--json").json();
    assert_eq!(equipped, json!({"equipped": null, "before": "reading"}));
    let equipped = said(&sandbox, "toolset|equip|reading|--json").json();
    assert_eq!(equipped, json!({"equipped": "reading", "before": null}));
    let deleted = said(&sandbox, "toolset|delete|reading|--yes|--json");
    assert_eq!(deleted.json(), json!({"deleted": "reading"}));
}

#[test]
fn a_toolset_comes_back() {
    let sandbox = shop::known();
    fine(&sandbox, "toolset|build|reading|shop.list_books");
    fine(
        &sandbox,
        "toolset|edit|reading|--add|shop.add_book|--why|we write, too",
    );
    let history = said(&sandbox, "toolset|history|reading|--json").json();
    let versions = history["versions"].as_array().expect("a list");
    assert_eq!(versions.len(), 2, "{history}");
    assert_eq!(versions[0]["why"], "we write, too");
    assert_eq!(
        versions[1]["toolset"]["members"],
        json!(["shop.list_books"])
    );
    let first = versions[1]["version"].to_string();
    fine(&sandbox, &format!("toolset|restore|reading|{first}"));
    assert_eq!(members(&sandbox, "reading"), json!(["shop.list_books"]));
    fine(&sandbox, "toolset|delete|reading|--yes");
    let text = said(&sandbox, "toolset|history|reading");
    assert!(text.stdout.contains("deleted or renamed"), "{text}");
    assert!(
        text.stdout.contains("reading: shop.list_books; 0 notes"),
        "{text}"
    );
    fine(&sandbox, &format!("toolset|restore|reading|{first}"));
    assert_eq!(members(&sandbox, "reading"), json!(["shop.list_books"]));
    let ran = said(&sandbox, "toolset|restore|reading|999999");
    assert!(
        ran.stderr.contains("has no version 999999 to go back to"),
        "{ran}"
    );
    assert_eq!(ran.code, Some(2), "{ran}");
}

#[test]
fn what_was_said_comes_back() {
    let sandbox = shop::known();
    fine(&sandbox, "toolset|build|reading|shop.list_books");
    let says = |value: &str| {
        let line = format!("annotate|shop.list_books|--toolset|reading|--read-only|{value}");
        fine(&sandbox, &line);
    };
    says("true");
    let version = shown(&sandbox, "reading")["version"].to_string();
    says("false");
    let said_now = || shown(&sandbox, "reading")["annotations"][0]["says"].clone();
    assert_eq!(said_now(), json!({"read_only": false}));
    fine(&sandbox, &format!("toolset|restore|reading|{version}"));
    assert_eq!(said_now(), json!({"read_only": true}));
    let history = said(&sandbox, "toolset|history|reading");
    let line = "reading: shop.list_books; 0 notes, 1 annotation";
    assert!(history.stdout.contains(line), "{history}");
    fine(&sandbox, "toolset|delete|reading|--yes");
    fine(&sandbox, &format!("toolset|restore|reading|{version}"));
    assert_eq!(said_now(), json!({"read_only": true}));
}

#[test]
fn a_pinned_tool_that_changed_is_missing() {
    let sandbox = shop::known();
    fine(
        &sandbox,
        "toolset|build|fixed|shop.delete_book|shop.add_book|--pin",
    );
    fine(&sandbox, "toolset|build|loose|shop.delete_book");
    let changed = shop::open(&sandbox, shop::CHANGED);
    said(&sandbox, "tools");
    fine(&sandbox, "drift|accept|--source|shop");
    drop(changed);
    shop::closed(&sandbox);
    let ran = said(&sandbox, "toolset|show|fixed");
    check!(ran, @"
    exit 1
    --- stdout
    fixed
      endpoint     /mcp/fixed
      profile      as `/mcp`
      provenance   as `/mcp`
      budget       as `/mcp`
      version      2
      cost         1 tool, about 54 tokens; 112 less than everything (67 %)
      member       shop.delete_book, pinned to [HASH]
      member       shop.add_book, pinned to [HASH]

    TOOL           TOKENS  HINTS
    shop.add_book  54      not destructive

    missing: shop.delete_book: the tool is no longer what the toolset was pinned to
    ");
    fine(&sandbox, "toolset|show|loose");
    // Pinning it again takes it as it is now.
    fine(&sandbox, "toolset|edit|fixed|--add|shop.delete_book|--pin");
    fine(&sandbox, "toolset|show|fixed");
}

#[test]
fn the_first_word_about_a_tool_starts_its_source() {
    let sandbox = Sandbox::new();
    let _upstream = shop::open(&sandbox, shop::SHOP);
    let built = fine(&sandbox, "toolset|build|reading|shop.list_*");
    assert_eq!(
        built,
        "built: reading with 1 tool, served at /mcp/reading\n"
    );
    let fresh = Sandbox::new();
    shop::closed(&fresh);
    let ran = said(&fresh, "toolset|build|reading|shop.list_*");
    assert_eq!(ran.code, Some(2), "{ran}");
    assert!(
        shop::was_started(&fresh) && ran.stderr.contains("hint: source `shop`"),
        "{ran}"
    );
}

#[test]
fn the_demo_has_toolsets_too() {
    let sandbox = Sandbox::new();
    fine(&sandbox, "toolset|build|reading|read_only=true|--equip");
    let tools = sandbox
        .run(&["tools", "--toolset", "reading", "--json"])
        .json();
    let tools = tools["tools"].as_array().expect("a list");
    assert!(!tools.is_empty());
    assert!(tools.iter().all(|tool| tool["hints"]["read_only"] == true));
}

#[test]
fn what_makes_no_sense_is_refused() {
    let sandbox = shop::known();
    fine(&sandbox, "toolset|build|reading|shop.list_books");
    let long = "x".repeat(501);
    for (name, words) in [
        ("bad-name", "build|My Set|shop.list_books"),
        ("no-members", "build|empty"),
        ("twice", "build|reading|shop.list_books"),
        ("bad-member", "build|other|shop"),
        ("bad-hint", "build|other|readonly=true"),
        ("unknown-tool", "build|other|shop.list_bok"),
        ("unknown-pattern", "build|other|shop.zebra_*"),
        ("unknown-source", "build|other|shp.list_books"),
        ("unknown-id", &format!("build|other|{}", "a1".repeat(32))),
        (
            "long-description",
            &format!("build|other|shop.list_books|--description|{long}"),
        ),
        (
            "hidden-description",
            "build|other|shop.list_books|--description|a\u{202e}b",
        ),
        ("small-budget", "build|other|shop.list_books|--budget|10"),
        ("bad-profile", "build|other|shop.list_books|--profile|all"),
        ("show-unknown", "show|other"),
        ("edit-unknown", "edit|other|--add|shop.add_book"),
        ("edit-nothing", "edit|reading"),
        ("remove-stranger", "edit|reading|--remove|shop.add_book"),
        ("move-nowhere", "edit|reading|--move|shop.list_books"),
        ("move-to-zero", "edit|reading|--move|shop.list_books|--to|0"),
        ("clone-onto-itself", "clone|reading|reading"),
        ("rename-unknown", "rename|other|third"),
        ("rename-to-same", "rename|reading|reading"),
        ("delete-unasked", "delete|reading"),
        ("delete-unknown", "delete|other|--yes"),
        ("equip-unknown", "equip|other"),
        ("history-unknown", "history|other"),
        ("export-nothing", "export"),
        ("export-all-and-name", "export|--all|a.toml|b.toml"),
        ("export-bad-name", "export|My Set"),
    ] {
        let ran = said(&sandbox, &format!("toolset|{words}"));
        assert_eq!(
            (ran.code, ran.stdout.as_str()),
            (Some(2), ""),
            "{name}: {ran}"
        );
        insta::assert_snapshot!(format!("refused-{name}"), ran.stderr);
    }
    let all = sandbox.run(&["toolset", "list", "--json"]).json();
    assert_eq!(all["toolsets"].as_array().map(Vec::len), Some(1), "{all}");
}

#[test]
fn what_the_file_declares_is_changed_there() {
    let sandbox = shop::known();
    let config = std::fs::read_to_string(sandbox.path().join("candor.toml")).expect("the file");
    let toolset = "[toolsets.reading]\ntools = [\"shop.list_*\", \"shop.gone\"]\n[[toolsets.reading.notes]]\ntool = \"shop.list_books\"\nname = \"paging\"\nnote = \"Ask for 20.\"\n[toolsets.reading.annotations.\"shop.list_books\"]\nidempotent = true\n";
    sandbox.file("candor.toml", &format!("{config}{toolset}"));
    check!(said(&sandbox, "toolset|show|reading"), @r#"
    exit 1
    --- stdout
    reading
      endpoint     /mcp/reading
      profile      as `/mcp`
      provenance   as `/mcp`
      budget       as `/mcp`
      declared     in the configuration file, where it can be changed
      cost         1 tool, about 61 tokens; 96 less than everything (61 %)
      member       shop.list_*
      member       shop.gone
      annotations  shop.list_books {"idempotent":true}

    TOOL             TOKENS  HINTS
    shop.list_books  61      idempotent

    notes on shop.list_books
      paging: Ask for 20.

    missing: shop.gone: there is no such tool now
    "#);
    for words in [
        "toolset|edit|reading|--description|mine",
        "toolset|build|reading|shop.list_books",
        "toolset|delete|reading",
        "toolset|rename|reading|other",
        "note|add|shop.list_books|more|Text.|--toolset|reading",
        "note|remove|shop.list_books|paging|--toolset|reading",
    ] {
        let ran = said(&sandbox, words);
        assert_eq!(ran.code, Some(2), "{words}: {ran}");
        assert!(
            ran.stderr.contains("is declared in candor.toml:4"),
            "{words}: {ran}"
        );
    }
    // It can be equipped, and copied to be changed.
    fine(&sandbox, "toolset|equip|reading");
    fine(&sandbox, "toolset|clone|reading|mine");
    assert_eq!(
        members(&sandbox, "mine"),
        json!(["shop.list_*", "shop.gone"])
    );
    assert!(!shop::was_started(&sandbox));
}

#[test]
fn every_change_is_written_down() {
    let sandbox = shop::known();
    fine(
        &sandbox,
        "toolset|build|reading|shop.list_books|--why|the book club",
    );
    fine(&sandbox, "toolset|equip|reading");
    let changes = sandbox.run(&["changes", "--json"]).json();
    let changes = changes["changes"].as_array().expect("a list");
    let actions: Vec<&Value> = changes.iter().map(|one| &one["action"]).collect();
    assert_eq!(actions, ["toolset.equip", "toolset.create"]);
    assert_eq!(changes[1]["why"], "the book club");
}
