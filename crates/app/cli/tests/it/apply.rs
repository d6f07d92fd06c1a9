//! `candor tools --export` and `candor annotate --apply`.

use serde_json::json;

use crate::sandbox::{CommandSandbox, check};
use crate::shop;

/// A store with something said in two places.
fn opinionated() -> CommandSandbox {
    let sandbox = shop::known();
    for line in [
        "environment create dev",
        "annotate shop.list_books --read-only true --why 'looked at its source'",
        "annotate shop.* --open-world unset --set cost=null --unset x",
        "annotate shop.add_book --environment dev --title 'Add \"one\"'",
    ] {
        sandbox.ok(line);
    }
    sandbox
}

#[test]
fn what_was_exported_changes_nothing_when_applied() {
    let sandbox = opinionated();
    let ran = sandbox.run("tools --export overrides.toml");
    check!(ran, @r"
    exit 0
    --- stderr
    wrote 3 tables to `overrides.toml`
    ");
    let text = sandbox.read("overrides.toml");
    insta::assert_snapshot!("exported", text);
    assert_eq!(sandbox.run("tools --export -").stdout, text);
    for more in ["--prune", "--dry-run"] {
        let ran = sandbox.run(&format!("annotate --apply overrides.toml {more}"));
        assert_eq!(ran.to_string(), "exit 0\n--- stderr\nnothing to change\n");
    }
    assert!(!shop::was_started(&sandbox));
}

#[test]
fn an_export_replaces_what_was_there() {
    let sandbox = opinionated();
    let path = sandbox.file("overrides.toml", "old");
    let ran = sandbox.run("tools --export overrides.toml --source shop --json");
    let expect = json!({"entries": 3, "output": "overrides.toml", "toml": null});
    assert_eq!(ran.json(), expect);
    let text = std::fs::read_to_string(path).expect("the file");
    assert!(text.starts_with("# What people say about tools"), "{text}");
    let nowhere = sandbox.exits(2, "tools --export none/overrides.toml");
    nowhere.reports("cannot write `none/overrides.toml`");
}

#[test]
fn a_file_is_taken_over() {
    let sandbox = opinionated();
    sandbox.file(
        "overrides.toml",
        "[annotations.\"shop.list_books\"]\nread_only = true\n\n\
         [annotations.\"shop.*\"]\nopen_world = false\n\n\
         [annotations.\"shop.delete_book\"]\ndestructive = true\nwhy = \"no bin\"\n",
    );
    let pretended = sandbox.run("annotate --apply overrides.toml --prune --dry-run");
    check!(pretended, @r"
    exit 1
    --- stdout
    would be added: shop.delete_book
    would be changed: shop.*
    would be removed: shop.add_book in environment `dev`
    ");
    let applied = sandbox.run("annotate --apply overrides.toml");
    check!(applied, @r"
    exit 0
    --- stdout
    added: shop.delete_book
    changed: shop.*
    ");
    let text = sandbox.read("overrides.toml");
    let pruned = sandbox.run_with("annotate --apply - --prune --json", &text);
    let removed = json!([{"about": "shop.add_book", "layer": "environment", "scope": "dev"}]);
    assert_eq!(pruned.json()["removed"], removed, "{pruned}");
    assert_eq!(pruned.json()["unchanged"], 3, "{pruned}");
}

#[test]
fn a_file_with_an_error_changes_nothing() {
    let sandbox = opinionated();
    let before = sandbox.run("tools --export -").stdout;
    for (name, text) in [
        (
            "contradiction",
            "[annotations.\"shop.list_books\"]\nread_only = false\n\n\
             [annotations.\"shop.delete_book\"]\nread_only = true\ndestructive = true\n",
        ),
        (
            "unknown",
            "[annotations.\"shop.list_books\"]\nread_only = false\n\n\
             [annotations.\"shop.delete_bok\"]\ndestructive = true\n\n\
             [environments.prod.annotations.\"shop.add_book\"]\ndestructive = true\n",
        ),
        (
            "key",
            "[annotations.\"shop.list_books\"]\nreadonly = false\n",
        ),
        ("foreign", "[server]\nlisten = \"127.0.0.1:1\"\n"),
        ("syntax", "[annotations\n"),
    ] {
        sandbox.file("bad.toml", text);
        let ran = sandbox.run("annotate --apply bad.toml --prune");
        insta::assert_snapshot!(format!("no-apply-{name}"), ran.refused());
    }
    std::fs::write(sandbox.path().join("bad.toml"), b"\xff").expect("a file");
    let ran = sandbox.run("annotate --apply bad.toml");
    ran.reports("`bad.toml` is not UTF-8 text: byte 0 is wrong");
    let ran = sandbox.run("annotate --apply none.toml");
    ran.reports("cannot read `none.toml`");
    assert_eq!(sandbox.run("tools --export -").stdout, before);
}
