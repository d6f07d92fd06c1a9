//! Arguments for the request body.

use serde_json::{Map, Value};

use super::argument::{SchemaArgument, into_object};
use super::definition_set::DefinitionSet;
use super::file;
use super::media::{is_bytes, is_sendable, kind_of, preferred};
use super::object::{followed, is_string, may_be_object, plain};
use super::shape::shape;
use super::side::SchemaSide;
use super::words::joined;
use crate::api::{BodyMedia, MediaKind, OperationBody, SchemaDefinitions};

/// A request body in the media type that is sent.
#[derive(Debug)]
pub(super) struct SentBody<'a> {
    body: &'a OperationBody,
    media: &'a BodyMedia,
    /// The kind of media type.
    pub(super) kind: MediaKind,
    /// The index of the media type.
    pub(super) at: usize,
}

// === impl SentBody ===

impl<'a> SentBody<'a> {
    /// Selects the preferred media type. The error is a media type that cannot be sent.
    pub(super) fn of(
        body: &'a OperationBody,
        definitions: &SchemaDefinitions,
    ) -> Result<Option<Self>, String> {
        let Some(at) = preferred(&body.content, definitions) else {
            return Ok(None);
        };
        let media = &body.content[at];
        if !is_sendable(media, definitions) {
            return Err(media.essence());
        }
        Ok(Some(Self {
            body,
            media,
            kind: kind_of(media, definitions),
            at,
        }))
    }

    /// Whether it is a form.
    pub(super) fn is_form(&self) -> bool {
        matches!(self.kind, MediaKind::Form | MediaKind::Multipart)
    }

    /// Whether a request must have it.
    pub(super) fn is_required(&self) -> bool {
        self.body.required
    }

    /// Whether its schema is longer than `limit` bytes.
    pub(super) fn is_too_long(&self, limit: usize, stock: &mut DefinitionSet<'_>) -> bool {
        stock.is_too_long(&self.media.schema, limit)
    }

    /// Its properties, if they can be separate arguments. See [`super::Layout`] for the rule.
    pub(super) fn spread(&self, stock: &DefinitionSet<'_>) -> Option<Vec<SchemaArgument>> {
        if self.kind != MediaKind::Json && !self.is_form() {
            return None;
        }
        if self.is_form() && has_no_fields(followed(&self.media.schema, stock.definitions)) {
            return Some(Vec::new());
        }
        let plain = plain(&self.media.schema, stock.definitions)?;
        let properties = plain.properties.iter();
        let arguments: Vec<SchemaArgument> = properties
            .filter(|(_, schema)| !stock.leaves_out(schema))
            .map(|(name, schema)| {
                let schema = stock.of(&self.with_files(name, schema, stock));
                SchemaArgument::property(name, schema, plain.required.contains(name))
            })
            .collect();
        let can_be_left_out = arguments.iter().all(|argument| !argument.is_required);
        let fits = !arguments.is_empty() && (self.body.required || can_be_left_out);
        fits.then_some(arguments)
    }

    /// The schema of the whole body as one argument.
    pub(super) fn whole(&self, stock: &DefinitionSet<'_>) -> Value {
        let schema = match self.kind {
            MediaKind::Json | MediaKind::Lines | MediaKind::Sequence => {
                stock.of(&self.media.schema)
            }
            MediaKind::Form if self.has_names(stock) || self.is_text(stock) => {
                stock.of(&self.media.schema)
            }
            MediaKind::Form => open_form(),
            MediaKind::Multipart if !self.has_names(stock) => {
                open_parts(followed(&self.media.schema, stock.definitions))
            }
            MediaKind::Multipart => {
                let media = self.media;
                stock.of(&file::in_form(
                    &media.schema,
                    &media.encoding,
                    stock.definitions,
                ))
            }
            MediaKind::Text | MediaKind::Xml => {
                text(followed(&self.media.schema, stock.definitions))
            }
            MediaKind::Image | MediaKind::Audio | MediaKind::Bytes => {
                let schema = followed(&self.media.schema, stock.definitions);
                if schema
                    .get("contentEncoding")
                    .is_some_and(|it| it == "base64")
                {
                    file::encoded(schema)
                } else {
                    file::file(schema, Some(&self.media.essence()))
                }
            }
        };
        self.described(into_object(schema), Some(stock))
    }

    /// The same without a description of the contents.
    pub(super) fn undescribed(&self) -> Value {
        let schema = match self.kind {
            MediaKind::Json | MediaKind::Lines | MediaKind::Sequence => Map::new(),
            MediaKind::Form | MediaKind::Multipart => {
                Map::from_iter([("type".to_owned(), "object".into())])
            }
            MediaKind::Text | MediaKind::Xml => into_object(text(&Value::Null)),
            MediaKind::Image | MediaKind::Audio | MediaKind::Bytes => {
                into_object(file::file(&Value::Null, Some(&self.media.essence())))
            }
        };
        self.described(schema, None)
    }

    /// Whether it may be an object, as forms are. Some documents describe a form as a single text
    /// or file, without naming the fields.
    fn has_names(&self, stock: &DefinitionSet<'_>) -> bool {
        may_be_object(&self.media.schema, stock.definitions)
    }

    /// Whether it is a text.
    fn is_text(&self, stock: &DefinitionSet<'_>) -> bool {
        is_string(&self.media.schema, stock.definitions)
    }

    fn with_files(&self, name: &str, schema: &Value, stock: &DefinitionSet<'_>) -> Value {
        if self.kind == MediaKind::Multipart {
            let encoding = self.media.encoding.get(name);
            file::in_property(schema, encoding, stock.definitions)
        } else {
            schema.clone()
        }
    }

    /// Adds the description of the body and how it is sent.
    fn described(
        &self,
        mut schema: Map<String, Value>,
        stock: Option<&DefinitionSet<'_>>,
    ) -> Value {
        let own = schema.get("description").and_then(Value::as_str);
        let said = joined(self.body.description.as_deref(), own);
        if let Some(said) = joined(said.as_deref(), self.manner(stock).as_deref()) {
            schema.insert("description".to_owned(), said.into());
        }
        Value::Object(schema)
    }

    /// How it is sent, unless that is plain JSON.
    fn manner(&self, stock: Option<&DefinitionSet<'_>>) -> Option<String> {
        let essence = self.media.essence();
        Some(match (self.kind, stock) {
            (MediaKind::Lines | MediaKind::Sequence, _) => {
                format!("Sent as `{essence}`, one element after the other.")
            }
            // The meaning of a patch depends on its media type; other JSON types are equivalent.
            (MediaKind::Json, _) if !essence.ends_with("-patch+json") => return None,
            (MediaKind::Xml, Some(stock)) => {
                let shape = shape(&self.media.schema, stock.definitions, SchemaSide::Input);
                format!("A document of XML as text, sent as `{essence}`. Its parts: {shape}")
            }
            _ => format!("Sent as `{essence}`."),
        })
    }
}

/// Whether a form's schema has no fields.
fn has_no_fields(schema: &Value) -> bool {
    let Value::Object(map) = schema else {
        return false;
    };
    let properties = map.get("properties").and_then(Value::as_object);
    let says_no_more = map.iter().all(|(keyword, value)| match keyword.as_str() {
        "type" | "properties" | "title" | "description" => true,
        "additionalProperties" => *value == Value::Bool(false),
        _ => false,
    });
    properties.is_some_and(Map::is_empty) && says_no_more
}

/// A form with unknown fields.
fn open_form() -> Value {
    Value::Object(Map::from_iter([("type".to_owned(), "object".into())]))
}

/// A form with parts of unknown names, each with the schema of the whole.
fn open_parts(schema: &Value) -> Value {
    let part = if is_bytes(schema) {
        file::file(schema, None)
    } else {
        Value::Bool(true)
    };
    Value::Object(Map::from_iter([
        ("type".to_owned(), "object".into()),
        ("minProperties".to_owned(), 1.into()),
        ("additionalProperties".to_owned(), part),
        (
            "description".to_owned(),
            "Each part under the name that the API knows it by, often `file`.".into(),
        ),
    ]))
}

/// The schema of a text body: only keywords for strings are kept.
fn text(schema: &Value) -> Value {
    match schema {
        Value::Object(map) if map.get("type").is_some_and(|one| one == "string") => schema.clone(),
        _ => Value::Object(Map::from_iter([("type".to_owned(), "string".into())])),
    }
}
