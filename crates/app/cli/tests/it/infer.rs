//! `candor infer`.

use serde_json::{Value, json};

use crate::sandbox::{CommandSandbox, check};
use crate::shop;

const DUMP: &str = r#"{"corpus": "notes", "name": "list_notes", "description": "Lists all notes.", "annotations": {"readOnlyHint": true}}
{"corpus": "notes", "name": "delete_note", "description": "Deletes a note for good."}

{"corpus": "mail", "name": "send_mail", "description": "Sends a mail.", "tags": ["write"], "inputSchema": {"type": "object"}}
"#;

#[test]
fn a_dump_needs_no_gateway() {
    let sandbox = CommandSandbox::new();
    sandbox.file("tools.jsonl", DUMP);
    check!(sandbox.run("infer tools.jsonl"),);
    check!(sandbox.run("infer tools.jsonl --all"),);
    // Nothing was kept: no data directory was made.
    let names: Vec<_> = std::fs::read_dir(sandbox.path())
        .expect("a folder")
        .collect();
    assert_eq!(names.len(), 1);
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
    let ran = sandbox.silent_ok("infer list.json --source notes --all --json");
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
    assert_eq!(
        (&reads["value"], &reads["applies"]),
        (&json!(true), &json!(false)),
        "{found}"
    );
    assert_eq!(reads["declared"], true);
    assert!(reads["confidence"].as_u64() >= Some(80), "{found}");
    let deletes = of("notes.delete_note", "destructive");
    assert_eq!(
        (&deletes["value"], &deletes["applies"]),
        (&json!(true), &json!(true)),
        "{found}"
    );
    let none = sandbox.run("infer list.json --source other");
    assert_eq!(none.code, Some(2), "{none}");
}

#[test]
fn broken_lines_are_told_and_skipped() {
    let sandbox = CommandSandbox::new();
    sandbox.file(
        "tools.jsonl",
        "{\"name\": \"list_notes\"}\n{\"name\": \n[1]\n{\"title\": \"x\"}\n",
    );
    check!(sandbox.run("infer tools.jsonl"),);
    let ran = sandbox.run("infer tools.jsonl --json");
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(1), ""), "{ran}");
    assert_eq!(ran.json()["diagnostics"][0]["place"]["line"], 2);
    let none = sandbox.run("infer none.jsonl");
    assert_eq!(none.code, Some(2), "{none}");
    none.reports("cannot read `none.jsonl`");
}

#[test]
fn the_policy_decides_what_is_destructive() {
    let sandbox = CommandSandbox::new();
    sandbox.file(
        "tools.jsonl",
        "{\"name\": \"create_note\", \"description\": \"Creates a note.\"}\n",
    );
    let destructive = |policy: &str| {
        let ran = sandbox.run_args(&[
            "infer",
            "tools.jsonl",
            "--all",
            "--json",
            "--destructive",
            policy,
        ]);
        let found = ran.json();
        let findings = found["findings"].as_array().expect("a list");
        let mut findings = findings.iter();
        findings
            .find(|one| one["hint"] == "destructive")
            .map(|one| one["value"].clone())
    };
    assert_eq!(destructive("writes"), Some(json!(true)));
    assert_ne!(destructive("deletes"), Some(json!(true)));
    let wrong = sandbox.run("infer tools.jsonl --destructive all");
    wrong.reports("deletes, overwrites, writes");
}

#[test]
fn suggestions_of_a_source_are_accepted() {
    let sandbox = CommandSandbox::new();
    let _upstream = shop::open(&sandbox, shop::SHOP);
    check!(sandbox.run("infer"),);
    check!(sandbox.run("infer --accept shop.list_books --hint read-only --why 'read it'"), @r"
    exit 0
    --- stdout
    accepted: shop.list_books read-only: true
    --- stderr
    starting 1 source: shop
    ");
    let rest = sandbox.run("infer --json").json();
    let findings = rest["findings"].as_array().expect("a list");
    assert!(
        findings
            .iter()
            .all(|one| one["tool"] != "shop.list_books" || one["hint"] != "read_only"),
        "{rest}"
    );
    let again = sandbox.run("infer --accept shop.list_books --hint read-only");
    assert_eq!(again.code, Some(2), "{again}");
    let explained = sandbox.run("tools --explain");
    explained
        .prints("read-only: true, says override `shop.list_books` by local: read it (accepted");
    let all = sandbox.run("infer --accept-all --source shop --min-confidence 50 --json");
    let left = sandbox.run("infer --json").json();
    assert_eq!(left["findings"], json!([]), "{all}");
}

#[test]
fn what_makes_no_sense_is_refused() {
    let sandbox = CommandSandbox::new();
    let _upstream = shop::open(&sandbox, shop::SHOP);
    for (name, args) in [
        ("unknown-tool", &["--accept", "shop.list_boks"][..]),
        ("unknown-source", &["--source", "shp"]),
        ("accept-of-unknown-source", &["--accept", "shp.list_books"]),
        (
            "all-without-source",
            &["--accept-all", "--min-confidence", "90"],
        ),
        (
            "too-sure",
            &[
                "--accept-all",
                "--source",
                "shop",
                "--min-confidence",
                "100",
            ],
        ),
        (
            "no-hint",
            &["--accept", "shop.list_books", "--hint", "harmless"],
        ),
        ("why-alone", &["--why", "because"]),
        ("no-tool", &["--accept", "list_books"]),
    ] {
        let ran = sandbox.run_args(&[&["infer"], args].concat());
        assert_eq!(
            (ran.code, ran.stdout.as_str()),
            (Some(2), ""),
            "{name}: {ran}"
        );
        insta::assert_snapshot!(
            format!("refused-{name}"),
            ran.stderr.replace("starting 1 source: shop\n", "")
        );
    }
}
