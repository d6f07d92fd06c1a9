//! What is told about a document: each thing once, and not without end.

use std::collections::{HashMap, HashSet};

use candor_model::{Diagnostic, FilePosition, Severity};

use super::bundle::DocumentBundle;
use super::line::{self, LineColumn};
use super::position::{FileId, NodePosition};

/// The most that is told of one severity. The rest is counted.
pub(super) const MOST: usize = 200;

/// The codes of what is told. They are stable: people filter by them.
pub(super) mod code {
    /// A member that is not known where it stands.
    pub(crate) const UNKNOWN_KEY: &str = "openapi::unknown-key";
    /// A value of another kind than belongs there.
    pub(crate) const WRONG_TYPE: &str = "openapi::wrong-type";
    /// A value of the right kind that cannot be used.
    pub(crate) const WRONG_VALUE: &str = "openapi::wrong-value";
    /// Something that must be there and is not.
    pub(crate) const MISSING: &str = "openapi::missing";
    /// A reference to something that is not there.
    pub(crate) const UNRESOLVED_REF: &str = "openapi::unresolved-ref";
    /// A reference that is never followed.
    pub(crate) const REFUSED_REF: &str = "openapi::refused-ref";
    /// References that lead back to where they began.
    pub(crate) const REF_CYCLE: &str = "openapi::ref-cycle";
    /// A path that cannot be requested as it is written.
    pub(crate) const PATH: &str = "openapi::path";
    /// A parameter that does not fit its operation.
    pub(crate) const PARAMETER: &str = "openapi::parameter";
    /// A method that is never used.
    pub(crate) const METHOD: &str = "openapi::method";
    /// A way to show who one is that is not known.
    pub(crate) const SECURITY: &str = "openapi::security";
    /// A credential that no security scheme describes.
    pub(crate) const UNDECLARED: &str = "openapi::undeclared-credential";
    /// A character that does not belong into a text.
    pub(crate) const CHARACTER: &str = "openapi::character";
    /// A schema that does not mean what it says.
    pub(crate) const SCHEMA: &str = "openapi::schema";
    /// A version of OpenAPI that is not known.
    pub(crate) const VERSION: &str = "openapi::version";
    /// More than is read.
    pub(crate) const TOO_MUCH: &str = "openapi::too-much";
    /// What was not told.
    pub(crate) const MORE: &str = "openapi::more";
}

/// What was found so far.
#[derive(Debug, Default)]
pub(super) struct ReadFindings {
    kept: Vec<Diagnostic>,
    /// Where each of them stands.
    spots: Vec<Option<NodePosition>>,
    /// A part that many operations share is read many times.
    seen: HashSet<(String, String)>,
    /// How many are kept, and how many are not, by severity.
    count: [(usize, usize); 3],
}

// === impl ReadFindings ===

impl ReadFindings {
    /// Keeps a finding, if it is new and there is room for it.
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

    /// Whether there is room for another. If not, it is only counted.
    pub(super) fn has_room(&self, severity: Severity) -> bool {
        self.count[severity as usize].0 < MOST
    }

    /// All that is told about the files, each with its line and column.
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
