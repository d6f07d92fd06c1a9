//! Extraction of error messages from the formats that APIs use.
//!
//! Problem details (RFC 9457) first: `title`, `detail`, `errors`. Then common names for a message
//! (`message`, `error`, `error_description` …) and for lists of errors by field. Anything else is
//! returned unchanged.

#[cfg(test)]
mod tests;

use candor_text::{clip, quote};
use serde_json::{Map, Value};

/// The maximum nesting searched for an error.
const DEEPEST: usize = 4;

/// The maximum number of individual errors.
const MOST: usize = 10;

/// The longest single complaint, in characters.
const LONGEST: usize = 300;

/// Members that hold one sentence, best first.
const SENTENCES: [&str; 16] = [
    "title",
    "detail",
    "message",
    "error_description",
    "error_message",
    "errorMessage",
    "faultstring",
    "msg",
    "Message",
    "reason",
    "description",
    "summary",
    "error",
    "fault",
    "exception",
    "cause",
];

/// Members that hold several complaints.
const LISTS: [&str; 11] = [
    "errors",
    "detail",
    "details",
    "violations",
    "invalid-params",
    "invalid_params",
    "issues",
    "validation_errors",
    "fieldErrors",
    "field_errors",
    "fields",
];

/// Members with an error code.
const CODES: [&str; 4] = ["code", "error_code", "errorCode", "error_type"];

/// Members that name the field of an error. The later ones have that meaning only in a list of
/// errors: elsewhere they name the kind of error or the request's path.
const FIELDS: [&str; 11] = [
    "field",
    "param",
    "parameter",
    "property",
    "pointer",
    "attribute",
    "propertyPath",
    "path",
    "loc",
    "name",
    "key",
];

/// How many of these have that meaning everywhere.
const EVERYWHERE: usize = 7;

/// An error message of an API.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ErrorMessage {
    pub(super) text: String,
    /// The values that it complains about.
    pub(super) fields: Vec<String>,
}

/// Parses an error body.
pub(super) fn of(value: &Value) -> ErrorMessage {
    let mut reading = ErrorReading::default();
    reading.value(value, DEEPEST);
    if reading.sentences.is_empty() && reading.items.is_empty() {
        reading.sentences.push(value.to_string());
    }
    let mut text = reading.sentences.join(" ");
    if let Some(code) = reading.code {
        text.extend([" (code ", &quote(&code), ")"]);
    }
    for item in &reading.items {
        text.push_str("\n- ");
        text.push_str(item);
    }
    if reading.more > 0 {
        text.extend(["\n- and ", &reading.more.to_string(), " more"]);
    }
    ErrorMessage {
        text,
        fields: reading.fields,
    }
}

#[derive(Default)]
struct ErrorReading {
    sentences: Vec<String>,
    code: Option<String>,
    items: Vec<String>,
    /// The number of further errors.
    more: usize,
    fields: Vec<String>,
}

// === impl ErrorReading ===

impl ErrorReading {
    fn value(&mut self, value: &Value, depth: usize) {
        match value {
            Value::String(text) => self.sentence(text),
            Value::Array(items) => self.list(items),
            Value::Object(members) => self.object(members, depth),
            _ => {}
        }
    }

    fn object(&mut self, members: &Map<String, Value>, depth: usize) {
        for word in SENTENCES {
            match members.get(word) {
                Some(Value::String(text)) => self.sentence(text),
                Some(inner @ Value::Object(_)) if depth > 0 => self.value(inner, depth - 1),
                _ => {}
            }
        }
        let code = CODES.iter().find_map(|word| members.get(*word));
        if let (None, Some(code)) = (&self.code, code) {
            self.code = plain(code);
        }
        self.fields.extend(field(members, &FIELDS[..EVERYWHERE]));
        for word in LISTS {
            match members.get(word) {
                Some(Value::Array(items)) => self.list(items),
                Some(Value::Object(named)) if word != "detail" => self.named(named),
                _ => {}
            }
        }
        let is_unread = self.sentences.is_empty() && self.items.is_empty() && self.code.is_none();
        if is_unread && members.values().all(is_words) {
            self.named(members);
        }
    }

    /// `[{"field": "age", "message": "too small"}]`, or plain sentences.
    fn list(&mut self, items: &[Value]) {
        for item in items {
            if self.is_full() {
                continue;
            }
            let Value::Object(members) = item else {
                if let Value::String(text) = item {
                    self.item(None, text);
                }
                continue;
            };
            let words = ["message", "detail", "msg", "reason", "title", "description"];
            let said = words
                .iter()
                .chain(&CODES)
                .find_map(|word| plain(members.get(*word)?));
            self.item(
                field(members, &FIELDS),
                &said.unwrap_or_else(|| item.to_string()),
            );
        }
    }

    /// `{"age": ["too small"]}`.
    fn named(&mut self, members: &Map<String, Value>) {
        for (name, said) in members {
            if self.is_full() {
                continue;
            }
            match said {
                Value::String(text) => self.item(Some(name.clone()), text),
                Value::Array(items) => {
                    let texts: Vec<_> = items.iter().filter_map(plain).collect();
                    self.item(Some(name.clone()), &texts.join(" "));
                }
                Value::Object(inner) => {
                    let said = inner.get("message").and_then(plain);
                    let said = said.unwrap_or_else(|| Value::Object(inner.clone()).to_string());
                    self.item(Some(name.clone()), &said);
                }
                _ => {}
            }
        }
    }

    fn sentence(&mut self, text: &str) {
        let text = clip(text.trim(), LONGEST * 4);
        let is_known = self.sentences.iter().any(|known| known.contains(&text));
        if !text.is_empty() && !is_known {
            self.sentences.push(ended(text));
        }
    }

    /// Whether the maximum number of errors is reached. If so, counts one more.
    fn is_full(&mut self) -> bool {
        let is_full = self.items.len() == MOST;
        self.more += usize::from(is_full);
        is_full
    }

    fn item(&mut self, field: Option<String>, text: &str) {
        let text = clip(text.trim(), LONGEST);
        self.items.push(match &field {
            Some(field) => format!("{}: {text}", quote(field)),
            None => text,
        });
        if let Some(field) = field
            && !self.fields.contains(&field)
        {
            self.fields.push(field);
        }
    }
}

/// The field of an error: a name, a pointer, or a path as a list.
fn field(members: &Map<String, Value>, words: &[&str]) -> Option<String> {
    let source = members.get("source").and_then(Value::as_object);
    let own = words.iter().find_map(|word| {
        let value = members.get(*word).or_else(|| source?.get(*word))?;
        match value {
            Value::Array(way) => {
                let way: Vec<_> = way.iter().filter_map(plain).collect();
                Some(way.join("."))
            }
            value => plain(value),
        }
    });
    own.filter(|field| !field.is_empty())
}

/// A text or a number as text.
fn plain(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// Whether it can be what is wrong with one value.
fn is_words(value: &Value) -> bool {
    match value {
        Value::String(_) => true,
        Value::Array(items) => !items.is_empty() && items.iter().all(Value::is_string),
        _ => false,
    }
}

/// A sentence ends like one.
fn ended(mut text: String) -> String {
    if !text.ends_with(['.', '!', '?', ':', '…']) {
        text.push('.');
    }
    text
}
