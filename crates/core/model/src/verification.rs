//! Verification results: what calls have shown about a tool's hints.

use std::sync::Arc;

use crate::{
    AnnotationAuthor, AnnotationLayer, Digest, FieldValue, Hint, Opinion, OpinionField, Provenance,
    QualifiedName,
};

/// How many differences are stored as evidence.
const DIFFERENCES_KEPT: usize = 5;

/// The maximum length of the evidence for one hint, in characters.
pub const EVIDENCE_MAX: usize = 2_000;

/// The result of verifying a tool. Valid while its definition stays the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verification {
    /// The tool that was verified.
    pub tool: QualifiedName,
    /// The hash of its definition at that time.
    pub definition: Digest,
    /// The version that the server reported.
    pub server_version: Box<str>,
    /// The hash of the scenario; `None` if all arguments were generated from the schema.
    pub scenario: Option<Digest>,
    /// The hints about which something was learned.
    pub hints: Vec<ObservedHint>,
    /// Who ran the verification.
    pub by: Box<str>,
    /// When it was run, in microseconds since the Unix epoch.
    pub at_micros: i64,
}

/// What was observed about one hint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObservedHint {
    /// The hint that the observation is about.
    pub hint: Hint,
    /// The value that the observed behaviour implies.
    pub value: bool,
    /// Whether the tool declared the opposite.
    pub contradicts: bool,
    /// What was observed, in words.
    pub evidence: Box<str>,
}

// === impl Verification ===

impl Verification {
    /// The opinion for the `Verified` layer.
    pub fn opinion(&self) -> Opinion {
        let mut opinion = Opinion::default();
        for observed in &self.hints {
            let provenance = Provenance {
                layer: AnnotationLayer::Verified,
                author: AnnotationAuthor::Person(self.by.clone()),
                about: None,
                at_micros: Some(self.at_micros),
                why: Some(observed.evidence.clone()),
            };
            let field = OpinionField {
                value: FieldValue::Set(observed.value),
                provenance: Arc::new(provenance),
            };
            opinion.set_hint(observed.hint, Some(field));
        }
        opinion
    }

    /// The hints whose declared value the tool contradicted.
    pub fn contradictions(&self) -> impl Iterator<Item = &ObservedHint> {
        self.hints.iter().filter(|observed| observed.contradicts)
    }
}

// === impl ObservedHint ===

impl ObservedHint {
    /// An observation about a hint that the tool declares. Each reason is a sentence with the
    /// differences seen; only the first few differences are kept.
    pub fn new<'a>(
        hint: Hint,
        declared: bool,
        contradicts: bool,
        reasons: impl Iterator<Item = (&'a str, &'a [String])>,
    ) -> Self {
        let sentences: Vec<String> = reasons.map(|(text, all)| sentence(text, all)).collect();
        Self {
            hint,
            value: declared != contradicts,
            contradicts,
            evidence: sentences.join("; ").into(),
        }
    }

    /// Truncates the evidence to [`EVIDENCE_MAX`].
    #[must_use]
    pub fn shortened(mut self) -> Self {
        let kept = self.evidence.char_indices().nth(EVIDENCE_MAX);
        if let Some((end, _)) = kept {
            self.evidence = self.evidence.get(..end).unwrap_or_default().into();
        }
        self
    }
}

fn sentence(text: &str, differences: &[String]) -> String {
    let kept = &differences[..differences.len().min(DIFFERENCES_KEPT)];
    match kept {
        [] => text.to_owned(),
        kept => format!("{text} ({})", kept.join("; ")),
    }
}
