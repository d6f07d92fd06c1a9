//! Layers in, effective annotations out.
//!
//! Field by field the highest layer that says something is heard; one that clears a field leaves
//! it unset. Then the hints are made coherent, in each view for itself.

use candor_model::{Hint, Opinion, Say, Trust};

use crate::{Relied, Shown};

/// What every layer says about one tool.
#[derive(Clone, Copy, Debug)]
pub struct Layers<'a> {
    /// What was inferred.
    pub inferred: &'a Opinion,
    /// What the source declares.
    pub declared: &'a Opinion,
    /// What people say, lowest first: overrides, the environment's, the toolset's. The layer of
    /// each statement is in its voice.
    pub above: &'a [&'a Opinion],
    /// Whether what the source declares is relied upon.
    pub trust: Trust,
}

/// The effective annotations of a tool.
#[derive(Clone, Debug, PartialEq)]
pub struct Effective {
    /// What clients and people are told.
    pub shown: Shown,
    /// What policy may rely upon.
    pub relied: Relied,
}

/// Hears all layers.
pub fn settle(layers: &Layers<'_>) -> Effective {
    let Layers {
        inferred,
        declared,
        above,
        trust,
    } = *layers;
    Effective {
        shown: Shown::hear(inferred, declared, above),
        relied: Relied::hear(inferred, declared, above, trust),
    }
}

/// Whether one layer calls a tool both read-only and destructive. Of a source this is worth
/// reporting; a person is refused (see [`check`](crate::check())).
pub fn contradiction(opinion: &Opinion) -> bool {
    [Hint::ReadOnly, Hint::Destructive]
        .into_iter()
        .all(|hint| matches!(opinion.hint(hint), Some(said) if said.say == Say::Set(true)))
}
