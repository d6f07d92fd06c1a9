//! `candor note`.

use serde_json::json;

use crate::sandbox::{CommandSandbox, check, len, named, text};
use crate::shop;

fn reading() -> CommandSandbox {
    let sandbox = shop::known();
    sandbox.ok("toolset build reading shop.list_books shop.add_book");
    sandbox
}

/// What clients of a toolset read about the first tool.
fn description(sandbox: &CommandSandbox) -> String {
    let _upstream = shop::open(sandbox, shop::SHOP);
    let tools = sandbox.json("tools --toolset reading --json");
    text(&tools["tools"][0]["definition"]["description"])
}

#[test]
fn a_life() {
    let sandbox = reading();
    check!(sandbox.run("note list"), @"
    exit 0
    --- stderr
    no notes yet; `candor note add` adds one
    ");
    check!(sandbox.run("note add shop.list_books paging 'Ask for at most 20.' --toolset \
        reading"), @"
    exit 0
    --- stdout
    added: paging on shop.list_books in toolset reading
    ");
    let again = sandbox.run("note add shop.list_books paging Other. --toolset reading");
    check!(again, @"
    exit 1
    --- stderr
    note `paging` on `shop.list_books` in toolset reading already exists; it was not changed
      hint: `candor note edit` changes it
    ");
    let line = "note add shop.list_books team - --toolset reading";
    sandbox.run_with(line, "Ask which team.\n").exited(0);
    sandbox.ok("note add shop.list_books house '- Be kind.' --everywhere");
    sandbox.ok("note move shop.list_books team --to 1 --toolset reading");
    sandbox.ok("note edit shop.list_books paging 'Ask for at most 10.' --toolset reading");
    check!(sandbox.run("note list"), @"
    exit 0
    --- stdout
    TOOLSET       TOOL             NAME    NOTE
    (everywhere)  shop.list_books  house   - Be kind.
    reading       shop.list_books  team    Ask which team.
    reading       shop.list_books  paging  Ask for at most 10.
    ");
    assert!(!shop::was_started(&sandbox));
    assert_eq!(
        description(&sandbox),
        "Lists the books of the shop.\n\n### Additional Tool Notes\n\n\u{2022} **team**: Ask which team.\n\u{2022} **paging**: Ask for at most 10.\n\u{2022} **house**: - Be kind."
    );
    shop::closed(&sandbox);
    check!(sandbox.run("note remove shop.list_books paging --toolset reading"), @"
    exit 0
    --- stdout
    removed: paging on shop.list_books in toolset reading
    ");
    sandbox.ok("note remove shop.list_books house --everywhere");
    let left = sandbox.json("note list --json");
    assert_eq!(len(&left["notes"]), 1, "{left}");
    assert_eq!(
        (&left["notes"][0]["toolset"], &left["notes"][0]["notes"]),
        (
            &json!("reading"),
            &json!([{"name": "team", "note": "Ask which team."}])
        )
    );
    let expect = json!({"notes": []});
    assert_eq!(sandbox.json("note list --everywhere --json"), expect);
}

#[test]
fn as_json() {
    let sandbox = reading();
    let added = sandbox.json("note add shop.list_books paging Ask. --toolset reading --json");
    assert_eq!(added["added"], json!(["paging"]));
    assert_eq!(added["skipped"], json!([]));
    assert_eq!(added["toolset"], "reading");
    let line = "note add shop.list_books paging Ask. --toolset reading --json";
    let again = sandbox.exits(1, line);
    assert_eq!(again.json()["skipped"], json!(["paging"]));
    let removed = sandbox.run("note remove shop.list_books paging --toolset reading --json");
    let expect = json!({"removed": "paging", "tool": "shop.list_books", "toolset": "reading"});
    assert_eq!(removed.json(), expect);
}

#[test]
fn what_makes_no_sense_is_refused() {
    let sandbox = reading();
    let long = "x".repeat(501);
    for row in [
        "nowhere: add shop.list_books paging Ask.",
        "two-places: add shop.list_books paging Ask. --everywhere --toolset reading",
        "bad-name: add shop.list_books 'BAD NAME!!' Ask. --everywhere",
        "empty: add shop.list_books paging ' ' --everywhere",
        &format!("long: add shop.list_books paging {long} --everywhere"),
        "hidden: add shop.list_books paging a\u{202e}b --everywhere",
        "lines: add shop.list_books paging 'a\nb' --everywhere",
        "unknown-tool: add shop.list_bok paging Ask. --everywhere",
        "no-tool: add shop paging Ask. --everywhere",
        "outside: add shop.delete_book paging Ask. --toolset reading",
        "unknown-toolset: add shop.list_books paging Ask. --toolset other",
        "edit-unknown: edit shop.list_books paging Ask. --toolset reading",
        "remove-unknown: remove shop.list_books paging --everywhere",
        "move-nowhere: move shop.list_books paging --everywhere",
        "list-unknown: list --toolset other",
    ] {
        let (name, words) = named(row);
        let ran = sandbox.run(&format!("note {words}"));
        insta::assert_snapshot!(format!("refused-{name}"), ran.refused());
    }
    assert_eq!(sandbox.json("note list --json"), json!({"notes": []}));
}

/// Notes of which only the tool's id is known are meant by the name of the tool that has it.
#[test]
fn notes_that_are_held_by_an_id() {
    let sandbox = reading();
    let line = "note add shop.list_books other Elsewhere. --toolset reading --json";
    let id = sandbox.json(line)["ref_id"].clone();
    let id = id.as_str().expect("an id").to_owned();
    let note = |name: &str| {
        format!(
            "[[toolsets.held.notes]]\nref_id = \"{id}\"\nname = \"{name}\"\nnote = \"Mind it.\"\n"
        )
    };
    let text = format!(
        "[toolsets.held]\ntools = [\"shop.*\"]\n{}{}",
        note("one"),
        note("two")
    );
    sandbox.file("held.toml", &text);
    sandbox.ok("toolset import held.toml");
    sandbox.ok("note edit shop.list_books one First. --toolset held");
    sandbox.ok("note move shop.list_books one --to 2 --toolset held");
    sandbox.ok("note remove shop.list_books two --toolset held");
    let notes = sandbox.json("note list --toolset held --json");
    assert_eq!(notes["notes"][0]["ref_id"], json!(id));
    let expect = json!([{"name": "one", "note": "First."}]);
    assert_eq!(notes["notes"][0]["notes"], expect);
    sandbox.exits(2, "note remove shop.add_book one --toolset held");
}
