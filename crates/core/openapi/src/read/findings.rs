//! Diagnostics about a document, without duplicates and limited in number.

use std::collections::{HashMap, HashSet};

use candor_model::{Diagnostic, FilePosition, Severity};

use super::bundle::DocumentBundle;
use super::line::{self, LineColumn};
use super::position::{FileId, NodePosition};

/// The maximum number of diagnostics per severity. Others are only counted.
pub(super) const MOST: usize = 200;

/// Codes of diagnostics. They are stable, because people filter by them.
pub(super) mod code {
    /// An unknown key.
    pub(crate) const UNKNOWN_KEY: &str = "openapi::unknown-key";
    /// A value of the wrong type.
    pub(crate) const WRONG_TYPE: &str = "openapi::wrong-type";
    /// A value of the right type that cannot be used.
    pub(crate) const WRONG_VALUE: &str = "openapi::wrong-value";
    /// A required member is missing.
    pub(crate) const MISSING: &str = "openapi::missing";
    /// A reference whose target does not exist.
    pub(crate) const UNRESOLVED_REF: &str = "openapi::unresolved-ref";
    /// A reference that is never followed.
    pub(crate) const REFUSED_REF: &str = "openapi::refused-ref";
    /// References that form a cycle.
    pub(crate) const REF_CYCLE: &str = "openapi::ref-cycle";
    /// A path that cannot be requested as written.
    pub(crate) const PATH: &str = "openapi::path";
    /// A parameter that does not fit its operation.
    pub(crate) const PARAMETER: &str = "openapi::parameter";
    /// An unsupported method.
    pub(crate) const METHOD: &str = "openapi::method";
    /// An unsupported security scheme.
    pub(crate) const SECURITY: &str = "openapi::security";
    /// A credential without a security scheme.
    pub(crate) const UNDECLARED: &str = "openapi::undeclared-credential";
    /// A character that does not belong in text.
    pub(crate) const CHARACTER: &str = "openapi::character";
    /// A schema that does not have its apparent meaning.
    pub(crate) const SCHEMA: &str = "openapi::schema";
    /// An unsupported version of OpenAPI.
    pub(crate) const VERSION: &str = "openapi::version";
    /// A limit was exceeded.
    pub(crate) const TOO_MUCH: &str = "openapi::too-much";
    /// Diagnostics were left out.
    pub(crate) const MORE: &str = "openapi::more";
}

/// The diagnostics so far.
#[derive(Debug, Default)]
pub(super) struct ReadFindings {
    kept: Vec<Diagnostic>,
    /// The place of each.
    spots: Vec<Option<NodePosition>>,
    /// Keys of reported diagnostics: a part that many operations share is read many times.
    seen: HashSet<(String, String)>,
    /// The number of kept and of dropped diagnostics, by severity.
    count: [(usize, usize); 3],
}

// === impl ReadFindings ===

impl ReadFindings {
    /// Adds a diagnostic, if it is new and within the limit.
    pub(super) fn add(&mut self, finding: Diagnostic, spot: Option<&NodePosition>) {
        let file = finding.place.as_ref().map(|place| place.file.clone());
        let key = (file.unwrap_or_default(), finding.message.clone());
        if self.seen.contains(&key) {
            return;
        }
        let (kept, left) = &mut self.count[finding.severity as usize];
        if *kept < MOST {
            *kept += 1;
            self.seen.insert(key);
            self.kept.push(finding);
            self.spots.push(spot.cloned());
        } else {
            *left += 1;
        }
    }

    /// Whether another diagnostic is within the limit. If not, it is only counted.
    pub(super) fn has_room(&self, severity: Severity) -> bool {
        self.count[severity as usize].0 < MOST
    }

    /// All diagnostics, with lines and columns.
    pub(super) fn finish(mut self, bundle: &DocumentBundle) -> Vec<Diagnostic> {
        let file = &bundle.file(FileId(0)).shown;
        self.find_lines(bundle);
        for severity in [Severity::Note, Severity::Warning, Severity::Error] {
            let (_, left) = self.count[severity as usize];
            if left > 0 {
                let message = format!("and {left} more of this severity");
                let place = FilePosition {
                    file: file.clone(),
                    position: None,
                };
                let more = Diagnostic::new(severity, code::MORE, message).at(place);
                self.kept.push(more);
            }
        }
        self.kept
    }

    fn find_lines(&mut self, bundle: &DocumentBundle) {
        let mut by_file: HashMap<FileId, HashSet<&str>> = HashMap::new();
        for spot in self.spots.iter().flatten() {
            by_file.entry(spot.file).or_default().insert(&spot.pointer);
        }
        let found = by_file.into_iter().filter_map(|(file, pointers)| {
            let text = bundle.text(file)?;
            Some((file, line::find(text, pointers)))
        });
        let found: HashMap<FileId, HashMap<&str, LineColumn>> = found.collect();
        for (finding, spot) in self.kept.iter_mut().zip(&self.spots) {
            if let (Some(place), Some(spot)) = (&mut finding.place, spot) {
                let lines = found.get(&spot.file);
                place.position = lines.and_then(|it| it.get(spot.pointer.as_str()).copied());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn each_thing_is_told_once_and_the_rest_is_counted() {
        let mut findings = ReadFindings::default();
        findings.add(Diagnostic::error(code::PATH, "one"), None);
        findings.add(Diagnostic::error(code::PATH, "one"), None);
        for number in 0..MOST + 5 {
            findings.add(Diagnostic::warning(code::PATH, number.to_string()), None);
        }
        let told = findings.finish(&DocumentBundle::new("api.yaml", json!({})));
        assert_eq!(told.len(), 1 + MOST + 1);
        let last = told.last().expect("one");
        assert_eq!(last.message, "and 5 more of this severity");
        assert_eq!(last.severity, Severity::Warning);
    }
}
