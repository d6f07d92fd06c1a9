//! Values from earlier calls' arguments and results, found by name and shape.

use serde_json::Value;

use crate::words::words;

/// The maximum number of stored values.
const MOST: usize = 400;
/// Longer texts are no names, ids or paths.
const LONGEST: usize = 300;

/// The known values, newest last.
#[derive(Clone, Debug, Default)]
pub struct KnownValues {
    known: Vec<KnownValue>,
}

#[derive(Clone, Debug, PartialEq)]
struct KnownValue {
    /// The words of the tool and of the key of the value.
    context: Vec<String>,
    /// The last word of the key: `id`, `path`.
    key: String,
    value: Value,
}

// === impl KnownValues ===

impl KnownValues {
    /// Learns from the arguments of a call that succeeded.
    pub fn learn_arguments(&mut self, tool: &str, arguments: &Value) {
        self.learn(tool, "", arguments, 0);
    }

    /// Learns from the result of a call: structured content, and texts that are JSON, lines of
    /// `key: value`, or mention paths and long numbers in hexadecimal digits.
    pub fn learn_result(&mut self, tool: &str, result: &Value) {
        if let Some(structured) = result.get("structuredContent") {
            self.learn(tool, "", structured, 0);
        }
        let blocks = result.get("content").and_then(Value::as_array);
        for block in blocks.into_iter().flatten() {
            let Some(text) = block.get("text").and_then(Value::as_str) else {
                continue;
            };
            match serde_json::from_str::<Value>(text) {
                Ok(value) if value.is_object() || value.is_array() => {
                    self.learn(tool, "", &value, 0);
                }
                _ => self.learn_text(tool, text),
            }
        }
    }

    fn learn_text(&mut self, tool: &str, text: &str) {
        for line in text.lines().take(200) {
            if let Some((key, value)) = line.split_once(':') {
                let key = key.trim().trim_start_matches(['-', '*', '#']).trim();
                let value = value.trim().trim_matches(['"', '\'', '`', '*']);
                let is_pair = !value.is_empty() && words(key).len() <= 3;
                if is_pair && !value.starts_with("//") {
                    self.add(tool, key, Value::from(value));
                }
            }
            for token in line.split([' ', '\t', '"', '\'', '`', ',', '(', ')', '[', ']', '<', '>'])
            {
                let token = token.trim_end_matches(['.', ':', ';']);
                if token.starts_with('/') && token.len() > 1 {
                    self.add(tool, "path", Value::from(token));
                } else if is_identifier(token) {
                    self.add(tool, "id", Value::from(token));
                }
            }
        }
    }

    fn learn(&mut self, tool: &str, key: &str, value: &Value, depth: usize) {
        if depth > 6 || self.known.len() > MOST * 2 {
            return;
        }
        match value {
            Value::Object(members) => {
                for (name, member) in members {
                    // `{"note": {"id": 3}}`: the id of a note.
                    let context = format!("{key} {name}");
                    match member {
                        Value::Object(_) | Value::Array(_) => {
                            self.learn(tool, name, member, depth + 1);
                        }
                        _ => self.add(tool, &context, member.clone()),
                    }
                }
            }
            Value::Array(items) => {
                for item in items.iter().take(20) {
                    self.learn(tool, key, item, depth + 1);
                }
            }
            _ if !key.is_empty() => self.add(tool, key, value.clone()),
            _ => {}
        }
    }

    fn add(&mut self, tool: &str, key: &str, value: Value) {
        let too_long = value.as_str().is_some_and(|text| text.len() > LONGEST);
        let mut context: Vec<String> = words(key).iter().map(|word| singular(word)).collect();
        let Some(key) = context.last().cloned() else {
            return;
        };
        if too_long || value.is_null() || value.as_str() == Some("") {
            return;
        }
        context.extend(words(tool).iter().map(|word| singular(word)));
        let found = KnownValue {
            context,
            key,
            value,
        };
        self.known.retain(|one| *one != found);
        self.known.push(found);
        if self.known.len() > MOST {
            self.known.remove(0);
        }
    }

    /// Values that fit a parameter of a tool, the best first.
    pub fn matching(&self, tool: &str, parameter: &str) -> Vec<Value> {
        let wanted: Vec<String> = words(parameter).iter().map(|word| singular(word)).collect();
        let Some(last) = wanted.last() else {
            return Vec::new();
        };
        let about: Vec<String> = words(tool).iter().map(|word| singular(word)).collect();
        let mut scored: Vec<(usize, usize, &Value)> = Vec::new();
        for (at, one) in self.known.iter().enumerate() {
            if one.key != *last && !(is_reference(last) && is_reference(&one.key)) {
                continue;
            }
            let exact = usize::from(one.key == *last) * 4;
            let named = wanted
                .iter()
                .filter(|word| one.context.contains(word))
                .count();
            let noun = about
                .iter()
                .filter(|word| one.context.contains(word))
                .count();
            scored.push((exact + named * 2 + noun, at, &one.value));
        }
        // The first of equals was made first, and a list's first item is its first.
        scored.sort_by_key(|(score, at, _)| (usize::MAX - score, *at));
        let mut values: Vec<Value> = Vec::new();
        for (_, _, value) in scored {
            if !values.contains(value) {
                values.push(value.clone());
            }
        }
        values.truncate(6);
        values
    }
}

/// Whether a word refers to an existing object.
pub(crate) fn is_reference(word: &str) -> bool {
    [
        "id",
        "uuid",
        "key",
        "ref",
        "hash",
        "sha",
        "revision",
        "slug",
        "identifier",
    ]
    .contains(&word)
}

/// Whether a word in a text is an id: a UUID or a digest.
fn is_identifier(token: &str) -> bool {
    let digits = token.bytes().filter(u8::is_ascii_hexdigit).count();
    let dashes = token.bytes().filter(|byte| *byte == b'-').count();
    let all = digits + dashes == token.len();
    let has_number = token.bytes().any(|byte| byte.is_ascii_digit());
    all && has_number
        && ((digits == 32 && dashes == 4)
            || (dashes == 0 && [7, 8, 12, 24, 40, 64].contains(&digits)))
}

/// `notes` is `note`.
fn singular(word: &str) -> String {
    match word.strip_suffix("ies") {
        Some(stem) if stem.len() > 1 => format!("{stem}y"),
        _ => match word.strip_suffix('s') {
            Some(stem) if stem.len() > 2 && !stem.ends_with('s') => stem.to_owned(),
            _ => word.to_owned(),
        },
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn ids_flow_from_results_to_parameters() {
        let mut known = KnownValues::default();
        known.learn_result(
            "create_note",
            &json!({"content": [{"type": "text", "text": "{\"note\": {\"id\": 7, \"title\": \"x\"}}"}]}),
        );
        known.learn_result("create_book", &json!({"structuredContent": {"id": "b1"}}));
        assert_eq!(known.matching("delete_note", "note_id")[0], json!(7));
        assert_eq!(known.matching("delete_note", "id")[0], json!(7));
        assert_eq!(known.matching("get_book", "bookId")[0], json!("b1"));
        assert_eq!(known.matching("get_book", "title"), [json!("x")]);
        assert!(known.matching("get_book", "colour").is_empty());
    }

    #[test]
    fn texts_have_pairs_paths_and_ids() {
        let mut known = KnownValues::default();
        let text = "Created note\nID: 12\nsaved to /w/a.txt.\ncommit 0a1b2c3";
        known.learn_result("t", &json!({"content": [{"type": "text", "text": text}]}));
        assert_eq!(known.matching("get", "path"), [json!("/w/a.txt")]);
        let ids = known.matching("get", "id");
        assert!(
            ids.contains(&json!("12")) && ids.contains(&json!("0a1b2c3")),
            "{ids:?}"
        );
    }
}
