//! The fields of one row, whichever kind of file it comes from.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::problem::FileProblems;
use crate::target;

/// The most bytes of an address.
const ADDRESS_MAX: usize = 2000;

/// The fields of one row, by name.
pub(super) struct RowFields {
    /// Its line in the file.
    pub(super) line: u64,
    texts: BTreeMap<String, String>,
    extra: Map<String, Value>,
}

/// A row while it is read: what is wrong is collected, so that one look finds all of it.
pub(super) struct FieldReader<'r> {
    fields: &'r RowFields,
    problems: &'r mut FileProblems,
    is_wrong: bool,
}

// === impl RowFields ===

impl RowFields {
    pub(super) fn new(line: u64) -> Self {
        Self {
            line,
            texts: BTreeMap::new(),
            extra: Map::new(),
        }
    }

    /// Adds a field. An empty one is as good as none.
    pub(super) fn put(&mut self, name: &str, text: &str) {
        let text = text.trim();
        if !text.is_empty() {
            self.texts.insert(name.to_owned(), text.to_owned());
        }
    }

    /// Adds what has no field of its own.
    pub(super) fn put_extra(&mut self, name: &str, value: Value) {
        self.extra.insert(name.to_owned(), value);
    }

    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.texts.get(name).map(String::as_str)
    }

    /// What has no field of its own, as a JSON object.
    pub(super) fn extra(&self) -> String {
        Value::Object(self.extra.clone()).to_string()
    }
}

// === impl FieldReader ===

impl<'r> FieldReader<'r> {
    pub(super) fn new(fields: &'r RowFields, problems: &'r mut FileProblems) -> Self {
        Self {
            fields,
            problems,
            is_wrong: false,
        }
    }

    /// Says that something is wrong.
    pub(super) fn wrong(&mut self, sentence: impl Into<String>) {
        self.problems.push(self.fields.line, sentence);
        self.is_wrong = true;
    }

    /// What was read, unless something was wrong.
    pub(super) fn finish<T>(self, read: T) -> Option<T> {
        (!self.is_wrong).then_some(read)
    }

    /// A field that is read by a function of its own.
    pub(super) fn parsed<T, E: std::error::Error>(
        &mut self,
        name: &str,
        parse: impl FnOnce(&str) -> Result<T, E>,
    ) -> Option<T> {
        let text = self.fields.get(name)?;
        parse(text)
            .map_err(|error| self.wrong(error.to_string()))
            .ok()
    }

    /// A field that has to be there.
    pub(super) fn required(&mut self, name: &str) -> &'r str {
        let found = self.fields.get(name);
        if found.is_none() {
            self.wrong(format!("`{name}` is missing"));
        }
        found.unwrap_or_default()
    }

    /// A text of at most so many characters.
    pub(super) fn text(&mut self, name: &str, most: usize) -> String {
        let Some(text) = self.fields.get(name) else {
            return String::new();
        };
        let characters = text.chars().count();
        if characters > most {
            self.wrong(format!(
                "`{name}` has {characters} characters, and at most {most} are kept"
            ));
        }
        let is_hidden = |one: &char| one.is_control() && !matches!(one, '\n' | '\r' | '\t');
        if let Some(found) = text.chars().find(is_hidden) {
            let found = found.escape_debug();
            self.wrong(format!("`{name}` has the control character `{found}`"));
        }
        text.to_owned()
    }

    /// A web address.
    pub(super) fn address(&mut self, name: &str) -> String {
        let Some(text) = self.fields.get(name) else {
            return String::new();
        };
        if let Err(error) = target::check_address(text) {
            self.wrong(format!("`{name}`: {error}"));
        }
        if text.len() > ADDRESS_MAX {
            let bytes = text.len();
            self.wrong(format!(
                "`{name}` has {bytes} bytes, and at most {ADDRESS_MAX} are kept"
            ));
        }
        text.to_owned()
    }
}
