//! Reports against the published schemas of their formats.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use candor_lint::format::{junit, sarif};
use candor_lint::{LintBaseline, LintInput, LintPolicy, LintProfile, LintReport, LintSuppression};
use candor_model::{Diagnostic, FilePosition};
use candor_schema::SchemaValidator;
use serde_json::{Value, json};

const SARIF: &str = include_str!("../schemas/sarif-2.1.0.json");
const JUNIT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/schemas/junit.xsd");

/// A report with everything in it that a format has a place for: findings with and without a
/// tool, a file or a line, hostile texts, suppressions, a baseline and diagnostics.
fn full_report() -> LintReport {
    let tools = json!([
        {"name": "a<b>&\"c\"", "description": "]]> \u{1b}[31m\n::error::x <!-- y --> \u{ffff}"},
        {"name": "list_books", "description": "List books"},
        {"name": "delete_book", "description": "Deletes it.", "annotations": {"readOnlyHint": true}},
        {"name": "search", "source": "one", "description": "Searches the shelves."},
        {"name": "search", "source": "two", "description": "Searches the cellar."},
    ]);
    let mut input = LintInput::from_example(tools).expect("tools");
    let place = |position| {
        Some(FilePosition {
            file: "a folder/tools & more.json".to_owned(),
            position,
        })
    };
    input.tools[0].place = place(Some((3, 7)));
    input.tools[1].place = place(None);
    let mut policy = LintPolicy::of(LintProfile::Strict);
    policy.suppressions.push(LintSuppression {
        rule: "D002",
        tool: "*".to_owned(),
        reason: "they are <short>".to_owned(),
        until: None,
    });
    let general = vec![Diagnostic::error("infer::no-tool", "line 3 is \"no\" tool")];
    let mut report = LintReport::new(&input, &policy, general);
    assert!(!report.suppressed.is_empty());
    let mut known = report.findings.clone();
    known.truncate(1);
    let all = std::mem::replace(&mut report.findings, known);
    let baseline = LintBaseline::of(&report);
    report.findings = all;
    baseline.apply(&mut report);
    assert!(!report.known.is_empty());
    report
}

/// A report without tools and findings.
fn empty_report() -> LintReport {
    LintReport::new(&LintInput::default(), &LintPolicy::default(), Vec::new())
}

fn violations(validator: &SchemaValidator, log: &Value) -> Vec<String> {
    let found = validator.violations(log);
    found.iter().map(|one| format!("{one:?}")).collect()
}

#[test]
fn sarif_fits_its_schema() {
    // The published schema has a bracket without a partner in one pattern, which only lenient
    // readers of regular expressions take for a character.
    let text = SARIF.replace("-[a-zA-Z]{2}]?$", r"-[a-zA-Z]{2}\\]?$");
    assert_ne!(text, SARIF);
    let schema: Value = serde_json::from_str(&text).expect("JSON");
    let validator = SchemaValidator::compile(&schema).expect("a schema");
    for target in ["a folder/tools.json", "https://search.example/mcp", "-"] {
        for report in [full_report(), empty_report()] {
            let log = sarif(&report, target);
            assert_eq!(violations(&validator, &log), Vec::<String>::new());
        }
    }
    // The schema is one that finds something.
    for (pointer, wrong) in [
        ("/version", json!("2.0.0")),
        ("/runs/0/results/0/level", json!("fatal")),
        ("/runs/0/results/0/message", json!("text")),
        ("/runs/0/tool/driver/name", json!(1)),
    ] {
        let mut log = sarif(&full_report(), "tools.json");
        *log.pointer_mut(pointer).expect("a member") = wrong;
        assert!(!violations(&validator, &log).is_empty(), "{pointer}");
    }
}

/// What `xmllint` says about a document; none if it fits the schema.
fn xml_problem(xml: &str) -> Option<String> {
    let mut child = Command::new("xmllint")
        .args(["--noout", "--nonet", "--schema", JUNIT, "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("xmllint starts");
    let mut input = child.stdin.take().expect("an input");
    input.write_all(xml.as_bytes()).expect("it reads");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    (!output.status.success()).then_some(said)
}

#[test]
fn junit_fits_its_schema() {
    assert!(Path::new(JUNIT).is_file());
    if Command::new("xmllint").arg("--version").output().is_err() {
        let must = std::env::var_os("CANDOR_REQUIRE_PEERS").is_some();
        assert!(!must, "there is no `xmllint`; install libxml2-utils");
        println!("skipped: there is no `xmllint`; it is part of libxml2-utils");
        return;
    }
    for report in [full_report(), empty_report()] {
        let xml = junit(&report);
        assert_eq!(xml_problem(&xml), None, "{xml}");
    }
    // The schema is one that finds something.
    let xml = junit(&full_report());
    for (right, wrong) in [
        ("<testcase ", "<case "),
        ("classname=", "klass="),
        ("<failure ", "<failures "),
        ("</testsuites>", ""),
    ] {
        let xml = xml.replace(right, wrong);
        assert!(xml_problem(&xml).is_some(), "{wrong}");
    }
}
