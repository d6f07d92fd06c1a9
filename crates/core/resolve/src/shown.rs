//! The view of a tool that clients and people see.

use std::collections::BTreeMap;
use std::sync::Arc;

use candor_model::{FieldValue, Hint, Hints, JsonText, OpinionField, SourceTrust};

use crate::coherent_hints::CoherentHints;
use crate::statement::hear;
use crate::{CallCases, EffectiveValue, ToolLayers, UnsetReason, ValueOrigin};

/// The view of a tool that clients and people see. Includes every layer, trusted or not; policy
/// must not use it.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    view: CoherentHints,
    title: Option<EffectiveValue<Box<str>>>,
    extra: BTreeMap<Box<str>, ExtraMember>,
}

/// A further key of `annotations`.
#[derive(Clone, Debug, PartialEq)]
enum ExtraMember {
    /// Declared by the source. Not copied, because it is sent with the tool's original bytes.
    Declared(ValueOrigin),
    /// Set or removed by a layer other than the source's own.
    Said {
        statement: OpinionField<JsonText>,
        origin: ValueOrigin,
    },
}

// === impl Shown ===

impl Shown {
    /// Resolves all layers, trusted or not.
    pub(crate) fn from_layers(layers: &ToolLayers<'_>, cases: Option<&CallCases>) -> Self {
        let ToolLayers {
            inferred,
            declared,
            above,
            ..
        } = *layers;
        let highest = || above.iter().copied().rev().chain([declared, inferred]);
        let all = SourceTrust::Trusted;
        let view = CoherentHints::from_statements(|hint| hear(layers, all, None, hint));
        let view = cases.map_or_else(|| view.clone(), |cases| cases.worst_shown(&view));
        let title = highest()
            .find_map(|opinion| opinion.title.as_ref())
            .and_then(title);
        let mut extra = said(&inferred.extra).collect::<BTreeMap<_, _>>();
        for (key, statement) in &declared.extra {
            match statement.value {
                FieldValue::Set(_) => {
                    let origin = ValueOrigin::Said(Arc::clone(&statement.provenance));
                    extra.insert(key.clone(), ExtraMember::Declared(origin));
                }
                FieldValue::Clear => drop(extra.remove(key)),
            }
        }
        extra.extend(above.iter().flat_map(|opinion| said(&opinion.extra)));
        Self { view, title, extra }
    }

    pub(crate) fn view(&self) -> &CoherentHints {
        &self.view
    }

    pub(crate) fn set_view(&mut self, view: CoherentHints) {
        self.view = view;
    }

    /// The value of a hint, if it is set.
    pub fn hint(&self, hint: Hint) -> Option<&EffectiveValue<bool>> {
        self.view.fact(hint)
    }

    /// Why a hint is unset; `None` if it is set.
    pub fn unset(&self, hint: Hint) -> Option<&UnsetReason> {
        self.view.unset(hint)
    }

    /// The values of all four hints.
    pub fn hints(&self) -> Hints {
        self.view.hints()
    }

    /// The title, from the highest layer that sets one.
    pub fn title(&self) -> Option<&EffectiveValue<Box<str>>> {
        self.title.as_ref()
    }

    /// The further keys of `annotations` that a layer other than the source sets or removes. Keys
    /// declared by the source are not included: they are sent with the tool's original bytes.
    pub fn extra(&self) -> impl Iterator<Item = (&str, &OpinionField<JsonText>)> {
        self.extra.iter().filter_map(|(key, extra)| match extra {
            ExtraMember::Declared(_) => None,
            ExtraMember::Said { statement, .. } => Some((&**key, statement)),
        })
    }

    /// Every field that has a value, by its name on the wire, and its origin: the hints in order,
    /// the title, then the further keys in order, including those that the source declared.
    pub fn fields(&self) -> impl Iterator<Item = (&str, &ValueOrigin)> {
        let hints = Hint::ALL
            .into_iter()
            .filter_map(|hint| Some((hint.wire(), &self.hint(hint)?.origin)));
        let title = self.title.iter().map(|fact| ("title", &fact.origin));
        let extra = self
            .extra
            .iter()
            .filter_map(|(key, extra)| Some((&**key, extra.origin()?)));
        hints.chain(title).chain(extra)
    }
}

// === impl ExtraMember ===

impl ExtraMember {
    /// The origin of the value, if there is one.
    fn origin(&self) -> Option<&ValueOrigin> {
        match self {
            Self::Declared(origin) => Some(origin),
            Self::Said { statement, origin } => {
                matches!(statement.value, FieldValue::Set(_)).then_some(origin)
            }
        }
    }
}

fn title(statement: &OpinionField<Box<str>>) -> Option<EffectiveValue<Box<str>>> {
    match &statement.value {
        FieldValue::Set(value) => Some(EffectiveValue {
            value: value.clone(),
            origin: ValueOrigin::Said(Arc::clone(&statement.provenance)),
        }),
        FieldValue::Clear => None,
    }
}

fn said(
    extra: &BTreeMap<Box<str>, OpinionField<JsonText>>,
) -> impl Iterator<Item = (Box<str>, ExtraMember)> {
    extra.iter().map(|(key, statement)| {
        let origin = ValueOrigin::Said(Arc::clone(&statement.provenance));
        let statement = statement.clone();
        (key.clone(), ExtraMember::Said { statement, origin })
    })
}
