//! Common imports of rules.

pub(super) use candor_model::{Hint, Severity};

pub(super) use crate::{
    DefinitionEdit, FixKind, LintFix, LintInput, LintPolicy, LintProblem, LintRule, LintSubject,
    RuleCheck, SeverityByProfile,
};
