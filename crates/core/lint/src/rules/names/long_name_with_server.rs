//! server and tool name together are longer than Cursor accepts.

use crate::rules::prelude::*;

pub(super) const RULE: LintRule = LintRule {
    id: "N003",
    name: "long-name-with-server",
    summary: "server and tool name together are longer than Cursor accepts",
    why: "Cursor puts the name of the server in front of the name of the tool and leaves out \
        tools whose two names together have more than 60 characters. Users see a server that \
        lacks some of its tools.",
    advice: "shorten the name of the tool or of the server",
    severity: SeverityByProfile::beyond_spec(Severity::Warning),
    fix: FixKind::Suggested,
    check: RuleCheck::Tool(check),
    bad: r#"{"name": "replace_the_shipping_address_of_an_order_by_another", "source": "bookshop-of-the-city"}"#,
    good: r#"{"name": "replace_shipping_address", "source": "bookshop"}"#,
};

/// The most characters that the two names have together.
const LONGEST: usize = 60;

fn check(subject: &LintSubject, _policy: &LintPolicy) -> Vec<LintProblem> {
    let length = subject.source.chars().count() + subject.own.chars().count();
    if length <= LONGEST {
        return Vec::new();
    }
    let message = format!(
        "with the server `{}` the name has {length} characters; Cursor accepts {LONGEST}",
        subject.source
    );
    LintProblem::new(message).at("/name").into()
}
