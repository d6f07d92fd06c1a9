//! What is known is not reported again, and a file that is no baseline is refused.

use candor_lint::{LintBaseline, LintInput, LintPolicy, LintReport, score};
use serde_json::json;

fn report(names: &[&str]) -> LintReport {
    let tools = names
        .iter()
        .map(|name| json!({"name": name, "description": "Does it well."}));
    let input = LintInput::from_example(tools.collect()).expect("tools");
    LintReport::new(&input, &LintPolicy::default(), Vec::new())
}

#[test]
fn only_new_findings_are_left() {
    let known = LintBaseline::of(&report(&["one_page"]));
    let read = LintBaseline::read(&known.write()).expect("a baseline");
    assert_eq!(read, known);
    let mut same = report(&["one_page"]);
    let before = score(&same);
    read.apply(&mut same);
    assert!(same.findings.is_empty() && !same.known.is_empty());
    assert_eq!(score(&same), before);
    let mut more = report(&["one_page", "two_page"]);
    read.apply(&mut more);
    let tools: Vec<_> = more
        .findings
        .iter()
        .filter_map(|one| one.tool.as_deref())
        .collect();
    assert!(
        !tools.is_empty() && tools.iter().all(|tool| *tool == "shop.two_page"),
        "{tools:?}"
    );
}

#[test]
fn a_file_that_is_no_baseline_is_refused() {
    for (text, expect) in [
        ("", "it is not a baseline: EOF"),
        ("[]", "it is not a baseline: there is no `version`"),
        ("{\"version\": 2}", "it has version 2"),
        (
            "{\"version\": 1}",
            "it is not a baseline: there is no list of `findings`",
        ),
        (
            "{\"version\": 1, \"findings\": [{}]}",
            "it is not a baseline: finding 1 has no `rule`",
        ),
    ] {
        let error = LintBaseline::read(text)
            .expect_err("it is none")
            .to_string();
        assert!(error.starts_with(expect), "{error}");
    }
}
