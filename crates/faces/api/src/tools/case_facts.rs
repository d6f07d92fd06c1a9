//! Cases of a tool.

use std::collections::BTreeMap;

use candor_model::{CallCondition, ConditionValue, Hint};
use candor_resolve::ToolCase;

use crate::json_value::JsonValue;
use crate::prelude::*;

/// When a case holds.
#[derive(Serialize, ToSchema)]
#[schema(as = CaseCondition)]
pub(crate) struct ConditionView {
    /// The name of a top-level argument; with a `/` in front, a JSON pointer into the arguments.
    argument: String,
    /// The value that it has to have.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<serde_json::Value>)]
    is: Option<JsonValue>,
    /// In place of `is`: it is SQL of this dialect that only reads.
    #[serde(skip_serializing_if = "Option::is_none")]
    sql: Option<String>,
}

/// What holds when an argument has one value.
#[derive(Serialize, ToSchema)]
#[schema(as = Case)]
pub(crate) struct CaseFacts {
    #[serde(flatten)]
    condition: ConditionView,
    /// What clients are told about these calls.
    hints: BTreeMap<String, bool>,
    /// What policy relies upon in these calls.
    relied: BTreeMap<String, bool>,
}

// === impl ConditionView ===

impl ConditionView {
    pub(super) fn of(condition: &CallCondition) -> Self {
        let (is, sql) = match &condition.value {
            ConditionValue::Text(text) => (Some(JsonValue::of(&**text)), None),
            ConditionValue::Truth(yes) => (Some(JsonValue::of(yes)), None),
            ConditionValue::ReadingSql(flavour) => (None, Some(flavour.to_string())),
        };
        Self {
            argument: condition.argument.to_string(),
            is,
            sql,
        }
    }
}

// === impl CaseFacts ===

impl CaseFacts {
    pub(super) fn of(case: &ToolCase) -> Self {
        let hints = |value: &dyn Fn(Hint) -> Option<bool>| {
            let said = Hint::ALL.into_iter();
            said.filter_map(|hint| Some((hint.key().to_owned(), value(hint)?)))
                .collect()
        };
        Self {
            condition: ConditionView::of(case.condition()),
            hints: hints(&|hint| case.shown(hint).map(|fact| fact.value)),
            relied: hints(&|hint| case.relied(hint).map(|fact| fact.value)),
        }
    }
}
