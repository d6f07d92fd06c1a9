//! Hints, in few words and as JSON.

use candor_gateway::desk::Explained;
use candor_infer::Finding;
use candor_model::{Hint, Hints, Layer, Say};
use candor_resolve::{Effective, Origin, Shown, Unset, explain};
use serde_json::{Map, Value, json};

use crate::text::one_line;

/// What matters at a glance. What follows from another word is left out, and so is what a tool
/// does not do unless that is the news: `--explain` tells it all.
pub(crate) fn brief(hints: Hints) -> String {
    let is = |hint| hints.get(hint);
    let mut words: Vec<String> = Vec::new();
    let mut add = |word: &str| words.push(word.to_owned());
    match (is(Hint::ReadOnly), is(Hint::Destructive)) {
        (_, Some(true)) => add("destructive"),
        (Some(true), _) => add("read-only"),
        (_, Some(false)) => add("not destructive"),
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
        return "unset".to_owned();
    }
    words.join(", ")
}

/// All four: true, false or null.
pub(crate) fn json(hints: Hints) -> Value {
    let value = |hint: Hint| (hint.key().to_owned(), json!(hints.get(hint)));
    Value::Object(Hint::ALL.into_iter().map(value).collect::<Map<_, _>>())
}

/// Each hint in a sentence, and under it what is relied upon where that differs.
pub(crate) fn sentences(effective: &Effective) -> Vec<(Hint, Vec<String>)> {
    Hint::ALL
        .into_iter()
        .map(|hint| {
            let shown = one_line(&explain::shown(&effective.shown, hint));
            let mut lines = vec![shown];
            let value = |view: Hints| view.get(hint);
            if value(effective.shown.hints()) != value(effective.relied.hints()) {
                let relied = one_line(&explain::relied(&effective.relied, hint));
                lines.push(format!("relied upon: {relied}"));
            }
            (hint, lines)
        })
        .collect()
}

/// The title and who says so.
pub(crate) fn title(shown: &Shown) -> Option<String> {
    let fact = shown.title()?;
    let by_people = fact.origin.voice().layer > Layer::Declared;
    let says = if by_people { "says " } else { "" };
    Some(one_line(&format!("{}, {says}{}", fact.value, fact.origin)))
}

/// When somebody is asked before a call, and who says so.
pub(crate) fn confirm(explained: &Explained) -> String {
    let by_hints = "confirm: unset, so what the tool does decides";
    let sentence = if let Some(fact) = &explained.effective.confirm {
        let word = fact.value.as_str();
        format!("confirm: {word}, says {}", fact.origin.voice())
    } else {
        let mut layers = explained.layers.iter().rev();
        let said = layers.find_map(|(_, opinion)| opinion.confirm.as_ref());
        match said.map(|said| (&said.say, &said.voice)) {
            None => by_hints.to_owned(),
            Some((Say::Clear, voice)) => format!("{by_hints}; cleared by {voice}"),
            Some((Say::Set(value), voice)) => format!(
                "{by_hints}; {}, says {voice}, which is not relied upon",
                value.as_str()
            ),
        }
    };
    one_line(&sentence)
}

/// The same as JSON.
pub(crate) fn confirm_json(effective: &Effective) -> Value {
    let fact = effective.confirm.as_ref();
    fact.map_or(
        Value::Null,
        |fact| json!({"value": fact.value.as_str(), "sentence": fact.origin.to_string()}),
    )
}

/// The further members that people set or take away, and who says so.
pub(crate) fn members(shown: &Shown) -> impl Iterator<Item = String> {
    shown.extra().map(|(key, statement)| {
        let sentence = match &statement.say {
            Say::Set(json) => format!("{key}: {}, says {}", json.as_str(), statement.voice),
            Say::Clear => format!("{key}: unset, cleared by {}", statement.voice),
        };
        one_line(&sentence)
    })
}

/// Every field that has a value, by its name on the wire, and who says so.
pub(crate) fn origins(shown: &Shown) -> Value {
    let origin = |(field, origin): (&str, &Origin)| {
        let voice = origin.voice();
        let about = json!({
            "layer": voice.layer.as_str(),
            "said": origin.is_said(),
            "sentence": origin.to_string(),
            "about": voice.about,
            "at": voice.at_micros.map(crate::when::text),
            "why": voice.why,
        });
        (field.to_owned(), about)
    };
    Value::Object(shown.fields().map(origin).collect())
}

/// A finding as JSON.
pub(crate) fn finding(finding: &Finding) -> Value {
    json!({
        "hint": finding.hint.key(),
        "value": finding.value,
        "confidence": finding.confidence.percent(),
        "evidence": finding.evidence,
    })
}

/// What each layer says about a hint and is not heard, lowest first.
pub(crate) fn unheard(explained: &Explained, hint: Hint) -> Vec<String> {
    let shown = &explained.effective.shown;
    let heard = match (shown.hint(hint), shown.unset(hint)) {
        (Some(fact), _) => Some(fact.origin.voice()),
        (None, Some(Unset::Cleared(voice))) => Some(voice),
        _ => None,
    };
    let said = explained.layers.iter();
    said.filter_map(|(_, opinion)| opinion.hint(hint))
        .filter(|statement| heard.is_none_or(|heard| *heard != statement.voice))
        .map(|statement| {
            let value = match statement.say {
                Say::Set(value) => value.to_string(),
                Say::Clear => "unset".to_owned(),
            };
            one_line(&format!("also said: {value}, {}", statement.voice))
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
            (all(None, None, None, None), "unset"),
            (all(yes, no, yes, no), "read-only"),
            (all(yes, None, None, yes), "read-only, open-world"),
            (all(no, yes, yes, no), "destructive, idempotent"),
            (all(no, no, no, no), "not destructive"),
            (all(None, no, yes, None), "not destructive, idempotent"),
            (all(no, None, None, yes), "not read-only, open-world"),
            (all(None, None, no, no), "not idempotent, not open-world"),
        ] {
            assert_eq!(brief(hints), expect, "{hints:?}");
        }
    }
}
