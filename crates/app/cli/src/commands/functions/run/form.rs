//! A form filled in line by line on the terminal.

use candor_functions::{ElicitationAnswer, ElicitationRequest};
use serde_json::{Map, Number};

use crate::prelude::*;
use crate::prompt;

/// The maximum number of fields in a form.
const MOST: usize = 50;

/// One field of the form.
#[derive(Debug, PartialEq)]
struct FormField<'a> {
    key: &'a str,
    schema: &'a Value,
    required: bool,
}

/// Prompts for each field. End of input cancels the form.
pub(super) async fn fill_in(
    question: &ElicitationRequest,
    output: &CommandOutput,
) -> ElicitationAnswer {
    let fields = fields(&question.schema);
    let colour = output.colours_errors();
    let message = one_line(&question.message);
    output.say(&format!(
        "the tool asks: {}",
        TextStyle::Bold.on(&message, colour)
    ));
    let what = if fields.is_empty() {
        "to agree"
    } else {
        "to answer"
    };
    match yes_or_no(what, output).await {
        None => return ElicitationAnswer::Cancelled,
        Some(false) => return ElicitationAnswer::Declined,
        Some(true) => {}
    }
    let mut answers = Map::new();
    for field in fields {
        match ask_one(&field, output).await {
            None => return ElicitationAnswer::Cancelled,
            Some(None) => {}
            Some(Some(value)) => {
                answers.insert(field.key.to_owned(), value);
            }
        }
    }
    ElicitationAnswer::Accepted(answers)
}

async fn yes_or_no(what: &str, output: &CommandOutput) -> Option<bool> {
    loop {
        output.say(&format!("Type `y` {what}, `n` to decline:"));
        match line().await?.trim() {
            "y" | "Y" | "yes" => return Some(true),
            "n" | "N" | "no" => return Some(false),
            _ => {}
        }
    }
}

/// The value of a field; nothing inside if it is left out, nothing at all if the form was closed.
async fn ask_one(field: &FormField<'_>, output: &CommandOutput) -> Option<Option<Value>> {
    loop {
        output.say(&prompt(field));
        match field.read(line().await?.trim()) {
            Ok(value) => return Some(value),
            Err(why) => output.say(&why),
        }
    }
}

async fn line() -> Option<String> {
    prompt::read_line().await.ok()?.ok()?
}

fn fields(schema: &Value) -> Vec<FormField<'_>> {
    let required = schema.get("required").and_then(Value::as_array);
    let is_required = |key: &str| required.is_some_and(|all| all.iter().any(|one| one == key));
    let properties = schema.get("properties").and_then(Value::as_object);
    let properties = properties.into_iter().flatten().take(MOST);
    properties
        .map(|(key, schema)| FormField {
            key,
            schema,
            required: is_required(key),
        })
        .collect()
}

/// `size (integer, 1 or 2): How large it is [default: 1]`.
fn prompt(field: &FormField<'_>) -> String {
    let text = |key: &str| field.schema.get(key).and_then(Value::as_str);
    let mut line = one_line(text("title").unwrap_or(field.key));
    let mut about = vec![text("type").unwrap_or("string").to_owned()];
    if let Some(choices) = choices(field.schema) {
        about = vec![choices.iter().map(shown).collect::<Vec<_>>().join(" or ")];
    }
    if !field.required {
        about.push("optional".to_owned());
    }
    line = format!("{line} ({})", one_line(&about.join(", ")));
    if let Some(description) = text("description") {
        line = format!("{line}: {}", one_line(description));
    }
    if let Some(default) = field.schema.get("default") {
        line = format!("{line} [default: {}]", one_line(&shown(default)));
    }
    line
}

/// The values among which one is chosen.
fn choices(schema: &Value) -> Option<Vec<Value>> {
    if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        return Some(values.clone());
    }
    let titled = schema.get("oneOf").and_then(Value::as_array)?;
    let values = titled.iter().map(|one| one.get("const").cloned());
    values.collect()
}

fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

// === impl FormField ===

impl FormField<'_> {
    /// Parses a line; an empty one means the default, or no value.
    fn read(&self, line: &str) -> Result<Option<Value>, String> {
        if line.is_empty() {
            return match self.schema.get("default") {
                Some(default) => Ok(Some(default.clone())),
                None if self.required => Err("it is required".to_owned()),
                None => Ok(None),
            };
        }
        if let Some(choices) = choices(self.schema) {
            let chosen = choices.into_iter().find(|one| shown(one) == line);
            return chosen
                .map(Some)
                .ok_or_else(|| "it is not one of the choices".to_owned());
        }
        let value = match self.schema.get("type").and_then(Value::as_str) {
            Some("boolean") => match line {
                "y" | "yes" | "true" => Some(Value::Bool(true)),
                "n" | "no" | "false" => Some(Value::Bool(false)),
                _ => return Err("type `y` or `n`".to_owned()),
            },
            Some("integer") => line.parse::<i64>().ok().map(Value::from),
            Some("number") => {
                let number = line.parse::<f64>().ok().and_then(Number::from_f64);
                number.map(Value::Number)
            }
            _ => Some(Value::from(line)),
        };
        value
            .map(Some)
            .ok_or_else(|| "it is not a valid number".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn check(schema: &Value, required: bool, line: &str, expect: Result<Option<Value>, &str>) {
        let field = FormField {
            key: "a",
            schema,
            required,
        };
        let expect = expect.map_err(str::to_owned);
        assert_eq!(field.read(line), expect, "{schema} {line}");
    }

    #[test]
    fn lines_become_values() {
        let text = json!({"type": "string"});
        let choice = json!({"enum": ["red", 2]});
        let titled = json!({"oneOf": [{"const": "r", "title": "Red"}]});
        let usual = json!({"type": "integer", "default": 7});
        let (number, boolean) = (json!({"type": "number"}), json!({"type": "boolean"}));
        for (schema, required, line, expect) in [
            (&text, true, "a b", Ok(Some(json!("a b")))),
            (&text, true, "", Err("it is required")),
            (&text, false, "", Ok(None)),
            (&usual, true, "", Ok(Some(json!(7)))),
            (&usual, true, "-3", Ok(Some(json!(-3)))),
            (&usual, true, "1.5", Err("it is not a valid number")),
            (&number, true, "1.5", Ok(Some(json!(1.5)))),
            (&number, true, "NaN", Err("it is not a valid number")),
            (&boolean, true, "n", Ok(Some(json!(false)))),
            (&boolean, true, "maybe", Err("type `y` or `n`")),
            (&choice, true, "2", Ok(Some(json!(2)))),
            (&titled, true, "r", Ok(Some(json!("r")))),
            (&choice, true, "blue", Err("it is not one of the choices")),
        ] {
            check(schema, required, line, expect);
        }
    }

    #[test]
    fn every_field_explains_itself() {
        let schema = json!({
            "type": "object",
            "properties": {
                "size": {"type": "integer", "title": "Size", "description": "How\nlarge", "default": 1},
                "colour": {"enum": ["red", "blue"]},
            },
            "required": ["colour"],
        });
        let told: Vec<String> = fields(&schema).iter().map(prompt).collect();
        assert_eq!(
            told,
            [
                "Size (integer, optional): How large [default: 1]",
                "colour (red or blue)"
            ]
        );
        for odd in [
            json!(null),
            json!({"properties": 3}),
            json!({"required": "a"}),
        ] {
            assert!(fields(&odd).is_empty(), "{odd}");
        }
    }
}
