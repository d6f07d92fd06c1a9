//! Toolsets in a file of their own: `candor toolset import` reads it, and `candor toolset export`
//! writes it.
//!
//! The tables are those of a `candor.toml`, so that they can be moved from one to the other.

mod write;

use candor_model::{Diagnostic, ToolNotes};
use candor_text::{nearest, quote};

use crate::flags::SettingFlags;
use crate::read::context::ReadContext;
use crate::read::{LARGEST, too_large, toolsets, unreadable, without_bom};
use crate::report::ConfigReport;
use crate::settings::{DeclaredOpinion, ToolsetSettings};

pub use write::write_toolsets;

/// What came of reading a file of toolsets.
#[derive(Clone, Debug, Default)]
pub struct ToolsetFile {
    /// The toolsets, in its order; names unique. Where there are errors this is only a part.
    pub toolsets: Vec<ToolsetSettings>,
    /// What is said about tools in them; each scope is one of the toolsets.
    pub opinions: Vec<DeclaredOpinion>,
    /// The notes that count in every toolset.
    pub notes: Vec<ToolNotes>,
    /// What there is to say about it, in the order of the file. After an error nothing should
    /// be changed on account of this file.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a file of toolsets; `file_name` is for places. Anything that is not a toolset is an
/// error, also an unknown key: a file is imported as a whole.
pub fn read_toolsets(file_name: &str, text: &str) -> ToolsetFile {
    let text = without_bom(text);
    if text.len() > LARGEST {
        return refused(too_large(file_name).diagnostics);
    }
    let (flags, env) = (SettingFlags::default(), |_: &str| None);
    let report = ConfigReport::new(file_name, text).strict();
    let mut context = ReadContext::new(report, &flags, &env);
    let root = match crate::tree::toml::parse(text) {
        Ok(root) => root,
        Err(errors) => return refused(unreadable(context.report, errors).diagnostics),
    };
    let mut file = ToolsetFile::default();
    for entry in &root {
        // Which sources there are is for the importer to know.
        let mut mentions = Vec::new();
        if entry.key == "toolsets" {
            let said = &mut file.opinions;
            file.toolsets = toolsets::tables(&mut context, entry, said, &mut mentions);
            continue;
        }
        if entry.key == "notes" {
            let notes = toolsets::house(&mut context, entry, &mut mentions);
            file.notes = notes.into_iter().map(|(entry, _)| entry).collect();
            continue;
        }
        let message = format!(
            "{} does not belong in a file of toolsets",
            quote(&entry.key)
        );
        let hint = match nearest(&entry.key, ["toolsets", "notes"]) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "only `[toolsets.NAME]` and `[[notes]]` tables may stand here".to_owned(),
        };
        let stranger = Diagnostic::error("config::no-toolset", message).with_hint(hint);
        context.report.push_at(&entry.key_span, stranger);
    }
    file.diagnostics = context.report.finish();
    file
}

fn refused(diagnostics: Vec<Diagnostic>) -> ToolsetFile {
    ToolsetFile {
        diagnostics,
        ..ToolsetFile::default()
    }
}

#[cfg(test)]
mod tests;
