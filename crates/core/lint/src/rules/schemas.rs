//! Rules about input and output schemas.

mod heavy_schema;
mod inconsistent_schema;
mod invalid_schema;
mod missing_output_schema;
mod result_breaks_schema;
mod unsupported_schema;

use crate::LintRule;

pub(super) const RULES: &[&LintRule] = &[
    &invalid_schema::RULE,
    &unsupported_schema::RULE,
    &heavy_schema::RULE,
    &missing_output_schema::RULE,
    &result_breaks_schema::RULE,
    &inconsistent_schema::RULE,
];
