//! Reading the keys of one table.

use candor_model::{Diagnostic, Severity};
use candor_text::{StringEnum, quote};

use super::draft::{SpannedOption, SpannedTemplate};
use super::values;
use crate::interpolate::has_bare_double_dollar;
use crate::problem::ValueProblem;
use crate::report::ConfigReport;
use crate::size;
use crate::tree::{ConfigEntry, ConfigNode, ConfigValue, find};

/// The keys of a table, and the report about them. A problem is reported and the key counts as
/// absent; the caller compares [`ConfigReport::errors`] to know.
pub(super) struct TableFields<'f, 'r> {
    pub(super) report: &'f mut ConfigReport<'r>,
    /// The table's path, for messages.
    pub(super) path: String,
    pub(super) entries: &'f [ConfigEntry],
    /// Whether the file is of a kind whose other readers know no `$$`.
    pub(super) note_dollars: bool,
}

// === impl TableFields ===

impl<'f, 'r> TableFields<'f, 'r> {
    /// The keys of the table at `path`.
    pub(super) fn new(
        report: &'f mut ConfigReport<'r>,
        path: impl Into<String>,
        entries: &'f [ConfigEntry],
    ) -> Self {
        Self {
            report,
            path: path.into(),
            entries,
            note_dollars: false,
        }
    }

    /// The entry of a key; `null` is as good as absent.
    pub(super) fn get(&self, key: &str) -> Option<&'f ConfigEntry> {
        find(self.entries, key).filter(|entry| entry.node.value != ConfigValue::Null)
    }

    /// Reads a value by a function.
    pub(super) fn read<T>(
        &mut self,
        key: &str,
        read: impl FnOnce(&ConfigNode) -> Result<T, ValueProblem>,
    ) -> SpannedOption<T> {
        let node = &self.get(key)?.node;
        let value = self.checked(key, node, read(node))?;
        Some((value, node.span.clone()))
    }

    /// One of the words of an enum.
    pub(super) fn word<T: StringEnum>(&mut self, key: &str) -> SpannedOption<T> {
        self.read(key, |node| values::one_of(node.as_text()?))
    }

    /// A size in bytes from `least` to `most`.
    pub(super) fn bytes(
        &mut self,
        key: &str,
        (least, most): (usize, usize),
    ) -> SpannedOption<usize> {
        self.read(key, |node| {
            size::parse_within(&node.as_scalar_text()?, least, most)
        })
    }

    /// A text with variables.
    pub(super) fn template(&mut self, key: &str) -> Option<SpannedTemplate> {
        let (text, span) = self.read(key, |node| node.as_text().map(str::to_owned))?;
        Some(self.noted(key, SpannedTemplate { text, span }))
    }

    /// A list of texts with variables.
    pub(super) fn templates(&mut self, key: &str) -> Vec<SpannedTemplate> {
        let Some(entry) = self.get(key) else {
            return Vec::new();
        };
        let Some(items) = self.checked(key, &entry.node, entry.node.as_list()) else {
            return Vec::new();
        };
        let mut templates = Vec::with_capacity(items.len());
        for (index, item) in items.iter().enumerate() {
            let key = format!("{key}[{index}]");
            if let Some(text) = self.checked(&key, item, item.as_scalar_text()) {
                templates.push(self.noted(
                    &key,
                    SpannedTemplate {
                        text,
                        span: item.span.clone(),
                    },
                ));
            }
        }
        templates
    }

    /// A table of texts with variables. Values are not repeated in messages.
    pub(super) fn pairs(&mut self, key: &str) -> Vec<(String, SpannedTemplate)> {
        let Some(entry) = self.get(key) else {
            return Vec::new();
        };
        let table = entry
            .node
            .as_table()
            .map_err(|_| ValueProblem::new("must be a table"));
        let Some(entries) = self.checked(key, &entry.node, table) else {
            return Vec::new();
        };
        let mut pairs = Vec::with_capacity(entries.len());
        for entry in entries {
            let key = format!("{key}.{}", entry.key);
            let text = entry
                .node
                .as_scalar_text()
                .map_err(|_| ValueProblem::new("must be a text"));
            if let Some(text) = self.checked(&key, &entry.node, text) {
                let template = SpannedTemplate {
                    text,
                    span: entry.node.span.clone(),
                };
                pairs.push((entry.key.clone(), self.noted(&key, template)));
            }
        }
        pairs
    }

    /// Adds an error about the value of a key.
    pub(super) fn bad(&mut self, key: &str, span: &crate::tree::ByteSpan, problem: ValueProblem) {
        let key = format!("{}.{key}", self.path);
        self.report.bad_value(span, &key, problem);
    }

    /// Warns that a key does nothing here.
    pub(super) fn ignored(&mut self, key: &str, why: &str) {
        if let Some(entry) = self.get(key) {
            let message = format!(
                "{} is ignored: {why}",
                quote(&format!("{}.{key}", self.path))
            );
            let diagnostic = Diagnostic::warning("config::ignored-key", message);
            self.report.push_at(&entry.key_span, diagnostic);
        }
    }

    fn checked<T>(
        &mut self,
        key: &str,
        node: &ConfigNode,
        read: Result<T, ValueProblem>,
    ) -> Option<T> {
        read.map_err(|problem| self.bad(key, &node.span, problem))
            .ok()
    }

    fn noted(&mut self, key: &str, template: SpannedTemplate) -> SpannedTemplate {
        if self.note_dollars && has_bare_double_dollar(&template.text) {
            let key = quote(&format!("{}.{key}", self.path));
            let message = format!("{key} holds `$$`, which stands for one `$` here");
            let note = Diagnostic::new(Severity::Note, "config::dollar", message)
                .with_hint("write `$$$$` for two");
            self.report.push_at(&template.span, note);
        }
        template
    }
}
