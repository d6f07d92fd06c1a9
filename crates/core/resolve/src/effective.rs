//! Layers in, effective annotations out.
//!
//! Field by field the highest layer that says something is heard; one that clears a field leaves
//! it unset. Then the hints are made coherent, in each view for itself.

use std::sync::Arc;

use candor_model::{ConfirmMode, FieldValue, Hint, Opinion, OpinionField, SourceTrust};

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
}

/// Hears all layers.
pub fn resolve_layers(layers: &ToolLayers<'_>) -> EffectiveAnnotations {
    let cases = CallCases::from_layers(layers);
    EffectiveAnnotations {
        shown: Shown::from_layers(layers, cases.as_deref()),
        relied: Relied::from_layers(layers, cases.as_deref()),
        confirm: confirm(layers.declared, layers.above, layers.trust),
        cases,
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
