//! URL-encoded forms such as `a=1&b=2`.
//!
//! A property is serialized in the document's style. Without one, a list repeats its name and an
//! object is JSON. `null` is omitted, because a form cannot represent it.

use candor_openapi::{BodyMedia, MediaKind, ParameterStyle, PropertyEncoding};
use serde_json::{Map, Value};

use super::BodyNames;
use crate::arguments::GivenArgument;
use crate::content;
use crate::error::PlanError;
use crate::escape::{self, EscapeSet};
use crate::query;

/// The bytes of a form.
pub(super) fn write(
    media: &BodyMedia,
    members: &Map<String, Value>,
    names: &BodyNames<'_>,
) -> Result<Vec<u8>, PlanError> {
    let mut pairs = Vec::new();
    for (name, value) in members.iter().filter(|(_, value)| !value.is_null()) {
        let argument = GivenArgument {
            label: names.property(name),
            value,
        };
        pairs.extend(match media.encoding.get(name) {
            Some(encoding) => encoded(name, &argument, encoding)?,
            None => content::property(name, &argument)?,
        });
    }
    Ok(query::join(&pairs).join("&").into_bytes())
}

fn encoded(
    name: &str,
    argument: &GivenArgument<'_>,
    encoding: &PropertyEncoding,
) -> Result<Vec<(String, String)>, PlanError> {
    if encoding.style.is_some() || encoding.explode.is_some() {
        let style = encoding.style.unwrap_or(ParameterStyle::Form);
        let explode = encoding.explode.unwrap_or(style == ParameterStyle::Form);
        return query::pairs(name, argument, style, explode, encoding.allow_reserved);
    }
    match encoding.content_type.as_deref() {
        Some(media_type) if MediaKind::of(media_type) == MediaKind::Json => {
            let value = escape::all(&content::write(media_type, argument)?);
            Ok(vec![(escape::all(name), value)])
        }
        _ if encoding.allow_reserved && !argument.value.is_object() => {
            query::pairs(name, argument, ParameterStyle::Form, true, true)
        }
        _ if encoding.allow_reserved => {
            let value = EscapeSet::Reserved.apply(&argument.value.to_string());
            Ok(vec![(escape::all(name), value)])
        }
        _ => content::property(name, argument),
    }
}
