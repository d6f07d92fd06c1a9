//! Collects toolsets from one or more files for an import.

use std::collections::HashMap;
use std::path::PathBuf;

use candor_model::{Diagnostic, ToolNotes, Toolset, ToolsetMember, hidden_character};
use candor_text::quote;

use crate::import::HypertoolImport;
use crate::name::toolset_names;
use crate::report::{ImportReport, note};

/// The longest description that is taken, in characters.
const DESCRIPTION_MAX: usize = 500;

/// A toolset before it has its name here.
pub(crate) struct ImportedToolset {
    /// Its key in hypertool.
    pub(crate) key: String,
    /// Its title there.
    pub(crate) title: String,
    pub(crate) description: String,
    pub(crate) members: Vec<ToolsetMember>,
    pub(crate) notes: Vec<ToolNotes>,
}

/// The collected toolsets.
pub(crate) struct ImportCollection {
    pub(crate) report: ImportReport,
    pub(crate) server_files: Vec<PathBuf>,
    equipped: Option<usize>,
    drafts: Vec<(ImportedToolset, String)>,
    saved: HashMap<String, usize>,
}

// === impl ImportCollection ===

impl ImportCollection {
    /// An empty collection; this is the first file to be read.
    pub(crate) fn new(file: &str) -> Self {
        Self {
            report: ImportReport::new(file),
            server_files: Vec::new(),
            equipped: None,
            drafts: Vec::new(),
            saved: HashMap::new(),
        }
    }

    /// Adds a toolset that hypertool saved.
    pub(crate) fn add_saved(&mut self, draft: ImportedToolset) -> usize {
        self.saved.insert(draft.key.clone(), self.drafts.len());
        self.push(draft)
    }

    /// Adds a toolset of a persona. hypertool saves a copy under the same key when a user attaches
    /// notes to it; the two are merged: the tools from the persona, the notes from the copy.
    pub(crate) fn add_of_persona(&mut self, draft: ImportedToolset) -> usize {
        let Some(at) = self.saved.remove(&draft.key) else {
            return self.push(draft);
        };
        let (copy, file) = &mut self.drafts[at];
        let and_notes = if copy.notes.is_empty() {
            ""
        } else {
            ", and the notes come along"
        };
        let message = format!(
            "the toolset {} was saved as well; the tools are the persona's{and_notes}",
            quote(&draft.key)
        );
        self.report.notice(note("hypertool::persona", message));
        let notes = std::mem::take(&mut copy.notes);
        *copy = ImportedToolset { notes, ..draft };
        self.report.file().clone_into(file);
        at
    }

    fn push(&mut self, draft: ImportedToolset) -> usize {
        self.drafts.push((draft, self.report.file().to_owned()));
        self.drafts.len() - 1
    }

    /// Sets which of them is in use.
    pub(crate) fn equip(&mut self, at: usize) {
        self.equipped = Some(at);
    }

    /// Assigns names and completes the import.
    pub(crate) fn finish(self) -> HypertoolImport {
        let Self {
            mut report,
            server_files,
            equipped,
            drafts,
            ..
        } = self;
        let keys: Vec<&str> = drafts.iter().map(|(draft, _)| draft.key.as_str()).collect();
        let names = toolset_names(&keys);
        let equipped = equipped.and_then(|at| names.get(at)).cloned();
        let mut toolsets = Vec::new();
        for ((draft, file), name) in drafts.into_iter().zip(names) {
            report.enter(&file);
            if draft.key != name.as_str() {
                let message = format!("the toolset {} is called `{name}` here", quote(&draft.key));
                report.notice(Diagnostic::warning("hypertool::renamed", message));
            }
            let description = describe(&draft, name.as_str(), &mut report);
            let mut toolset = Toolset::new(name);
            toolset.description = description;
            toolset.members = draft.members;
            toolset.notes = draft.notes;
            toolsets.push(toolset);
        }
        let (left_out, notices) = report.finish();
        HypertoolImport {
            toolsets,
            equipped,
            server_files,
            left_out,
            notices,
        }
    }
}

/// The description, after what hypertool called the toolset where that is lost.
fn describe(draft: &ImportedToolset, name: &str, report: &mut ImportReport) -> String {
    let title = one_line(&draft.title, "title", name, report);
    let text = one_line(&draft.description, "description", name, report);
    let whole = if title.is_empty() || title == name || title == text {
        text
    } else if text.is_empty() {
        title
    } else {
        format!("{title}: {text}")
    };
    if whole.chars().nth(DESCRIPTION_MAX).is_none() {
        return whole;
    }
    let message = format!(
        "the description of the toolset `{name}` is cut after {DESCRIPTION_MAX} characters"
    );
    report.notice(Diagnostic::warning("hypertool::description", message));
    let cut: String = whole.chars().take(DESCRIPTION_MAX).collect();
    cut.trim_end().to_owned()
}

/// The text on one line; empty if it contains hidden characters.
fn one_line(text: &str, what: &str, name: &str, report: &mut ImportReport) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let Some((before, found)) = hidden_character(&line) else {
        return line;
    };
    let message = format!(
        "the {what} of the toolset `{name}` is left out: it holds the hidden character U+{:04X} \
         at position {}",
        u32::from(found),
        before + 1
    );
    report.leave_out(
        Diagnostic::error("hypertool::description", message)
            .with_hint("describe the toolset again in visible text"),
    );
    String::new()
}

#[cfg(test)]
mod tests {
    use candor_model::ToolsetName;

    use super::*;

    fn draft(key: &str, title: &str, description: &str) -> ImportedToolset {
        ImportedToolset {
            key: key.to_owned(),
            title: title.to_owned(),
            description: description.to_owned(),
            members: Vec::new(),
            notes: Vec::new(),
        }
    }

    #[test]
    fn a_title_that_would_be_lost_is_kept_in_the_description() {
        for (key, title, description, expect) in [
            ("dev", "dev", "work", "work"),
            ("dev", "", "work", "work"),
            ("wizard", "Default", "All tools", "Default: All tools"),
            ("wizard", "Default", "", "Default"),
            ("wizard", "Same", "Same", "Same"),
            ("My Set", "My Set", "", "My Set"),
            ("My Set", "my-set", "x", "x"),
            ("dev", "dev", " two\n lines\t", "two lines"),
            ("dev", "a\u{200b}", "work", "work"),
            ("dev", "dev", "wo\u{202e}rk", ""),
        ] {
            let mut found = ImportCollection::new("c.json");
            found.add_saved(draft(key, title, description));
            let import = found.finish();
            assert_eq!(import.toolsets[0].description, expect, "{key} {title}");
        }
        let mut found = ImportCollection::new("c.json");
        found.add_saved(draft("dev", "dev", &"é".repeat(501)));
        let import = found.finish();
        assert_eq!(import.toolsets[0].description, "é".repeat(500));
        assert_eq!(import.notices.len(), 1);
    }

    #[test]
    fn the_equipped_toolset_keeps_its_mark_under_its_new_name() {
        let mut found = ImportCollection::new("c.json");
        found.add_saved(draft("my-set", "", ""));
        let at = found.add_saved(draft("My Set", "", ""));
        found.equip(at);
        let import = found.finish();
        assert_eq!(
            import.equipped.as_ref().map(ToolsetName::as_str),
            Some("my-set-2")
        );
        assert_eq!(
            import.notices[0].to_string(),
            "c.json: warning: the toolset `My Set` is called `my-set-2` here [hypertool::renamed]"
        );
    }
}
