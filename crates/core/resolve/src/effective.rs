//! Layers in, effective annotations out.
//!
//! Field by field the highest layer that says something is heard; one that clears a field leaves
//! it unset. Then the hints are made coherent, in each view for itself.

use std::sync::Arc;

use candor_model::{ConfirmMode, FieldValue, Hint, Opinion, OpinionField, Provenance, SourceTrust};

use crate::{CallCases, EffectiveValue, Relied, Shown, ValueOrigin};

/// What every layer says about one tool.
#[derive(Clone, Copy, Debug)]
pub struct ToolLayers<'a> {
    /// What was inferred.
    pub inferred: &'a Opinion,
    /// What the source declares.
    pub declared: &'a Opinion,
    /// What was observed and what people say, lowest first: verified, overrides, the
    /// environment's, the toolset's. The layer of each statement is in its provenance.
    pub above: &'a [&'a Opinion],
    /// Whether what the source declares is relied upon.
    pub trust: SourceTrust,
}

/// The effective annotations of a tool.
#[derive(Clone, Debug, PartialEq)]
pub struct EffectiveAnnotations {
    /// What clients and people are told.
    pub shown: Shown,
    /// What policy may rely upon.
    pub relied: Relied,
    /// When a person is asked before a call; by its hints, where no layer says.
    pub confirm: Option<EffectiveValue<ConfirmMode>>,
    /// What holds in some calls only; both views above are then the worst case.
    pub cases: Option<Arc<CallCases>>,
    /// Why a tool that is shown to be read-only is relied upon to be, by any layer.
    pub enforced: Option<Arc<Provenance>>,
}

/// Hears all layers.
pub fn resolve_layers(layers: &ToolLayers<'_>) -> EffectiveAnnotations {
    let cases = CallCases::from_layers(layers);
    EffectiveAnnotations {
        shown: Shown::from_layers(layers, cases.as_deref()),
        relied: Relied::from_layers(layers, cases.as_deref()),
        confirm: confirm(layers.declared, layers.above, layers.trust),
        cases,
        enforced: None,
    }
}

// === impl EffectiveAnnotations ===

impl EffectiveAnnotations {
    /// The same where calls that are shown to read only are made so that they cannot do anything
    /// else. Then it does not matter who says so. That such a call does not reach the open world
    /// is held in the same way, and a tool that is not shown to be read-only is as it was.
    #[must_use]
    pub fn enforced_by(mut self, reason: &Arc<Provenance>) -> Self {
        self.enforced = Some(Arc::clone(reason));
        self.rely_on_enforcement();
        self
    }

    /// Relies upon what is shown, as far as it is enforced.
    pub(crate) fn rely_on_enforcement(&mut self) {
        let Some(reason) = &self.enforced else { return };
        if self.shown.view().value(Hint::ReadOnly) != Some(true) {
            return;
        }
        let mut view = self.relied.view().clone();
        // What is held is not destructive either; what is said of it is not heard any more.
        view.set_value(Hint::Destructive, false, reason);
        view.set_value(Hint::ReadOnly, true, reason);
        if self.shown.view().value(Hint::OpenWorld) == Some(false) {
            view.set_value(Hint::OpenWorld, false, reason);
        }
        self.relied.set_view(view);
    }

    /// Whether it is relied upon to be read-only because that is enforced.
    pub fn is_enforced(&self) -> bool {
        let fact = self.relied.hint(Hint::ReadOnly);
        let said = fact.map(|fact| fact.origin.provenance());
        said.is_some() && said == self.enforced.as_ref()
    }
}

/// A source that is not trusted may ask for a question, and not for silence.
fn confirm(
    declared: &Opinion,
    above: &[&Opinion],
    trust: SourceTrust,
) -> Option<EffectiveValue<ConfirmMode>> {
    let people = above
        .iter()
        .rev()
        .find_map(|opinion| opinion.confirm.as_ref());
    let source = || {
        let said = declared.confirm.as_ref()?;
        let asks = matches!(
            said.value,
            FieldValue::Set(ConfirmMode::Always | ConfirmMode::First)
        );
        (trust == SourceTrust::Trusted || asks).then_some(said)
    };
    let OpinionField {
        value: say,
        provenance,
    } = people.or_else(source)?;
    match say {
        FieldValue::Set(value) => Some(EffectiveValue {
            value: *value,
            origin: ValueOrigin::Said(Arc::clone(provenance)),
        }),
        FieldValue::Clear => None,
    }
}

/// Whether one layer calls a tool both read-only and destructive. Of a source this is worth
/// reporting; a person is refused (see [`check`](crate::check())).
pub fn contradicts_itself(opinion: &Opinion) -> bool {
    let both = |said: &dyn Fn(Hint) -> Option<FieldValue<bool>>| {
        [Hint::ReadOnly, Hint::Destructive]
            .into_iter()
            .all(|hint| said(hint) == Some(FieldValue::Set(true)))
    };
    let value = |said: &OpinionField<bool>| said.value.clone();
    let mut cases = opinion.cases.values();
    both(&|hint| opinion.hint(hint).map(value))
        || cases.any(|case| both(&|hint| case.hint(hint).map(value)))
}
