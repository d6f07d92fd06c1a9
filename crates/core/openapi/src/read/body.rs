//! Reading request bodies and media types.

use std::collections::BTreeMap;

use candor_text::quote;
use serde_json::{Value, json};

use super::budget::VALUE;
use super::findings::code;
use super::position::DocumentNode;
use super::reader::{DocumentReader, UnreadablePart};
use super::style::style_named;
use crate::api::{BodyMedia, OperationBody, PropertyEncoding};

// === impl DocumentReader ===

impl<'a> DocumentReader<'a> {
    /// The request body of an operation, since OpenAPI 3.0.
    pub(super) fn body(
        &mut self,
        operation: &DocumentNode<'a>,
    ) -> Result<Option<OperationBody>, UnreadablePart> {
        let Some(node) = operation.get("requestBody") else {
            return Ok(None);
        };
        let followed = self.follow(node)?;
        let node = followed.node;
        let content = self.content(&node, followed.shared);
        if content.is_empty() {
            let message = "the body has no `content` that says what it is; it is ignored";
            self.warn(code::MISSING, &node.spot, message);
            return Ok(None);
        }
        let own = self.text(&node, "description");
        Ok(Some(OperationBody {
            description: followed.description.or(own),
            required: self.flag(&node, "required").unwrap_or(false),
            content,
        }))
    }

    /// The media types of a request body or response.
    pub(super) fn content(&mut self, node: &DocumentNode<'a>, shared: bool) -> Vec<BodyMedia> {
        let mut content: Vec<BodyMedia> = Vec::new();
        for (media_type, media) in self.extensible(node, "content") {
            self.allowance.pay(4 * VALUE + media_type.len());
            match self.media(media_type, media, shared) {
                Ok(media) => content.push(media),
                Err(trouble) => self.ignore(quote(media_type), &trouble),
            }
        }
        content
    }

    fn media(
        &mut self,
        media_type: &str,
        node: DocumentNode<'a>,
        shared: bool,
    ) -> Result<BodyMedia, UnreadablePart> {
        // A YAML key without a value means that anything is allowed.
        if node.value.is_null() {
            return Ok(BodyMedia {
                media_type: media_type.to_owned(),
                schema: Value::Bool(true),
                encoding: BTreeMap::new(),
            });
        }
        let followed = self.follow(node)?;
        let node = followed.node;
        let shared = shared || followed.shared;
        let schema = if let Some(schema) = node.get("schema") {
            self.schema(&schema, shared)
        } else if let Some(item) = node.get("itemSchema") {
            // A stream whose elements have this schema.
            json!({"type": "array", "items": self.schema(&item, shared)})
        } else {
            Value::Bool(true)
        };
        let mut encoding = BTreeMap::new();
        for (property, node) in self.map(&node, "encoding") {
            encoding.insert(property.to_owned(), self.encoding(&node));
        }
        Ok(BodyMedia {
            media_type: media_type.trim().to_owned(),
            schema,
            encoding,
        })
    }

    fn encoding(&mut self, node: &DocumentNode<'a>) -> PropertyEncoding {
        self.allowance.pay(2 * VALUE);
        let style = self.text(node, "style");
        let named = style.as_deref().and_then(style_named);
        if let (Some(style), None) = (&style, named) {
            let message = format!("the style {} is not known; it is ignored", quote(style));
            self.warn(code::WRONG_VALUE, &node.spot, message);
        }
        PropertyEncoding {
            content_type: self.text(node, "contentType"),
            style: named,
            explode: self.flag(node, "explode"),
            allow_reserved: self.flag(node, "allowReserved").unwrap_or(false),
        }
    }
}
