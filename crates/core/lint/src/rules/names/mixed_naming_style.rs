//! the names of a server follow different styles.

use crate::rules::prelude::*;
use std::collections::BTreeMap;

pub(super) const RULE: LintRule = LintRule {
    id: "N009",
    name: "mixed-naming-style",
    summary: "the names of a server follow different styles",
    why: "A model guesses names from the ones it has seen. With `get_book` next to \
        `listAuthors` it guesses wrong more often, and people cannot filter by pattern.",
    advice: "use one style for all names, such as `snake_case`",
    severity: SeverityByProfile::beyond_spec(Severity::Note),
    fix: FixKind::Manual,
    check: RuleCheck::Source(check),
    bad: r#"[{"name": "get_book"},{"name": "list_books"},{"name": "getAuthor"},{"name": "listAuthors"}]"#,
    good: r#"[{"name": "get_book"},{"name": "list_books"},{"name": "get_author"},{"name": "list_authors"}]"#,
};

/// The minimum number of tools for a habit.
const FEWEST: usize = 4;
/// The maximum percentage of exceptions.
const EXCEPTIONS: usize = 20;

fn check(tools: &[LintSubject], _policy: &LintPolicy) -> Vec<LintProblem> {
    let mut styles: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for tool in tools {
        if let Some(style) = style(&tool.own) {
            styles.entry(style).or_default().push(&tool.own);
        }
    }
    let all: usize = styles.values().map(Vec::len).sum();
    let most = styles.values().map(Vec::len).max().unwrap_or_default();
    if all < FEWEST || (all - most) * 100 <= all * EXCEPTIONS {
        return Vec::new();
    }
    let parts: Vec<String> = styles
        .iter()
        .map(|(style, names)| format!("{style} ({}, such as `{}`)", names.len(), names[0]))
        .collect();
    let source = &tools[0].source;
    let message = format!("source `{source}`: names mix {}", parts.join(" and "));
    LintProblem::new(message).into()
}

/// The word separator; `None` for a single word.
fn style(name: &str) -> Option<&'static str> {
    let has_upper = name.chars().any(char::is_uppercase);
    match (name.contains('_'), name.contains('-'), has_upper) {
        (true, false, false) => Some("snake_case"),
        (false, true, false) => Some("kebab-case"),
        (false, false, true) => Some("camelCase"),
        // `data-store_create` is a style of its own: the object in one, the verb in the other.
        (true, true, _) => Some("both separators"),
        (true | false, _, true) => Some("capitals and separators"),
        (false, false, false) => None,
    }
}
