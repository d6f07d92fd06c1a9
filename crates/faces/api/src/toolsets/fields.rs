//! Validation of a toolset's fields.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use candor_model::{ToolsetMember, ToolsetName};

use super::member::MemberWord;
use crate::problem::ApiProblem;

/// The allowed lengths of a description with its notes, in characters.
const BUDGET: RangeInclusive<usize> = 200..=100_000;

/// A name that something is to have.
pub(super) fn name(text: &str) -> Result<ToolsetName, ApiProblem> {
    ToolsetName::parse(text).map_err(ApiProblem::invalid)
}

/// A list of members. The same one twice is a slip of the pen.
pub(super) fn members(words: &[MemberWord]) -> Result<Vec<ToolsetMember>, ApiProblem> {
    let mut seen = HashSet::new();
    for MemberWord(member) in words {
        if !seen.insert(member) {
            return Err(ApiProblem::invalid(format!("`{member}` is there twice")));
        }
    }
    Ok(words.iter().map(|word| word.0.clone()).collect())
}

/// Whether a budget makes sense.
pub(super) fn check_budget(budget: usize) -> Result<(), ApiProblem> {
    if BUDGET.contains(&budget) {
        return Ok(());
    }
    Err(ApiProblem::invalid(format!(
        "`budget` is `{budget}`; it takes a number from {} to {}, or null",
        BUDGET.start(),
        BUDGET.end()
    )))
}
