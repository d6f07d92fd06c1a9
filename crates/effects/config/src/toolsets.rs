//! Files with toolsets: `candor toolset import` reads them, and `candor toolset export` writes
//! them.
//!
//! The tables are the same as in a `candor.toml`, so they can be copied between the two.

mod write;

use candor_model::{Diagnostic, ToolNotes};
use candor_text::quote;

use crate::problem::did_you_mean;
use crate::read::context::ReadContext;
use crate::read::{toolsets, whole_file};
use crate::settings::{DeclaredOpinion, ToolsetSettings};
use crate::tree::ConfigEntry;

pub use write::write_toolsets;

/// The result of reading such a file.
#[derive(Clone, Debug, Default)]
pub struct ToolsetFile {
    /// The toolsets, in its order; names unique. Where there are errors this is only a part.
    pub toolsets: Vec<ToolsetSettings>,
    /// The annotation overrides of the toolsets.
    pub opinions: Vec<DeclaredOpinion>,
    /// The notes that count in every toolset.
    pub notes: Vec<ToolNotes>,
    /// The diagnostics in order. If there is an error, the file must not be imported.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a file with toolsets; `file_name` is used in places. Anything else in it, including
/// unknown keys, is an error, because a file is imported as a whole.
pub fn read_toolsets(file_name: &str, text: &str) -> ToolsetFile {
    let mut file = ToolsetFile::default();
    file.diagnostics = whole_file(file_name, text, |context, root| {
        for entry in root {
            // The importer knows which sources exist.
            let mut mentions = Vec::new();
            match entry.key.as_str() {
                "toolsets" => {
                    let said = &mut file.opinions;
                    file.toolsets = toolsets::tables(context, entry, said, &mut mentions);
                }
                "notes" => {
                    let notes = toolsets::notes_at(context, entry, "notes", &mut mentions);
                    file.notes = notes.into_iter().map(|(entry, _)| entry).collect();
                }
                _ => unknown_key(context, entry),
            }
        }
    });
    file
}

/// The error that a key has no place in a file of toolsets.
fn unknown_key(context: &mut ReadContext<'_>, found: &ConfigEntry) {
    let key = quote(&found.key);
    let message = format!("{key} does not belong in a file of toolsets");
    let hint = did_you_mean(&found.key, ["toolsets", "notes"]);
    let hint = hint.as_deref();
    let hint = hint.unwrap_or("only `[toolsets.NAME]` and `[[notes]]` tables may stand here");
    let diagnostic = Diagnostic::error("config::no-toolset", message).with_hint(hint);
    context.report.push_at(&found.key_span, diagnostic);
}

#[cfg(test)]
mod tests;
