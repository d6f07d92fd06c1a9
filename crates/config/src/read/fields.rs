//! Reading the keys of one table.

use candor_model::{Diagnostic, Severity};

use super::draft::{Given, Template};
use crate::interpolate::has_bare_double_dollar;
use crate::problem::Problem;
use crate::quote::quote;
use crate::report::Report;
use crate::tree::{Entry, Node, Value, find};

/// The keys of a table, and the report about them. A problem is reported and the key counts as
/// absent; the caller compares [`Report::errors`] to know.
pub(super) struct Fields<'f, 'r> {
    pub(super) report: &'f mut Report<'r>,
    /// The table's path, for messages.
    pub(super) path: String,
    pub(super) entries: &'f [Entry],
    /// Whether the file is of a kind whose other readers know no `$$`.
    pub(super) note_dollars: bool,
}

// === impl Fields ===

impl<'f> Fields<'f, '_> {
    /// The entry of a key; `null` is as good as absent.
    pub(super) fn get(&self, key: &str) -> Option<&'f Entry> {
        find(self.entries, key).filter(|entry| entry.node.value != Value::Null)
    }

    /// Reads a value by a function.
    pub(super) fn read<T>(
        &mut self,
        key: &str,
        read: impl FnOnce(&Node) -> Result<T, Problem>,
    ) -> Given<T> {
        let node = &self.get(key)?.node;
        let value = self.checked(key, node, read(node))?;
        Some((value, node.span.clone()))
    }

    /// A text with variables.
    pub(super) fn template(&mut self, key: &str) -> Option<Template> {
        let (text, span) = self.read(key, |node| node.as_text().map(str::to_owned))?;
        Some(self.noted(key, Template { text, span }))
    }

    /// A list of texts with variables.
    pub(super) fn templates(&mut self, key: &str) -> Vec<Template> {
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
                    Template {
                        text,
                        span: item.span.clone(),
                    },
                ));
            }
        }
        templates
    }

    /// A table of texts with variables. Values are not repeated in messages.
    pub(super) fn pairs(&mut self, key: &str) -> Vec<(String, Template)> {
        let Some(entry) = self.get(key) else {
            return Vec::new();
        };
        let table = entry
            .node
            .as_table()
            .map_err(|_| Problem::new("must be a table"));
        let Some(entries) = self.checked(key, &entry.node, table) else {
            return Vec::new();
        };
        let mut pairs = Vec::with_capacity(entries.len());
        for entry in entries {
            let key = format!("{key}.{}", entry.key);
            let text = entry
                .node
                .as_scalar_text()
                .map_err(|_| Problem::new("must be a text"));
            if let Some(text) = self.checked(&key, &entry.node, text) {
                let template = Template {
                    text,
                    span: entry.node.span.clone(),
                };
                pairs.push((entry.key.clone(), self.noted(&key, template)));
            }
        }
        pairs
    }

    /// Adds an error about the value of a key.
    pub(super) fn bad(&mut self, key: &str, span: &crate::tree::Span, problem: Problem) {
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

    fn checked<T>(&mut self, key: &str, node: &Node, read: Result<T, Problem>) -> Option<T> {
        read.map_err(|problem| self.bad(key, &node.span, problem))
            .ok()
    }

    fn noted(&mut self, key: &str, template: Template) -> Template {
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
