//! What somebody typed into the fields of a form, and what it means.

mod fill;
mod read;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use candor_frame::Form;
use candor_schema::{Validator, Violation};
use candor_wire::{RawJson, RawObject};
use serde_json::Value;

use crate::cut::cut;
use crate::plan::{Field, Kind};

/// The most characters of one sentence about what is wrong.
const SENTENCE: usize = 400;

/// Texts, by the JSON Pointer of what they are for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Typed(BTreeMap<String, String>);

/// What is wrong with it.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Problems {
    /// By the JSON Pointer of the field.
    pub(crate) at: BTreeMap<String, Vec<String>>,
    /// What belongs to no field.
    pub(crate) general: Vec<String>,
}

// === impl Typed ===

impl Typed {
    /// The fields of a form that are for arguments: their names are pointers. Line breaks are as
    /// we write them, not as browsers do.
    pub(crate) fn of(form: &Form) -> Self {
        let own = form.fields().filter(|(name, _)| name.starts_with('/'));
        let own = own.map(|(name, text)| (name.to_owned(), text.replace("\r\n", "\n")));
        Self(own.collect())
    }

    /// What is given where nobody has typed anything yet: what cannot be left out and has a
    /// value that counts otherwise.
    pub(crate) fn beginning(fields: &[Field]) -> Self {
        let mut typed = Self::default();
        fill::defaults(fields, &mut typed);
        typed
    }

    /// The texts that mean these arguments; nothing where the fields cannot say them.
    pub(crate) fn meaning(fields: &[Field], arguments: &RawJson) -> Option<Self> {
        let mut typed = Self::default();
        fill::group(fields, arguments, &mut typed)?;
        Some(typed)
    }

    /// The arguments that it means, or all that is wrong.
    pub(crate) fn arguments(&self, fields: &[Field]) -> Result<RawJson, Problems> {
        self.read(fields, |_| true)
    }

    /// The same of a form that is not finished: what is missing may still come.
    pub(crate) fn draft(&self, fields: &[Field]) -> Result<RawJson, Problems> {
        self.read(fields, |sentence| sentence != read::MISSING)
    }

    fn read(&self, fields: &[Field], counts: impl Fn(&str) -> bool) -> Result<RawJson, Problems> {
        let mut problems = Problems::default();
        let members = read::group(fields, self, true, &mut problems);
        problems.at.retain(|_, sentences| {
            sentences.retain(|sentence| counts(sentence));
            !sentences.is_empty()
        });
        let mut asked = Vec::new();
        pointers(fields, &mut asked);
        // Left out in silence, it would be another call than the one that was meant.
        let given = self.0.iter().filter(|(_, text)| !text.is_empty());
        for (pointer, _) in given.filter(|(pointer, _)| !asked.contains(&pointer.as_str())) {
            problems.general.push(format!(
                "The tool does not ask for `{}`; its definition has changed since the form was \
                 opened.",
                cut(pointer, 80)
            ));
        }
        if problems.is_empty() {
            Ok(members.unwrap_or_default().to_json())
        } else {
            Err(problems)
        }
    }

    /// The text for a field.
    pub(crate) fn get(&self, pointer: &str) -> &str {
        self.0.get(pointer).map_or("", String::as_str)
    }

    fn set(&mut self, pointer: &str, text: impl Into<String>) {
        self.0.insert(pointer.to_owned(), text.into());
    }
}

// === impl Problems ===

impl Problems {
    /// What a schema has against arguments, at the fields that it is about. One that cannot be
    /// compiled has nothing against anything; the gateway decides in the end.
    pub(crate) fn found(schema: &Value, arguments: &RawJson, fields: &[Field]) -> Self {
        let mut problems = Self::default();
        let (Ok(validator), Ok(value)) = (Validator::compile(schema), arguments.decode()) else {
            return problems;
        };
        for violation in validator.violations(&value) {
            problems.place(&violation, fields);
        }
        problems
    }

    /// Whether nothing is wrong.
    pub(crate) fn is_empty(&self) -> bool {
        self.at.is_empty() && self.general.is_empty()
    }

    /// What is wrong at a field.
    pub(crate) fn of(&self, pointer: &str) -> &[String] {
        self.at.get(pointer).map_or(&[], Vec::as_slice)
    }

    fn add(&mut self, pointer: &str, sentence: impl Into<String>) {
        let at = self.at.entry(pointer.to_owned()).or_default();
        at.push(cut(&sentence.into(), SENTENCE));
    }

    fn place(&mut self, violation: &Violation, fields: &[Field]) {
        let Violation { path, message } = violation;
        let Some(pointer) = nearest(fields, path) else {
            self.general.push(cut(&violation.to_string(), SENTENCE));
            return;
        };
        match path.strip_prefix(pointer).filter(|rest| !rest.is_empty()) {
            Some(rest) => self.add(pointer, format!("At {rest}: {message}")),
            None => self.add(pointer, message.as_str()),
        }
    }
}

fn pointers<'a>(fields: &'a [Field], found: &mut Vec<&'a str>) {
    for field in fields {
        match &field.kind {
            Kind::Group(members) => pointers(members, found),
            _ => found.push(&field.pointer),
        }
    }
}

/// The innermost field that a place is in.
fn nearest<'a>(fields: &'a [Field], path: &str) -> Option<&'a str> {
    let holds = |field: &&Field| {
        let rest = path.strip_prefix(field.pointer.as_str());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let field = fields.iter().find(holds)?;
    let inside = match &field.kind {
        Kind::Group(members) => nearest(members, path),
        _ => None,
    };
    Some(inside.unwrap_or(&field.pointer))
}

/// Arguments that were written as JSON, or why they are none.
pub(crate) fn written(text: &str) -> Result<RawJson, String> {
    let text = text.trim();
    let text = if text.is_empty() { "{}" } else { text };
    let json = RawJson::parse(text.as_bytes().to_vec());
    let json = json.map_err(|error| format!("This is not JSON: {error}."))?;
    if !json.is_object() {
        let shown = cut(text, 60);
        return Err(format!(
            "The arguments must be a JSON object, not `{shown}`."
        ));
    }
    match RawObject::parse(&json) {
        Ok(_) => Ok(json),
        Err(error) => Err(format!("These arguments cannot be taken: {error}.")),
    }
}
