//! Arguments in headers.
//!
//! Headers have one style: `a,b` for lists, `k,v` for objects and `k=v` for exploded ones. Most
//! servers do not decode them, so ASCII is sent unchanged, and elements with a comma are rejected.
//! Non-ASCII text is percent-encoded as UTF-8 (along with `%`), and JSON uses its own escapes.
//! Control characters are rejected, and so are leading and trailing spaces, which would be lost.

use candor_openapi::{ApiParameter, MediaKind, ParameterForm};

use crate::arguments::GivenArgument;
use crate::content;
use crate::error::PlanError;
use crate::escape;
use crate::shape::ValueShape;

/// The value of a header. `None` where a list or an object is empty.
pub(crate) fn write(
    parameter: &ApiParameter,
    argument: &GivenArgument<'_>,
) -> Result<Option<String>, PlanError> {
    check_name(&parameter.name, argument)?;
    let value = match &parameter.form {
        ParameterForm::Content(media_type) if MediaKind::of(media_type) == MediaKind::Json => {
            content::ascii_json(argument.value)
        }
        ParameterForm::Content(media_type) => content::write(media_type, argument)?,
        ParameterForm::Style { explode, .. } => {
            let shape = ValueShape::of(argument.value);
            if shape.is_empty() {
                return Ok(None);
            }
            joined(&shape, *explode, argument)?
        }
    };
    check(&value, argument)?;
    Ok(Some(escape::header(&value)))
}

/// Whether a text can name a header or a cookie.
pub(crate) fn is_token(name: &str) -> bool {
    let is_token = |c: u8| c.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&c);
    !name.is_empty() && name.bytes().all(is_token)
}

fn check_name(name: &str, argument: &GivenArgument<'_>) -> Result<(), PlanError> {
    if !is_token(name) {
        return Err(PlanError::BadName {
            argument: argument.label.clone(),
            place: "header",
            name: name.to_owned(),
        });
    }
    if candor_openapi::is_reserved(name) {
        return Err(PlanError::ForbiddenHeader {
            argument: argument.label.clone(),
            header: name.to_owned(),
        });
    }
    Ok(())
}

/// The elements with commas between them, and none within.
fn joined(
    shape: &ValueShape,
    explode: bool,
    argument: &GivenArgument<'_>,
) -> Result<String, PlanError> {
    shape.without(',', "a comma", &argument.label)?;
    if let Some(part) = shape
        .parts()
        .find(|part| part.trim_matches(' ') != part.as_str())
    {
        return Err(space(part, argument));
    }
    Ok(match shape {
        ValueShape::Plain(text) => text.clone(),
        ValueShape::List(items) => items.join(","),
        ValueShape::Object(members) if explode => {
            if let Some((key, _)) = members.iter().find(|(key, _)| key.contains('=')) {
                return Err(PlanError::Key {
                    argument: argument.label.clone(),
                    key: key.clone(),
                    why: "`=` ends a name there",
                });
            }
            let pair = |(key, text): &(String, String)| format!("{key}={text}");
            members.iter().map(pair).collect::<Vec<_>>().join(",")
        }
        ValueShape::Object(members) => {
            let flat = members.iter().flat_map(|(key, text)| [key.as_str(), text]);
            flat.collect::<Vec<_>>().join(",")
        }
    })
}

/// Refuses what would end the header, or would not arrive.
fn check(value: &str, argument: &GivenArgument<'_>) -> Result<(), PlanError> {
    if value.chars().any(char::is_control) {
        return Err(PlanError::Character {
            argument: argument.label.clone(),
            value: value.to_owned(),
            place: "header",
            why: "it holds a line break or another control character; leave it out",
        });
    }
    if value.trim_matches(' ') != value {
        return Err(space(value, argument));
    }
    Ok(())
}

fn space(value: &str, argument: &GivenArgument<'_>) -> PlanError {
    PlanError::Character {
        argument: argument.label.clone(),
        value: value.to_owned(),
        place: "header",
        why: "a space at its beginning or end would be lost; leave it out",
    }
}
