//! The opinion of one layer, field by field.

use std::collections::BTreeMap;

use candor_model::{
    AnnotationAuthor, AnnotationLayer, CallCondition, CaseOpinion, FieldValue, Hint, Opinion,
    OpinionField, Provenance,
};

use crate::enums::LayerWord;
use crate::json_value::JsonValue;
use crate::prelude::*;
use crate::tools::case_facts::ConditionView;

/// Something said, and by whom.
#[derive(Serialize, ToSchema)]
#[schema(as = Statement)]
pub(crate) struct StatementView {
    /// What: for a hint true, false or `"unset"`; for `confirm` a word or `"unset"`; for the title
    /// a text and for further members any value, and `{"unset": true}` where a layer says that
    /// there is none.
    #[schema(value_type = serde_json::Value)]
    say: JsonValue,
    /// Who: `candor`, `source NAME`, `person NAME` or `file PLACE`.
    #[schema(example = "person local")]
    who: String,
    /// About which tools, where a person spoke: a name or a pattern.
    about: Option<String>,
    /// When, where that is known.
    #[schema(format = DateTime)]
    at: Option<String>,
    /// Why; for what is inferred, the evidence.
    why: Option<String>,
}

/// An override of a tool in one place. A field that is not mentioned comes from other layers.
#[derive(Serialize, ToSchema)]
#[schema(as = Fields)]
pub(crate) struct OpinionFields {
    /// Whether it changes nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    read_only: Option<StatementView>,
    /// Whether it may destroy or overwrite.
    #[serde(skip_serializing_if = "Option::is_none")]
    destructive: Option<StatementView>,
    /// Whether repeating it has no further effect.
    #[serde(skip_serializing_if = "Option::is_none")]
    idempotent: Option<StatementView>,
    /// Whether it reaches external systems.
    #[serde(skip_serializing_if = "Option::is_none")]
    open_world: Option<StatementView>,
    /// The title of the tool.
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<StatementView>,
    /// When a person is asked before a call.
    #[serde(skip_serializing_if = "Option::is_none")]
    confirm: Option<StatementView>,
    /// Further members of `annotations`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    extra: BTreeMap<String, StatementView>,
    /// What is said of some calls only.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    when: Vec<CaseFields>,
}

/// What is said of the calls in which an argument has one value.
#[derive(Serialize, ToSchema)]
#[schema(as = CaseFields)]
pub(crate) struct CaseFields {
    #[serde(flatten)]
    condition: ConditionView,
    /// What is said about the hints of these calls, by their names in requests.
    hints: BTreeMap<String, StatementView>,
}

/// What one layer says.
#[derive(Serialize, ToSchema)]
#[schema(as = LayerSays)]
pub(crate) struct LayerView {
    /// The layer that says it.
    layer: LayerWord,
    /// What it says.
    says: OpinionFields,
}

// === impl StatementView ===

impl StatementView {
    fn of(say: JsonValue, provenance: &Provenance) -> Self {
        Self {
            say,
            who: match &provenance.author {
                AnnotationAuthor::Candor => "candor".to_owned(),
                AnnotationAuthor::Source(name) => format!("source {name}"),
                AnnotationAuthor::Person(name) => format!("person {name}"),
                AnnotationAuthor::File(place) => format!("file {place}"),
            },
            about: provenance.about.as_deref().map(str::to_owned),
            at: provenance.at_micros.map(time::of_micros),
            why: provenance.why.as_deref().map(str::to_owned),
        }
    }

    fn of_word<T>(statement: &OpinionField<T>, value: impl Fn(&T) -> JsonValue) -> Self {
        let say = match &statement.value {
            FieldValue::Set(set) => value(set),
            FieldValue::Clear => JsonValue::of("unset"),
        };
        Self::of(say, &statement.provenance)
    }

    fn of_value<T>(statement: &OpinionField<T>, value: impl Fn(&T) -> JsonValue) -> Self {
        let say = match &statement.value {
            FieldValue::Set(set) => value(set),
            FieldValue::Clear => JsonValue::of_text(r#"{"unset":true}"#),
        };
        Self::of(say, &statement.provenance)
    }
}

// === impl OpinionFields ===

impl OpinionFields {
    pub(crate) fn of(opinion: &Opinion) -> Self {
        let hint = |hint| {
            let statement = opinion.hint(hint)?;
            Some(StatementView::of_word(statement, JsonValue::of))
        };
        let title = opinion.title.as_ref();
        let confirm = opinion.confirm.as_ref();
        let extra = opinion.extra.iter().map(|(key, statement)| {
            let view = StatementView::of_value(statement, |json| JsonValue::of_text(json.as_str()));
            (key.to_string(), view)
        });
        Self {
            read_only: hint(Hint::ReadOnly),
            destructive: hint(Hint::Destructive),
            idempotent: hint(Hint::Idempotent),
            open_world: hint(Hint::OpenWorld),
            title: title.map(|statement| {
                StatementView::of_value(statement, |title| JsonValue::of(&**title))
            }),
            confirm: confirm.map(|statement| {
                StatementView::of_word(statement, |confirm| JsonValue::of(confirm.as_str()))
            }),
            extra: extra.collect(),
            when: opinion.cases.iter().map(CaseFields::of).collect(),
        }
    }
}

// === impl CaseFields ===

impl CaseFields {
    fn of((condition, case): (&CallCondition, &CaseOpinion)) -> Self {
        let hints = case.iter().map(|(hint, statement)| {
            let view = StatementView::of_word(statement, JsonValue::of);
            (hint.key().to_owned(), view)
        });
        Self {
            condition: ConditionView::of(condition),
            hints: hints.collect(),
        }
    }
}

// === impl LayerView ===

impl LayerView {
    pub(super) fn of((layer, opinion): &(AnnotationLayer, Opinion)) -> Self {
        Self {
            layer: (*layer).into(),
            says: OpinionFields::of(opinion),
        }
    }
}
