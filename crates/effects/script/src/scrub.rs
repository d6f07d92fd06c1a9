//! Removes the values of variables from a tool's output.
//!
//! Protects against accidents: a tool that prints its environment or a URL with a key in it. A
//! malicious tool can always encode a value in another way.

mod forms;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use candor_model::Secret;
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Map, Value, json};

/// A shorter value would tear holes into everything, and hides nothing.
const SHORTEST: usize = 6;

/// The text that replaces a secret.
const BLOT: &str = "****";

/// The values to look for, in all their forms.
#[derive(Debug)]
pub(crate) struct SecretScrubber {
    /// Longest first, so that a value is not split by a shorter one in it.
    forms: Vec<SecretForm>,
}

#[derive(Debug)]
struct SecretForm {
    /// The variable it is the value of.
    name: String,
    text: Secret<String>,
}

// === impl SecretScrubber ===

impl SecretScrubber {
    pub(crate) fn new(
        variables: &BTreeMap<String, Secret<String>>,
        plain: &BTreeSet<String>,
    ) -> Self {
        let secret = variables.iter().filter(|(name, _)| !plain.contains(*name));
        let long = secret.filter(|(_, value)| value.expose().len() >= SHORTEST);
        let mut forms: Vec<SecretForm> = long
            .flat_map(|(name, value)| {
                forms::of(value.expose())
                    .into_iter()
                    .map(|text| SecretForm {
                        name: name.clone(),
                        text,
                    })
            })
            .collect();
        forms.sort_by_key(|form| std::cmp::Reverse(form.text.expose().len()));
        Self { forms }
    }

    /// A text without the values. `found` is called for each variable whose value was removed.
    pub(crate) fn text(&self, text: &str, found: &mut dyn FnMut(&str)) -> String {
        let mut names = Vec::new();
        let text = self.replace(text, &mut names);
        tell(names, found);
        text
    }

    /// JSON without the values. Without any, the text is unchanged.
    pub(crate) fn json(&self, raw: Box<RawValue>, found: &mut dyn FnMut(&str)) -> Box<RawValue> {
        let text = raw.get();
        if !self
            .forms
            .iter()
            .any(|form| text.contains(form.text.expose().as_str()))
        {
            return raw;
        }
        let cleaned = serde_json::from_str(text).map(|value| self.value(value, found));
        match cleaned.and_then(|value| to_raw_value(&value)) {
            Ok(clean) => clean,
            // It is nested too deeply to be looked through.
            Err(_) => refusal(),
        }
    }

    /// A value without the values.
    pub(crate) fn value(&self, value: Value, found: &mut dyn FnMut(&str)) -> Value {
        let mut names = Vec::new();
        let value = self.walk(value, &mut names);
        tell(names, found);
        value
    }

    fn walk<'a>(&'a self, value: Value, names: &mut Vec<&'a str>) -> Value {
        match value {
            Value::String(text) => self.replace(&text, names).into(),
            // A number that is a secret is still one.
            Value::Number(number) => {
                let text = number.to_string();
                let clean = self.replace(&text, names);
                if clean == text {
                    number.into()
                } else {
                    BLOT.into()
                }
            }
            Value::Array(items) => items
                .into_iter()
                .map(|item| self.walk(item, names))
                .collect(),
            Value::Object(members) => {
                let mut clean = Map::new();
                for (key, member) in members {
                    clean.insert(self.replace(&key, names), self.walk(member, names));
                }
                clean.into()
            }
            plain => plain,
        }
    }

    fn replace<'a>(&'a self, text: &str, names: &mut Vec<&'a str>) -> String {
        let mut text = text.to_owned();
        for form in &self.forms {
            let wanted = form.text.expose().as_str();
            if text.contains(wanted) {
                text = text.replace(wanted, BLOT);
                names.push(&form.name);
            }
        }
        text
    }
}

/// Reports each name once.
fn tell(mut names: Vec<&str>, found: &mut dyn FnMut(&str)) {
    names.sort_unstable();
    names.dedup();
    names.into_iter().for_each(found);
}

/// The replacement for a result that contains a value and cannot be cleaned.
fn refusal() -> Box<RawValue> {
    let text = "the result held the value of a variable and is nested too deeply to take it out";
    let result = json!({"content": [{"type": "text", "text": text}], "isError": true});
    // An object of plain texts is always JSON.
    to_raw_value(&result).unwrap_or_default()
}
