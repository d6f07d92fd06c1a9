//! The cases of a tool in lists, in `_meta` under `dev.candor/when`:
//!
//! ```json
//! [{"argument": "action", "is": "list", "annotations": {"readOnlyHint": true}},
//!  {"argument": "query", "sql": "postgresql", "annotations": {"readOnlyHint": true}}]
//! ```
//!
//! A source declares cases in the same form, so that gateways can be chained.

use std::sync::Arc;

use candor_model::{
    CallCondition, ConditionValue, FieldValue, Hint, Opinion, OpinionField, Provenance, SqlFlavour,
};
use candor_resolve::CallCases;
use candor_resolve::check::{CASES_MAX, check_opinion};
use candor_sources::WHEN_META;
use candor_wire::{RawJson, RawObject};
use serde_json::{Map, Value, json};

/// The cases as clients see them.
pub(crate) fn written(cases: &CallCases) -> RawJson {
    let told = cases.iter().filter(|case| !case.shown_hints().is_empty());
    let told = told.map(|case| {
        let hints = case.shown_hints();
        let hints = hints
            .iter()
            .map(|(hint, yes)| (hint.wire().to_owned(), json!(yes)));
        let mut members = condition_members(case.condition());
        members.insert("annotations".to_owned(), Value::Object(hints.collect()));
        Value::Object(members)
    });
    RawJson::from_value(&told.collect())
}

/// A condition as members: the argument, and either `is` or `sql`.
pub(crate) fn condition_members(condition: &CallCondition) -> Map<String, Value> {
    let (key, value) = match &condition.value {
        ConditionValue::Text(text) => ("is", json!(text)),
        ConditionValue::Truth(yes) => ("is", json!(yes)),
        ConditionValue::ReadingSql(flavour) => ("sql", json!(flavour.as_str())),
    };
    let argument = ("argument".to_owned(), json!(condition.argument));
    [argument, (key.to_owned(), value)].into_iter().collect()
}

/// Adds the cases that a source declares to its opinion. A case that cannot be read is left out:
/// then the worst case applies.
pub(super) fn declare(definition: &RawObject, opinion: &mut Opinion, provenance: &Arc<Provenance>) {
    let meta = definition
        .get("_meta")
        .and_then(|meta| RawObject::parse(meta).ok());
    let when = meta.as_ref().and_then(|meta| meta.get(WHEN_META));
    let Some(Value::Array(cases)) = when.and_then(|when| when.decode().ok()) else {
        return;
    };
    for case in cases.iter().take(CASES_MAX) {
        let (Some(condition), Some(hints)) = (condition(case), case.get("annotations")) else {
            continue;
        };
        let mut alone = Opinion::default();
        for hint in Hint::ALL {
            if let Some(value) = hints.get(hint.wire()).and_then(Value::as_bool) {
                let (value, provenance) = (FieldValue::Set(value), Arc::clone(provenance));
                let statement = OpinionField { value, provenance };
                alone.set_case_hint(condition.clone(), hint, statement);
            }
        }
        if check_opinion(&alone).is_ok() {
            opinion.cases.append(&mut alone.cases);
        }
    }
}

/// Keeps only the case hints that make a call more dangerous. Pins do not cover `_meta`, so a
/// server could otherwise make a case safer later without being noticed.
pub(super) fn keep_warnings(opinion: &mut Opinion) {
    for case in opinion.cases.values_mut() {
        for hint in Hint::ALL {
            let warns = |said: &&OpinionField<bool>| said.value == FieldValue::Set(hint.careful());
            let kept = case.hint(hint).filter(warns).cloned();
            case.set_hint(hint, kept);
        }
    }
    opinion.cases.retain(|_, case| !case.is_empty());
}

fn condition(case: &Value) -> Option<CallCondition> {
    let argument = case.get("argument")?.as_str()?;
    let value = match (case.get("is"), case.get("sql")) {
        (Some(Value::String(text)), None) => ConditionValue::Text(text.as_str().into()),
        (Some(Value::Bool(yes)), None) => ConditionValue::Truth(*yes),
        (None, Some(Value::String(word))) => ConditionValue::ReadingSql(SqlFlavour::parse(word)?),
        _ => return None,
    };
    Some(CallCondition {
        argument: argument.into(),
        value,
    })
}

#[cfg(test)]
mod tests {
    use candor_model::{SourceName, SourceTrust};
    use candor_resolve::{ToolLayers, resolve_layers};

    use super::*;

    fn definition(when: &str) -> RawObject {
        let text = format!(r#"{{"name": "manage", "_meta": {{"{WHEN_META}": {when}}}}}"#);
        let json = RawJson::parse(text).expect("it is JSON");
        RawObject::parse(&json).expect("it is an object")
    }

    fn declared(when: &str) -> Opinion {
        let source = SourceName::parse("shop").expect("a name");
        let provenance = Arc::new(Provenance::source(source));
        let mut opinion = Opinion::default();
        declare(&definition(when), &mut opinion, &provenance);
        opinion
    }

    #[test]
    fn what_is_written_is_read_again() {
        let when = r#"[{"annotations":{"destructiveHint":true,"readOnlyHint":false},"argument":"action","is":"delete"},{"annotations":{"destructiveHint":false,"readOnlyHint":true},"argument":"dry_run","is":true},{"annotations":{"destructiveHint":false,"readOnlyHint":true},"argument":"query","sql":"sqlite"}]"#;
        let opinion = declared(when);
        assert_eq!(opinion.cases.len(), 3);
        let effective = resolve_layers(&ToolLayers {
            inferred: &Opinion::default(),
            declared: &opinion,
            above: &[],
            trust: SourceTrust::Trusted,
        });
        let cases = effective.cases.expect("it has cases");
        let again: Value = written(&cases).decode().expect("it is JSON");
        let expect: Value = serde_json::from_str(when).expect("it is JSON");
        assert_eq!(again, expect);
    }

    #[test]
    fn of_a_server_only_warnings_are_kept() {
        let mut opinion = declared(
            r#"[{"argument": "action", "is": "list", "annotations": {"readOnlyHint": true}},
                {"argument": "action", "is": "purge", "annotations": {"destructiveHint": true, "idempotentHint": true}}]"#,
        );
        keep_warnings(&mut opinion);
        let kept: Vec<_> = opinion
            .fields()
            .map(candor_model::FieldOpinion::name)
            .collect();
        let purge = CallCondition::text("action", "purge");
        assert_eq!(
            kept,
            [candor_model::FieldName::Case(&purge, Hint::Destructive)]
        );
    }

    #[test]
    fn a_case_that_cannot_be_read_is_left_out() {
        for bad in [
            r#"{"argument": "action"}"#,
            r#"[{"argument": "action", "annotations": {"readOnlyHint": true}}]"#,
            r#"[{"argument": "action", "is": 1, "annotations": {"readOnlyHint": true}}]"#,
            r#"[{"argument": "action", "is": "a", "sql": "any", "annotations": {"readOnlyHint": true}}]"#,
            r#"[{"argument": "q", "sql": "cobol", "annotations": {"readOnlyHint": true}}]"#,
            r#"[{"argument": "action", "is": "a", "annotations": {"readOnlyHint": "yes"}}]"#,
            r#"[{"argument": "", "is": "a", "annotations": {"readOnlyHint": true}}]"#,
        ] {
            assert!(declared(bad).is_empty(), "{bad}");
        }
    }
}
