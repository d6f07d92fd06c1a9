//! `candor infer`.

use serde_json::{Value, json};

use crate::sandbox::{CommandSandbox, check, named, os_user};
use crate::shop;

const DUMP: &str = r#"{"corpus": "notes", "name": "list_notes", "description": "Lists all notes.", "annotations": {"readOnlyHint": true}}
{"corpus": "notes", "name": "delete_note", "description": "Deletes a note for good."}

{"corpus": "mail", "name": "send_mail", "description": "Sends a mail.", "tags": ["write"], "inputSchema": {"type": "object"}}
"#;

#[test]
fn a_dump_needs_no_gateway() {
    let sandbox = CommandSandbox::with("tools.jsonl", DUMP);
    check!(sandbox.run("infer tools.jsonl"),);
    check!(sandbox.run("infer tools.jsonl --all"),);
    // Nothing was kept: no data directory was made.
    assert_eq!(sandbox.entry_count(), 1);
}

#[test]
fn a_dump_as_json() {
    let sandbox = CommandSandbox::new();
    let tools: Vec<Value> = DUMP
        .lines()
        .filter(|line| !line.is_empty())
        .map(|line| serde_json::from_str(line).expect("a tool"))
        .collect();
    sandbox.file("list.json", &json!({ "tools": tools }).to_string());
    let ran = sandbox.silent(0, "infer list.json --source notes --all --json");
    let found = ran.json();
    let findings = found["findings"].as_array().expect("a list");
    assert!(
        findings.iter().all(|one| one["source"] == "notes"),
        "{found}"
    );
    let of = |tool: &str, hint: &str| {
        let mut all = findings.iter();
        all.find(|one| one["tool"] == tool && one["hint"] == hint)
            .cloned()
            .unwrap_or_default()
    };
    let reads = of("notes.list_notes", "read_only");
    assert_eq!(reads["value"], true, "{found}");
    assert_eq!(reads["applies"], false, "{found}");
    assert_eq!(reads["declared"], true);
    assert!(reads["confidence"].as_u64() >= Some(80), "{found}");
    let deletes = of("notes.delete_note", "destructive");
    assert_eq!(deletes["value"], true, "{found}");
    assert_eq!(deletes["applies"], true, "{found}");
    sandbox.exits(2, "infer list.json --source other");
}

#[test]
fn broken_lines_are_told_and_skipped() {
    let sandbox = CommandSandbox::with(
        "tools.jsonl",
        "{\"name\": \"list_notes\"}\n{\"name\": \n[1]\n{\"title\": \"x\"}\n",
    );
    check!(sandbox.run("infer tools.jsonl"),);
    let ran = sandbox.silent(1, "infer tools.jsonl --json");
    assert_eq!(ran.json()["diagnostics"][0]["place"]["line"], 2);
    let ran = sandbox.exits(2, "infer none.jsonl");
    ran.reports("cannot read `none.jsonl`");
}

#[test]
fn the_policy_decides_what_is_destructive() {
    let sandbox = CommandSandbox::with(
        "tools.jsonl",
        "{\"name\": \"create_note\", \"description\": \"Creates a note.\"}\n",
    );
    let destructive = |policy: &str| {
        let line = format!("infer tools.jsonl --all --json --destructive {policy}");
        let found = sandbox.json(&line);
        let findings = found["findings"].as_array().expect("a list");
        let mut findings = findings.iter();
        findings
            .find(|one| one["hint"] == "destructive")
            .map(|one| one["value"].clone())
    };
    assert_eq!(destructive("writes"), Some(json!(true)));
    assert_ne!(destructive("deletes"), Some(json!(true)));
    let ran = sandbox.run("infer tools.jsonl --destructive all");
    ran.reports("deletes, overwrites, writes");
}

#[test]
fn suggestions_of_a_source_are_accepted() {
    let (sandbox, _upstream) = shop::opened();
    check!(sandbox.run("infer"),);
    check!(sandbox.run("infer --accept shop.list_books --hint read-only --why 'read it'"), @r"
    exit 0
    --- stdout
    accepted: shop.list_books read-only: true
    --- stderr
    starting 1 source: shop
    ");
    let rest = sandbox.json("infer --json");
    let findings = rest["findings"].as_array().expect("a list");
    assert!(
        findings
            .iter()
            .all(|one| one["tool"] != "shop.list_books" || one["hint"] != "read_only"),
        "{rest}"
    );
    sandbox.exits(2, "infer --accept shop.list_books --hint read-only");
    let explained = sandbox.run("tools --explain");
    let by = format!("`shop.list_books` by {}: read it (accepted", os_user());
    explained.prints(format!("read-only: true, says override {by}"));
    let look = sandbox.ok("infer --accept-all --source shop --min-confidence 50 --dry-run");
    look.prints("would be accepted: shop.");
    let still = sandbox.json("infer --json");
    assert_eq!(still["findings"], rest["findings"], "nothing was changed");
    assert_eq!(still["findings"][0]["questions"], 0, "{still}");
    let all = sandbox.run("infer --accept-all --source shop --min-confidence 50 --json");
    let left = sandbox.json("infer --json");
    assert_eq!(left["findings"], json!([]), "{all}");
}

#[test]
fn what_makes_no_sense_is_refused() {
    let (sandbox, _upstream) = shop::opened();
    for row in [
        "unknown-tool: --accept shop.list_boks",
        "unknown-source: --source shp",
        "accept-of-unknown-source: --accept shp.list_books",
        "all-without-source: --accept-all --min-confidence 90",
        "too-sure: --accept-all --source shop --min-confidence 100",
        "no-hint: --accept shop.list_books --hint harmless",
        "why-alone: --why because",
        "dry-run-alone: --dry-run",
        "no-tool: --accept list_books",
    ] {
        let (name, args) = named(row);
        let ran = sandbox.run(&format!("infer {args}"));
        insta::assert_snapshot!(
            format!("refused-{name}"),
            ran.refused().replace("starting 1 source: shop\n", "")
        );
    }
}
