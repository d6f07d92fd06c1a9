//! What is sent.
//!
//! The document's media type decides how:
//!
//! | media type | what is sent |
//! |---|---|
//! | JSON, `*/*`, `application/*` | the value as JSON |
//! | lines of JSON, sequences of JSON | each element of a list |
//! | `application/x-www-form-urlencoded` | each property in its style, or the finished text |
//! | `multipart/*` | each property as a part, or several |
//! | text, XML, YAML and the like | the text as it was given, in UTF-8 |
//! | anything else | the bytes that base64 or a data URI stands for, or base64 where the API wants that |
//!
//! A body of which no part was given is sent only if it must be there.

mod file;
mod form;
mod multipart;
mod part;

use candor_openapi::{ApiTool, ArgumentTarget, BodyMedia, MediaKind};
use serde_json::{Map, Value};

use crate::arguments::{GivenArgument, PlacedArguments, label};
use crate::error::PlanError;
use crate::media;
use crate::plan::RequestPayload;
use crate::schema;
use crate::shape::{kind, members, text};

/// The body of a call.
pub(crate) fn write(
    tool: &ApiTool,
    arguments: &PlacedArguments<'_>,
) -> Result<Option<RequestPayload>, PlanError> {
    let Some(body) = &tool.operation.body else {
        return Ok(None);
    };
    let media = body
        .content
        .get(tool.media)
        .ok_or_else(|| PlanError::BadMediaType {
            media_type: format!("number {}", tool.media),
        })?;
    if !media::is_sendable(&media.media_type) {
        return Err(PlanError::BadMediaType {
            media_type: media.media_type.clone(),
        });
    }
    if let Some(argument) = &arguments.body {
        return whole(tool, media, argument, arguments);
    }
    let slots = &tool.layout.slots;
    let whole = slots
        .iter()
        .find(|slot| slot.target == ArgumentTarget::Body);
    match whole {
        Some(slot) if body.required => Err(PlanError::Missing {
            argument: label(slot),
        }),
        None if body.required || !arguments.properties.is_empty() => {
            let value = collect(tool, arguments);
            let names = BodyNames::of(arguments);
            encode(tool, media, &value, &names).map(Some)
        }
        _ => Ok(None),
    }
}

/// A body that is one argument.
fn whole(
    tool: &ApiTool,
    media: &BodyMedia,
    argument: &GivenArgument<'_>,
    arguments: &PlacedArguments<'_>,
) -> Result<Option<RequestPayload>, PlanError> {
    if let Some((_, other)) = arguments.properties.first() {
        return Err(PlanError::BodyTwice {
            argument: argument.label.clone(),
            other: other.label.clone(),
        });
    }
    // JSON can represent null; every other form can only omit it.
    let is_json = kind_of(tool, media) == MediaKind::Json;
    let required = tool
        .operation
        .body
        .as_ref()
        .is_some_and(|body| body.required);
    if argument.value.is_null() && !(is_json && required) {
        let missing = PlanError::Missing {
            argument: argument.label.clone(),
        };
        return if required { Err(missing) } else { Ok(None) };
    }
    let names = BodyNames {
        body: &argument.label,
        properties: Vec::new(),
    };
    encode(tool, media, argument.value, &names).map(Some)
}

/// The properties that were given, and the defaults of those that must be there.
fn collect(tool: &ApiTool, arguments: &PlacedArguments<'_>) -> Value {
    let mut members: Map<String, Value> = arguments
        .properties
        .iter()
        .map(|(name, argument)| ((*name).to_owned(), argument.value.clone()))
        .collect();
    let required = tool.input["required"].as_array();
    for slot in &tool.layout.slots {
        let ArgumentTarget::Property(name) = &slot.target else {
            continue;
        };
        let is_required = required.is_some_and(|all| all.iter().any(|one| *one == *slot.argument));
        let default = schema::default(tool, &tool.input["properties"][&slot.argument]);
        if let Some(default) = default.filter(|_| is_required && !members.contains_key(name)) {
            members.insert(name.clone(), default.clone());
        }
    }
    Value::Object(members)
}

/// The caller's names for parts of the body, for errors.
struct BodyNames<'a> {
    body: &'a str,
    properties: Vec<(&'a str, &'a str)>,
}

// === impl BodyNames ===

impl<'a> BodyNames<'a> {
    fn of(arguments: &'a PlacedArguments<'_>) -> Self {
        let pair =
            |(name, argument): &'a (&str, GivenArgument<'_>)| (*name, argument.label.as_str());
        Self {
            body: "body",
            properties: arguments.properties.iter().map(pair).collect(),
        }
    }

    /// The name of a property's argument.
    fn property(&self, name: &str) -> String {
        let own = self.properties.iter().find(|(known, _)| *known == name);
        own.map_or_else(
            || format!("{}.{name}", self.body),
            |(_, label)| (*label).to_owned(),
        )
    }
}

fn encode(
    tool: &ApiTool,
    media: &BodyMedia,
    value: &Value,
    names: &BodyNames<'_>,
) -> Result<RequestPayload, PlanError> {
    let declared = media.media_type.as_str();
    let (content_type, bytes) = match kind_of(tool, media) {
        MediaKind::Json => (unless_range(declared, "application/json"), json(value)),
        MediaKind::Lines => (declared.to_owned(), lines(value, "")),
        MediaKind::Sequence => (declared.to_owned(), lines(value, "\u{1e}")),
        // The document may define the whole form as one text, which the caller has serialized.
        MediaKind::Form if value.is_string() => (declared.to_owned(), text(value).into_bytes()),
        MediaKind::Form => {
            let members = members(value, names.body)?;
            (declared.to_owned(), form::write(media, members, names)?)
        }
        MediaKind::Multipart => {
            let members = members(value, names.body)?;
            let parts = part::of(tool, media, members, names)?;
            multipart::write(&media::essence(declared), &parts)
        }
        MediaKind::Text | MediaKind::Xml => {
            (text_type(declared), written(declared, value, names.body)?)
        }
        MediaKind::Image | MediaKind::Audio | MediaKind::Bytes => {
            let file = file::read(value, names.body)?;
            let own = file
                .media_type
                .filter(|own| media::is_within(own, declared));
            let other = own.as_deref().unwrap_or("application/octet-stream");
            let is_encoded = schema::of_body(tool).is_some_and(schema::stays_encoded);
            let bytes = if is_encoded {
                file::encode(&file.bytes)
            } else {
                file.bytes
            };
            (unless_range(declared, other), bytes)
        }
    };
    Ok(RequestPayload {
        content_type,
        bytes,
    })
}

/// Whether the body of a tool is sent as several parts.
pub(crate) fn is_multipart(tool: &ApiTool) -> bool {
    let body = tool.operation.body.as_ref();
    let media = body.and_then(|body| body.content.get(tool.media));
    media.is_some_and(|media| kind_of(tool, media) == MediaKind::Multipart)
}

/// The kind of body for which the tool's schema was made.
fn kind_of(tool: &ApiTool, media: &BodyMedia) -> MediaKind {
    tool.body_kind
        .unwrap_or_else(|| MediaKind::of(&media.media_type))
}

/// The declared media type, or another one if it is a wildcard.
fn unless_range(declared: &str, other: &str) -> String {
    let chosen = if media::is_range(declared) {
        other
    } else {
        declared
    };
    chosen.to_owned()
}

fn json(value: &Value) -> Vec<u8> {
    value.to_string().into_bytes()
}

/// JSON texts one after the other. What is no list is one element.
fn lines(value: &Value, mark: &str) -> Vec<u8> {
    let items = match value {
        Value::Array(items) => items.as_slice(),
        other => std::slice::from_ref(other),
    };
    let mut lines = String::new();
    for item in items {
        lines.extend([mark, &item.to_string(), "\n"]);
    }
    lines.into_bytes()
}

/// A text as it was given. JSON is YAML too, so YAML may also be given as a value.
fn written(declared: &str, value: &Value, argument: &str) -> Result<Vec<u8>, PlanError> {
    let is_yaml = media::essence(declared).contains("yaml");
    if !is_yaml && (value.is_array() || value.is_object()) {
        return Err(PlanError::Kind {
            argument: argument.to_owned(),
            found: kind(value),
            wanted: "the finished text",
        });
    }
    Ok(text(value).into_bytes())
}

/// Text is always sent as UTF-8, with an explicit charset if the document declares another.
fn text_type(declared: &str) -> String {
    let essence = media::essence(declared);
    let declared = if media::is_range(declared) {
        "text/plain"
    } else {
        declared
    };
    match media::parameter(declared, "charset") {
        Some(charset) if !charset.eq_ignore_ascii_case("utf-8") => {
            format!("{essence}; charset=utf-8")
        }
        _ => declared.to_owned(),
    }
}
