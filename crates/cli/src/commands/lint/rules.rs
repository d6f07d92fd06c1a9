//! The rules. Their codes are stable: people filter by them.

mod description;
mod hints;
mod name;
mod parameters;
mod schema;
#[cfg(test)]
mod tests;

use candor_model::{Diagnostic, Severity};

use super::Subject;

/// One thing that a tool can do wrong.
struct Rule {
    code: &'static str,
    severity: Severity,
    /// What is wrong, if it is.
    check: fn(&Subject) -> Option<String>,
    /// What its author can do.
    hint: &'static str,
}

const RULES: [Rule; 12] = [
    Rule {
        code: "lint::contradiction",
        severity: Severity::Error,
        check: hints::contradiction,
        hint: "it is served as destructive; take back one of the two",
    },
    Rule {
        code: "lint::unusable-schema",
        severity: Severity::Error,
        check: schema::unusable,
        hint: "nothing can be checked against it; correct it as JSON Schema 2020-12",
    },
    Rule {
        code: "lint::no-description",
        severity: Severity::Warning,
        check: description::missing,
        hint: "say what the tool does, when to use it and what it gives back",
    },
    Rule {
        code: "lint::empty-description",
        severity: Severity::Warning,
        check: description::repeats_name,
        hint: "say what a model cannot guess: when to use it, what it needs, what it gives back",
    },
    Rule {
        code: "lint::undescribed-parameter",
        severity: Severity::Warning,
        check: parameters::undescribed,
        hint: "give each a `description` with its meaning, unit and form",
    },
    Rule {
        code: "lint::method-contradicted",
        severity: Severity::Warning,
        check: hints::method_contradicted,
        hint: "use a method that may change things, or say in `x-candor` that it only reads",
    },
    Rule {
        code: "lint::hint-contradicted",
        severity: Severity::Warning,
        check: hints::declared_contradicted,
        hint: "correct the hint, or the text that speaks against it",
    },
    Rule {
        code: "lint::unset-hints",
        severity: Severity::Warning,
        check: hints::unset,
        hint: "set the hints where the tool is defined; `candor infer` shows what evidence says",
    },
    Rule {
        code: "lint::long-name",
        severity: Severity::Warning,
        check: name::too_long,
        hint: "many clients refuse names of more than 64 characters; Candor offers it under a \
               shorter one",
    },
    Rule {
        code: "lint::name-characters",
        severity: Severity::Warning,
        check: name::characters,
        hint: "many clients take only letters, digits, `_` and `-`; Candor offers it under a \
               name that fits",
    },
    Rule {
        code: "lint::suggestion",
        severity: Severity::Note,
        check: hints::suggestion,
        hint: "if that is so, say it where the tool is defined, or with `candor annotate`",
    },
    Rule {
        code: "lint::no-output-schema",
        severity: Severity::Note,
        check: schema::no_output,
        hint: "with an `outputSchema` clients can check and show what comes back",
    },
];

/// What is wrong with the tools of each source together.
pub(super) fn check_together(subjects: &[Subject]) -> Vec<Diagnostic> {
    let by_source = subjects.chunk_by(|one, next| one.source == next.source);
    by_source.filter_map(hints::unset_open_world).collect()
}

/// What is wrong with a tool, gravest first.
pub(super) fn check(subject: &Subject) -> Vec<Diagnostic> {
    let found = RULES.iter().filter_map(|rule| {
        let message = (rule.check)(subject)?;
        Some(Diagnostic::new(rule.severity, rule.code, message).with_hint(rule.hint))
    });
    found.collect()
}
