//! What a tool's behaviour has shown about its hints.

use std::sync::Arc;

use crate::{
    AnnotationAuthor, AnnotationLayer, Digest, FieldValue, Hint, Opinion, OpinionField, Provenance,
    QualifiedName,
};

/// How many differences are kept as evidence.
const DIFFERENCES_KEPT: usize = 5;

/// The most characters of evidence that are kept for a hint.
pub const EVIDENCE_MAX: usize = 2_000;

/// How a tool behaved when it was verified. It counts as long as the definition is the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verification {
    /// The tool that was called.
    pub tool: QualifiedName,
    /// The hash of the definition that it had then.
    pub definition: Digest,
    /// What the server called its version.
    pub server_version: Box<str>,
    /// The hash of the scenario that was played; none if arguments came from the schema alone.
    pub scenario: Option<Digest>,
    /// What was observed, hint by hint. Hints about which nothing was learnt are not in it.
    pub hints: Vec<ObservedHint>,
    /// Who verified it.
    pub by: Box<str>,
    /// When, in microseconds since the Unix epoch.
    pub at_micros: i64,
}

/// What was observed of one hint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObservedHint {
    /// The hint that the observation is about.
    pub hint: Hint,
    /// Its value, as the tool behaved.
    pub value: bool,
    /// Whether the tool declared the opposite.
    pub contradicts: bool,
    /// What was seen, in words.
    pub evidence: Box<str>,
}

// === impl Verification ===

impl Verification {
    /// What it says in the layer of verified hints.
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

    /// The hints that the tool declared and did not keep.
    pub fn contradictions(&self) -> impl Iterator<Item = &ObservedHint> {
        self.hints.iter().filter(|observed| observed.contradicts)
    }
}

// === impl ObservedHint ===

impl ObservedHint {
    /// What was observed of a hint that the tool declares. Each reason is a sentence with the
    /// differences that were seen; the first of them are kept.
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

    /// The same with no more evidence than is kept.
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
