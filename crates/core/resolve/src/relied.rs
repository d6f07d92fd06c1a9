//! The relied-upon view of a tool, for policy.

use std::sync::Arc;

use candor_model::{Hint, Hints};

use crate::coherent_hints::CoherentHints;
use crate::statement::{counts, hear};
use crate::{CallCases, EffectiveValue, ToolLayers, UnsetReason};

/// The relied-upon view of a tool. Untrusted sources count only where they warn.
///
/// Only this crate creates one, and never from the shown view, so policy code that requires it
/// cannot be given the wrong view:
///
/// ```compile_fail,E0308
/// fn decide(_: &candor_resolve::Relied) {}
/// fn wrong(shown: &candor_resolve::Shown) {
///     decide(shown);
/// }
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Relied(CoherentHints);

// === impl Relied ===

impl Relied {
    /// Resolves the layers, including the declared one only as far as its source is trusted.
    pub(crate) fn from_layers(layers: &ToolLayers<'_>, cases: Option<&CallCases>) -> Self {
        let trust = layers.trust;
        let mut view = CoherentHints::from_statements(|hint| hear(layers, trust, None, hint));
        for hint in Hint::ALL {
            if let Some(statement) = layers.declared.hint(hint)
                && !counts(hint, &statement.value, trust)
            {
                let provenance = Arc::clone(&statement.provenance);
                view.set_unset_reason(hint, UnsetReason::NotReliedUpon(provenance));
            }
        }
        Self(cases.map_or_else(|| view.clone(), |cases| cases.worst_relied(&view)))
    }

    pub(crate) fn view(&self) -> &CoherentHints {
        &self.0
    }

    pub(crate) fn set_view(&mut self, view: CoherentHints) {
        self.0 = view;
    }

    /// The value of a hint, if it is set.
    pub fn hint(&self, hint: Hint) -> Option<&EffectiveValue<bool>> {
        self.0.fact(hint)
    }

    /// Why a hint is unset; `None` if it is set.
    pub fn unset(&self, hint: Hint) -> Option<&UnsetReason> {
        self.0.unset(hint)
    }

    /// The values of all four hints.
    pub fn hints(&self) -> Hints {
        self.0.hints()
    }

    /// Whether the tool is known to be read-only.
    pub fn is_read_only(&self) -> bool {
        self.0.value(Hint::ReadOnly) == Some(true)
    }

    /// Whether the tool is known to be destructive.
    pub fn is_destructive(&self) -> bool {
        self.0.value(Hint::Destructive) == Some(true)
    }

    /// Whether the destructive hint is unset.
    pub fn destruction_unknown(&self) -> bool {
        self.0.value(Hint::Destructive).is_none()
    }

    /// Whether the tool is known to be idempotent. A read-only tool is not automatically considered
    /// idempotent.
    pub fn is_idempotent(&self) -> bool {
        self.0.value(Hint::Idempotent) == Some(true)
    }

    /// Whether the tool is open-world, or not known to be closed-world.
    pub fn may_reach_outside(&self) -> bool {
        self.0.value(Hint::OpenWorld) != Some(false)
    }
}
