//! Parts of multipart bodies.
//!
//! Each property is one part, and a list is one part per element. A binary property is a file, with
//! a file name and media type from the data URI or the document. Objects and nested lists are JSON;
//! if the document requires another form, they must be given as serialized text. If the document
//! declares a property as JSON, all of it is one part. `null` is omitted.
//! part. `null` is left out.

use candor_openapi::{ApiTool, ArgumentTarget, BodyMedia, MediaKind};
use serde_json::{Map, Value};

use super::BodyNames;
use super::file;
use crate::error::PlanError;
use crate::media;
use crate::schema;
use crate::shape::{kind, text};

/// One part of a multipart form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FormPart {
    /// The name of the property.
    pub(super) name: String,
    /// The name of the file, if it is one.
    pub(super) file_name: Option<String>,
    /// The media type; plain text by default.
    pub(super) content_type: Option<String>,
    pub(super) bytes: Vec<u8>,
}

/// The parts of `members`, in their order.
pub(super) fn of(
    tool: &ApiTool,
    media: &BodyMedia,
    members: &Map<String, Value>,
    names: &BodyNames<'_>,
) -> Result<Vec<FormPart>, PlanError> {
    let mut parts = Vec::new();
    for (name, value) in members.iter().filter(|(_, value)| !value.is_null()) {
        let encoding = media.encoding.get(name);
        let declared = encoding.and_then(|encoding| encoding.content_type.as_deref());
        let property = FormProperty {
            name,
            argument: names.property(name),
            likeness: likeness(tool, media, name, declared),
            declared,
        };
        match value {
            Value::Array(items) if !property.is_json() => {
                for item in items {
                    parts.push(property.part(item)?);
                }
            }
            value => parts.push(property.part(value)?),
        }
    }
    Ok(parts)
}

/// Whether a property is or may be a file according to the document. If that is behind a reference
/// only the whole document can resolve, the tool's own schema decides.
fn likeness(tool: &ApiTool, media: &BodyMedia, name: &str, declared: Option<&str>) -> TextKind {
    let is_file = match schema::property(tool, &media.schema, name) {
        Some(schema) if schema::is_silent(schema) => None,
        Some(schema) => Some(schema::is_bytes(tool, schema)),
        None => own_schema(tool, name)
            .filter(|schema| !schema::is_silent(schema))
            .map(|schema| schema::asks_for_base64(tool, schema)),
    };
    let names_bytes = declared
        .unwrap_or_default()
        .split(',')
        .any(|one| !one.trim().is_empty() && MediaKind::of(one).is_bytes());
    match (is_file, names_bytes) {
        (Some(true), _) | (None, true) => TextKind::File,
        (Some(false), false) => TextKind::Plain,
        (Some(false), true) | (None, false) => TextKind::Open,
    }
}

/// The tool's own schema of a property of the body.
fn own_schema<'a>(tool: &'a ApiTool, name: &str) -> Option<&'a Value> {
    tool.layout.slots.iter().find_map(|slot| {
        let argument = tool.input["properties"].get(&slot.argument)?;
        match &slot.target {
            ArgumentTarget::Property(property) if property == name => Some(argument),
            ArgumentTarget::Body => schema::property(tool, argument, name),
            _ => None,
        }
    })
}

/// How a text of a property is interpreted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TextKind {
    /// It is bytes.
    File,
    /// It is bytes if it is a data URI, because nothing speaks against it.
    Open,
    /// It is a text.
    Plain,
}

struct FormProperty<'a> {
    name: &'a str,
    argument: String,
    likeness: TextKind,
    /// The media types that the document gives for the part, parted by commas.
    declared: Option<&'a str>,
}

// === impl FormProperty ===

impl FormProperty<'_> {
    fn part(&self, value: &Value) -> Result<FormPart, PlanError> {
        if self.is_file(value) {
            return self.file(value);
        }
        let declared = self.first().map(str::to_owned);
        let is_nested = value.is_object() || value.is_array();
        if is_nested && declared.is_some() && !self.is_json() {
            return Err(PlanError::Kind {
                argument: self.argument.clone(),
                found: kind(value),
                wanted: "the finished text",
            });
        }
        let is_json = self.is_json() || is_nested;
        let (written, usual) = if is_json {
            (value.to_string(), Some("application/json".to_owned()))
        } else {
            (text(value), None)
        };
        Ok(self.finish(None, declared.or(usual), written.into_bytes()))
    }

    fn file(&self, value: &Value) -> Result<FormPart, PlanError> {
        let file = file::read(value, &self.argument)?;
        let own = file.media_type.filter(|own| self.allows(own));
        let content_type = own
            .or_else(|| self.first().map(str::to_owned))
            .unwrap_or_else(|| "application/octet-stream".to_owned());
        let name = file.name.unwrap_or_else(|| self.name.to_owned());
        Ok(self.finish(Some(name), Some(content_type), file.bytes))
    }

    fn finish(
        &self,
        file_name: Option<String>,
        content_type: Option<String>,
        bytes: Vec<u8>,
    ) -> FormPart {
        FormPart {
            name: self.name.to_owned(),
            file_name,
            content_type,
            bytes,
        }
    }

    fn is_json(&self) -> bool {
        self.first()
            .is_some_and(|media_type| MediaKind::of(media_type) == MediaKind::Json)
    }

    fn is_file(&self, value: &Value) -> bool {
        match self.likeness {
            TextKind::File => true,
            TextKind::Open => file::is_data_uri(value),
            TextKind::Plain => false,
        }
    }

    /// The first of the declared media types that is one and can be sent.
    fn first(&self) -> Option<&str> {
        self.declared()
            .find(|one| media::is_sendable(one) && !media::is_range(one))
    }

    fn allows(&self, media_type: &str) -> bool {
        self.declared.is_none() || self.declared().any(|one| media::is_within(media_type, one))
    }

    fn declared(&self) -> impl Iterator<Item = &str> {
        self.declared.unwrap_or_default().split(',').map(str::trim)
    }
}
