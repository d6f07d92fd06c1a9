//! Diagnostics about the creation of tools, limited in number.

use std::fmt::Display;

use candor_model::{Diagnostic, FilePosition, Severity};

use crate::api::{DocumentText, OpenApiOperation};

/// The maximum number of diagnostics per severity; others are only counted.
const MOST: usize = 200;

/// The maximum length of a quoted place, in characters.
const LONGEST: usize = 120;

/// Diagnostics in order.
#[derive(Debug, Default)]
pub(super) struct ToolFindings {
    told: Vec<Diagnostic>,
    /// The operation that each is about, as a JSON pointer.
    pointers: Vec<Option<String>>,
    /// The number of kept and of dropped diagnostics by severity, so that many notes never hide an
    /// error.
    count: [(usize, usize); 3],
}

/// A sentence about an operation, with its place in the document.
pub(super) fn about(operation: &OpenApiOperation, sentence: impl Display) -> String {
    let pointer = &operation.pointer;
    let shown: String = pointer.chars().take(LONGEST).collect();
    let rest = if shown.len() < pointer.len() {
        "…"
    } else {
        ""
    };
    format!("{sentence}, at `{shown}{rest}`")
}

// === impl ToolFindings ===

impl ToolFindings {
    /// Adds a diagnostic.
    pub(super) fn add(&mut self, finding: Diagnostic) {
        self.keep(None, finding);
    }

    /// Adds a diagnostic about an operation.
    pub(super) fn add_at(&mut self, operation: &OpenApiOperation, finding: Diagnostic) {
        self.keep(Some(operation), finding);
    }

    fn keep(&mut self, operation: Option<&OpenApiOperation>, finding: Diagnostic) {
        let (told, left) = &mut self.count[finding.severity as usize];
        if *told < MOST {
            *told += 1;
            self.told.push(finding);
            let pointer = operation.map(|one| one.pointer.trim_start_matches('#').to_owned());
            self.pointers.push(pointer);
        } else {
            *left += 1;
        }
    }

    /// Adds a note.
    pub(super) fn note(&mut self, code: &'static str, message: String) {
        self.add(Diagnostic::new(Severity::Note, code, message));
    }

    /// Adds a note about an operation.
    pub(super) fn note_at(
        &mut self,
        operation: &OpenApiOperation,
        code: &'static str,
        sentence: impl Display,
    ) {
        let finding = Diagnostic::new(Severity::Note, code, about(operation, sentence));
        self.add_at(operation, finding);
    }

    /// All diagnostics with their places, and the number of dropped ones.
    pub(super) fn finish(mut self, text: Option<&DocumentText>) -> Vec<Diagnostic> {
        if let Some(text) = text {
            let pointers = self.pointers.iter().flatten().map(String::as_str);
            let places = text.places(pointers);
            for (finding, pointer) in self.told.iter_mut().zip(&self.pointers) {
                let place = pointer.as_deref().and_then(|one| places.get(one));
                finding.place = place.map(|position| FilePosition {
                    file: text.file.clone(),
                    position: Some(*position),
                });
            }
        }
        for severity in [Severity::Note, Severity::Warning, Severity::Error] {
            let (_, left) = self.count[severity as usize];
            if left > 0 {
                let message = format!("and {left} more of this severity");
                let more = Diagnostic::new(severity, "openapi::more", message);
                self.told.push(more);
            }
        }
        self.told
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tool::fixture::operation;

    #[test]
    fn a_sentence_has_its_place_and_stays_one() {
        let mut one = operation("GET /books");
        assert_eq!(about(&one, "it is odd"), "it is odd, at `#/paths/~1books`");
        one.pointer = "#/ü".repeat(1_000);
        assert!(about(&one, "it is odd").ends_with("#/ü…`"));
        assert!(about(&one, "it is odd").chars().count() < 150);
    }

    #[test]
    fn the_list_is_bounded() {
        let mut findings = ToolFindings::default();
        for at in 0..MOST + 5 {
            findings.note("openapi::test", format!("finding {at}"));
        }
        findings.add(Diagnostic::error("openapi::test", "the worst"));
        let told = findings.finish(None);
        assert_eq!(told.len(), MOST + 2);
        assert_eq!(told[MOST].message, "the worst");
        assert_eq!(told[MOST + 1].message, "and 5 more of this severity");
    }
}
