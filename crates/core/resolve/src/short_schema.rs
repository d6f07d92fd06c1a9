//! Shortened schemas, with only what a call needs: names, types, bounds and required arguments.

use serde_json::{Map, Value};

/// The maximum length of a description in a shortened schema, in characters.
const LONGEST: usize = 160;

/// Keywords whose value maps names to schemas.
const NAMED: [&str; 4] = [
    "properties",
    "patternProperties",
    "$defs",
    "dependentSchemas",
];

/// The schema without examples, titles and notes, and with long descriptions cut.
pub fn short_schema(value: Value) -> Value {
    let Value::Object(members) = value else {
        return value;
    };
    let kept = members.into_iter().filter(|(keyword, _)| !is_note(keyword));
    let kept = kept.map(|(keyword, value)| {
        let value = match (keyword.as_str(), value) {
            ("description", Value::String(text)) => Value::String(cut(&text)),
            (name, Value::Object(named)) if NAMED.contains(&name) => by_name(named),
            ("allOf" | "anyOf" | "oneOf" | "prefixItems", Value::Array(list)) => {
                list.into_iter().map(short_schema).collect()
            }
            (
                "items"
                | "additionalProperties"
                | "not"
                | "if"
                | "then"
                | "else"
                | "contains"
                | "propertyNames",
                value,
            ) => short_schema(value),
            (_, value) => value,
        };
        (keyword, value)
    });
    Value::Object(kept.collect())
}

fn by_name(members: Map<String, Value>) -> Value {
    let members = members.into_iter();
    Value::Object(
        members
            .map(|(name, value)| (name, short_schema(value)))
            .collect(),
    )
}

/// Whether a keyword is irrelevant for calls.
fn is_note(keyword: &str) -> bool {
    keyword.starts_with("x-")
        || matches!(
            keyword,
            "title"
                | "example"
                | "examples"
                | "externalDocs"
                | "xml"
                | "$comment"
                | "discriminator"
        )
}

/// The beginning of a text, ending at a sentence if possible.
fn cut(text: &str) -> String {
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    let head: String = text.chars().take(LONGEST).collect();
    match head.rfind(". ") {
        Some(end) => head[..=end].to_owned(),
        None => format!("{}…", head.trim_end()),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_a_call_needs_stays() {
        let long = format!("The first sentence. {}", "And so on ".repeat(40));
        let whole = json!({
            "type": "object",
            "properties": {
                "title": {"type": "string", "title": "T", "description": long, "examples": ["x"]},
                "list": {"items": {"$ref": "#/$defs/one", "x-note": 1}},
            },
            "required": ["title"],
            "$defs": {"one": {"enum": ["a"], "example": "a"}},
        });
        let expect = json!({
            "type": "object",
            "properties": {
                "title": {"type": "string", "description": "The first sentence."},
                "list": {"items": {"$ref": "#/$defs/one"}},
            },
            "required": ["title"],
            "$defs": {"one": {"enum": ["a"]}},
        });
        assert_eq!(short_schema(whole), expect);
    }

    #[test]
    fn a_long_word_is_cut() {
        let schema = json!({"description": "ü".repeat(500)});
        let short = short_schema(schema);
        let said = short["description"].as_str().expect("a text");
        assert_eq!(said.chars().count(), LONGEST + 1);
        assert!(said.ends_with('…'));
    }
}
