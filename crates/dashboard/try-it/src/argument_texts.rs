//! The texts of form fields, and the arguments they represent.

mod fill;
mod read;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use candor_dashboard_kit::SubmittedForm;
use candor_schema::{SchemaValidator, SchemaViolation};
use candor_wire::{RawJson, RawObject};
use serde_json::Value;

use crate::form_plan::{ArgumentField, ArgumentKind};
use crate::shorten::shorten;

/// The maximum length of one sentence about what is wrong, in characters.
const SENTENCE: usize = 400;

/// Texts by the JSON Pointer of their argument.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ArgumentTexts(BTreeMap<String, String>);

/// The problems of the input.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct ArgumentProblems {
    /// Problems by the JSON Pointer of the field.
    pub(crate) at: BTreeMap<String, Vec<String>>,
    /// Problems of no particular field.
    pub(crate) general: Vec<String>,
}

// === impl ArgumentTexts ===

impl ArgumentTexts {
    /// The argument fields of a form, whose names are JSON Pointers. Line breaks are `\n`.
    pub(crate) fn of(form: &SubmittedForm) -> Self {
        let own = form.fields().filter(|(name, _)| name.starts_with('/'));
        let own = own.map(|(name, text)| (name.to_owned(), text.replace("\r\n", "\n")));
        Self(own.collect())
    }

    /// The initial texts: required fields with a default.
    pub(crate) fn beginning(fields: &[ArgumentField]) -> Self {
        let mut typed = Self::default();
        fill::defaults(fields, &mut typed);
        typed
    }

    /// The texts for arguments; none if the fields cannot represent them.
    pub(crate) fn meaning(fields: &[ArgumentField], arguments: &RawJson) -> Option<Self> {
        let mut typed = Self::default();
        fill::group(fields, arguments, &mut typed)?;
        Some(typed)
    }

    /// The arguments, or all problems.
    pub(crate) fn arguments(&self, fields: &[ArgumentField]) -> Result<RawJson, ArgumentProblems> {
        self.read(fields, |_| true)
    }

    /// The arguments of an unfinished form, in which fields may be missing.
    pub(crate) fn draft(&self, fields: &[ArgumentField]) -> Result<RawJson, ArgumentProblems> {
        self.read(fields, |sentence| sentence != read::MISSING)
    }

    fn read(
        &self,
        fields: &[ArgumentField],
        counts: impl Fn(&str) -> bool,
    ) -> Result<RawJson, ArgumentProblems> {
        let mut problems = ArgumentProblems::default();
        let members = read::group(fields, self, true, &mut problems);
        problems.at.retain(|_, sentences| {
            sentences.retain(|sentence| counts(sentence));
            !sentences.is_empty()
        });
        let mut asked = Vec::new();
        pointers(fields, &mut asked);
        // Dropping it silently would make another call than intended.
        let given = self.0.iter().filter(|(_, text)| !text.is_empty());
        for (pointer, _) in given.filter(|(pointer, _)| !asked.contains(&pointer.as_str())) {
            problems.general.push(format!(
                "The tool no longer has the argument `{}`; its definition changed after you opened \
                 the form.",
                shorten(pointer, 80)
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

// === impl ArgumentProblems ===

impl ArgumentProblems {
    /// The violations of a schema, by field. An invalid schema has none; the gateway decides.
    pub(crate) fn found(schema: &Value, arguments: &RawJson, fields: &[ArgumentField]) -> Self {
        let mut problems = Self::default();
        let (Ok(validator), Ok(value)) = (SchemaValidator::compile(schema), arguments.decode())
        else {
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

    /// The errors at a field.
    pub(crate) fn of(&self, pointer: &str) -> &[String] {
        self.at.get(pointer).map_or(&[], Vec::as_slice)
    }

    fn add(&mut self, pointer: &str, sentence: impl Into<String>) {
        let at = self.at.entry(pointer.to_owned()).or_default();
        at.push(shorten(&sentence.into(), SENTENCE));
    }

    fn place(&mut self, violation: &SchemaViolation, fields: &[ArgumentField]) {
        let SchemaViolation { path, message } = violation;
        let Some(pointer) = nearest(fields, path) else {
            self.general.push(shorten(&violation.to_string(), SENTENCE));
            return;
        };
        match path.strip_prefix(pointer).filter(|rest| !rest.is_empty()) {
            Some(rest) => self.add(pointer, format!("At {rest}: {message}")),
            None => self.add(pointer, message.as_str()),
        }
    }
}

fn pointers<'a>(fields: &'a [ArgumentField], found: &mut Vec<&'a str>) {
    for field in fields {
        match &field.kind {
            ArgumentKind::Group(members) => pointers(members, found),
            _ => found.push(&field.pointer),
        }
    }
}

/// The innermost field that a place is in.
fn nearest<'a>(fields: &'a [ArgumentField], path: &str) -> Option<&'a str> {
    let holds = |field: &&ArgumentField| {
        let rest = path.strip_prefix(field.pointer.as_str());
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let field = fields.iter().find(holds)?;
    let inside = match &field.kind {
        ArgumentKind::Group(members) => nearest(members, path),
        _ => None,
    };
    Some(inside.unwrap_or(&field.pointer))
}

/// Arguments that were written as JSON, or why they are none.
pub(crate) fn written(text: &str) -> Result<RawJson, String> {
    let text = text.trim();
    let text = if text.is_empty() { "{}" } else { text };
    let json = RawJson::parse(text.as_bytes().to_vec());
    let json = json.map_err(|error| format!("Invalid JSON: {error}."))?;
    if !json.is_object() {
        let shown = shorten(text, 60);
        return Err(format!(
            "The arguments must be a JSON object, not `{shown}`."
        ));
    }
    match RawObject::parse(&json) {
        Ok(_) => Ok(json),
        Err(error) => Err(format!("Invalid arguments: {error}.")),
    }
}
