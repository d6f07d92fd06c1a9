//! two readings of the list differ.

use crate::SecondReading;
use crate::rules::prelude::*;

pub(super) const RULE: LintRule = LintRule {
    id: "R004",
    name: "unstable-list",
    summary: "two readings of the list differ",
    why: "A server that answers the same question differently cannot be reviewed. Sometimes \
        the tools depend on who asks; then the description should say so.",
    advice: "make the list depend on nothing but the caller's permissions",
    severity: SeverityByProfile::everywhere(Severity::Warning),
    fix: FixKind::Manual,
    check: RuleCheck::Tool(check),
    bad: r#"{"name": "get_book", "description": "Gets a book.", "secondReading": {"name": "get_book", "description": "Gets two books."}}"#,
    good: r#"{"name": "get_book", "description": "Gets a book.", "secondReading": {"name": "get_book", "description": "Gets a book."}}"#,
};

fn check(subject: &LintSubject, _policy: &LintPolicy) -> Vec<LintProblem> {
    let message = match &subject.second_reading {
        Some(SecondReading::Missing) => {
            "a second reading of the list does not have the tool".to_owned()
        }
        Some(SecondReading::Definition(second)) => {
            let keys = [
                "title",
                "description",
                "inputSchema",
                "outputSchema",
                "annotations",
            ];
            let differs = |key: &&&str| second.get(**key) != subject.definition.get(**key);
            match keys.iter().find(differs) {
                Some(key) => format!("a second reading of the list has another `{key}`"),
                None => return Vec::new(),
            }
        }
        None => return Vec::new(),
    };
    LintProblem::new(message).into()
}
