//! What policy may rely upon.

use std::sync::Arc;

use candor_model::{Hint, Hints};

use crate::coherent_hints::CoherentHints;
use crate::statement::{counts, hear};
use crate::{CallCases, EffectiveValue, ToolLayers, UnsetReason};

/// What policy may rely upon. An untrusted source is heard only where it warns.
///
/// Only this crate makes one, and never from what is shown, so policy that asks for it cannot be
/// handed the wrong view:
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
    /// Hears the layers, the declared one as far as its source is trusted.
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

    /// A hint's value, unless it is unset.
    pub fn hint(&self, hint: Hint) -> Option<&EffectiveValue<bool>> {
        self.0.fact(hint)
    }

    /// Why a hint has no value; none if it has one.
    pub fn unset(&self, hint: Hint) -> Option<&UnsetReason> {
        self.0.unset(hint)
    }

    /// The values of all four.
    pub fn hints(&self) -> Hints {
        self.0.hints()
    }

    /// Whether it is known to change nothing.
    pub fn is_read_only(&self) -> bool {
        self.0.value(Hint::ReadOnly) == Some(true)
    }

    /// Whether it is known to destroy.
    pub fn is_destructive(&self) -> bool {
        self.0.value(Hint::Destructive) == Some(true)
    }

    /// Whether no trusted layer sets the destructive hint.
    pub fn destruction_unknown(&self) -> bool {
        self.0.value(Hint::Destructive).is_none()
    }

    /// Whether doing it twice is known to be doing it once. That a tool is read-only is another
    /// question, and does not answer this one.
    pub fn is_idempotent(&self) -> bool {
        self.0.value(Hint::Idempotent) == Some(true)
    }

    /// Whether it reaches the open world, or no trusted layer says that it does not.
    pub fn may_reach_outside(&self) -> bool {
        self.0.value(Hint::OpenWorld) != Some(false)
    }
}
