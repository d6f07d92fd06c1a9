//! Diagnostics about one file, with places.

use candor_model::{Diagnostic, FilePosition, Severity};
use candor_text::{nearest, quote};

use crate::lines::LineIndex;
use crate::problem::ValueProblem;
use crate::tree::{ByteSpan, ConfigEntry, ConfigNode};

/// The most findings: a hostile file must not fill a log.
const MOST: usize = 500;

/// The diagnostics so far. Errors beyond the limit are still counted, so that a reader can check
/// whether a part was valid.
pub(crate) struct ConfigReport<'a> {
    name: &'a str,
    lines: LineIndex<'a>,
    diagnostics: Vec<Diagnostic>,
    left_off: usize,
    errors: usize,
    unknown: Severity,
}

// === impl ConfigReport ===

impl<'a> ConfigReport<'a> {
    /// An empty report about a file.
    pub(crate) fn new(name: &'a str, text: &'a str) -> Self {
        let lines = LineIndex::new(text);
        Self {
            name,
            lines,
            diagnostics: Vec::new(),
            left_off: 0,
            errors: 0,
            unknown: Severity::Warning,
        }
    }

    /// A report in which unknown keys are errors.
    pub(crate) fn strict(mut self) -> Self {
        self.unknown = Severity::Error;
        self
    }

    /// The number of errors so far.
    pub(crate) fn errors(&self) -> usize {
        self.errors
    }

    /// Whether a further finding would be listed.
    pub(crate) fn has_room(&self) -> bool {
        self.diagnostics.len() < MOST
    }

    /// The place of a span's start.
    pub(crate) fn place(&self, span: &ByteSpan) -> FilePosition {
        let position = Some(self.lines.position(span.start));
        FilePosition {
            file: self.name.to_owned(),
            position,
        }
    }

    /// Adds a finding whose place is known or not needed.
    pub(crate) fn push(&mut self, diagnostic: Diagnostic) {
        self.errors += usize::from(diagnostic.severity == Severity::Error);
        if self.has_room() {
            self.diagnostics.push(diagnostic);
        } else {
            self.left_off += 1;
        }
    }

    /// Adds a finding at a place in the file.
    pub(crate) fn push_at(&mut self, span: &ByteSpan, diagnostic: Diagnostic) {
        let place = self.place(span);
        self.push(diagnostic.at(place));
    }

    /// Adds the error that the value of `key` cannot be used.
    pub(crate) fn bad_value(&mut self, span: &ByteSpan, key: &str, problem: ValueProblem) {
        self.push_at(span, bad_value(key, problem));
    }

    /// The entries of the table at `path`; reports any other value at `span`.
    pub(crate) fn table<'e>(
        &mut self,
        node: &'e ConfigNode,
        span: &ByteSpan,
        path: &str,
    ) -> Option<&'e [ConfigEntry]> {
        let table = node.as_table();
        table
            .map_err(|problem| self.bad_value(span, path, problem))
            .ok()
    }

    /// Adds the error that a name cannot be used.
    pub(crate) fn bad_name(&mut self, span: &ByteSpan, message: impl Into<String>) {
        self.push_at(span, Diagnostic::error("config::bad-name", message));
    }

    /// Reports every unknown key, with a suggestion. `others` are names used elsewhere, with the
    /// key of the same meaning here.
    pub(crate) fn unknown_keys<'e>(
        &mut self,
        path: &str,
        entries: impl IntoIterator<Item = &'e ConfigEntry>,
        known: &[&str],
        others: &[(&str, &str)],
    ) {
        let entries = entries.into_iter();
        for entry in entries.filter(|entry| !known.contains(&entry.key.as_str())) {
            let message = match path {
                "" => format!("unknown key {}", quote(&entry.key)),
                path => format!("unknown key {} in {}", quote(&entry.key), quote(path)),
            };
            let meant = others
                .iter()
                .find(|(other, _)| *other == entry.key)
                .map(|(_, ours)| *ours)
                .or_else(|| nearest(&entry.key, known.iter().copied()));
            let mut diagnostic = Diagnostic::new(self.unknown, "config::unknown-key", message);
            diagnostic.hint = meant.map(|key| format!("did you mean `{key}`?"));
            self.push_at(&entry.key_span, diagnostic);
        }
    }

    /// Like [`ConfigReport::unknown_keys`], where going on without the key could do harm.
    pub(crate) fn only_keys(
        &mut self,
        path: &str,
        entries: &[ConfigEntry],
        known: &[&str],
        others: &[(&str, &str)],
    ) {
        let usual = std::mem::replace(&mut self.unknown, Severity::Error);
        self.unknown_keys(path, entries, known, others);
        self.unknown = usual;
    }

    /// The findings in the order of the file; those without a position come last.
    pub(crate) fn finish(mut self) -> Vec<Diagnostic> {
        self.diagnostics.sort_by_key(|diagnostic| {
            let place = diagnostic.place.as_ref();
            place
                .and_then(|place| place.position)
                .unwrap_or((usize::MAX, 0))
        });
        if self.left_off > 0 {
            let message = format!("{} more findings were left off", self.left_off);
            self.diagnostics
                .push(Diagnostic::warning("config::more", message));
        }
        self.diagnostics
    }
}

/// The error that the value of `key` cannot be used.
pub(crate) fn bad_value(key: &str, problem: ValueProblem) -> Diagnostic {
    let message = format!("{} {}", quote(key), problem.says);
    let mut diagnostic = Diagnostic::error("config::bad-value", message);
    diagnostic.hint = problem.hint;
    diagnostic
}
