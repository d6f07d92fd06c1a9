//! Compact descriptions of schemas: `{id: integer, tags: [string], owner: {login: string, …}}`.
//!
//! For models that are to select a part of a value and must know its structure. Shows as much as
//! fits; `…` marks omissions.

use serde_json::Value;

use super::keyword::reference;
use super::object::members;
use super::side::SchemaSide;
use crate::api::SchemaDefinitions;

/// The maximum length of a description, in characters.
const LONGEST: usize = 600;

/// Combinations of depth and width to try; the first result that fits is used.
const DRAWINGS: [(usize, usize); 10] = [
    (5, 40),
    (4, 25),
    (3, 25),
    (3, 16),
    (2, 25),
    (2, 16),
    (2, 10),
    (1, 25),
    (1, 12),
    (1, 5),
];

/// The maximum length of a name, in characters.
const NAME_MAX: usize = 40;

/// The maximum nesting of definitions.
const DEEPEST: usize = 40;

/// The maximum number of alternatives shown.
const CHOICES: usize = 3;

/// The description of a schema on one side, at most 600 characters.
pub(super) fn shape(schema: &Value, definitions: &SchemaDefinitions, side: SchemaSide) -> String {
    let drawings = DRAWINGS.into_iter().find_map(|(depth, width)| {
        let mut drawing = ShapeWriter {
            definitions,
            side,
            width,
            around: Vec::new(),
            text: String::new(),
            room: LONGEST,
        };
        drawing.draw(schema, depth)?;
        Some(drawing.text)
    });
    drawings.unwrap_or_else(|| "…".to_owned())
}

struct ShapeWriter<'a> {
    definitions: &'a SchemaDefinitions,
    side: SchemaSide,
    width: usize,
    /// The definitions on the current path.
    around: Vec<&'a str>,
    text: String,
    room: usize,
}

// === impl ShapeWriter ===

/// Every method returns `None` if there is no room left.
impl<'a> ShapeWriter<'a> {
    fn draw(&mut self, schema: &'a Value, depth: usize) -> Option<()> {
        let Value::Object(map) = schema else {
            return self.write("any");
        };
        if let Some(name) = reference(map) {
            let definition = self.definitions.get(name);
            let is_endless = self.around.contains(&name) || self.around.len() == DEEPEST;
            let Some(definition) = definition.filter(|_| !is_endless) else {
                return self.write("…");
            };
            self.around.push(name);
            self.draw(definition, depth)?;
            self.around.pop();
            return Some(());
        }
        if let Some(choices) = literals(map.get("const"), map.get("enum")) {
            return self.write(&choices);
        }
        let members = members(schema, self.definitions, self.side, self.width + 1);
        let list = |keyword: &str| map.get(keyword).and_then(Value::as_array);
        let choices = list("anyOf").or_else(|| list("oneOf"));
        match (
            members.is_empty(),
            choices,
            list("allOf").map(Vec::as_slice),
        ) {
            (false, ..) => self.object(&members, depth),
            (true, Some(choices), _) => self.choices(choices, depth),
            (true, None, Some([first, ..])) => self.draw(first, depth),
            (true, None, _) => self.types(map.get("type"), schema, depth),
        }
    }

    fn object(&mut self, members: &[(&'a str, &'a Value)], depth: usize) -> Option<()> {
        if depth == 0 {
            return self.write("{…}");
        }
        self.write("{")?;
        for (at, (name, schema)) in members.iter().enumerate() {
            self.write(if at == 0 { "" } else { ", " })?;
            if at == self.width {
                self.write("…")?;
                break;
            }
            self.write(&cut(name, NAME_MAX))?;
            self.write(": ")?;
            self.draw(schema, depth - 1)?;
        }
        self.write("}")
    }

    fn choices(&mut self, choices: &'a [Value], depth: usize) -> Option<()> {
        if depth == 0 && choices.len() > 1 {
            return self.write("…");
        }
        for (at, choice) in choices.iter().enumerate() {
            self.write(if at == 0 { "" } else { " | " })?;
            if at == CHOICES {
                return self.write("…");
            }
            self.draw(choice, depth.saturating_sub(1))?;
        }
        Some(())
    }

    fn types(&mut self, types: Option<&'a Value>, schema: &'a Value, depth: usize) -> Option<()> {
        let list = match types {
            Some(Value::Array(list)) => list.as_slice(),
            Some(one) => std::slice::from_ref(one),
            None if schema.get("items").is_some() => return self.array(schema, depth),
            None => return self.write("any"),
        };
        for (at, one) in list.iter().enumerate() {
            self.write(if at == 0 { "" } else { " | " })?;
            match one.as_str().unwrap_or("any") {
                "array" => self.array(schema, depth)?,
                "object" => self.map(schema, depth)?,
                other => self.write(&cut(other, NAME_MAX))?,
            }
        }
        Some(())
    }

    fn array(&mut self, schema: &'a Value, depth: usize) -> Option<()> {
        match schema.get("items") {
            Some(items) if depth > 0 => {
                self.write("[")?;
                self.draw(items, depth - 1)?;
                self.write("]")
            }
            _ => self.write("[…]"),
        }
    }

    /// An object without known properties.
    fn map(&mut self, schema: &'a Value, depth: usize) -> Option<()> {
        match schema.get("additionalProperties") {
            Some(values @ Value::Object(_)) if depth > 0 => {
                self.write("{<key>: ")?;
                self.draw(values, depth - 1)?;
                self.write("}")
            }
            _ => self.write("object"),
        }
    }

    fn write(&mut self, text: &str) -> Option<()> {
        self.room = self.room.checked_sub(text.chars().count())?;
        self.text.push_str(text);
        Some(())
    }
}

/// A constant, or a few alternatives.
fn literals(one: Option<&Value>, many: Option<&Value>) -> Option<String> {
    let few = many
        .and_then(Value::as_array)
        .filter(|list| list.len() <= CHOICES);
    let values: Vec<&Value> = one.into_iter().chain(few.into_iter().flatten()).collect();
    let is_short = |value: &&Value| match value {
        Value::String(text) => text.len() <= NAME_MAX / 2,
        Value::Array(_) | Value::Object(_) => false,
        _ => true,
    };
    let fits = !values.is_empty() && values.iter().all(is_short);
    fits.then(|| {
        let values: Vec<String> = values.iter().map(ToString::to_string).collect();
        values.join(" | ")
    })
}

fn cut(text: &str, longest: usize) -> String {
    if text.chars().count() <= longest {
        return text.to_owned();
    }
    let head: String = text.chars().take(longest - 1).collect();
    format!("{head}…")
}

#[cfg(test)]
mod tests;
