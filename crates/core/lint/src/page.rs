//! The reference of all rules, generated from the rules themselves.

use std::fmt::Write as _;

use candor_model::Severity;

use crate::{LintProfile, LintRule, RULES};

/// The head of the page.
const INTRO: &str = "# Lint rules

<!-- Written from the rules in `crates/core/lint/src/rules`. Change those, then run
     `UPDATE_DOCS=1 cargo nextest run -p candor-lint`. -->

Every rule that `candor lint` knows. [How to use it](lint.md) is a page of its own. The columns are
the profiles; `strict` has every rule, at the highest severity of the row and at least as a warning.
`candor lint --explain RULE` shows the same text in the terminal.

";

/// The page `docs/lint-rules.md`.
pub fn rules_page() -> String {
    let mut page = INTRO.to_owned();
    table(&mut page);
    let mut family = "";
    for rule in RULES.iter() {
        if rule.family() != family {
            family = rule.family();
            let _ = writeln!(page, "\n## {family}");
        }
        section(&mut page, rule);
    }
    page
}

/// A rule as text for a terminal.
pub fn explain(rule: &LintRule) -> String {
    let mut text = format!("{} {}: {}\n\n", rule.id, rule.name, rule.summary);
    let _ = writeln!(text, "{}\n", wrapped(rule.why));
    let _ = writeln!(text, "{}\n", wrapped(&format!("Fix: {}.", rule.advice)));
    let levels =
        LintProfile::ALL.map(|profile| format!("{profile} {}", word(rule.severity.get(profile))));
    let _ = writeln!(text, "Severity: {}", levels.join(", "));
    let _ = writeln!(text, "--fix: {}", fix_words(rule));
    let _ = writeln!(text, "\nBad:\n{}", indented(rule.bad));
    let _ = writeln!(text, "\nGood:\n{}", indented(rule.good));
    text
}

fn table(page: &mut String) {
    page.push_str("| rule | what is wrong | spec | clients | anthropic | openai | fix |\n");
    page.push_str("|---|---|---|---|---|---|---|\n");
    for rule in RULES.iter() {
        let level = |profile| word(rule.severity.get(profile));
        let _ = writeln!(
            page,
            "| [{id}](#{anchor}) | {} | {} | {} | {} | {} | {} |",
            rule.summary,
            level(LintProfile::Spec),
            level(LintProfile::Clients),
            level(LintProfile::Anthropic),
            level(LintProfile::Openai),
            rule.fix,
            id = rule.id,
            anchor = anchor(rule),
        );
    }
}

fn section(page: &mut String, rule: &LintRule) {
    let LintRule {
        id,
        name,
        why,
        advice,
        bad,
        good,
        ..
    } = rule;
    let _ = writeln!(
        page,
        "\n### {id} {name}\n\n{why}\n\n*Fix:* {advice}. {}",
        fix_sentence(rule)
    );
    let _ = writeln!(
        page,
        "\nBad:\n\n```json\n{bad}\n```\n\nGood:\n\n```json\n{good}\n```"
    );
}

/// The anchor that renderers make of a heading.
fn anchor(rule: &LintRule) -> String {
    format!("{}-{}", rule.id.to_ascii_lowercase(), rule.name)
}

fn word(severity: Option<Severity>) -> &'static str {
    severity.map_or("off", Severity::as_str)
}

fn fix_words(rule: &LintRule) -> &'static str {
    match rule.fix {
        crate::FixKind::Safe => "applies the fix where it is certain",
        crate::FixKind::Suggested => "suggests a fix where the evidence allows one",
        crate::FixKind::Manual => "cannot fix this",
    }
}

fn fix_sentence(rule: &LintRule) -> &'static str {
    match rule.fix {
        crate::FixKind::Safe => "`--fix` applies it where it is certain.",
        crate::FixKind::Suggested | crate::FixKind::Manual => "",
    }
}

fn indented(json: &str) -> String {
    let value: Option<serde_json::Value> = serde_json::from_str(json).ok();
    let pretty = value.and_then(|value| serde_json::to_string_pretty(&value).ok());
    let pretty = pretty.unwrap_or_else(|| json.to_owned());
    let lines: Vec<String> = pretty.lines().map(|line| format!("  {line}")).collect();
    candor_text::escape_hidden(&lines.join("\n"))
}

/// The text in lines of at most 92 characters.
fn wrapped(text: &str) -> String {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last().map_or(0, String::len);
        if line + word.len() + 1 > 92 {
            lines.push(String::new());
        }
        if let Some(line) = lines.last_mut() {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines.join("\n")
}
