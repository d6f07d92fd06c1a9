//! Hints as text and as JSON.

use candor_gateway::edit::ExplainedTool;
use candor_infer::HintFinding;
use candor_model::{FieldValue, Hint, Hints};
use candor_resolve::{EffectiveAnnotations, Shown, UnsetReason, ValueOrigin, explain};
use serde_json::{Map, Value, json};

use crate::text::one_line;

/// The most important hints. Implied and harmless ones are omitted; `--explain` shows all.
pub(crate) fn brief(hints: Hints) -> String {
    let is = |hint| hints.get(hint);
    let mut words: Vec<String> = Vec::new();
    let mut add = |word: &str| words.push(word.to_owned());
    match (is(Hint::ReadOnly), is(Hint::Destructive)) {
        (_, Some(true)) => add("destructive"),
        (Some(true), _) => add("read-only"),
        (_, Some(false)) => add("additive"),
        (Some(false), None) => add("not read-only"),
        (None, None) => {}
    }
    // Reading twice is always reading once.
    if is(Hint::Idempotent) == Some(true) && is(Hint::ReadOnly) != Some(true) {
        add("idempotent");
    }
    if is(Hint::OpenWorld) == Some(true) {
        add("open-world");
    }
    if words.is_empty() {
        words.extend(hints.iter().map(|(hint, _)| format!("not {}", hint.word())));
    }
    if words.is_empty() {
        return "not set".to_owned();
    }
    words.join(", ")
}

/// All four: true, false or null.
pub(crate) fn json(hints: Hints) -> Value {
    let value = |hint: Hint| (hint.key().to_owned(), json!(hints.get(hint)));
    Value::Object(Hint::ALL.into_iter().map(value).collect::<Map<_, _>>())
}

/// Each hint in a sentence, followed by the value that policy uses if it differs.
pub(crate) fn sentences(effective: &EffectiveAnnotations) -> Vec<(Hint, Vec<String>)> {
    Hint::ALL
        .into_iter()
        .map(|hint| {
            let shown = one_line(&explain::shown(&effective.shown, hint));
            let mut lines = vec![shown];
            let value = |view: Hints| view.get(hint);
            if value(effective.shown.hints()) != value(effective.relied.hints()) {
                let relied = one_line(&explain::relied(&effective.relied, hint));
                lines.push(format!("policy uses: {relied}"));
            }
            (hint, lines)
        })
        .collect()
}

/// The title and where it comes from.
pub(crate) fn title(shown: &Shown) -> Option<String> {
    let fact = shown.title()?;
    let by_people = fact.origin.provenance().layer.is_of_people();
    let says = if by_people { "says " } else { "" };
    Some(one_line(&format!("{}, {says}{}", fact.value, fact.origin)))
}

/// When a call needs approval, and where that comes from.
pub(crate) fn confirm(explained: &ExplainedTool) -> String {
    let by_hints = "confirm: not set, based on hints";
    let sentence = if let Some(fact) = &explained.effective.confirm {
        let word = fact.value.as_str();
        format!("confirm: {word}, says {}", fact.origin.provenance())
    } else {
        let mut layers = explained.layers.iter().rev();
        let said = layers.find_map(|(_, opinion)| opinion.confirm.as_ref());
        match said.map(|said| (&said.value, &said.provenance)) {
            None => by_hints.to_owned(),
            Some((FieldValue::Clear, provenance)) => format!("{by_hints}; cleared by {provenance}"),
            Some((FieldValue::Set(value), provenance)) => format!(
                "{by_hints}; {}, says {provenance}, ignored (untrusted source)",
                value.as_str()
            ),
        }
    };
    one_line(&sentence)
}

/// The confirm mode as JSON.
pub(crate) fn confirm_json(effective: &EffectiveAnnotations) -> Value {
    let fact = effective.confirm.as_ref();
    fact.map_or(
        Value::Null,
        |fact| json!({"value": fact.value.as_str(), "sentence": fact.origin.to_string()}),
    )
}

/// The further annotations that people set or clear, with their provenance.
pub(crate) fn members(shown: &Shown) -> impl Iterator<Item = String> {
    shown.extra().map(|(key, statement)| {
        let sentence = match &statement.value {
            FieldValue::Set(json) => {
                format!("{key}: {}, says {}", json.as_str(), statement.provenance)
            }
            FieldValue::Clear => format!("{key}: not set, cleared by {}", statement.provenance),
        };
        one_line(&sentence)
    })
}

/// Every field that has a value, by its name on the wire, and where it comes from.
pub(crate) fn origins(shown: &Shown) -> Value {
    let origin = |(field, origin): (&str, &ValueOrigin)| {
        let provenance = origin.provenance();
        let about = json!({
            "layer": provenance.layer.as_str(),
            "said": origin.is_said(),
            "sentence": origin.to_string(),
            "about": provenance.about,
            "at": provenance.at_micros.map(crate::timestamp::text),
            "why": provenance.why,
        });
        (field.to_owned(), about)
    };
    Value::Object(shown.fields().map(origin).collect())
}

/// A finding as JSON.
pub(crate) fn finding(finding: &HintFinding) -> Value {
    json!({
        "hint": finding.hint.key(),
        "value": finding.value,
        "confidence": finding.confidence.percent(),
        "evidence": finding.evidence,
    })
}

/// The values of a hint that are overridden by other layers, lowest first.
pub(crate) fn overruled(explained: &ExplainedTool, hint: Hint) -> Vec<String> {
    let shown = &explained.effective.shown;
    let heard = match (shown.hint(hint), shown.unset(hint)) {
        (Some(fact), _) => Some(fact.origin.provenance()),
        (None, Some(UnsetReason::Cleared(provenance))) => Some(provenance),
        _ => None,
    };
    let said = explained.layers.iter();
    said.filter_map(|(_, opinion)| opinion.hint(hint))
        .filter(|statement| heard.is_none_or(|heard| *heard != statement.provenance))
        .map(|statement| {
            let value = match statement.value {
                FieldValue::Set(value) => value.to_string(),
                FieldValue::Clear => "not set".to_owned(),
            };
            one_line(&format!("overridden: {value}, {}", statement.provenance))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_glance_shows_what_matters() {
        let all = |read_only, destructive, idempotent, open_world| {
            let mut hints = Hints::UNSET;
            for (hint, value) in
                Hint::ALL
                    .into_iter()
                    .zip([read_only, destructive, idempotent, open_world])
            {
                hints.set(hint, value);
            }
            hints
        };
        let (yes, no) = (Some(true), Some(false));
        for (hints, expect) in [
            (all(None, None, None, None), "not set"),
            (all(yes, no, yes, no), "read-only"),
            (all(yes, None, None, yes), "read-only, open-world"),
            (all(no, yes, yes, no), "destructive, idempotent"),
            (all(no, no, no, no), "additive"),
            (all(None, no, yes, None), "additive, idempotent"),
            (all(no, None, None, yes), "not read-only, open-world"),
            (all(None, None, no, no), "not idempotent, not open-world"),
        ] {
            assert_eq!(brief(hints), expect, "{hints:?}");
        }
    }
}
