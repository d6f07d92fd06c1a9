//! State shared by all parts of reading: files, diagnostics, budget, and definition names.

use std::collections::HashMap;
use std::fmt::Display;
use std::rc::Rc;

use candor_model::{Diagnostic, FilePosition, Severity};
use candor_text::nearest;

use super::anchors::SchemaAnchors;
use super::budget::MemoryBudget;
use super::bundle::DocumentBundle;
use super::definitions::DefinitionNames;
use super::findings::{ReadFindings, code};
use super::position::{FileId, NodePosition};
use super::version::DocumentVersion;

/// The reader of a document.
pub(super) struct DocumentReader<'a> {
    pub(super) bundle: &'a DocumentBundle,
    pub(super) version: DocumentVersion,
    pub(super) findings: ReadFindings,
    pub(super) allowance: MemoryBudget,
    pub(super) names: DefinitionNames<'a>,
    pub(super) landmarks: HashMap<FileId, Rc<SchemaAnchors>>,
}

/// Why a part of the document cannot be read, so that what needs it cannot be used.
#[derive(Clone, Debug)]
pub(super) struct UnreadablePart {
    pub(super) code: &'static str,
    /// The place of the problem.
    pub(super) spot: NodePosition,
    /// The reason, as the end of a sentence.
    pub(super) reason: String,
}

// === impl DocumentReader ===

impl<'a> DocumentReader<'a> {
    pub(super) fn new(bundle: &'a DocumentBundle, version: DocumentVersion) -> Self {
        let mut findings = ReadFindings::default();
        for (file, count, first) in bundle.replaced() {
            let message = match count {
                1 => "a control character is read as a space".to_owned(),
                count => format!("{count} control characters are read as spaces"),
            };
            let place = FilePosition {
                file: file.to_owned(),
                position: Some(first),
            };
            let finding = Diagnostic::warning(code::CHARACTER, message).at(place);
            findings.add(finding, None);
        }
        Self {
            bundle,
            version,
            findings,
            allowance: MemoryBudget::new(bundle.size()),
            names: DefinitionNames::new(bundle),
            landmarks: HashMap::new(),
        }
    }

    /// Reports a diagnostic about a place.
    pub(super) fn tell(
        &mut self,
        severity: Severity,
        code: &'static str,
        spot: &NodePosition,
        message: impl Display,
    ) {
        let message = format!("{message}, at {spot}");
        let place = self.place(spot);
        let finding = Diagnostic::new(severity, code, message).at(place);
        self.findings.add(finding, Some(spot));
    }

    /// Reports that something was ignored or guessed.
    pub(super) fn warn(&mut self, code: &'static str, spot: &NodePosition, message: impl Display) {
        self.tell(Severity::Warning, code, spot, message);
    }

    /// Reports an unknown word, with a suggestion.
    pub(super) fn unknown(
        &mut self,
        spot: &NodePosition,
        message: &str,
        word: &str,
        known: &[&str],
    ) {
        // Finding a suggestion is expensive, so it is only done for diagnostics that are kept.
        if !self.findings.has_room(Severity::Warning) {
            return self.warn(code::UNKNOWN_KEY, spot, message);
        }
        let hint = if let Some(near) = nearest(word, known.iter().copied()) {
            format!("did you mean `{near}`?")
        } else {
            let known: Vec<String> = known.iter().map(|word| format!("`{word}`")).collect();
            format!("known are {}", known.join(", "))
        };
        self.hinted(code::UNKNOWN_KEY, spot, message, hint);
    }

    /// Reports a diagnostic with a hint.
    pub(super) fn hinted(
        &mut self,
        code: &'static str,
        spot: &NodePosition,
        message: impl Display,
        hint: impl Into<String>,
    ) {
        let message = format!("{message}, at {spot}");
        let finding = Diagnostic::warning(code, message).with_hint(hint);
        self.findings.add(finding.at(self.place(spot)), Some(spot));
    }

    /// Reports that something was skipped, as the specification requires.
    pub(super) fn note(&mut self, code: &'static str, spot: &NodePosition, message: impl Display) {
        self.tell(Severity::Note, code, spot, message);
    }

    /// Reports that something was skipped because of an error.
    pub(super) fn ignore(&mut self, what: impl Display, trouble: &UnreadablePart) {
        let message = format!("{what} is ignored: {}", trouble.reason);
        self.warn(trouble.code, &trouble.spot, message);
    }

    pub(super) fn place(&self, spot: &NodePosition) -> FilePosition {
        FilePosition {
            file: self.bundle.file(spot.file).shown.clone(),
            position: None,
        }
    }

    /// Charges a copy to the budget.
    pub(super) fn pay(&mut self, cost: usize, spot: &NodePosition) -> Result<(), UnreadablePart> {
        if self.allowance.pay(cost) {
            return Ok(());
        }
        Err(UnreadablePart {
            code: code::TOO_MUCH,
            spot: spot.clone(),
            reason: "the document's references expand to too much data".to_owned(),
        })
    }
}

// === impl UnreadablePart ===

impl UnreadablePart {
    pub(super) fn new(code: &'static str, spot: &NodePosition, reason: impl Into<String>) -> Self {
        Self {
            code,
            spot: spot.clone(),
            reason: reason.into(),
        }
    }
}
