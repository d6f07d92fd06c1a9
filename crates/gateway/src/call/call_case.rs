//! The case of a tool that the arguments of a call select.
//!
//! From here on the call carries its tool as it is in this case: policy, approval card, retries,
//! caches, coalescing and the audit entry all use it, without any knowledge of cases.

use std::sync::Arc;

use candor_model::SqlFlavour;
use candor_resolve::EffectiveAnnotations;
use candor_sql::{SqlDialect, SqlEffect};
use serde_json::Value;

use crate::catalogue::OfferedTool;

/// The tool as a call with these arguments uses it.
pub(crate) fn offered_in_call(offered: &Arc<OfferedTool>, arguments: &Value) -> Arc<OfferedTool> {
    match effective_in_call(&offered.effective, arguments) {
        Some(effective) => Arc::new(offered.with_effective(effective)),
        None => Arc::clone(offered),
    }
}

/// The annotations for a call with these arguments; `None` if they are the same for all calls.
pub(crate) fn effective_in_call(
    effective: &EffectiveAnnotations,
    arguments: &Value,
) -> Option<EffectiveAnnotations> {
    effective.for_call(arguments, &only_reads)
}

/// Whether a text is SQL that was classified with certainty as read-only.
fn only_reads(flavour: SqlFlavour, text: &str) -> bool {
    let dialect = match flavour {
        SqlFlavour::PostgreSql => SqlDialect::PostgreSql,
        SqlFlavour::MySql => SqlDialect::MySql,
        SqlFlavour::Sqlite => SqlDialect::Sqlite,
        SqlFlavour::SqlServer => SqlDialect::SqlServer,
        SqlFlavour::Any => SqlDialect::Unknown,
    };
    matches!(
        candor_sql::classify(text, dialect),
        SqlEffect::ReadOnly { .. }
    )
}
