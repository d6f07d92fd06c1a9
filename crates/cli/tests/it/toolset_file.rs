//! Toolsets in files, and where else toolsets are named.

use serde_json::{Value, json};

use crate::sandbox::{Sandbox, check};
use crate::shop;
use crate::toolset::{fine, said};

/// A shop with a toolset, a note and something said in it.
fn equipped() -> Sandbox {
    let sandbox = shop::known();
    fine(
        &sandbox,
        "toolset|build|reading|shop.list_*|shop.add_book|--description|look around",
    );
    fine(&sandbox, "toolset|build|other|shop:destructive=true");
    fine(
        &sandbox,
        "note|add|shop.list_books|paging|Ask for at most 20.|--toolset|reading",
    );
    fine(
        &sandbox,
        "annotate|shop.list_books|--toolset|reading|--read-only|true|--why|it lists",
    );
    sandbox
}

#[test]
fn what_is_exported_is_imported_as_it_was() {
    let sandbox = equipped();
    let exported = said(&sandbox, "toolset|export|--all");
    check!(exported,);
    let show = |name: &str| {
        let mut shown = sandbox.run(&["toolset", "show", name, "--json"]).json();
        shown["version"] = Value::Null;
        shown
    };
    let before = (show("reading"), show("other"));
    let ran = said(&sandbox, "toolset|export|--all|all.toml");
    assert_eq!(ran.stderr, "wrote 2 toolsets to `all.toml`\n", "{ran}");
    let ran = said(&sandbox, "toolset|import|all.toml");
    check!(ran, @"
    exit 2
    --- stderr
    all.toml:4:11: error: there is a toolset `other` already [toolset::exists]
    all.toml:7:11: error: there is a toolset `reading` already [toolset::exists]
    error: `all.toml` cannot be imported; nothing was changed
      hint: `candor toolset rename` or `candor toolset delete` makes room
    ");
    fine(&sandbox, "toolset|delete|reading|--yes");
    fine(&sandbox, "toolset|delete|other|--yes");
    check!(said(&sandbox, "toolset|import|all.toml"), @"
    exit 0
    --- stdout
    imported: other (1 member, 0 notes)
    imported: reading (2 members, 1 note)
    ");
    assert_eq!((show("reading"), show("other")), before);
    assert_eq!(
        said(&sandbox, "toolset|export|--all").stdout,
        exported.stdout
    );
    assert!(!shop::was_started(&sandbox));
}

/// The last thing in a file is wrong: nothing of it is there afterwards.
#[test]
fn a_file_is_taken_whole_or_not_at_all() {
    let sandbox = shop::known();
    fine(
        &sandbox,
        "note|add|shop.add_book|isbn|Give it.|--everywhere",
    );
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
        let ran = said(&sandbox, "toolset|import|some.toml");
        assert_eq!(ran.code, Some(2), "{ran}");
        assert!(ran.stderr.contains(part), "{ran}");
        assert!(ran.stderr.contains("nothing was changed"), "{ran}");
        let left = said(&sandbox, "toolset|list|--json").json();
        assert_eq!(left, json!({"toolsets": []}));
    }
    let changes = said(&sandbox, "changes|--json").json();
    assert_eq!(
        changes["changes"].as_array().map(Vec::len),
        Some(1),
        "{changes}"
    );
}

#[test]
fn notes_for_every_toolset_travel() {
    let (here, there) = (equipped(), shop::known());
    fine(&here, "note|add|shop.add_book|isbn|Give it.|--everywhere");
    let toml = said(&here, "toolset|export|--all").stdout;
    let ran = there.run_with(&["toolset", "import", "-"], &toml);
    check!(ran, @"
    exit 0
    --- stdout
    imported: other (1 member, 0 notes)
    imported: reading (2 members, 1 note)
    imported: 1 note for every toolset
    ");
    let notes = said(&there, "note|list|--everywhere|--json").json();
    assert_eq!(notes["notes"][0]["tool"], "shop.add_book");
    assert_eq!(said(&there, "toolset|export|--all").stdout, toml);
    let one = said(&here, "toolset|export|reading").stdout;
    assert!(
        !one.contains("isbn"),
        "they belong to no single toolset: {one}"
    );
}

#[test]
fn one_toolset_goes_elsewhere() {
    let (here, there) = (equipped(), shop::known());
    let exported = said(&here, "toolset|export|reading|--json").json();
    assert_eq!(exported["toolsets"], json!(["reading"]));
    let toml = exported["toml"].as_str().expect("a text");
    let ran = there.run_with(&["toolset", "import", "-", "--json"], toml);
    assert_eq!(
        ran.json(),
        json!({"imported": ["reading"], "notes": 0}),
        "{ran}"
    );
    // The tables stand in a candor.toml as they are.
    let config = there.file(
        "more.toml",
        &format!("[sources.shop]\ncommand = \"sh\"\n{toml}"),
    );
    let shown = there.run(&[
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
    let before = said(&sandbox, "toolset|export|--all").stdout;
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
        let ran = said(&sandbox, "toolset|import|bad.toml");
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{ran}");
        insta::assert_snapshot!(format!("no-import-{name}"), ran.stderr);
        assert_eq!(
            said(&sandbox, "toolset|export|--all").stdout,
            before,
            "{name}"
        );
    }
    let none = said(&sandbox, "toolset|import|none.toml");
    assert!(none.stderr.contains("cannot read `none.toml`"), "{none}");
    // What names nothing here is taken: its source may still come.
    sandbox.file("later.toml", "[toolsets.later]\ntools = [\"later.x\"]\n");
    fine(&sandbox, "toolset|import|later.toml");
    assert_eq!(said(&sandbox, "toolset|show|later").code, Some(1));
}

#[test]
fn tools_of_a_toolset() {
    let sandbox = equipped();
    fine(&sandbox, "toolset|edit|reading|--move|shop.add_book|--to|1");
    fine(&sandbox, "toolset|equip|reading");
    let _upstream = shop::open(&sandbox, shop::SHOP);
    check!(said(&sandbox, "tools|--toolset|reading"), @"
    exit 0
    --- stdout
    SOURCE  STATE  TOKENS  DETAILS
    shop    ready  115     3 tools (http, legacy revision 2025-11-25)

    TOOL             TOKENS  HINTS            WHAT IT DOES
    shop.add_book    53      not destructive  Add Book: Adds a book.
    shop.list_books  62      read-only        List Books: Lists the books of the shop.
    --- stderr
    starting 1 source: shop
    ");
    let all = said(&sandbox, "tools");
    assert!(all.stdout.contains("shop.delete_book"), "{all}");
    assert!(
        all.stderr.contains("toolset `reading` is equipped"),
        "{all}"
    );
    let json = said(&sandbox, "tools|--toolset|reading|--explain|--json").json();
    let tools = json["tools"].as_array().expect("a list");
    let names: Vec<&Value> = tools.iter().map(|tool| &tool["name"]).collect();
    assert_eq!(names, ["shop.add_book", "shop.list_books"]);
    assert_eq!(
        tools[1]["explained"]["origins"]["readOnlyHint"]["layer"],
        "toolset"
    );
    let description = tools[1]["definition"]["description"]
        .as_str()
        .expect("a text");
    assert!(
        description.ends_with("\u{2022} **paging**: Ask for at most 20."),
        "{description}"
    );
    let everything = said(&sandbox, "tools|--json").json();
    let sum = |json: &Value| -> i64 {
        let tools = json["tools"].as_array().expect("a list");
        tools
            .iter()
            .filter_map(|tool| tool["tokens"].as_i64())
            .sum()
    };
    assert_eq!(everything["sources"][0]["tokens"], sum(&everything));
    let none = said(&sandbox, "tools|--toolset|none");
    check!(none, @"
    exit 2
    --- stderr
    starting 1 source: shop
    error: there is no toolset `none`
      hint: `candor toolset list` shows those that exist
    ");
}

#[test]
fn a_call_stays_inside() {
    let sandbox = equipped();
    let _upstream = shop::open(&sandbox, shop::SHOP);
    assert_eq!(
        fine(&sandbox, "call|shop.add_book|--toolset|reading"),
        "done\n"
    );
    let ran = said(&sandbox, "call|shop.delete_book|--toolset|reading");
    check!(ran, @"
    exit 2
    --- stderr
    starting 1 source: shop
    error: there is no tool `shop.delete_book` in the toolset `reading`
      hint: `candor toolset edit reading --add shop.delete_book` adds it
    ");
    sandbox.ask_nobody();
    assert_eq!(fine(&sandbox, "call|shop.delete_book"), "done\n");
    fine(&sandbox, "toolset|equip|reading");
    for name in ["shop.delete_book", "shop_delete_book"] {
        let ran = said(&sandbox, &format!("call|{name}"));
        assert_eq!(ran.code, Some(2), "{ran}");
        assert!(
            ran.stderr
                .contains("in the toolset `reading`, which is equipped"),
            "{ran}"
        );
    }
    assert_eq!(
        fine(&sandbox, "call|shop.delete_book|--toolset|other"),
        "done\n"
    );
    let none = said(&sandbox, "call|shop.add_book|--toolset|none");
    assert!(none.stderr.contains("there is no toolset `none`"), "{none}");
}

#[test]
fn an_export_of_overrides_holds_those_of_toolsets() {
    let sandbox = equipped();
    let exported = said(&sandbox, "tools|--export|overrides.toml");
    assert_eq!(exported.code, Some(0), "{exported}");
    let ran = said(
        &sandbox,
        "annotate|--apply|overrides.toml|--prune|--dry-run",
    );
    assert_eq!(
        (ran.code, ran.stderr.as_str()),
        (Some(0), "nothing to change\n"),
        "{ran}"
    );
}
