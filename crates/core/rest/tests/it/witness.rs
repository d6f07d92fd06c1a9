//! Values that a schema allows, made from the schema alone.
//!
//! Several are made, each by other choices. Whether one really fits is for a validator to say.

use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use serde_json::{Map, Value, json};

/// How many sets of choices there are.
pub(crate) const VARIANTS: usize = 12;

/// How deep values are made. Schemas may be circular.
const DEEPEST: usize = 24;

/// How many references are followed in a row.
const FOLLOWED: usize = 32;

/// Makes values for one schema that is complete in itself.
pub(crate) struct ValueMaker<'a> {
    root: &'a Value,
    variant: usize,
}

// === impl ValueMaker ===

impl<'a> ValueMaker<'a> {
    pub(crate) fn new(root: &'a Value, variant: usize) -> Self {
        Self { root, variant }
    }

    /// A value for the whole schema.
    pub(crate) fn make(&self) -> Option<Value> {
        self.value(self.root, DEEPEST)
    }

    fn value(&self, schema: &Value, depth: usize) -> Option<Value> {
        let depth = depth.checked_sub(1)?;
        let schema = match schema {
            Value::Bool(true) => return Some(json!("x")),
            Value::Object(_) => self.merged(schema, FOLLOWED),
            _ => return None,
        };
        if let Some(literal) = self.literal(&schema) {
            return Some(literal);
        }
        match self.kind(&schema)? {
            "object" => self.object(&schema, depth),
            "array" => self.array(&schema, depth),
            "string" => Some(text(&schema)),
            "integer" => Some(number(&schema, true)),
            "number" => Some(number(&schema, false)),
            "boolean" => Some(json!(true)),
            _ => Some(Value::Null),
        }
    }

    /// The schema with all that it refers to, all of `allOf`, and one of each choice written into
    /// it.
    fn merged(&self, schema: &Value, steps: usize) -> Map<String, Value> {
        let Some(own) = schema.as_object() else {
            return Map::new();
        };
        let Some(steps) = steps.checked_sub(1) else {
            return own.clone();
        };
        let mut all = own.clone();
        let mut parts = Vec::new();
        if let Some(name) = own.get("$ref").and_then(Value::as_str) {
            let name = name.trim_start_matches("#/$defs/");
            parts.extend(self.root["$defs"].get(name).cloned());
        }
        if let Some(Value::Array(list)) = own.get("allOf") {
            parts.extend(list.iter().cloned());
        }
        for keyword in ["anyOf", "oneOf"] {
            if let Some(Value::Array(list)) = own.get(keyword)
                && !list.is_empty()
            {
                parts.push(list[self.variant % list.len()].clone());
            }
        }
        for keyword in ["$ref", "allOf", "anyOf", "oneOf"] {
            all.shift_remove(keyword);
        }
        for part in parts {
            merge(&mut all, self.merged(&part, steps));
        }
        all
    }

    fn literal(&self, schema: &Map<String, Value>) -> Option<Value> {
        if let Some(value) = schema.get("const") {
            return Some(value.clone());
        }
        if let Some(Value::Array(values)) = schema.get("enum") {
            return values.get(self.variant % values.len().max(1)).cloned();
        }
        // Every other set of choices takes what the document shows.
        let examples = schema.get("examples").and_then(|list| list.get(0));
        let shown = [schema.get("default"), schema.get("example"), examples];
        let shown = shown.into_iter().flatten().find(|value| !value.is_null());
        shown.filter(|_| self.variant % 2 == 1).cloned()
    }

    fn kind(&self, schema: &Map<String, Value>) -> Option<&'static str> {
        const KINDS: [&str; 7] = [
            "object", "array", "string", "integer", "number", "boolean", "null",
        ];
        let known = |name: &str| KINDS.into_iter().find(|kind| *kind == name);
        match schema.get("type") {
            Some(Value::String(one)) => known(one),
            Some(Value::Array(list)) => {
                let mut names: Vec<_> = list.iter().filter_map(Value::as_str).collect();
                // Nothing is seldom what is wanted.
                names.sort_by_key(|name| *name == "null");
                known(names.get(self.variant / 2 % names.len().max(1))?)
            }
            _ if schema.contains_key("properties") || schema.contains_key("required") => {
                Some("object")
            }
            _ if schema.contains_key("items") => Some("array"),
            _ if schema.contains_key("minimum") || schema.contains_key("maximum") => Some("number"),
            _ => Some("string"),
        }
    }

    fn object(&self, schema: &Map<String, Value>, depth: usize) -> Option<Value> {
        let properties = schema.get("properties").and_then(Value::as_object);
        let required = schema.get("required").and_then(Value::as_array);
        let mut made = Map::new();
        for name in required.into_iter().flatten().filter_map(Value::as_str) {
            let known = properties.and_then(|all| all.get(name));
            made.insert(
                name.to_owned(),
                self.value(known.unwrap_or(&json!(true)), depth)?,
            );
        }
        let least = schema
            .get("minProperties")
            .and_then(Value::as_u64)
            .unwrap_or(0);
        // Some choices give everything that can be given, as far as it goes.
        let least = if self.variant % 3 == 2 {
            u64::from(u8::MAX)
        } else {
            least
        };
        for (name, property) in properties.into_iter().flatten() {
            if made.len() as u64 >= least {
                break;
            }
            if !made.contains_key(name)
                && let Some(value) = self.value(property, depth)
            {
                made.insert(name.clone(), value);
            }
        }
        let further = schema
            .get("additionalProperties")
            .unwrap_or(&Value::Bool(true));
        let least = schema
            .get("minProperties")
            .and_then(Value::as_u64)
            .unwrap_or(0);
        while (made.len() as u64) < least.min(20) {
            made.insert(format!("x{}", made.len()), self.value(further, depth)?);
        }
        Some(Value::Object(made))
    }

    fn array(&self, schema: &Map<String, Value>, depth: usize) -> Option<Value> {
        let least = schema.get("minItems").and_then(Value::as_u64).unwrap_or(0);
        let count = least.max(u64::from(self.variant % 4 != 3)).min(1_000);
        let items = schema.get("items").unwrap_or(&Value::Bool(true));
        let is_set = schema.get("uniqueItems") == Some(&Value::Bool(true));
        let mut made = Vec::new();
        for at in 0..count {
            let one = Self {
                root: self.root,
                variant: self.variant + usize::from(is_set) * usize::try_from(at).unwrap_or(0),
            };
            let mut item = one.value(items, depth)?;
            if let (Value::String(text), true) = (&mut item, is_set && at > 0)
                && made.contains(&Value::String(text.clone()))
            {
                text.push_str(&at.to_string());
            }
            made.push(item);
        }
        Some(Value::Array(made))
    }
}

fn text(schema: &Map<String, Value>) -> Value {
    let said = |key: &str| schema.get(key).and_then(Value::as_str);
    let count = |key: &str| schema.get(key).and_then(Value::as_u64);
    if said("contentEncoding") == Some("base64") || said("format") == Some("byte") {
        return json!("AAAA");
    }
    let least = usize::try_from(count("minLength").unwrap_or(1).min(10_000)).unwrap_or(1);
    if let Some(pattern) = said("pattern") {
        let most = count("maxLength").and_then(|most| usize::try_from(most).ok());
        if let Some(text) = matching(pattern, least, most.unwrap_or(10_000)) {
            return Value::String(text);
        }
    }
    let text = match said("format") {
        Some("date-time") => "2026-01-02T03:04:05Z",
        Some("date") => "2026-01-02",
        Some("uuid") => "1b4e28ba-2fa1-41d2-883f-0016d3cca427",
        Some("email") => "a@example.com",
        Some("uri" | "url") => "https://example.com/a",
        Some("ipv4") => "192.0.2.1",
        _ => "x",
    };
    let mut text = text.to_owned();
    while text.chars().count() < least {
        text.push('x');
    }
    Value::String(text)
}

/// Adds what a part says. Of two bounds, both properties and both lists of names are kept.
fn merge(all: &mut Map<String, Value>, part: Map<String, Value>) {
    for (keyword, value) in part {
        match (keyword.as_str(), all.get_mut(&keyword), value) {
            ("properties", Some(Value::Object(own)), Value::Object(more)) => {
                for (name, schema) in more {
                    let both = match own.shift_remove(&name) {
                        Some(known) if known != schema => json!({"allOf": [known, schema]}),
                        _ => schema,
                    };
                    own.insert(name, both);
                }
            }
            ("required", Some(Value::Array(own)), Value::Array(more)) => {
                for name in more {
                    if !own.contains(&name) {
                        own.push(name);
                    }
                }
            }
            ("type", Some(own), value) if own.is_array() => {
                // The narrower one counts.
                *own = value;
            }
            ("enum", Some(Value::Array(own)), Value::Array(more)) => {
                own.retain(|one| more.contains(one));
            }
            (_, None, value) => _ = all.insert(keyword, value),
            _ => {}
        }
    }
}

fn number(schema: &Map<String, Value>, is_whole: bool) -> Value {
    let bound = |key: &str| schema.get(key).and_then(Value::as_f64);
    let mut value = 1.0_f64;
    if let Some(least) = bound("minimum") {
        value = value.max(least);
    }
    if let Some(least) = bound("exclusiveMinimum") {
        value = value.max(least + if is_whole { 1.0 } else { 0.001 });
    }
    if let Some(most) = bound("maximum") {
        value = value.min(most);
    }
    if let Some(most) = bound("exclusiveMaximum") {
        value = value.min(most - if is_whole { 1.0 } else { 0.001 });
    }
    if let Some(step) = bound("multipleOf") {
        value = (value / step).ceil() * step;
    }
    if is_whole || value.fract() == 0.0 {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "bounds beyond that are nobody's"
        )]
        return json!(value.ceil() as i64);
    }
    json!(value)
}

/// A text that matches a pattern, if one is found that is as long as it must be.
fn matching(pattern: &str, least: usize, most: usize) -> Option<String> {
    let bare = without_anchors(pattern);
    // JSON Schema means ASCII, and the generator means Unicode.
    let bare = bare.replace(r"\d", "[0-9]").replace(r"\w", "[A-Za-z0-9_]");
    let strategy = proptest::string::string_regex(&bare).ok()?;
    let mut runner = TestRunner::deterministic();
    (0..64).find_map(|_| {
        let mut text = strategy.new_tree(&mut runner).ok()?.current();
        // What does not say how it ends may go on, and a space at the end would be lost.
        if text.ends_with(' ') && !pattern.contains('$') {
            text.push('x');
        }
        let length = text.chars().count();
        let is_plain = text.chars().all(|c| !c.is_control()) && text.trim() == text;
        (is_plain && (least..=most).contains(&length) && !text.contains(',')).then_some(text)
    })
}

/// The pattern without `^` and `$`, which the generator does not know.
fn without_anchors(pattern: &str) -> String {
    let mut bare = String::new();
    let mut before = ' ';
    for c in pattern.chars() {
        let is_anchor = (c == '^' && !matches!(before, '[' | '\\')) || (c == '$' && before != '\\');
        if !is_anchor {
            bare.push(c);
        }
        before = if before == '\\' { ' ' } else { c };
    }
    bare
}
