//! Edits of cases.

use candor_model::{CallCondition, ConditionValue, FieldEdit, Hint, OpinionEdit, SqlFlavour};
use serde::Deserializer;
use serde::de::Error;

use super::{HintChange, schema};
use crate::patch_field::mentioned;
use crate::prelude::*;

/// What is changed about the calls in which an argument has one of these values. Hints that are
/// not mentioned stay as they are.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CaseChange {
    /// The name of a top-level argument; with a `/` in front, a JSON pointer into the arguments.
    #[schema(example = "action")]
    argument: String,
    /// What its value has to be: a text, true, false, or a list of these. Nothing is converted.
    #[serde(default)]
    #[schema(value_type = Option<serde_json::Value>, example = "list")]
    is: Option<EqualValues>,
    /// In place of `is`: the argument is SQL of this dialect that only reads.
    #[serde(default)]
    #[schema(value_type = Option<String>, example = "postgresql")]
    sql: Option<SqlWord>,
    #[serde(default, deserialize_with = "mentioned")]
    #[schema(schema_with = schema::hint)]
    read_only: Option<HintChange>,
    #[serde(default, deserialize_with = "mentioned")]
    #[schema(schema_with = schema::hint)]
    destructive: Option<HintChange>,
    #[serde(default, deserialize_with = "mentioned")]
    #[schema(schema_with = schema::hint)]
    idempotent: Option<HintChange>,
    #[serde(default, deserialize_with = "mentioned")]
    #[schema(schema_with = schema::hint)]
    open_world: Option<HintChange>,
}

/// The cases of an edit, each valid.
#[derive(Default)]
pub(super) struct CaseChanges(Vec<CaseChange>);

struct EqualValues(Vec<ConditionValue>);
struct SqlWord(SqlFlavour);

// === impl CaseChanges ===

impl CaseChanges {
    /// Adds what is to be done to an edit.
    pub(super) fn amend(self, edit: &mut OpinionEdit) {
        for case in self.0 {
            let values = case.values();
            let hints = [
                (Hint::ReadOnly, case.read_only),
                (Hint::Destructive, case.destructive),
                (Hint::Idempotent, case.idempotent),
                (Hint::OpenWorld, case.open_world),
            ];
            for value in values {
                let condition = CallCondition {
                    argument: case.argument.as_str().into(),
                    value,
                };
                for (hint, change) in &hints {
                    if let Some(HintChange(change)) = change {
                        let change: FieldEdit<bool> = change.clone();
                        edit.set_case_hint(condition.clone(), *hint, change);
                    }
                }
            }
        }
    }
}

impl<'de> Deserialize<'de> for CaseChanges {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let cases = Vec::<CaseChange>::deserialize(from)?;
        match cases.iter().find_map(CaseChange::problem) {
            Some(problem) => Err(D::Error::custom(problem)),
            None => Ok(Self(cases)),
        }
    }
}

// === impl CaseChange ===

impl CaseChange {
    /// The values of its condition.
    fn values(&self) -> Vec<ConditionValue> {
        match (&self.is, &self.sql) {
            (Some(is), _) => is.0.clone(),
            (None, Some(sql)) => vec![ConditionValue::ReadingSql(sql.0)],
            (None, None) => Vec::new(),
        }
    }

    /// Why it is invalid.
    fn problem(&self) -> Option<&'static str> {
        let hints = [
            &self.read_only,
            &self.destructive,
            &self.idempotent,
            &self.open_world,
        ];
        match (&self.is, &self.sql) {
            (Some(_), Some(_)) => Some("a case has either `is` or `sql`"),
            (None, None) => Some("a case needs `is` or `sql`"),
            _ if hints.iter().all(|hint| hint.is_none()) => Some("a case mentions no hint"),
            _ => None,
        }
    }
}

// === impl EqualValues ===

impl<'de> Deserialize<'de> for EqualValues {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        use serde_json::Value;

        let value = |value: Value| match value {
            Value::String(text) => Ok(ConditionValue::Text(text.into())),
            Value::Bool(yes) => Ok(ConditionValue::Truth(yes)),
            _ => Err(D::Error::custom(
                "`is` must be a text, true, false or a list of these",
            )),
        };
        let values = match Value::deserialize(from)? {
            Value::Array(values) => values.into_iter().map(value).collect::<Result<_, _>>()?,
            other => vec![value(other)?],
        };
        Ok(Self(values))
    }
}

// === impl SqlWord ===

impl<'de> Deserialize<'de> for SqlWord {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let word = String::deserialize(from)?;
        let known = SqlFlavour::ALL
            .map(|flavour| format!("`{flavour}`"))
            .join(", ");
        let unknown = || D::Error::custom(format!("`sql` must be one of {known}"));
        SqlFlavour::parse(&word).map(Self).ok_or_else(unknown)
    }
}
