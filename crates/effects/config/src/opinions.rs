//! Files with annotation overrides: `candor annotate --apply` reads them, and `candor tools
//! --export` writes them.
//!
//! The tables are the same as in a `candor.toml`, so they can be copied between the two.

pub(crate) mod write;

use candor_model::{Diagnostic, OpinionScope};
use candor_text::quote;

use crate::problem::did_you_mean;
use crate::read::context::ReadContext;
use crate::read::{environments, opinions, toolsets, whole_file};
use crate::report::ConfigReport;
use crate::settings::DeclaredOpinion;
use crate::tree::ConfigEntry;

pub use write::write_opinions;

/// The allowed tables, for hints.
const ALLOWED: &str = "only `[annotations.\"…\"]`, `[environments.NAME.annotations.\"…\"]` and \
                       `[toolsets.NAME.annotations.\"…\"]` may stand here";

/// The allowed tables.
const TABLES: [&str; 3] = ["annotations", "environments", "toolsets"];

/// The result of reading such a file.
#[derive(Clone, Debug)]
pub struct OpinionFile {
    /// The overrides in order, with distinct keys. Incomplete if there are errors.
    pub opinions: Vec<DeclaredOpinion>,
    /// The diagnostics in order. If there is an error, the file must not be applied.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a file with overrides; `file_name` is used in places. Anything else in it, including
/// unknown keys, is an error, because a file is applied as a whole.
pub fn read_opinions(file_name: &str, text: &str) -> OpinionFile {
    let mut said = Vec::new();
    let diagnostics = whole_file(file_name, text, |context, root| {
        for entry in root {
            match entry.key.as_str() {
                key @ "annotations" => {
                    let scope = OpinionScope::Everywhere;
                    said.extend(opinions::tables(context, entry, key, &scope));
                }
                "environments" => within(context, entry, environment, &mut said),
                "toolsets" => within(context, entry, toolset, &mut said),
                _ => unknown_key(&mut context.report, entry, "", &TABLES),
            }
        }
    });
    OpinionFile {
        opinions: said,
        diagnostics,
    }
}

fn environment(report: &mut ConfigReport<'_>, found: &ConfigEntry) -> Option<OpinionScope> {
    environments::name(report, found).map(OpinionScope::Environment)
}

fn toolset(report: &mut ConfigReport<'_>, found: &ConfigEntry) -> Option<OpinionScope> {
    toolsets::name(report, found).map(OpinionScope::Toolset)
}

/// The opinions of every environment or toolset.
fn within(
    context: &mut ReadContext<'_>,
    found: &ConfigEntry,
    scope: fn(&mut ConfigReport<'_>, &ConfigEntry) -> Option<OpinionScope>,
    said: &mut Vec<DeclaredOpinion>,
) {
    let tables = context.table(found, &found.key, Some(ALLOWED));
    for inner in tables.unwrap_or_default() {
        let path = format!("{}.{}", found.key, inner.key);
        let Some(scope) = scope(&mut context.report, inner) else {
            continue;
        };
        let entries = context.table(inner, &path, Some(ALLOWED));
        for entry in entries.unwrap_or_default() {
            if entry.key == "annotations" {
                let path = format!("{path}.annotations");
                said.extend(opinions::tables(context, entry, &path, &scope));
            } else {
                unknown_key(&mut context.report, entry, &path, &["annotations"]);
            }
        }
    }
}

/// The error that a key has no place in a file of opinions.
fn unknown_key(report: &mut ConfigReport<'_>, found: &ConfigEntry, path: &str, known: &[&str]) {
    let whole = match path {
        "" => found.key.clone(),
        path => format!("{path}.{}", found.key),
    };
    let message = format!("{} does not belong in a file of opinions", quote(&whole));
    let hint = did_you_mean(&found.key, known.iter().copied());
    let hint = hint.as_deref().unwrap_or(ALLOWED);
    let diagnostic = Diagnostic::error("config::no-opinion", message).with_hint(hint);
    report.push_at(&found.key_span, diagnostic);
}

#[cfg(test)]
mod tests;
