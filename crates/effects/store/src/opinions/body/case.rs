//! Stored cases: hints for calls that meet a condition.

use candor_model::{
    CallCondition, CaseOpinion, ConditionValue, Hint, Opinion, OpinionField, SqlFlavour,
};
use serde::{Deserialize, Serialize, de::Error};
use serde_json::Value;

use super::{StatementBody, StatementSubject};

/// One case. Exactly one of `is` and `sql` is present.
#[derive(Serialize, Deserialize)]
pub(super) struct CaseBody {
    argument: Box<str>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    is: Option<Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    sql: Option<Box<str>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    read_only: Option<StatementBody<bool>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    destructive: Option<StatementBody<bool>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    idempotent: Option<StatementBody<bool>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    open_world: Option<StatementBody<bool>>,
}

// === impl CaseBody ===

impl CaseBody {
    pub(super) fn new((condition, case): (&CallCondition, &CaseOpinion)) -> Self {
        let hint = |hint| {
            let said: Option<&OpinionField<bool>> = case.hint(hint);
            said.map(|said| StatementBody::new(said, bool::clone))
        };
        let (is, sql) = match &condition.value {
            ConditionValue::Text(text) => (Some(Value::from(&**text)), None),
            ConditionValue::Truth(yes) => (Some(Value::from(*yes)), None),
            ConditionValue::ReadingSql(flavour) => (None, Some(flavour.as_str().into())),
        };
        Self {
            argument: condition.argument.clone(),
            is,
            sql,
            read_only: hint(Hint::ReadOnly),
            destructive: hint(Hint::Destructive),
            idempotent: hint(Hint::Idempotent),
            open_world: hint(Hint::OpenWorld),
        }
    }

    /// Adds the case to an opinion.
    pub(super) fn read(
        self,
        heard: &StatementSubject<'_>,
        opinion: &mut Opinion,
    ) -> Result<(), serde_json::Error> {
        let condition = CallCondition {
            argument: self.argument,
            value: condition_value(self.is, self.sql.as_deref())?,
        };
        for (hint, said) in [
            (Hint::ReadOnly, self.read_only),
            (Hint::Destructive, self.destructive),
            (Hint::Idempotent, self.idempotent),
            (Hint::OpenWorld, self.open_world),
        ] {
            if let Some(said) = said {
                let statement = heard.field(said, Ok)?;
                opinion.set_case_hint(condition.clone(), hint, statement);
            }
        }
        Ok(())
    }
}

fn condition_value(
    is: Option<Value>,
    sql: Option<&str>,
) -> Result<ConditionValue, serde_json::Error> {
    match (is, sql) {
        (Some(Value::String(text)), None) => Ok(ConditionValue::Text(text.into())),
        (Some(Value::Bool(yes)), None) => Ok(ConditionValue::Truth(yes)),
        (None, Some(word)) => {
            let unknown = || Error::custom(format_args!("`{word}` is no flavour of SQL"));
            let flavour = SqlFlavour::parse(word).ok_or_else(unknown)?;
            Ok(ConditionValue::ReadingSql(flavour))
        }
        _ => Err(Error::custom(
            "a case needs either `is`, a text or a truth value, or `sql`",
        )),
    }
}
