//! What all parts of the reading share: the files, what is told, what is paid, and the names of
//! definitions.

use std::collections::HashMap;
use std::fmt::Display;
use std::rc::Rc;

use candor_model::{Diagnostic, Place, Severity};

use super::allowance::Allowance;
use super::bundle::Bundle;
use super::definitions::Names;
use super::findings::{Findings, code};
use super::landmarks::Landmarks;
use super::quote::nearest;
use super::spot::{FileId, Spot};
use super::version::Version;

/// A reading under way.
pub(super) struct Reader<'a> {
    pub(super) bundle: &'a Bundle,
    pub(super) version: Version,
    pub(super) findings: Findings,
    pub(super) allowance: Allowance,
    pub(super) names: Names<'a>,
    pub(super) landmarks: HashMap<FileId, Rc<Landmarks>>,
}

/// Why a part of the document cannot be read, so that what needs it cannot be served.
#[derive(Clone, Debug)]
pub(super) struct Trouble {
    pub(super) code: &'static str,
    /// Where the reason is.
    pub(super) spot: Spot,
    /// The reason, as the end of a sentence.
    pub(super) reason: String,
}

// === impl Reader ===

impl<'a> Reader<'a> {
    pub(super) fn new(bundle: &'a Bundle, version: Version) -> Self {
        Self {
            bundle,
            version,
            findings: Findings::default(),
            allowance: Allowance::new(bundle.size()),
            names: Names::new(bundle),
            landmarks: HashMap::new(),
        }
    }

    /// Tells something about a place.
    pub(super) fn tell(
        &mut self,
        severity: Severity,
        code: &'static str,
        spot: &Spot,
        message: impl Display,
    ) {
        let message = format!("{message}, at {spot}");
        let place = self.place(spot);
        let finding = Diagnostic::new(severity, code, message).at(place);
        self.findings.add(finding);
    }

    /// Tells that something was ignored or guessed.
    pub(super) fn warn(&mut self, code: &'static str, spot: &Spot, message: impl Display) {
        self.tell(Severity::Warning, code, spot, message);
    }

    /// Tells that a word is not known, and which one may have been meant.
    pub(super) fn unknown(&mut self, spot: &Spot, message: &str, word: &str, known: &[&str]) {
        // The comparison is dear, so it is made only for what is told.
        if !self.findings.has_room(Severity::Warning) {
            return self.warn(code::UNKNOWN_KEY, spot, message);
        }
        let hint = if let Some(near) = nearest(word, known.iter().copied()) {
            format!("did you mean `{near}`?")
        } else {
            let known: Vec<String> = known.iter().map(|word| format!("`{word}`")).collect();
            format!("known are {}", known.join(", "))
        };
        let message = format!("{message}, at {spot}");
        let finding = Diagnostic::warning(code::UNKNOWN_KEY, message).with_hint(hint);
        self.findings.add(finding.at(self.place(spot)));
    }

    /// Tells that something was passed over, as the rules demand.
    pub(super) fn note(&mut self, code: &'static str, spot: &Spot, message: impl Display) {
        self.tell(Severity::Note, code, spot, message);
    }

    /// Tells that something was passed over because of trouble.
    pub(super) fn ignore(&mut self, what: impl Display, trouble: &Trouble) {
        let message = format!("{what} is ignored: {}", trouble.reason);
        self.warn(trouble.code, &trouble.spot, message);
    }

    pub(super) fn place(&self, spot: &Spot) -> Place {
        Place {
            file: self.bundle.file(spot.file).shown.clone(),
            position: None,
        }
    }

    /// Pays for a copy of something.
    pub(super) fn pay(&mut self, cost: usize, spot: &Spot) -> Result<(), Trouble> {
        if self.allowance.pay(cost) {
            return Ok(());
        }
        Err(Trouble {
            code: code::TOO_MUCH,
            spot: spot.clone(),
            reason: "too much comes of the document's references".to_owned(),
        })
    }
}

// === impl Trouble ===

impl Trouble {
    pub(super) fn new(code: &'static str, spot: &Spot, reason: impl Into<String>) -> Self {
        Self {
            code,
            spot: spot.clone(),
            reason: reason.into(),
        }
    }
}
