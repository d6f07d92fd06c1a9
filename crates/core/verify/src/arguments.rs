//! Generates values for parameters, most likely first.

mod sql;
mod text;

use serde_json::{Value, json};

use crate::known_values::{KnownValues, is_reference};
use crate::parameter::{ToolParameter, ValueShape};
use crate::role::ToolRole;
use crate::tool::ListedTool;
use crate::words::{quoted, words};

/// The places of the sandbox, for use in arguments.
#[derive(Clone, Debug, Default)]
pub struct WorldFacts {
    /// The folder in which things are made.
    pub folder: String,
    /// Files that are there, the first is a text.
    pub files: Vec<String>,
    /// Folders that are there.
    pub folders: Vec<String>,
    /// A page on this machine.
    pub local_url: String,
    /// Distinguishes texts of one run from those of another.
    pub seed: u64,
}

/// The context for generating values.
#[derive(Clone, Copy)]
pub struct ArgumentContext<'a> {
    /// The tool that is called.
    pub tool: &'a ListedTool,
    /// The places of the sandbox.
    pub facts: &'a WorldFacts,
    /// The values known so far.
    pub known: &'a KnownValues,
}

// === impl ArgumentContext ===

impl ArgumentContext<'_> {
    /// Values for a parameter, the likeliest first; never none.
    pub fn candidates(&self, parameter: &ToolParameter) -> Vec<Value> {
        let mut found = Vec::new();
        match &parameter.shape {
            ValueShape::Choice(choices) => {
                found.extend(parameter.given.clone());
                found.extend(choices.clone());
            }
            ValueShape::Truth => {
                let usual = parameter.given.first().and_then(Value::as_bool);
                let usual = usual.unwrap_or(false);
                found.extend([json!(usual), json!(!usual)]);
            }
            ValueShape::Number { whole, low, high } => {
                found.extend(self.numbers(parameter, *whole, *low, *high));
            }
            ValueShape::Text { .. } | ValueShape::Anything => found.extend(self.texts(parameter)),
            ValueShape::List { item, fewest } => found.extend(self.lists(parameter, item, *fewest)),
            ValueShape::Object(members) => {
                found.extend(parameter.given.clone());
                found.push(self.object(members, 0));
                found.push(self.object(members, 1));
            }
        }
        let mut unique: Vec<Value> = Vec::new();
        for value in found {
            if !unique.contains(&value) {
                unique.push(value);
            }
        }
        if unique.is_empty() {
            unique.push(Value::Null);
        }
        unique
    }

    /// An object of the required members, or of all.
    fn object(&self, members: &[ToolParameter], variant: usize) -> Value {
        let chosen = members.iter().filter(|one| one.required || variant > 0);
        let entries = chosen.map(|one| {
            let values = self.candidates(one);
            let value = values.get(variant).or_else(|| values.first());
            (one.name.clone(), value.cloned().unwrap_or_default())
        });
        Value::Object(entries.collect())
    }

    fn lists(&self, parameter: &ToolParameter, item: &ToolParameter, fewest: usize) -> Vec<Value> {
        let named = ToolParameter {
            name: parameter.name.clone(),
            description: parameter.description.clone(),
            ..item.clone()
        };
        let values = self.candidates(&named);
        let count = fewest.max(1);
        let taken = |from: usize, count: usize| -> Value {
            let cycle = values.iter().cycle().skip(from);
            Value::Array(cycle.take(count).cloned().collect())
        };
        let mut lists = parameter.given.clone();
        lists.push(taken(0, count));
        lists.push(taken(1, count));
        lists.push(taken(0, count + 1));
        lists
    }

    fn numbers(
        &self,
        parameter: &ToolParameter,
        whole: bool,
        low: Option<f64>,
        high: Option<f64>,
    ) -> Vec<Value> {
        let fits = |number: f64| {
            low.is_none_or(|low| number >= low) && high.is_none_or(|high| number <= high)
        };
        let mut found = parameter.given.clone();
        if self.wants_known(parameter) {
            let known = self.known.matching(&self.tool.name, &parameter.name);
            found.extend(known.iter().filter_map(|value| match value {
                Value::Number(_) => Some(value.clone()),
                Value::String(text) => text.parse::<i64>().ok().map(Value::from),
                _ => None,
            }));
        }
        let number = |number: f64| {
            #[expect(clippy::cast_possible_truncation, reason = "small whole numbers only")]
            if whole {
                json!(number as i64)
            } else {
                json!(number)
            }
        };
        let usual = [1.0, 2.0, 5.0];
        found.extend(low.map(number));
        found.extend(usual.into_iter().filter(|one| fits(*one)).map(number));
        found.extend(high.filter(|high| high.abs() < 1e9).map(number));
        found
    }

    fn texts(&self, parameter: &ToolParameter) -> Vec<Value> {
        let mut found = parameter.given.clone();
        let known = self.known.matching(&self.tool.name, &parameter.name);
        let known = known.into_iter().filter_map(|value| match value {
            Value::String(text) => Some(text),
            Value::Number(number) => Some(number.to_string()),
            _ => None,
        });
        let known: Vec<String> = known.collect();
        let made = text::texts(self, parameter);
        let described = quoted(&parameter.description);
        // A path that a result mentions may be of any kind; those of the world are known.
        let is_path = text::is_path(parameter);
        let ordered: Vec<String> = if self.wants_known(parameter) && !is_path {
            known.into_iter().chain(described).chain(made).collect()
        } else {
            described.into_iter().chain(made).chain(known).collect()
        };
        found.extend(ordered.into_iter().map(|text| fitted(text, parameter)));
        found
    }

    /// Whether a parameter should name something that exists, rather than something new.
    fn wants_known(&self, parameter: &ToolParameter) -> bool {
        let words = words(&parameter.name);
        let last = words.last().map(String::as_str).unwrap_or_default();
        // `entityName` is the name of another object, which must exist.
        let is_others = last == "name" && words.len() > 1;
        is_reference(last) || is_others || self.tool.role != ToolRole::Create
    }
}

/// A text within the bounds of its parameter.
fn fitted(text: String, parameter: &ToolParameter) -> Value {
    let ValueShape::Text {
        shortest, longest, ..
    } = &parameter.shape
    else {
        return Value::from(text);
    };
    let mut fitted: String = text.chars().take(longest.unwrap_or(usize::MAX)).collect();
    while fitted.chars().count() < (*shortest).min(10_000) {
        fitted.push('x');
    }
    Value::from(fitted)
}
