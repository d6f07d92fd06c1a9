//! Layers in, effective annotations out.
//!
//! Field by field the highest layer that says something is heard; one that clears a field leaves
//! it unset. Then the hints are made coherent, in each view for itself.

use std::sync::Arc;

use candor_model::{Confirm, Hint, Opinion, Say, Statement, Trust};

use crate::{Fact, Origin, Relied, Shown};

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
    /// When a person is asked before a call; by what the tool does, where nobody says.
    pub confirm: Option<Fact<Confirm>>,
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
        confirm: confirm(declared, above, trust),
    }
}

/// A source that is not trusted may ask for a question, and not for silence.
fn confirm(declared: &Opinion, above: &[&Opinion], trust: Trust) -> Option<Fact<Confirm>> {
    let people = above
        .iter()
        .rev()
        .find_map(|opinion| opinion.confirm.as_ref());
    let source = || {
        let said = declared.confirm.as_ref()?;
        let asks = matches!(said.say, Say::Set(Confirm::Always | Confirm::First));
        (trust == Trust::Trusted || asks).then_some(said)
    };
    let Statement { say, voice } = people.or_else(source)?;
    match say {
        Say::Set(value) => Some(Fact {
            value: *value,
            origin: Origin::Said(Arc::clone(voice)),
        }),
        Say::Clear => None,
    }
}

/// Whether one layer calls a tool both read-only and destructive. Of a source this is worth
/// reporting; a person is refused (see [`check`](crate::check())).
pub fn contradiction(opinion: &Opinion) -> bool {
    [Hint::ReadOnly, Hint::Destructive]
        .into_iter()
        .all(|hint| matches!(opinion.hint(hint), Some(said) if said.say == Say::Set(true)))
}
