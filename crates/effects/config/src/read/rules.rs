//! The `[[policy.rule]]` tables.

use std::collections::HashSet;

use candor_model::{Diagnostic, Severity};
use candor_policy::policy::RULES_MAX;
use candor_policy::{PolicyRules, RuleDraft, RuleProblem};
use candor_text::quote;

use super::context::ReadContext;
use super::declared::{DeclaredKind, DeclaredNames};
use super::{policy, rule};
use crate::tree::{ConfigEntry, ConfigNode};

/// The keys in the file that differ from the field names.
const KEYS: [(&str, &str); 5] = [
    ("sources", "source"),
    ("tools", "tool"),
    ("toolsets", "toolset"),
    ("environments", "environment"),
    ("roles", "role"),
];

/// Reads and compiles the rules. Unreadable ones are left out, so that problems of the others are
/// reported too; if any rule is invalid, the policy has none.
pub(super) fn read(
    context: &mut ReadContext<'_>,
    table: &[ConfigEntry],
    declared: &DeclaredNames<'_>,
) -> PolicyRules {
    let before = context.report.errors();
    let mut drafts = Vec::new();
    let mut written = Vec::new();
    for (path, item) in policy::items(context, table, "rule", RULES_MAX) {
        if let Some(draft) = rule::read(context, item, &path) {
            mentions(context, &draft, item, &path, declared);
            drafts.push(draft);
            written.push((path, item));
        }
    }
    same_names(context, &drafts, &written);
    let compiled = PolicyRules::compile(drafts, &declared.sources());
    let problems = match &compiled {
        Ok(policy) => policy.remarks(),
        Err(problems) => problems,
    };
    for problem in problems {
        tell(context, problem, &written);
    }
    match compiled {
        Ok(policy) if context.report.errors() == before => policy,
        _ => {
            // Without all of its rules the policy is less strict than intended.
            context.refused = true;
            PolicyRules::default()
        }
    }
}

/// Warns of toolsets and environments that may be misspelled.
fn mentions(
    context: &mut ReadContext<'_>,
    draft: &RuleDraft,
    item: &ConfigNode,
    path: &str,
    declared: &DeclaredNames<'_>,
) {
    use DeclaredKind::{Environment, Toolset};
    for (kind, key, patterns) in [
        (Toolset, "toolset", &draft.toolsets),
        (Environment, "environment", &draft.environments),
    ] {
        let span = rule::span_of(item, key);
        for pattern in patterns {
            let path = format!("{path}.{key}");
            declared.expect(context, kind, pattern, &path, span);
        }
    }
}

/// Warns about rules with the same name.
fn same_names(
    context: &mut ReadContext<'_>,
    drafts: &[RuleDraft],
    written: &[(String, &ConfigNode)],
) {
    let mut seen = HashSet::new();
    for (draft, (path, item)) in drafts.iter().zip(written) {
        let Some(name) = &draft.name else { continue };
        if !seen.insert(name) {
            let path = quote(&format!("{path}.name"));
            let message = format!("{path} is {} again", quote(name));
            let twice = Diagnostic::warning("config::twice", message)
                .with_hint("a decision is explained with the name of its rule");
            let span = rule::span_of(item, "name");
            context.report.push_at(span, twice);
        }
    }
}

fn tell(context: &mut ReadContext<'_>, problem: &RuleProblem, written: &[(String, &ConfigNode)]) {
    let (severity, code) = if problem.fatal {
        (Severity::Error, "config::bad-rule")
    } else {
        (Severity::Warning, "config::odd-rule")
    };
    let (path, item) = &written[problem.rule];
    let message = format!("in {}, {}", quote(path), problem.sentence);
    let mut diagnostic = Diagnostic::new(severity, code, message);
    diagnostic.hint.clone_from(&problem.hint);
    let renamed = KEYS.iter().find(|(ours, _)| *ours == problem.key);
    let key = renamed.map_or(problem.key, |(_, theirs)| theirs);
    let span = rule::span_of(item, key);
    context.report.push_at(span, diagnostic);
}
