//! The report of an import, limited in size.

use std::fmt;

use candor_model::{Diagnostic, FilePosition, Severity};
use serde_json::Value;

/// More findings than this are only counted: they are not read, and a hostile file could make
/// millions.
pub(crate) const MOST: usize = 1_000;

/// The findings of one import.
pub(crate) struct ImportReport {
    file: String,
    left_out: BoundedFindings,
    notices: BoundedFindings,
}

/// Why one entry is not taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RefusedEntry {
    pub(crate) code: &'static str,
    pub(crate) why: String,
    pub(crate) hint: Option<String>,
}

#[derive(Default)]
struct BoundedFindings {
    kept: Vec<Diagnostic>,
    more: usize,
}

// === impl ImportReport ===

impl ImportReport {
    /// An empty report about this file.
    pub(crate) fn new(file: &str) -> Self {
        Self {
            file: file.to_owned(),
            left_out: BoundedFindings::default(),
            notices: BoundedFindings::default(),
        }
    }

    /// From now on, findings are about this file.
    pub(crate) fn enter(&mut self, file: &str) {
        file.clone_into(&mut self.file);
    }

    /// The file that findings are about.
    pub(crate) fn file(&self) -> &str {
        &self.file
    }

    /// Reports a loss and its reason.
    pub(crate) fn refuse(&mut self, what: impl fmt::Display, refused: RefusedEntry) {
        let message = format!("`{what}` is left out: {}", refused.why);
        let mut diagnostic = Diagnostic::error(refused.code, message);
        diagnostic.hint = refused.hint;
        self.leave_out(diagnostic);
    }

    /// Reports something that is not imported.
    pub(crate) fn leave_out(&mut self, diagnostic: Diagnostic) {
        self.left_out.push(diagnostic, &self.file);
    }

    /// Reports a remark.
    pub(crate) fn notice(&mut self, diagnostic: Diagnostic) {
        self.notices.push(diagnostic, &self.file);
    }

    /// The omissions and the remarks.
    pub(crate) fn finish(self) -> (Vec<Diagnostic>, Vec<Diagnostic>) {
        (self.left_out.finish(), self.notices.finish())
    }
}

// === impl RefusedEntry ===

impl RefusedEntry {
    pub(crate) fn new(code: &'static str, why: impl Into<String>) -> Self {
        Self {
            code,
            why: why.into(),
            hint: None,
        }
    }

    pub(crate) fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }

    /// A value of the wrong type.
    pub(crate) fn wrong_type(found: &Value, wanted: &str) -> Self {
        let why = format!("it is {}, and {wanted} belongs there", kind(found));
        Self::new("hypertool::wrong-type", why)
    }
}

// === impl BoundedFindings ===

impl BoundedFindings {
    fn push(&mut self, diagnostic: Diagnostic, file: &str) {
        if self.kept.len() == MOST {
            self.more += 1;
            return;
        }
        self.kept.push(diagnostic.at(FilePosition {
            file: file.to_owned(),
            position: None,
        }));
    }

    fn finish(mut self) -> Vec<Diagnostic> {
        if self.more > 0 {
            let message = format!("and {} more, which are not listed", self.more);
            self.kept
                .push(Diagnostic::warning("hypertool::more", message));
        }
        self.kept
    }
}

/// A remark about something unchanged.
pub(crate) fn note(code: &'static str, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(Severity::Note, code, message)
}

/// The type of a value, in words.
pub(crate) fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "nothing",
        Value::Bool(_) => "a yes or no",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flood_of_findings_is_counted() {
        let mut report = ImportReport::new("config.json");
        for at in 0..MOST + 7 {
            report.refuse(at, RefusedEntry::new("hypertool::x", "it is bad"));
        }
        let (left_out, notices) = report.finish();
        assert_eq!((left_out.len(), notices.len()), (MOST + 1, 0));
        assert_eq!(
            left_out[0].to_string(),
            "config.json: error: `0` is left out: it is bad [hypertool::x]"
        );
        assert_eq!(left_out[MOST].message, "and 7 more, which are not listed");
    }
}
