//! Every rule with its own examples, and what every rule must have.

use std::collections::HashSet;

use candor_model::{Hint, Severity};
use serde_json::Value;

use super::*;
use crate::{
    ExpectedHint, FixKind, LintInput, LintProfile, LintReport, LintSuppression, ToolExpectation,
    explain, rules_page,
};

/// What the rules find in an example, with every rule turned on.
fn report(example: &str) -> LintReport {
    let example: Value =
        serde_json::from_str(example).unwrap_or_else(|error| panic!("{error}: {example}"));
    let policy = policy(example.get("policy").unwrap_or(&Value::Null));
    let input = LintInput::from_example(example).unwrap_or_else(|error| panic!("{error}"));
    LintReport::new(&input, &policy, Vec::new())
}

/// The policy of an example, in the words of the file.
fn policy(value: &Value) -> LintPolicy {
    let mut policy = LintPolicy::of(LintProfile::Strict);
    policy.today = value["today"].as_str().map(str::to_owned);
    policy.expects_every_tool = value["every_tool"] == true;
    for one in value["suppress"].as_array().into_iter().flatten() {
        policy.suppressions.push(LintSuppression {
            rule: find_rule(one["rule"].as_str().expect("a rule"))
                .expect("a rule")
                .id,
            tool: one["tool"].as_str().expect("a pattern").to_owned(),
            reason: "accepted".to_owned(),
            until: one["until"].as_str().map(str::to_owned),
        });
    }
    for (tool, hints) in value["expect"].as_object().into_iter().flatten() {
        let hints = hints
            .as_object()
            .expect("hints")
            .iter()
            .map(|(hint, expected)| {
                let expected = ExpectedHint::parse(expected.as_str().expect("a word"));
                (
                    Hint::parse(hint).expect("a hint"),
                    expected.expect("a word"),
                )
            });
        policy.expectations.push(ToolExpectation {
            tool: tool.clone(),
            hints: hints.collect(),
            title: None,
        });
    }
    let limit = |key: &str, default: usize| {
        value["budget"][key]
            .as_u64()
            .map_or(default, |limit| usize::try_from(limit).expect("small"))
    };
    let budget = &mut policy.budget;
    budget.server_tokens = limit("server_tokens", budget.server_tokens);
    budget.tool_tokens = limit("tool_tokens", budget.tool_tokens);
    budget.tools = limit("tools", budget.tools);
    budget.advised_tools = limit("advised_tools", budget.advised_tools);
    budget.description = limit("description", budget.description);
    budget.note = limit("note", budget.note);
    policy
}

#[test]
fn every_bad_example_is_found_and_every_good_one_is_not() {
    let mut wrong = Vec::new();
    for rule in RULES.iter() {
        let found = |example: &str| {
            report(example)
                .findings
                .iter()
                .any(|one| one.rule.id == rule.id)
        };
        if !found(rule.bad) {
            wrong.push(format!("{}: nothing is found in the bad example", rule.id));
        }
        if found(rule.good) {
            wrong.push(format!(
                "{}: something is found in the good example",
                rule.id
            ));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_safe_fix_makes_its_finding_go_away_and_a_second_one_changes_nothing() {
    let mut seen = HashSet::new();
    for rule in RULES.iter().filter(|rule| rule.fix == FixKind::Safe) {
        let example: Value = serde_json::from_str(rule.bad).expect("JSON");
        let mut example = match example {
            Value::Array(tools) => tools,
            mut whole if whole.get("tools").is_some() => whole["tools"]
                .as_array_mut()
                .map(std::mem::take)
                .expect("tools"),
            tool => vec![tool],
        };
        let before = example.clone();
        let input = LintInput::from_example(Value::Array(example.clone())).expect("tools");
        let found = LintReport::new(&input, &LintPolicy::of(LintProfile::Strict), Vec::new());
        for one in found.findings.iter().filter(|one| one.rule.id == rule.id) {
            for (fix, tool) in one.fix.iter().filter(|fix| fix.is_safe).zip([&one.tool]) {
                let own = tool
                    .as_deref()
                    .expect("a tool")
                    .split_once('.')
                    .expect("a name")
                    .1;
                let tool = example
                    .iter_mut()
                    .find(|tool| tool["name"] == own)
                    .expect("a tool");
                for edit in &fix.edits {
                    edit.apply(tool);
                }
                seen.insert(rule.id);
            }
        }
        let again = LintInput::from_example(Value::Array(example.clone())).expect("tools");
        let again = LintReport::new(&again, &LintPolicy::of(LintProfile::Strict), Vec::new());
        let rest = again.findings.iter().filter(|one| one.rule.id == rule.id);
        let rest: Vec<_> = rest
            .filter(|one| one.fix.as_ref().is_some_and(|fix| fix.is_safe))
            .collect();
        assert!(
            rest.is_empty(),
            "{}: the fix did not help: {example:?}",
            rule.id
        );
        if seen.contains(rule.id) {
            assert_ne!(before, example, "{}", rule.id);
        }
    }
    let unfixed: Vec<_> = RULES
        .iter()
        .filter(|rule| rule.fix == FixKind::Safe && !seen.contains(rule.id))
        .map(|rule| rule.id)
        .collect();
    assert!(
        unfixed.is_empty(),
        "safe fixes without an edit: {unfixed:?}"
    );
}

#[test]
fn every_rule_is_complete() {
    let mut ids = HashSet::new();
    let mut names = HashSet::new();
    for rule in RULES.iter() {
        let id = rule.id;
        assert!(
            ids.insert(id) && names.insert(rule.name),
            "{id} is not unique"
        );
        assert!(id.len() == 4 && id[1..].parse::<u16>().is_ok(), "{id}");
        assert!(rule.why.len() > 60, "{id}: the reason is too short");
        assert!(rule.why.ends_with('.'), "{id}: the reason is no sentence");
        for line in [rule.summary, rule.advice] {
            assert!(!line.is_empty() && !line.ends_with('.'), "{id}: {line}");
        }
        assert_eq!(find_rule(id).expect("the rule").id, id);
        assert_eq!(find_rule(rule.name).expect("the rule").id, id);
        assert!(explain(rule).contains(rule.summary), "{id}");
        assert!(
            rule.severity.get(LintProfile::Strict) >= Some(Severity::Warning),
            "{id}"
        );
    }
    assert!(find_rule("Z999").is_none());
}

/// The golden list: a rule that is added, removed or renamed changes it.
#[test]
fn the_rules_are_those_of_the_list() {
    let list: Vec<String> = RULES
        .iter()
        .map(|rule| format!("{} {}", rule.id, rule.name))
        .collect();
    let expect = include_str!("tests/rules.txt");
    assert_eq!(list.join("\n"), expect.trim_end());
}

/// The generated page.
#[test]
fn the_page_shows_every_rule() {
    const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../docs/lint-rules.md");
    let page = rules_page();
    if std::env::var_os("UPDATE_DOCS").is_some_and(|on| on == "1") {
        std::fs::write(FILE, &page).expect("the page is written");
    }
    let shown = std::fs::read_to_string(FILE).unwrap_or_default();
    assert!(
        shown == page,
        "docs/lint-rules.md is out of date; run `UPDATE_DOCS=1 cargo nextest run -p candor-lint`"
    );
}
