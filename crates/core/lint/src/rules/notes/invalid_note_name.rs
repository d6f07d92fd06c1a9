//! the name of a note is invalid or used twice.

use std::collections::HashSet;

use crate::rules::prelude::*;
use candor_model::NoteName;

pub(super) const RULE: LintRule = LintRule {
    id: "K001",
    name: "invalid-note-name",
    summary: "the name of a note is invalid or used twice",
    why: "A note is edited and removed by its name. Names are 2 to 50 of `a` to `z`, digits \
        and `-`, and each is used once per tool.",
    advice: "rename the note",
    severity: SeverityByProfile::everywhere(Severity::Error),
    fix: FixKind::Suggested,
    check: RuleCheck::All(check),
    bad: r#"{"tools": [{"name": "delete_book", "description": "Deletes a book.", "annotations": {"readOnlyHint": false, "destructiveHint": true}}], "toolsets": [{"name": "office", "tools": ["shop.delete_book"], "notes": [{"tool": "shop.delete_book", "name": "Ask First", "note": "Ask which edition is meant."}]}]}"#,
    good: r#"{"tools": [{"name": "delete_book", "description": "Deletes a book.", "annotations": {"readOnlyHint": false, "destructiveHint": true}}], "toolsets": [{"name": "office", "tools": ["shop.delete_book"], "notes": [{"tool": "shop.delete_book", "name": "edition", "note": "Ask which edition is meant."}]}]}"#,
};

fn check(input: &LintInput, _policy: &LintPolicy) -> Vec<LintProblem> {
    let mut found = Vec::new();
    for toolset in &input.toolsets {
        let mut seen = HashSet::new();
        for note in &toolset.notes {
            let shown = candor_text::quote(&note.name);
            let problem = if NoteName::parse(&note.name).is_err() {
                format!(
                    "toolset `{}`: the note {shown} has an invalid name",
                    toolset.name
                )
            } else if !seen.insert((&note.tool, &note.name)) {
                format!("toolset `{}`: there are two notes {shown}", toolset.name)
            } else {
                continue;
            };
            found.push(LintProblem::new(problem).at("/description").of(&note.tool));
        }
    }
    found
}
