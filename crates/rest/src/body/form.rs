//! Bodies such as `a=1&b=2`.
//!
//! A property is written in the style that the document gives it. Where it gives none, a list
//! repeats its name and an object is JSON. `null` is left out, because a form cannot say it.

use candor_openapi::{Encoding, Media, MediaKind, Style};
use serde_json::{Map, Value};

use super::Names;
use crate::arguments::Argument;
use crate::content;
use crate::error::PlanError;
use crate::escape::{self, Escape};
use crate::query;

/// The bytes of a form.
pub(super) fn write(
    media: &Media,
    members: &Map<String, Value>,
    names: &Names<'_>,
) -> Result<Vec<u8>, PlanError> {
    let mut pairs = Vec::new();
    for (name, value) in members.iter().filter(|(_, value)| !value.is_null()) {
        let argument = Argument {
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
    argument: &Argument<'_>,
    encoding: &Encoding,
) -> Result<Vec<(String, String)>, PlanError> {
    if encoding.style.is_some() || encoding.explode.is_some() {
        let style = encoding.style.unwrap_or(Style::Form);
        let explode = encoding.explode.unwrap_or(style == Style::Form);
        return query::pairs(name, argument, style, explode, encoding.allow_reserved);
    }
    match encoding.content_type.as_deref() {
        Some(media_type) if MediaKind::of(media_type) == MediaKind::Json => {
            let value = escape::all(&content::write(media_type, argument)?);
            Ok(vec![(escape::all(name), value)])
        }
        _ if encoding.allow_reserved && !argument.value.is_object() => {
            query::pairs(name, argument, Style::Form, true, true)
        }
        _ if encoding.allow_reserved => {
            let value = Escape::Reserved.apply(&argument.value.to_string());
            Ok(vec![(escape::all(name), value)])
        }
        _ => content::property(name, argument),
    }
}
