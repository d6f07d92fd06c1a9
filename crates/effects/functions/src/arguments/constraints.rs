//! Schema constraints that types do not express.

use candor_model::nearest;
use serde_json::{Map, Value};

/// Whether a number satisfies a bound.
type BoundCheck = fn(f64, f64) -> bool;

/// The maximum nesting that is checked. Anything deeper is left to the type.
const DEPTH: usize = 100;

/// The state of a check.
struct SchemaCheck<'a> {
    root: &'a Value,
    depth: usize,
    found: Vec<String>,
}

/// All violations that deserialization would not detect.
pub(super) fn find(schema: &Value, given: &Value) -> Vec<String> {
    let mut search = SchemaCheck {
        root: schema,
        depth: 0,
        found: Vec::new(),
    };
    search.look(schema, given, "");
    search.found
}

// === impl SchemaCheck ===

impl<'a> SchemaCheck<'a> {
    fn look(&mut self, schema: &'a Value, given: &Value, path: &str) {
        // A schema that only refers to itself never ends.
        if self.depth == DEPTH {
            return;
        }
        self.depth += 1;
        if let Some(schema) = self.resolve(schema).as_object() {
            self.inside(schema, given, path);
        }
        self.depth -= 1;
    }

    fn inside(&mut self, schema: &'a Map<String, Value>, given: &Value, path: &str) {
        match given {
            Value::Object(members) => self.members(schema, members, path),
            Value::Array(items) => {
                self.size(schema, ["minItems", "maxItems"], items.len(), "items", path);
                for (at, item) in items.iter().enumerate() {
                    if let Some(inner) = schema.get("items") {
                        self.look(inner, item, &format!("{path}[{at}]"));
                    }
                }
            }
            Value::String(text) => {
                let length = text.chars().count();
                self.size(
                    schema,
                    ["minLength", "maxLength"],
                    length,
                    "characters",
                    path,
                );
            }
            Value::Number(number) => self.number(schema, number, path),
            Value::Null | Value::Bool(_) => {}
        }
        if let Some(branch) = self.branch(schema, given) {
            self.look(branch, given, path);
        }
    }

    fn members(&mut self, schema: &'a Map<String, Value>, given: &Map<String, Value>, path: &str) {
        let Some(known) = schema.get("properties").and_then(Value::as_object) else {
            return;
        };
        let closed = schema.get("additionalProperties") == Some(&Value::Bool(false));
        for (name, value) in given {
            let path = join(path, name);
            match known.get(name) {
                Some(inner) => self.look(inner, value, &path),
                None if closed => self.unknown(name, known, &path),
                None => {}
            }
        }
    }

    fn unknown(&mut self, name: &str, known: &Map<String, Value>, path: &str) {
        let names = known.keys().map(String::as_str);
        let help = match nearest(name, names) {
            Some(near) => format!(", did you mean `{near}`?"),
            None if known.is_empty() => ", there are none".to_owned(),
            None => {
                let names: Vec<_> = known.keys().map(String::as_str).collect();
                format!(", known are `{}`", names.join("`, `"))
            }
        };
        let path = shown(path);
        self.found
            .push(format!("there is no argument `{path}`{help}"));
    }

    fn size(
        &mut self,
        schema: &Map<String, Value>,
        words: [&str; 2],
        size: usize,
        unit: &str,
        path: &str,
    ) {
        let bound = |word| schema.get(word).and_then(Value::as_u64);
        let size = size as u64;
        let path = shown(path);
        if let Some(least) = bound(words[0]).filter(|least| size < *least) {
            let told = format!("`{path}` has {size} {unit} and needs {least} or more");
            self.found.push(told);
        }
        if let Some(most) = bound(words[1]).filter(|most| size > *most) {
            let told = format!("`{path}` has {size} {unit} and may have {most} at most");
            self.found.push(told);
        }
    }

    fn number(&mut self, schema: &Map<String, Value>, given: &serde_json::Number, path: &str) {
        let Some(value) = given.as_f64() else {
            return;
        };
        let path = shown(path);
        let rules: [(&str, BoundCheck, &str); 4] = [
            ("minimum", |value, bound| value >= bound, "at least"),
            ("maximum", |value, bound| value <= bound, "at most"),
            (
                "exclusiveMinimum",
                |value, bound| value > bound,
                "more than",
            ),
            (
                "exclusiveMaximum",
                |value, bound| value < bound,
                "less than",
            ),
        ];
        for (word, fits, words) in rules {
            if let Some(Value::Number(bound)) = schema.get(word)
                && let Some(limit) = bound.as_f64()
                && !fits(value, limit)
            {
                let told = format!("`{path}` is `{given}` and must be {words} {bound}");
                self.found.push(told);
            }
        }
    }

    /// The only alternative that a value can match.
    fn branch(&self, schema: &'a Map<String, Value>, given: &Value) -> Option<&'a Value> {
        let all = schema.get("anyOf").or_else(|| schema.get("oneOf"))?;
        let all = all.as_array()?.iter();
        let mut fitting = all.filter(|one| admits(self.resolve(one), given));
        fitting.next().filter(|_| fitting.next().is_none())
    }

    /// The target of a reference within the same document.
    fn resolve(&self, schema: &'a Value) -> &'a Value {
        let reference = schema.get("$ref").and_then(Value::as_str);
        let target = reference.and_then(|text| text.strip_prefix('#'));
        target
            .and_then(|pointer| self.root.pointer(pointer))
            .unwrap_or(schema)
    }
}

/// Whether a value has the type of a schema, and its constant members.
/// others.
fn admits(schema: &Value, given: &Value) -> bool {
    let kind = match given {
        Value::Object(_) => "object",
        Value::Array(_) => "array",
        Value::String(_) => "string",
        Value::Number(_) => "number",
        Value::Bool(_) => "boolean",
        Value::Null => "null",
    };
    let is_kind = |said: &Value| said == kind || (kind == "number" && said == "integer");
    let kind_fits = match schema.get("type") {
        Some(Value::Array(some)) => some.iter().any(is_kind),
        Some(one) => is_kind(one),
        None => true,
    };
    let properties = schema.get("properties").and_then(Value::as_object);
    let mut told = properties.into_iter().flatten();
    kind_fits
        && told.all(|(name, inner)| match inner.get("const") {
            Some(word) => given.get(name) == Some(word),
            None => true,
        })
}

fn join(path: &str, name: &str) -> String {
    if path.is_empty() {
        name.to_owned()
    } else {
        format!("{path}.{name}")
    }
}

/// A path for display; its parts are untrusted.
fn shown(path: &str) -> String {
    let short: String = path.chars().take(100).collect();
    short.escape_debug().to_string()
}
