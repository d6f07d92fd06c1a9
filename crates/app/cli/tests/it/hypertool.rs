//! `candor import hypertool`.

use serde_json::json;

use crate::sandbox::{CommandSandbox, check, len};
use crate::shop;

/// What hypertool's server writes, with one toolset that cannot come over whole.
fn state(sandbox: &CommandSandbox) {
    let config = json!({
        "toolsets": {
            "reading": {
                "name": "reading",
                "description": "look around",
                "version": "1.0.0",
                "tools": [
                    {"namespacedName": "shop.list_books", "refId": "a1".repeat(32)},
                    {"namespacedName": "my shop.x", "refId": "b2".repeat(32)},
                ],
                "toolNotes": [{
                    "toolRef": {"namespacedName": "shop.list_books"},
                    "notes": [
                        {"name": "paging", "note": "Ask for at most 20."},
                        {"name": "bad name", "note": "No."},
                    ],
                }],
            },
            "all": {"name": "all", "tools": [{"namespacedName": "shop.add_book"}]},
        },
        "lastEquippedToolset": "reading",
    });
    sandbox.file("config.json", &config.to_string());
}

#[test]
fn toolsets_and_notes_come_over() {
    let sandbox = shop::known();
    state(&sandbox);
    let pretended = sandbox.run("import hypertool config.json --dry-run");
    check!(pretended,);
    let none = sandbox.json("toolset list --json");
    assert_eq!(none, json!({"toolsets": []}));
    let imported = sandbox.exits(1, "import hypertool config.json --json");
    let imported = imported.json();
    assert_eq!(imported["dry_run"], false);
    assert_eq!(len(&imported["toolsets"]), 2, "{imported}");
    assert_eq!(
        imported["toolsets"][0]["notes"][0]["notes"][0]["name"],
        "paging"
    );
    let notes = sandbox.json("note list --toolset reading --json");
    let expect = json!([{"name": "paging", "note": "Ask for at most 20."}]);
    assert_eq!(notes["notes"][0]["notes"], expect);
    sandbox.ok("toolset show all");
    assert!(!shop::was_started(&sandbox));
}

#[test]
fn nothing_is_half_imported() {
    let sandbox = shop::known();
    state(&sandbox);
    sandbox.ok("toolset build all shop.delete_book");
    for words in [
        "import hypertool config.json --dry-run",
        "import hypertool config.json",
    ] {
        let ran = sandbox.run(words);
        ran.refused();
        ran.reports("there is already a toolset `all`");
    }
    let names = sandbox.json("toolset list --json");
    assert_eq!(len(&names["toolsets"]), 1, "{names}");
}

#[test]
fn what_is_there_already_is_replaced_on_request() {
    let sandbox = shop::known();
    state(&sandbox);
    sandbox.ok("toolset build all shop.delete_book --budget 900");
    let refused = sandbox.run("import hypertool config.json");
    refused.reports("`--replace` replaces toolsets that already exist");
    let pretended = sandbox.exits(1, "import hypertool config.json --replace --dry-run");
    assert!(pretended.stdout.contains("would be imported: reading"));
    assert!(pretended.stdout.contains("would be replaced: all"));
    let replaced = sandbox.exits(1, "import hypertool config.json --replace --json");
    let replaced = replaced.json();
    assert_eq!(replaced["toolsets"][0]["replaces"], false, "{replaced}");
    assert_eq!(replaced["toolsets"][1]["replaces"], true, "{replaced}");
    let all = sandbox.json("toolset show all --json");
    assert_eq!(len(&all["members"]), 1, "{all}");
    assert!(
        all["members"].to_string().contains("shop.add_book"),
        "{all}"
    );
    assert_eq!(all["budget"], 900, "its settings stay");
    assert_eq!(all["version"], 2, "what it was is a version");
    // The same once more changes nothing.
    sandbox.exits(1, "import hypertool config.json --replace");
    assert_eq!(sandbox.json("toolset show all --json")["version"], 2);
    sandbox.ok("toolset restore all 1");
    let all = sandbox.json("toolset show all --json");
    assert!(
        all["members"].to_string().contains("shop.delete_book"),
        "{all}"
    );
}

/// What is said about the file of the servers is said once.
#[test]
fn a_list_of_servers_that_is_not_there_is_not_offered() {
    let sandbox = shop::known();
    let config = json!({
        "mcpConfigPath": "gone.json",
        "toolsets": {"all": {"name": "all", "tools": [{"namespacedName": "shop.add_book"}]}},
    });
    sandbox.file("config.json", &config.to_string());
    let ran = sandbox.ok("import hypertool config.json");
    ran.reports("the servers were listed in `gone.json`, which is not there");
    assert!(
        !ran.stderr.contains("candor import mcp-json"),
        "{}",
        ran.stderr
    );
}

#[test]
fn what_is_no_state_of_hypertool() {
    let sandbox = CommandSandbox::new();
    sandbox.folder("empty");
    sandbox.file("broken.json", "{\"toolsets\": {");
    sandbox.file("nothing.json", "");
    for path in ["none", "empty", "broken.json", "nothing.json"] {
        let ran = sandbox.run(&format!("import hypertool {path}"));
        insta::assert_snapshot!(format!("no-state-{path}"), ran.refused());
    }
}
