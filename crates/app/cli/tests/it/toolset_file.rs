//! Toolsets in files, and where else toolsets are named.

use serde_json::{Value, json};

use crate::sandbox::{CommandSandbox, check, len, text};
use crate::shop;

/// A shop with a toolset, a note and something said in it.
fn equipped() -> CommandSandbox {
    let sandbox = shop::known();
    sandbox.ok("toolset build reading shop.list_* shop.add_book --description 'look around'");
    sandbox.ok("toolset build other shop:destructive=true");
    sandbox.ok("note add shop.list_books paging 'Ask for at most 20.' --toolset reading");
    sandbox.ok("annotate shop.list_books --toolset reading --read-only true --why 'it lists'");
    sandbox
}

#[test]
fn what_is_exported_is_imported_as_it_was() {
    let sandbox = equipped();
    let exported = sandbox.run("toolset export --all");
    check!(exported,);
    let show = |name: &str| {
        let mut shown = sandbox.json(&format!("toolset show {name} --json"));
        shown["version"] = Value::Null;
        shown
    };
    let before = (show("reading"), show("other"));
    let ran = sandbox.run("toolset export --all all.toml");
    assert_eq!(ran.stderr, "wrote 2 toolsets to `all.toml`\n", "{ran}");
    let ran = sandbox.run("toolset import all.toml");
    check!(ran, @"
    exit 2
    --- stderr
    all.toml:4:11: error: there is already a toolset `other` [toolset::exists]
    all.toml:7:11: error: there is already a toolset `reading` [toolset::exists]
    error: `all.toml` cannot be imported; nothing was changed
      hint: `candor toolset rename` or `candor toolset delete` resolves the conflict
    ");
    sandbox.ok("toolset delete reading --yes");
    sandbox.ok("toolset delete other --yes");
    check!(sandbox.run("toolset import all.toml"), @"
    exit 0
    --- stdout
    imported: other (1 member, 0 notes)
    imported: reading (2 members, 1 note)
    ");
    assert_eq!((show("reading"), show("other")), before);
    assert_eq!(sandbox.run("toolset export --all").stdout, exported.stdout);
    assert!(!shop::was_started(&sandbox));
}

/// The last thing in a file is wrong: nothing of it is there afterwards.
#[test]
fn a_file_is_taken_whole_or_not_at_all() {
    let sandbox = shop::known();
    sandbox.ok("note add shop.add_book isbn 'Give it.' --everywhere");
    let toolset = "[toolsets.one]\ntools = [\"shop.list_books\"]\n";
    for (rest, part) in [
        (
            "[toolsets.one.annotations.\"shop.nope\"]\nread_only = true\n",
            "there is no tool `shop.nope`",
        ),
        (
            "[[notes]]\ntool = \"shop.add_book\"\nname = \"isbn\"\nnote = \"Leave it.\"\n",
            "there is a note `isbn` on `shop.add_book` for every toolset already",
        ),
    ] {
        sandbox.file("some.toml", &format!("{toolset}{rest}"));
        let ran = sandbox.exits(2, "toolset import some.toml");
        ran.reports(part);
        ran.reports("nothing was changed");
        let left = sandbox.json("toolset list --json");
        assert_eq!(left, json!({"toolsets": []}));
    }
    let changes = sandbox.json("changes --json");
    assert_eq!(len(&changes["changes"]), 1, "{changes}");
}

#[test]
fn notes_for_every_toolset_travel() {
    let (here, there) = (equipped(), shop::known());
    here.ok("note add shop.add_book isbn 'Give it.' --everywhere");
    let toml = here.run("toolset export --all").stdout;
    let ran = there.run_with("toolset import -", &toml);
    check!(ran, @"
    exit 0
    --- stdout
    imported: other (1 member, 0 notes)
    imported: reading (2 members, 1 note)
    imported: 1 note for every toolset
    ");
    let notes = there.json("note list --everywhere --json");
    assert_eq!(notes["notes"][0]["tool"], "shop.add_book");
    assert_eq!(there.run("toolset export --all").stdout, toml);
    let one = here.run("toolset export reading").stdout;
    assert!(
        !one.contains("isbn"),
        "they belong to no single toolset: {one}"
    );
}

#[test]
fn one_toolset_goes_elsewhere() {
    let (here, there) = (equipped(), shop::known());
    let exported = here.json("toolset export reading --json");
    assert_eq!(exported["toolsets"], json!(["reading"]));
    let toml = exported["toml"].as_str().expect("a text");
    let ran = there.run_with("toolset import - --json", toml);
    let expect = json!({"imported": ["reading"], "notes": 0});
    assert_eq!(ran.json(), expect, "{ran}");
    // The tables stand in a candor.toml as they are.
    let config = there.file(
        "more.toml",
        &format!("[sources.shop]\ncommand = \"sh\"\n{toml}"),
    );
    let shown = there.run_args(&[
        "config",
        "show",
        "--json",
        "--config",
        &config.display().to_string(),
    ]);
    assert_eq!(shown.json()["diagnostics"], json!([]), "{shown}");
}

#[test]
fn a_file_with_an_error_changes_nothing() {
    let sandbox = equipped();
    let before = sandbox.run("toolset export --all").stdout;
    let good = "[toolsets.fresh]\ntools = [\"shop.*\"]\n";
    for (name, text) in [
        ("member", "[toolsets.bad]\ntools = [\"shop\"]\n"),
        (
            "exists",
            "[toolsets.reading]\ntools = [\"shop.*\"]\n[toolsets.other]\ntools = [\"shop.*\"]\n",
        ),
        ("key", "[toolsets.bad]\nmembers = [\"shop.*\"]\n"),
        ("foreign", "[server]\nlisten = \"127.0.0.1:1\"\n"),
        (
            "opinion",
            "[toolsets.bad]\ntools = [\"shop.*\"]\n[toolsets.bad.annotations.\"shop.zebra\"]\nread_only = true\n",
        ),
        ("syntax", "[toolsets\n"),
    ] {
        sandbox.file("bad.toml", &format!("{good}{text}"));
        let ran = sandbox.run("toolset import bad.toml");
        insta::assert_snapshot!(format!("no-import-{name}"), ran.refused());
        assert_eq!(sandbox.run("toolset export --all").stdout, before, "{name}");
    }
    let ran = sandbox.run("toolset import none.toml");
    ran.reports("cannot read `none.toml`");
    // What names nothing here is taken: its source may still come.
    sandbox.file("later.toml", "[toolsets.later]\ntools = [\"later.x\"]\n");
    sandbox.ok("toolset import later.toml");
    assert_eq!(sandbox.run("toolset show later").code, Some(1));
}

#[test]
fn tools_of_a_toolset() {
    let sandbox = equipped();
    sandbox.ok("toolset edit reading --move shop.add_book --to 1");
    sandbox.ok("toolset equip reading");
    let _upstream = shop::open(&sandbox, shop::SHOP);
    check!(sandbox.run("tools --toolset reading"), @"
    exit 0
    --- stdout
    SOURCE  STATE  TOKENS  DETAILS
    shop    ready  115     3 tools (http, MCP 2025-11-25)

    TOOL             TOKENS  HINTS      DESCRIPTION
    shop.add_book    53      additive   Add Book: Adds a book.
    shop.list_books  62      read-only  List Books: Lists the books of the shop.
    --- stderr
    starting 1 source: shop
    ");
    let all = sandbox.run("tools");
    all.prints("shop.delete_book");
    all.reports("toolset `reading` is equipped");
    let json = sandbox.json("tools --toolset reading --explain --json");
    let tools = json["tools"].as_array().expect("a list");
    let names: Vec<&Value> = tools.iter().map(|tool| &tool["name"]).collect();
    assert_eq!(names, ["shop.add_book", "shop.list_books"]);
    assert_eq!(
        tools[1]["explained"]["origins"]["readOnlyHint"]["layer"],
        "toolset"
    );
    let description = text(&tools[1]["definition"]["description"]);
    assert!(
        description.ends_with("\u{2022} **paging**: Ask for at most 20."),
        "{description}"
    );
    let everything = sandbox.json("tools --json");
    let sum = |json: &Value| -> i64 {
        let tools = json["tools"].as_array().expect("a list");
        tools
            .iter()
            .filter_map(|tool| tool["tokens"].as_i64())
            .sum()
    };
    assert_eq!(everything["sources"][0]["tokens"], sum(&everything));
    let none = sandbox.run("tools --toolset none");
    check!(none, @"
    exit 2
    --- stderr
    starting 1 source: shop
    error: there is no toolset `none`
      hint: `candor toolset list` lists them
    ");
}

#[test]
fn a_call_stays_inside() {
    let sandbox = equipped();
    let _upstream = shop::open(&sandbox, shop::SHOP);
    sandbox.ok("policy set unset=allow");
    assert_eq!(
        sandbox.ok("call shop.add_book --toolset reading").stdout,
        "done\n"
    );
    let ran = sandbox.run("call shop.delete_book --toolset reading");
    check!(ran, @"
    exit 2
    --- stderr
    starting 1 source: shop
    error: there is no tool `shop.delete_book` in the toolset `reading`
      hint: `candor toolset edit reading --add shop.delete_book` adds it
    ");
    sandbox.allow_destructive();
    assert_eq!(sandbox.ok("call shop.delete_book").stdout, "done\n");
    sandbox.ok("toolset equip reading");
    for name in ["shop.delete_book", "shop_delete_book"] {
        let ran = sandbox.exits(2, &format!("call {name}"));
        ran.reports("in the toolset `reading`, which is equipped");
    }
    assert_eq!(
        sandbox.ok("call shop.delete_book --toolset other").stdout,
        "done\n"
    );
    let ran = sandbox.run("call shop.add_book --toolset none");
    ran.reports("there is no toolset `none`");
}

#[test]
fn an_export_of_overrides_holds_those_of_toolsets() {
    let sandbox = equipped();
    sandbox.exits(0, "tools --export overrides.toml");
    let ran = sandbox.run("annotate --apply overrides.toml --prune --dry-run");
    assert_eq!(ran.stderr, "nothing to change\n", "{ran}");
    ran.exited(0);
}
