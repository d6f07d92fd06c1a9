//! a tool that calls others claims to be safer than they are.

use crate::rules::prelude::*;

pub(super) const RULE: LintRule = LintRule {
    id: "H027",
    name: "looser-than-its-parts",
    summary: "a tool that calls others claims to be safer than they are",
    why: "A tool that runs other tools can do whatever they do. If one of them destroys, the \
        tool destroys.",
    advice: "take over the most careful hint of its parts",
    severity: SeverityByProfile::beyond_spec(Severity::Warning),
    fix: FixKind::Safe,
    check: RuleCheck::Source(check),
    bad: r#"[{"name": "clean_up", "annotations": {"readOnlyHint": true}, "children": ["delete_book"]},{"name": "delete_book", "annotations": {"readOnlyHint": false, "destructiveHint": true}}]"#,
    good: r#"[{"name": "clean_up", "annotations": {"readOnlyHint": false, "destructiveHint": true}, "children": ["delete_book"]},{"name": "delete_book", "annotations": {"readOnlyHint": false, "destructiveHint": true}}]"#,
};

fn check(tools: &[LintSubject], _policy: &LintPolicy) -> Vec<LintProblem> {
    let mut found = Vec::new();
    for tool in tools.iter().filter(|tool| !tool.children.is_empty()) {
        let parts = tools
            .iter()
            .filter(|other| tool.children.contains(&other.own));
        for part in parts {
            for hint in [Hint::ReadOnly, Hint::Destructive, Hint::OpenWorld] {
                let careful = hint.careful();
                if tool.stated.get(hint) == Some(!careful) && part.stated.get(hint) == Some(careful)
                {
                    let message = format!(
                        "`{}` is {}, but it calls `{}`, where it is {careful}",
                        hint.wire(),
                        !careful,
                        part.own
                    );
                    let fix = LintFix::safe(vec![DefinitionEdit::hint(hint, careful)]);
                    let problem =
                        LintProblem::new(message).at(format!("/annotations/{}", hint.wire()));
                    found.push(problem.of(&tool.name).fixed_by(fix));
                }
            }
        }
    }
    found
}
