//! the description says neither what comes back nor when to use the tool.

use crate::rules::prelude::*;
use crate::words::words;

pub(super) const RULE: LintRule = LintRule {
    id: "D003",
    name: "incomplete-description",
    summary: "the description says neither what comes back nor when to use the tool",
    why: "Anthropic's guide for tools asks for three things: what it does, what it returns and \
        when not to use it. A model that knows them chooses right more often and reads \
        results right.",
    advice: "add a sentence that begins with \"Returns\", and one that says when to use another \
        tool",
    severity: SeverityByProfile::strict_only().anthropic(Severity::Note),
    fix: FixKind::Suggested,
    check: RuleCheck::Tool(check),
    bad: r#"{"name": "list_books", "description": "Books of the shop, newest first."}"#,
    good: r#"{"name": "list_books", "description": "Lists the books of the shop. Returns title, author and price. Use get_book for one book."}"#,
};

const RESULTS: [&str; 13] = [
    "return",
    "returns",
    "returning",
    "responds",
    "result",
    "results",
    "output",
    "outputs",
    "yields",
    "gives",
    "response",
    "lists",
    "shows",
];
const OCCASIONS: [&str; 11] = [
    "use", "when", "instead", "if", "only", "not", "unless", "before", "after", "for", "prefer",
];

fn check(subject: &LintSubject, _policy: &LintPolicy) -> Vec<LintProblem> {
    let Some(text) = subject.description() else {
        return Vec::new();
    };
    let said = words(text);
    let has_any = |list: &[&str]| said.iter().any(|word| list.contains(&word.as_str()));
    let message = match (has_any(&RESULTS), has_any(&OCCASIONS)) {
        (false, false) => "the description says neither what comes back nor when to use it",
        (false, true) if subject.definition.get("outputSchema").is_none() => {
            "the description does not say what comes back"
        }
        _ => return Vec::new(),
    };
    LintProblem::new(message).at("/description").into()
}
