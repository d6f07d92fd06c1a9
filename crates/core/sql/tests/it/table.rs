//! Statements and what they are expected to do.

use candor_sql::{SqlDialect, SqlEffect, classify};

/// What is expected of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Expected {
    Reads,
    Writes,
    Unknown,
}

impl Expected {
    fn of(effect: &SqlEffect) -> Self {
        match effect {
            SqlEffect::ReadOnly { .. } => Self::Reads,
            SqlEffect::Writes { .. } => Self::Writes,
            SqlEffect::Unknown { .. } => Self::Unknown,
        }
    }
}

/// Checks all of them and tells all that differ.
pub(crate) fn check(dialect: SqlDialect, expected: Expected, statements: &[&str]) {
    let mut wrong = Vec::new();
    for statement in statements {
        let effect = classify(statement, dialect);
        if Expected::of(&effect) != expected {
            wrong.push(format!("{statement}\n    {effect:?}"));
        }
        if let Some(why) = effect.why() {
            assert!(
                !why.is_empty() && !why.contains('\n'),
                "{statement}: {why:?}"
            );
        }
    }
    assert!(
        wrong.is_empty(),
        "{dialect:?}, {expected:?}: {} of {} differ\n{}",
        wrong.len(),
        statements.len(),
        wrong.join("\n")
    );
}
