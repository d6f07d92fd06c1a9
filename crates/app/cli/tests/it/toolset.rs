//! `candor toolset`.

use serde_json::{Value, json};

use crate::sandbox::{CommandSandbox, check, len, named};
use crate::shop;

/// One toolset as JSON.
#[track_caller]
fn shown(sandbox: &CommandSandbox, name: &str) -> Value {
    sandbox.json(&format!("toolset show {name} --json"))
}

fn members(sandbox: &CommandSandbox, name: &str) -> Value {
    shown(sandbox, name)["members"].clone()
}

#[test]
fn a_life() {
    let sandbox = shop::known();
    check!(sandbox.run("toolset list"), @"
    exit 0
    --- stderr
    no toolsets yet; `candor toolset build NAME MEMBER…` creates one
    ");
    check!(sandbox.run("toolset build reading shop.list_* shop.delete_book --description \
        'look around'"), @"
    exit 0
    --- stdout
    built: reading with 2 tools, served at /mcp/reading
    ");
    sandbox.ok("annotate shop.list_books --toolset reading --read-only true");
    sandbox.ok("note add shop.list_books paging 'Ask for at most 20.' --toolset reading");
    check!(sandbox.run("toolset list"), @"
    exit 0
    --- stdout
    TOOLSET  ENDPOINT      TOOLS  MISSING  TOKENS  DESCRIPTION
    reading  /mcp/reading  2               124     look around
    ");
    check!(sandbox.run("toolset show reading"), @r#"
    exit 0
    --- stdout
    reading
      endpoint     /mcp/reading
      description  look around
      profile      same as `/mcp`
      provenance   same as `/mcp`
      budget       same as `/mcp`
      version      [VERSION]
      cost         2 tools, about 124 tokens; 33 less than all tools (21 %)
      member       shop.list_*
      member       shop.delete_book
      annotations  shop.list_books {"read_only":true}

    TOOL              TOKENS  HINTS
    shop.list_books   62      read-only
    shop.delete_book  62      destructive

    notes on shop.list_books
      paging: Ask for at most 20.
    "#);
    sandbox.ok(
        "toolset edit reading --remove shop.delete_book --add shop.add_book --move \
        shop.add_book --to 1 --budget 400",
    );
    let expect = json!(["shop.add_book", "shop.list_*"]);
    assert_eq!(members(&sandbox, "reading"), expect);
    sandbox.ok("toolset clone reading writing");
    sandbox.ok("toolset edit writing --prompts-and-resources false");
    let copy = shown(&sandbox, "writing");
    assert_eq!(copy["prompts_and_resources"], false);
    assert_eq!(shown(&sandbox, "reading")["prompts_and_resources"], true);
    assert_eq!(copy["notes"], shown(&sandbox, "reading")["notes"]);
    assert_eq!(copy["annotations"][0]["says"], json!({"read_only": true}));
    check!(sandbox.run("toolset rename writing library"), @"
    exit 0
    --- stdout
    renamed: writing to library, served at /mcp/library
    ");
    check!(sandbox.run("toolset equip library"), @"
    exit 0
    --- stdout
    equipped: library; `/mcp` serves 2 tools
    ");
    assert_eq!(shown(&sandbox, "library")["equipped"], true);
    check!(sandbox.run("toolset delete library --yes"), @"
    exit 0
    --- stdout
    deleted: library
    --- stderr
    it was equipped: `/mcp` serves all tools again
    `candor toolset restore library [VERSION]` restores it
    ");
    check!(sandbox.run("toolset unequip"), @"
    exit 0
    --- stdout
    no toolset was equipped; `/mcp` serves all tools
    ");
    let left = sandbox.json("toolset list --json");
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
    let ran = sandbox.run(
        "toolset build reading shop.* --equip --pin --profile explicit \
        --budget 400 --prompts-and-resources false --json",
    );
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""), "{ran}");
    let built = ran.json();
    assert_eq!(built["endpoint"], "/mcp/reading");
    assert_eq!(built["equipped"], true);
    assert_eq!(built["declared"], false);
    assert_eq!(built["profile"], "explicit");
    assert_eq!(built["budget"], 400);
    assert_eq!(built["prompts_and_resources"], false);
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
    let equipped = sandbox.json("toolset unequip --json");
    assert_eq!(equipped, json!({"equipped": null, "before": "reading"}));
    let equipped = sandbox.json("toolset equip reading --json");
    assert_eq!(equipped, json!({"equipped": "reading", "before": null}));
    let deleted = sandbox.run("toolset delete reading --yes --json");
    assert_eq!(deleted.json(), json!({"deleted": "reading"}));
}

#[test]
fn a_toolset_comes_back() {
    let sandbox = shop::known();
    sandbox.ok("toolset build reading shop.list_books");
    sandbox.ok("toolset edit reading --add shop.add_book --why 'we write, too'");
    let history = sandbox.json("toolset history reading --json");
    let versions = history["versions"].as_array().expect("a list");
    assert_eq!(versions.len(), 2, "{history}");
    assert_eq!(versions[0]["why"], "we write, too");
    let expect = json!(["shop.list_books"]);
    assert_eq!(versions[1]["toolset"]["members"], expect);
    let first = versions[1]["version"].to_string();
    sandbox.ok(&format!("toolset restore reading {first}"));
    assert_eq!(members(&sandbox, "reading"), json!(["shop.list_books"]));
    sandbox.ok("toolset delete reading --yes");
    let text = sandbox.run("toolset history reading");
    text.prints("deleted or renamed");
    text.prints("reading: shop.list_books; 0 notes");
    sandbox.ok(&format!("toolset restore reading {first}"));
    assert_eq!(members(&sandbox, "reading"), json!(["shop.list_books"]));
    let ran = sandbox.run("toolset restore reading 999999");
    ran.reports("has no version 999999 to go back to");
    assert_eq!(ran.code, Some(2), "{ran}");
}

#[test]
fn what_was_said_comes_back() {
    let sandbox = shop::known();
    sandbox.ok("toolset build reading shop.list_books");
    let says = |value: &str| {
        let line = format!("annotate shop.list_books --toolset reading --read-only {value}");
        sandbox.ok(&line);
    };
    says("true");
    let version = shown(&sandbox, "reading")["version"].to_string();
    says("false");
    let said_now = || shown(&sandbox, "reading")["annotations"][0]["says"].clone();
    assert_eq!(said_now(), json!({"read_only": false}));
    sandbox.ok(&format!("toolset restore reading {version}"));
    assert_eq!(said_now(), json!({"read_only": true}));
    let history = sandbox.run("toolset history reading");
    let line = "reading: shop.list_books; 0 notes, 1 annotation";
    history.prints(line);
    sandbox.ok("toolset delete reading --yes");
    sandbox.ok(&format!("toolset restore reading {version}"));
    assert_eq!(said_now(), json!({"read_only": true}));
}

#[test]
fn a_pinned_tool_that_changed_is_missing() {
    let sandbox = shop::known();
    sandbox.ok("toolset build fixed shop.delete_book shop.add_book --pin");
    sandbox.ok("toolset build loose shop.delete_book");
    let changed = shop::open(&sandbox, shop::CHANGED);
    sandbox.run("tools");
    sandbox.ok("drift accept --source shop");
    drop(changed);
    shop::closed(&sandbox);
    let ran = sandbox.run("toolset show fixed");
    check!(ran, @"
    exit 1
    --- stdout
    fixed
      endpoint     /mcp/fixed
      profile      same as `/mcp`
      provenance   same as `/mcp`
      budget       same as `/mcp`
      version      [VERSION]
      cost         1 tool, about 54 tokens; 112 less than all tools (67 %)
      member       shop.delete_book, pinned to [HASH]
      member       shop.add_book, pinned to [HASH]

    TOOL           TOKENS  HINTS
    shop.add_book  54      additive

    missing: shop.delete_book: the tool has changed since the toolset pinned it
    ");
    sandbox.ok("toolset show loose");
    // Pinning it again takes it as it is now.
    sandbox.ok("toolset edit fixed --add shop.delete_book --pin");
    sandbox.ok("toolset show fixed");
}

#[test]
fn the_first_word_about_a_tool_starts_its_source() {
    let (sandbox, _upstream) = shop::opened();
    let built = sandbox.ok("toolset build reading shop.list_*");
    assert_eq!(
        built.stdout,
        "built: reading with 1 tool, served at /mcp/reading\n"
    );
    let fresh = CommandSandbox::new();
    shop::closed(&fresh);
    let ran = fresh.exits(2, "toolset build reading shop.list_*");
    assert!(
        shop::was_started(&fresh) && ran.stderr.contains("hint: source `shop`"),
        "{ran}"
    );
}

#[test]
fn the_demo_has_toolsets_too() {
    let sandbox = CommandSandbox::new();
    sandbox.ok("toolset build reading read_only=true --equip");
    let tools = sandbox.json("tools --toolset reading --json");
    let tools = tools["tools"].as_array().expect("a list");
    assert!(!tools.is_empty());
    assert!(tools.iter().all(|tool| tool["hints"]["read_only"] == true));
}

#[test]
fn what_makes_no_sense_is_refused() {
    let sandbox = shop::known();
    sandbox.ok("toolset build reading shop.list_books");
    let long = "x".repeat(501);
    for row in [
        "bad-name: build 'My Set' shop.list_books",
        "no-members: build empty",
        "twice: build reading shop.list_books",
        "bad-member: build other shop",
        "bad-hint: build other readonly=true",
        "unknown-tool: build other shop.list_bok",
        "unknown-pattern: build other shop.zebra_*",
        "unknown-source: build other shp.list_books",
        &format!("unknown-id: build other {}", "a1".repeat(32)),
        &format!("long-description: build other shop.list_books --description {long}"),
        "hidden-description: build other shop.list_books --description a\u{202e}b",
        "small-budget: build other shop.list_books --budget 10",
        "bad-profile: build other shop.list_books --profile all",
        "show-unknown: show other",
        "edit-unknown: edit other --add shop.add_book",
        "edit-nothing: edit reading",
        "remove-stranger: edit reading --remove shop.add_book",
        "move-nowhere: edit reading --move shop.list_books",
        "move-to-zero: edit reading --move shop.list_books --to 0",
        "clone-onto-itself: clone reading reading",
        "rename-unknown: rename other third",
        "rename-to-same: rename reading reading",
        "delete-unasked: delete reading",
        "delete-unknown: delete other --yes",
        "equip-unknown: equip other",
        "history-unknown: history other",
        "export-nothing: export",
        "export-all-and-name: export --all a.toml b.toml",
        "export-bad-name: export 'My Set'",
    ] {
        let (name, words) = named(row);
        let ran = sandbox.run(&format!("toolset {words}"));
        insta::assert_snapshot!(format!("refused-{name}"), ran.refused());
    }
    let all = sandbox.json("toolset list --json");
    assert_eq!(len(&all["toolsets"]), 1, "{all}");
}

#[test]
fn what_the_file_declares_is_changed_there() {
    let sandbox = shop::known();
    let config = sandbox.read("candor.toml");
    let toolset = "[toolsets.reading]\ntools = [\"shop.list_*\", \"shop.gone\"]\n[[toolsets.reading.notes]]\ntool = \"shop.list_books\"\nname = \"paging\"\nnote = \"Ask for 20.\"\n[toolsets.reading.annotations.\"shop.list_books\"]\nidempotent = true\n";
    sandbox.configure(&format!("{config}{toolset}"));
    check!(sandbox.run("toolset show reading"), @r#"
    exit 1
    --- stdout
    reading
      endpoint     /mcp/reading
      profile      same as `/mcp`
      provenance   same as `/mcp`
      budget       same as `/mcp`
      declared     the configuration file; edit it there
      cost         1 tool, about 61 tokens; 96 less than all tools (61 %)
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
        "toolset edit reading --description mine",
        "toolset build reading shop.list_books",
        "toolset delete reading",
        "toolset rename reading other",
        "note add shop.list_books more Text. --toolset reading",
        "note remove shop.list_books paging --toolset reading",
    ] {
        let ran = sandbox.exits(2, words);
        ran.reports("is declared in candor.toml:4");
    }
    // It can be equipped, and copied to be changed.
    sandbox.ok("toolset equip reading");
    sandbox.ok("toolset clone reading mine");
    let expect = json!(["shop.list_*", "shop.gone"]);
    assert_eq!(members(&sandbox, "mine"), expect);
    assert!(!shop::was_started(&sandbox));
}

#[test]
fn every_change_is_written_down() {
    let sandbox = shop::known();
    sandbox.ok("toolset build reading shop.list_books --why 'the book club'");
    sandbox.ok("toolset equip reading");
    let changes = sandbox.json("changes --json");
    let changes = changes["changes"].as_array().expect("a list");
    let actions: Vec<&Value> = changes.iter().map(|one| &one["action"]).collect();
    assert_eq!(actions, ["toolset.equip", "toolset.create"]);
    assert_eq!(changes[1]["why"], "the book club");
}
