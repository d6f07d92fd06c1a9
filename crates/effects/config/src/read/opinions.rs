//! Reads `[annotations."PATTERN"]` tables: global, or of an environment or toolset.

use candor_model::{Diagnostic, OpinionKey, OpinionScope, ToolPattern, ToolPatternError};
use candor_text::quote;

use super::context::ReadContext;
use super::{opinion, values};
use crate::report::ConfigReport;
use crate::settings::DeclaredOpinion;
use crate::tree::{ConfigEntry, ConfigValue};

/// Reads every table of `found`, at `path`. An invalid table is left out and refuses the whole
/// configuration, because it may be what prevents harm.
pub(crate) fn tables(
    context: &mut ReadContext<'_>,
    found: &ConfigEntry,
    path: &str,
    scope: &OpinionScope,
) -> Vec<DeclaredOpinion> {
    let before = context.report.errors();
    let hint = format!("begin each with a line `[{path}.\"SOURCE.TOOL\"]`");
    let entries = context.table(found, path, Some(&hint)).unwrap_or_default();
    let opinions = entries
        .iter()
        .filter_map(|entry| table(context, entry, path, scope))
        .collect();
    context.refused |= context.report.errors() > before;
    opinions
}

fn table(
    context: &mut ReadContext<'_>,
    found: &ConfigEntry,
    path: &str,
    scope: &OpinionScope,
) -> Option<DeclaredOpinion> {
    let about = pattern(&mut context.report, found, path)?;
    let scope = scope.clone();
    let key = OpinionKey { scope, about };
    opinion::read(context, found, &format!("{path}.\"{}\"", found.key), key)
}

/// The pattern that a table or a key is named after.
pub(super) fn pattern(
    report: &mut ConfigReport<'_>,
    found: &ConfigEntry,
    path: &str,
) -> Option<ToolPattern> {
    let text = found.key.as_str();
    let error = match ToolPattern::parse(text) {
        Ok(pattern) => return Some(pattern),
        Err(error) => error,
    };
    let diagnostic = match error {
        ToolPatternError::Shape(_) => {
            let message = format!("{} in {} names no tool", quote(text), quote(path));
            let hint = match unquoted(found) {
                Some(own) => format!("put the name in quotes: `[{path}.\"{text}.{own}\"]`"),
                None => "write `source.tool`, or `source.*` for all tools of a source".to_owned(),
            };
            Diagnostic::error("config::bad-name", message).with_hint(hint)
        }
        ToolPatternError::Source(_) => {
            let source = text.split('.').next().unwrap_or(text);
            let problem = values::source_name(source).err()?;
            let message = format!("the source in {} {}", quote(text), problem.says);
            let mut diagnostic = Diagnostic::error("config::bad-name", message);
            diagnostic.hint = if source.contains('*') {
                Some("name one source; `*` may stand after the dot".to_owned())
            } else {
                problem.hint
            };
            diagnostic
        }
    };
    report.push_at(&found.key_span, diagnostic);
    None
}

/// The tool's name of `[annotations.source.tool]`, which TOML takes for a table in a table.
fn unquoted(found: &ConfigEntry) -> Option<&str> {
    let ConfigValue::Table(entries) = &found.node.value else {
        return None;
    };
    let inner = entries
        .iter()
        .find(|entry| matches!(entry.node.value, ConfigValue::Table(_)))?;
    ToolPattern::parse(&format!("{}.{}", found.key, inner.key))
        .is_ok()
        .then_some(&inner.key)
}
