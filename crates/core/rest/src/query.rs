//! Arguments in the query.
//!
//! | style | list | list, exploded | object | object, exploded |
//! |---|---|---|---|---|
//! | form | `name=a,b` | `name=a&name=b` | `name=k,v` | `k=v` |
//! | space, pipe, tab | `name=a%20b` | as form | `name=k%20v` | as form |
//! | deep object | `name=a&name=b` | the same | `name[k]=v` | the same |
//!
//! Brackets, like all that is reserved, are percent-encoded. In a deep object a list of plain
//! values repeats its name (`name[k]=a&name[k]=b`), and a list that holds lists or objects numbers
//! its elements (`name[k][0][l]=a`). In all other styles a list or an object inside a list or an
//! object is written as JSON.
//!
//! A comma inside an element is encoded. Spaces, pipes and tabs cannot be, because a reader
//! decodes before it parts the elements: such elements are refused. An empty list or object is
//! written as nothing. Names inside an exploded object must not be those of other parameters.

use candor_openapi::{
    ApiParameter, ApiTool, MediaKind, ParameterForm, ParameterPlace, ParameterStyle,
};
use serde_json::Value;

use crate::arguments::GivenArgument;
use crate::content;
use crate::error::PlanError;
use crate::escape::{self, EscapeSet};
use crate::shape::{ValueShape, text};

/// An encoded name and an encoded value.
type QueryPair = (String, String);

/// One query parameter, as texts to be joined by `&`.
pub(crate) fn write(
    tool: &ApiTool,
    parameter: &ApiParameter,
    argument: &GivenArgument<'_>,
) -> Result<Vec<String>, PlanError> {
    let pairs = match &parameter.form {
        ParameterForm::Content(media_type) => {
            let escape = escape(parameter.allow_reserved, false);
            let value = escape.apply(&content::write(media_type, argument)?);
            vec![(escape::all(&parameter.name), value)]
        }
        ParameterForm::Style { style, explode } => {
            if *explode && *style != ParameterStyle::DeepObject {
                refuse_others(tool, parameter, argument)?;
            }
            pairs(
                &parameter.name,
                argument,
                *style,
                *explode,
                parameter.allow_reserved,
            )?
        }
    };
    Ok(join(&pairs))
}

/// The whole query in one parameter.
pub(crate) fn whole(
    parameter: &ApiParameter,
    argument: &GivenArgument<'_>,
) -> Result<Vec<String>, PlanError> {
    let query = match &parameter.form {
        ParameterForm::Content(media_type) if MediaKind::of(media_type) != MediaKind::Form => {
            escape::all(&content::write(media_type, argument)?)
        }
        _ => content::form(argument)?,
    };
    Ok(Some(query)
        .filter(|query| !query.is_empty())
        .into_iter()
        .collect())
}

/// `name=value` of each pair.
pub(crate) fn join(pairs: &[QueryPair]) -> Vec<String> {
    pairs
        .iter()
        .map(|(name, value)| format!("{name}={value}"))
        .collect()
}

/// One value in a style, as in a query or a form.
pub(crate) fn pairs(
    name: &str,
    argument: &GivenArgument<'_>,
    style: ParameterStyle,
    explode: bool,
    allow_reserved: bool,
) -> Result<Vec<QueryPair>, PlanError> {
    if style == ParameterStyle::DeepObject {
        let mut deep = DeepObject {
            argument: &argument.label,
            escape: escape(allow_reserved, false),
            pairs: Vec::new(),
        };
        deep.walk(name, argument.value)?;
        return Ok(deep.pairs);
    }
    let shape = ValueShape::of(argument.value);
    if shape.is_empty() {
        return Ok(Vec::new());
    }
    if explode || matches!(shape, ValueShape::Plain(_)) {
        return Ok(exploded(name, &shape, escape(allow_reserved, false)));
    }
    let (separator, character, words) = match style {
        ParameterStyle::SpaceDelimited => ("%20", ' ', "a space"),
        ParameterStyle::PipeDelimited => ("%7C", '|', "`|`"),
        ParameterStyle::TabDelimited => ("%09", '\t', "a tab"),
        _ => {
            let value = shape.joined(",", false, escape(allow_reserved, true));
            return Ok(vec![(escape::all(name), value)]);
        }
    };
    shape.without(character, words, &argument.label)?;
    let value = shape.joined(separator, false, escape(allow_reserved, false));
    Ok(vec![(escape::all(name), value)])
}

fn exploded(name: &str, shape: &ValueShape, escape: EscapeSet) -> Vec<QueryPair> {
    let pair = |name: &str, text: &str| (escape::all(name), escape.apply(text));
    match shape {
        ValueShape::Plain(text) => vec![pair(name, text)],
        ValueShape::List(items) => items.iter().map(|item| pair(name, item)).collect(),
        ValueShape::Object(members) => members.iter().map(|(key, text)| pair(key, text)).collect(),
    }
}

const fn escape(allow_reserved: bool, is_list: bool) -> EscapeSet {
    match (allow_reserved, is_list) {
        (false, _) => EscapeSet::All,
        (true, false) => EscapeSet::Reserved,
        (true, true) => EscapeSet::ReservedList,
    }
}

/// Refuses members of an exploded object that would be taken for another parameter.
fn refuse_others(
    tool: &ApiTool,
    parameter: &ApiParameter,
    argument: &GivenArgument<'_>,
) -> Result<(), PlanError> {
    let Value::Object(members) = argument.value else {
        return Ok(());
    };
    let others = &tool.operation.parameters;
    let is_other = |key: &String| {
        others.iter().any(|other| {
            other.place == ParameterPlace::Query
                && other.name == *key
                && other.name != parameter.name
        })
    };
    match members.keys().find(|key| is_other(key)) {
        None => Ok(()),
        Some(key) => Err(PlanError::Key {
            argument: argument.label.clone(),
            key: key.clone(),
            why: "another parameter has that name",
        }),
    }
}

/// The members of an object, each with the way to it in brackets.
struct DeepObject<'a> {
    argument: &'a str,
    escape: EscapeSet,
    pairs: Vec<QueryPair>,
}

// === impl DeepObject ===

impl DeepObject<'_> {
    fn walk(&mut self, name: &str, value: &Value) -> Result<(), PlanError> {
        match value {
            Value::Object(members) => {
                for (key, member) in members {
                    self.check(key)?;
                    self.walk(&format!("{name}[{key}]"), member)?;
                }
            }
            Value::Array(items) if items.iter().any(|item| item.is_array() || item.is_object()) => {
                for (at, item) in items.iter().enumerate() {
                    self.walk(&format!("{name}[{at}]"), item)?;
                }
            }
            Value::Array(items) => {
                for item in items {
                    self.push(name, item);
                }
            }
            plain => self.push(name, plain),
        }
        Ok(())
    }

    fn push(&mut self, name: &str, value: &Value) {
        let value = self.escape.apply(&text(value));
        self.pairs.push((escape::all(name), value));
    }

    /// A name with brackets in it, or none at all, would be read as another way.
    fn check(&self, key: &str) -> Result<(), PlanError> {
        if key.is_empty() || key.contains(['[', ']']) {
            return Err(PlanError::Key {
                argument: self.argument.to_owned(),
                key: key.to_owned(),
                why: "names stand in brackets, so they are not empty and hold none",
            });
        }
        Ok(())
    }
}
