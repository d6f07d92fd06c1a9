//! The argument `_select`, which selects a part of the response.

use serde_json::{Value, json};

use super::object::{followed, is_array, members};
use super::shape::shape;
use super::side::SchemaSide;
use crate::api::SchemaDefinitions;

/// The fixed part of the argument's description.
const SAID: &str = "A jq filter that picks a part of the reply, so that less comes back. Leave it \
                    out for the whole reply.";

/// Properties that are preferred in examples.
const TELLING: [&str; 8] = [
    "id", "name", "title", "key", "slug", "login", "status", "state",
];

/// The number of properties considered for an example.
const LOOKED_AT: usize = 100;

/// Reserved words of jq.
const RESERVED: [&str; 16] = [
    "and", "as", "catch", "def", "elif", "else", "end", "foreach", "if", "import", "include",
    "label", "or", "reduce", "then", "try",
];

/// The schema of the argument, for responses with one of these schemas.
pub(super) fn argument(replies: &[&Value], definitions: &SchemaDefinitions) -> Value {
    let mut lines = vec![SAID.to_owned()];
    let mut examples = replies.iter().filter_map(|one| example(one, definitions));
    lines.extend(examples.next().map(|one| format!("Example: `{one}`")));
    let reply = match replies {
        [one] => (*one).clone(),
        many => json!({"anyOf": many}),
    };
    let shape = shape(&reply, definitions, SchemaSide::Output);
    if shape != "any" {
        lines.push(format!("The reply: {shape}"));
    }
    json!({"type": "string", "description": lines.join("\n")})
}

/// An example of a useful filter for a response.
fn example(reply: &Value, definitions: &SchemaDefinitions) -> Option<String> {
    let reply = followed(reply, definitions);
    if let Some(each) = each(reply, definitions) {
        let fields = fields(reply.get("items")?, definitions);
        return Some(if fields.is_empty() {
            ".[:10]".to_owned()
        } else {
            format!(".{each} | {{{}}}", fields.join(", "))
        });
    }
    let own = fields(reply, definitions);
    if own.first() != Some(&"id") {
        let members = members(reply, definitions, SchemaSide::Output, LOOKED_AT);
        let plain = members.iter().filter(|(name, _)| is_plain(name));
        let list = plain.clone().find_map(|(name, one)| {
            let list = followed(one, definitions);
            let fields = fields(list.get("items")?, definitions);
            let each = each(list, definitions).unwrap_or("[]?");
            (!fields.is_empty()).then(|| format!(".{name}{each} | {{{}}}", fields.join(", ")))
        });
        if list.is_some() {
            return list;
        }
        // Some APIs wrap responses in an envelope.
        let inner = plain.into_iter().find_map(|(name, one)| {
            let fields = fields(one, definitions);
            (!fields.is_empty()).then(|| format!(".{name} | {{{}}}", fields.join(", ")))
        });
        if own.is_empty() && inner.is_some() {
            return inner;
        }
    }
    (!own.is_empty()).then(|| format!("{{{}}}", own.join(", ")))
}

/// The filter for the elements of a list. A nullable list may have none.
fn each(schema: &Value, definitions: &SchemaDefinitions) -> Option<&'static str> {
    let may_be = |types: &Vec<Value>| types.iter().any(|one| one == "array");
    if is_array(schema, definitions) {
        Some("[]")
    } else {
        let types = schema.get("type").and_then(Value::as_array);
        types.is_some_and(may_be).then_some("[]?")
    }
}

/// The names of two useful scalar properties.
fn fields<'a>(schema: &'a Value, definitions: &'a SchemaDefinitions) -> Vec<&'a str> {
    let members = members(schema, definitions, SchemaSide::Output, LOOKED_AT);
    let single = members
        .iter()
        .filter(|(name, one)| is_plain(name) && is_single(followed(one, definitions)));
    let mut names: Vec<&str> = single.map(|(name, _)| *name).collect();
    let rank = |name: &&str| {
        let at = TELLING.iter().position(|telling| telling == name);
        at.unwrap_or(TELLING.len())
    };
    names.sort_by_key(rank);
    names.truncate(2);
    names
}

/// Whether a value of this schema is a scalar, possibly nullable.
fn is_single(schema: &Value) -> bool {
    let single = ["string", "integer", "number", "boolean"];
    let is_null = |one: &Value| *one == "null";
    match schema.get("type") {
        Some(Value::String(one)) => single.contains(&one.as_str()),
        Some(Value::Array(types)) => {
            let mut others = types.iter().filter(|one| !is_null(one)).peekable();
            others.peek().is_some()
                && others.all(|one| one.as_str().is_some_and(|one| single.contains(&one)))
        }
        _ => false,
    }
}

/// Whether a name can be used in a filter without quotes.
fn is_plain(name: &str) -> bool {
    let is_word = name
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let begins_well = name
        .bytes()
        .next()
        .is_some_and(|byte| !byte.is_ascii_digit());
    is_word && begins_well && name.len() <= 40 && !RESERVED.contains(&name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn definitions() -> SchemaDefinitions {
        let all = json!({
            "Book": {"type": "object", "properties": {
                "pages": {"type": "integer"},
                "title": {"type": "string"},
                "id": {"type": "string"},
                "secret": {"type": "string", "writeOnly": true},
            }},
            "Books": {"type": "array", "items": {"$ref": "#/$defs/Book"}},
        });
        serde_json::from_value(all).expect("definitions")
    }

    #[test]
    fn an_example_fits_the_reply() {
        for (schema, expect) in [
            (json!({"$ref": "#/$defs/Book"}), Some("{id, title}")),
            (json!({"$ref": "#/$defs/Books"}), Some(".[] | {id, title}")),
            (
                json!({"type": "object", "properties": {
                    "total": {"type": "integer"}, "books": {"$ref": "#/$defs/Books"},
                }}),
                Some(".books[] | {id, title}"),
            ),
            (
                json!({"type": "object", "properties": {
                    "id": {"type": "integer"}, "books": {"$ref": "#/$defs/Books"},
                }}),
                Some("{id}"),
            ),
            (
                json!({"type": "array", "items": {"type": "string"}}),
                Some(".[:10]"),
            ),
            (
                json!({"properties": {"end": {"type": "string"}, "x-y": {"type": "string"},
                    "ok": {"type": "string"}}}),
                Some("{ok}"),
            ),
            (
                json!({"type": ["array", "null"], "items": {"$ref": "#/$defs/Book"}}),
                Some(".[]? | {id, title}"),
            ),
            (
                json!({"properties": {"data": {"$ref": "#/$defs/Book"}, "meta": {}}}),
                Some(".data | {id, title}"),
            ),
            (
                json!({"properties": {"sid": {"type": ["string", "null"]}, "x": {"type": []}}}),
                Some("{sid}"),
            ),
            (json!({"type": "string"}), None),
            (json!({"type": "object"}), None),
            (json!(true), None),
        ] {
            assert_eq!(
                example(&schema, &definitions()).as_deref(),
                expect,
                "{schema}"
            );
        }
    }

    #[test]
    fn the_argument_says_what_there_is() {
        let books = json!({"$ref": "#/$defs/Books"});
        let argument = argument(&[&books], &definitions());
        insta::assert_snapshot!(argument["description"].as_str().expect("text"), @r"
        A jq filter that picks a part of the reply, so that less comes back. Leave it out for the whole reply.
        Example: `.[] | {id, title}`
        The reply: [{pages: integer, title: string, id: string}]
        ");
    }
}
