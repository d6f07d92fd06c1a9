//! notes are too long or too many.

use std::collections::BTreeMap;

use crate::LintNote;
use crate::rules::prelude::*;

pub(super) const RULE: LintRule = LintRule {
    id: "K002",
    name: "long-notes",
    summary: "notes are too long or too many",
    why: "Notes are part of the description, and Claude Code cuts descriptions at 2,048 \
        characters. The last note is the first to go.",
    advice: "keep a note to a sentence or two; `note` and `description` under `[budget]` set \
        other limits",
    severity: SeverityByProfile::beyond_spec(Severity::Warning),
    fix: FixKind::Suggested,
    check: RuleCheck::All(check),
    bad: r#"{"tools": [{"name": "delete_book", "description": "Deletes a book.", "annotations": {"readOnlyHint": false, "destructiveHint": true}}], "toolsets": [{"name": "office", "tools": ["shop.delete_book"], "notes": [{"tool": "shop.delete_book", "name": "edition", "note": "Ask which edition is meant."}]}], "policy": {"budget": {"note": 20}}}"#,
    good: r#"{"tools": [{"name": "delete_book", "description": "Deletes a book.", "annotations": {"readOnlyHint": false, "destructiveHint": true}}], "toolsets": [{"name": "office", "tools": ["shop.delete_book"], "notes": [{"tool": "shop.delete_book", "name": "edition", "note": "Ask which edition is meant."}]}]}"#,
};

/// The maximum number of notes per tool.
const MOST: usize = 5;

fn check(input: &LintInput, policy: &LintPolicy) -> Vec<LintProblem> {
    let mut found = Vec::new();
    for toolset in &input.toolsets {
        let mut by_tool: BTreeMap<&str, Vec<&LintNote>> = BTreeMap::new();
        for note in &toolset.notes {
            by_tool.entry(&note.tool).or_default().push(note);
        }
        for (tool, notes) in by_tool {
            let description = input.tool(tool).and_then(LintSubject::description);
            let length = |text: &str| text.chars().count();
            let own = description.map_or(0, length);
            let all: usize = notes
                .iter()
                .map(|note| length(&note.text) + length(&note.name))
                .sum();
            let longest = notes.iter().max_by_key(|note| length(&note.text));
            let message = match longest {
                Some(note) if length(&note.text) > policy.budget.note => format!(
                    "the note `{}` has {} characters; {} are allowed",
                    note.name,
                    length(&note.text),
                    policy.budget.note
                ),
                _ if notes.len() > MOST => {
                    format!("there are {} notes; {MOST} are read", notes.len())
                }
                _ if own + all > policy.budget.description && own <= policy.budget.description => {
                    format!(
                        "with its notes the description has {} characters; clients keep {}",
                        own + all,
                        policy.budget.description
                    )
                }
                _ => continue,
            };
            let message = format!("toolset `{}`: {message}", toolset.name);
            found.push(LintProblem::new(message).at("/description").of(tool));
        }
    }
    found
}
