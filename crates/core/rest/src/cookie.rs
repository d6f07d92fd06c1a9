//! Arguments in cookies.
//!
//! In the style `form`, names and values are percent-encoded. In the style `cookie`, which has no
//! escapes, a value with characters invalid in cookies is rejected, and so is a comma in an element
//! of a list that is not exploded. In both, exploded lists and objects are separate cookies:
//! `name=a; name=b`.

use candor_openapi::{ApiParameter, ParameterForm, ParameterStyle};

use crate::arguments::GivenArgument;
use crate::content;
use crate::error::PlanError;
use crate::escape;
use crate::header::is_token;
use crate::query;
use crate::shape::ValueShape;

/// The cookies of one parameter.
pub(crate) fn write(
    parameter: &ApiParameter,
    argument: &GivenArgument<'_>,
) -> Result<Vec<(String, String)>, PlanError> {
    match &parameter.form {
        ParameterForm::Content(media_type) => {
            let value = escape::all(&content::write(media_type, argument)?);
            Ok(vec![(escape::all(&parameter.name), value)])
        }
        ParameterForm::Style {
            style: ParameterStyle::Cookie,
            explode,
        } => plain(parameter, *explode, argument),
        ParameterForm::Style { explode, .. } => query::pairs(
            &parameter.name,
            argument,
            ParameterStyle::Form,
            *explode,
            false,
        ),
    }
}

/// Cookies without any escapes.
fn plain(
    parameter: &ApiParameter,
    explode: bool,
    argument: &GivenArgument<'_>,
) -> Result<Vec<(String, String)>, PlanError> {
    let shape = ValueShape::of(argument.value);
    if shape.is_empty() {
        return Ok(Vec::new());
    }
    if let Some(part) = shape.parts().find(|part| !is_value(part)) {
        return Err(unfit(part, argument));
    }
    let name = &parameter.name;
    let cookies: Vec<_> = match shape {
        ValueShape::Plain(text) if !is_value(&text) => return Err(unfit(&text, argument)),
        ValueShape::Plain(text) => vec![(name.clone(), text)],
        ValueShape::List(items) if explode => {
            let cookie = |item| (name.clone(), item);
            items.into_iter().map(cookie).collect()
        }
        ValueShape::Object(members) if explode => members,
        ValueShape::List(items) => vec![(name.clone(), items.join(","))],
        ValueShape::Object(members) => {
            let flat = members.iter().flat_map(|(key, text)| [key.as_str(), text]);
            vec![(name.clone(), flat.collect::<Vec<_>>().join(","))]
        }
    };
    match cookies.iter().find(|(name, _)| !is_token(name)) {
        None => Ok(cookies),
        Some((name, _)) => Err(PlanError::BadName {
            argument: argument.label.clone(),
            place: "cookie",
            name: name.clone(),
        }),
    }
}

/// Whether a cookie can hold a text as it is (`cookie-octet` of RFC 6265).
fn is_value(text: &str) -> bool {
    text.bytes()
        .all(|c| c.is_ascii_graphic() && !b"\",;\\".contains(&c))
}

fn unfit(value: &str, argument: &GivenArgument<'_>) -> PlanError {
    PlanError::Character {
        argument: argument.label.clone(),
        value: value.to_owned(),
        place: "cookie",
        why: "give ASCII without spaces, quotes, commas, semicolons and backslashes, escaped as \
              the API wants it",
    }
}
