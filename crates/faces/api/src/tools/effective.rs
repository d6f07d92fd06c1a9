//! Effective values, field by field, with their origin.

use std::collections::BTreeMap;

use candor_model::{ConfirmMode, FieldValue, Hint, Opinion};
use candor_resolve::{EffectiveAnnotations, EffectiveValue, Relied, Shown, ValueOrigin, explain};

use crate::enums::{ConfirmWord, HintWord, LayerWord};
use crate::json_value::JsonValue;
use crate::prelude::*;
use crate::tools::case_facts::CaseFacts;

/// The effective value of a hint.
#[derive(Serialize, ToSchema)]
pub(crate) struct HintFact {
    /// The value; null where it is unset.
    value: Option<bool>,
    /// The layer that decided it; null where none did.
    layer: Option<LayerWord>,
    /// The reason, in words.
    #[schema(example = "destructive: true, says override `shop.*` by local")]
    says: String,
    /// The hint that it follows from, where it was not stated.
    #[serde(skip_serializing_if = "Option::is_none")]
    follows: Option<HintWord>,
}

/// The effective value of the title or of a further member.
#[derive(Serialize, ToSchema)]
pub(crate) struct ValueFact {
    /// The value that results.
    #[schema(value_type = serde_json::Value)]
    value: JsonValue,
    /// The layer that decided it.
    layer: LayerWord,
    /// The reason, in words.
    says: String,
}

/// When a person is asked before a call.
#[derive(Serialize, ToSchema)]
pub(crate) struct ConfirmFact {
    /// When a person is asked.
    value: ConfirmWord,
    /// The layer that decided it.
    layer: LayerWord,
    /// The reason, in words.
    #[schema(example = "confirm: always, says override `shop.*` by local")]
    says: String,
}

/// The effective values of the four hints.
#[derive(Serialize, ToSchema)]
pub(crate) struct HintFacts {
    /// Whether it changes nothing.
    read_only: HintFact,
    /// Whether it may destroy or overwrite.
    destructive: HintFact,
    /// Whether repeating it has no further effect.
    idempotent: HintFact,
    /// Whether it reaches external systems.
    open_world: HintFact,
}

/// What clients and people are told.
#[derive(Serialize, ToSchema)]
#[schema(as = Effective)]
pub(crate) struct EffectiveView {
    #[serde(flatten)]
    hints: HintFacts,
    /// The title; null where there is none.
    title: Option<ValueFact>,
    /// When a person is asked before a call; null where that is decided by what the tool does.
    confirm: Option<ConfirmFact>,
    /// Further members of `annotations`.
    extra: BTreeMap<String, ValueFact>,
    /// What holds in some calls only. The hints above are then the worst case.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    when: Vec<CaseFacts>,
}

// === impl HintFact ===

impl HintFact {
    fn of(fact: Option<&EffectiveValue<bool>>, says: String) -> Self {
        Self {
            value: fact.map(|fact| fact.value),
            layer: fact.map(|fact| fact.origin.provenance().layer.into()),
            says,
            follows: fact.and_then(|fact| match &fact.origin {
                ValueOrigin::Said(_) | ValueOrigin::InCase { .. } => None,
                ValueOrigin::Follows { from, .. } => Some((*from).into()),
            }),
        }
    }
}

// === impl HintFacts ===

impl HintFacts {
    fn each(fact: impl Fn(Hint) -> HintFact) -> Self {
        Self {
            read_only: fact(Hint::ReadOnly),
            destructive: fact(Hint::Destructive),
            idempotent: fact(Hint::Idempotent),
            open_world: fact(Hint::OpenWorld),
        }
    }

    /// The relied-upon view.
    pub(super) fn relied(relied: &Relied) -> Self {
        Self::each(|hint| HintFact::of(relied.hint(hint), explain::relied(relied, hint)))
    }

    fn shown(shown: &Shown) -> Self {
        Self::each(|hint| HintFact::of(shown.hint(hint), explain::shown(shown, hint)))
    }
}

// === impl ValueFact ===

impl ValueFact {
    fn of(value: JsonValue, origin: &ValueOrigin) -> Self {
        Self {
            value,
            layer: origin.provenance().layer.into(),
            says: origin.to_string(),
        }
    }
}

// === impl ConfirmFact ===

impl ConfirmFact {
    fn of(fact: &EffectiveValue<ConfirmMode>) -> Self {
        let provenance = fact.origin.provenance();
        Self {
            value: fact.value.into(),
            layer: provenance.layer.into(),
            says: format!("confirm: {}, says {provenance}", fact.value.as_str()),
        }
    }
}

// === impl EffectiveView ===

impl EffectiveView {
    /// The source's own further members are in `declared` only.
    pub(super) fn of(effective: &EffectiveAnnotations, declared: &Opinion) -> Self {
        let shown = &effective.shown;
        let said: BTreeMap<_, _> = shown.extra().collect();
        let value = |key: &str| {
            let statement = said.get(key).copied().or_else(|| declared.extra.get(key));
            match &statement?.value {
                FieldValue::Set(json) => Some(JsonValue::of_text(json.as_str())),
                FieldValue::Clear => None,
            }
        };
        let known = |key: &str| key == "title" || Hint::ALL.iter().any(|hint| hint.wire() == key);
        let extra = shown
            .fields()
            .filter(|(key, _)| !known(key))
            .filter_map(|(key, origin)| Some((key.to_owned(), ValueFact::of(value(key)?, origin))));
        let title = shown.title();
        Self {
            hints: HintFacts::shown(shown),
            title: title.map(|fact| ValueFact::of(JsonValue::of(&*fact.value), &fact.origin)),
            confirm: effective.confirm.as_ref().map(ConfirmFact::of),
            extra: extra.collect(),
            when: effective
                .cases
                .iter()
                .flat_map(|cases| cases.iter())
                .map(CaseFacts::of)
                .collect(),
        }
    }
}
