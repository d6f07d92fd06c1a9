//! Resolution of annotation layers to effective annotations.
//!
//! For each field, the highest layer that sets it wins; a layer that clears a field leaves it
//! unset. The hints are then made consistent, separately in each view.

use std::sync::Arc;

use candor_model::{ConfirmMode, FieldValue, Hint, Opinion, OpinionField, Provenance, SourceTrust};

use crate::{CallCases, EffectiveValue, Relied, Shown, ValueOrigin};

/// The opinions of all layers about one tool.
#[derive(Clone, Copy, Debug)]
pub struct ToolLayers<'a> {
    /// Inferred by Candor.
    pub inferred: &'a Opinion,
    /// Declared by the source.
    pub declared: &'a Opinion,
    /// Verified behaviour and people's overrides, lowest layer first: verified, overrides, the
    /// environment's, the toolset's. Each value's provenance names its layer.
    pub above: &'a [&'a Opinion],
    /// Whether the source's declarations are trusted.
    pub trust: SourceTrust,
}

/// The effective annotations of a tool.
#[derive(Clone, Debug, PartialEq)]
pub struct EffectiveAnnotations {
    /// The view for clients and people.
    pub shown: Shown,
    /// The view for policy.
    pub relied: Relied,
    /// When approval is required before a call; `None` lets the hints decide.
    pub confirm: Option<EffectiveValue<ConfirmMode>>,
    /// The cases, if hints differ between calls; both views above are then the worst case.
    pub cases: Option<Arc<CallCases>>,
    /// Why the shown read-only hint can be relied upon regardless of its layer: it is enforced.
    pub enforced: Option<Arc<Provenance>>,
}

/// Resolves all layers.
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
    /// Marks the tool as enforced: calls that are shown as read-only run in a sandbox that prevents
    /// writes, so the hint can be relied upon regardless of its layer. The same holds for a
    /// closed-world hint. A tool that is not shown as read-only is unaffected.
    #[must_use]
    pub fn enforced_by(mut self, reason: &Arc<Provenance>) -> Self {
        self.enforced = Some(Arc::clone(reason));
        self.rely_on_enforcement();
        self
    }

    /// Relies upon the shown hints as far as they are enforced.
    pub(crate) fn rely_on_enforcement(&mut self) {
        let Some(reason) = &self.enforced else { return };
        if self.shown.view().value(Hint::ReadOnly) != Some(true) {
            return;
        }
        let mut view = self.relied.view().clone();
        // An enforced read-only tool is not destructive either; what layers say about that is
        // overridden.
        view.set_value(Hint::Destructive, false, reason);
        view.set_value(Hint::ReadOnly, true, reason);
        if self.shown.view().value(Hint::OpenWorld) == Some(false) {
            view.set_value(Hint::OpenWorld, false, reason);
        }
        self.relied.set_view(view);
    }

    /// Whether its read-only hint is relied upon because it is enforced.
    pub fn is_enforced(&self) -> bool {
        let fact = self.relied.hint(Hint::ReadOnly);
        let said = fact.map(|fact| fact.origin.provenance());
        said.is_some() && said == self.enforced.as_ref()
    }
}

/// An untrusted source may require approval but not waive it.
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

/// Whether one layer declares a tool both read-only and destructive. For a source this is reported;
/// for a person it is rejected (see [`check`](crate::check())).
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
