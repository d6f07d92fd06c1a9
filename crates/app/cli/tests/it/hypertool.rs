//! `candor import hypertool`.

use serde_json::json;

use crate::sandbox::{CommandSandbox, check};
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
    let none = sandbox.run("toolset list --json").json();
    assert_eq!(none, json!({"toolsets": []}));
    let imported = sandbox.run("import hypertool config.json --json");
    assert_eq!(imported.code, Some(1), "{imported}");
    let imported = imported.json();
    assert_eq!(imported["dry_run"], false);
    assert_eq!(
        imported["toolsets"].as_array().map(Vec::len),
        Some(2),
        "{imported}"
    );
    assert_eq!(
        imported["toolsets"][0]["notes"][0]["notes"][0]["name"],
        "paging"
    );
    let notes = sandbox.run("note list --toolset reading --json").json();
    assert_eq!(
        notes["notes"][0]["notes"],
        json!([{"name": "paging", "note": "Ask for at most 20."}])
    );
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
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{ran}");
        ran.reports("there is already a toolset `all`");
    }
    let names = sandbox.run("toolset list --json").json();
    assert_eq!(
        names["toolsets"].as_array().map(Vec::len),
        Some(1),
        "{names}"
    );
}

#[test]
fn what_is_no_state_of_hypertool() {
    let sandbox = CommandSandbox::new();
    std::fs::create_dir(sandbox.path().join("empty")).expect("a folder");
    sandbox.file("broken.json", "{\"toolsets\": {");
    sandbox.file("nothing.json", "");
    for path in ["none", "empty", "broken.json", "nothing.json"] {
        let ran = sandbox.run(&format!("import hypertool {path}"));
        assert_eq!(
            (ran.code, ran.stdout.as_str()),
            (Some(2), ""),
            "{path}: {ran}"
        );
        insta::assert_snapshot!(format!("no-state-{path}"), ran.stderr);
    }
}
