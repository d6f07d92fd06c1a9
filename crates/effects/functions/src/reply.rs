//! Results of tools.

#[cfg(test)]
mod tests;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::{Failure, ReplyContent, schema};

/// The result of a call.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ToolReply {
    content: Vec<ReplyContent>,
    structured: Option<Map<String, Value>>,
    is_error: bool,
    meta: Map<String, Value>,
}

/// A type that a handler can return.
pub trait IntoToolReply {
    /// The JSON Schema of the structured content, if there is any.
    fn output_schema() -> Option<Value>;

    /// Turns the value into a reply.
    fn into_reply(self) -> ToolReply;
}

/// A value returned as structured content and, for clients without support for that, as JSON text.
/// Its type provides the tool's `outputSchema`.
///
/// Structured content must be an object. Any other value is returned as text only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Json<T>(pub T);

// === impl ToolReply ===

impl ToolReply {
    /// A text result.
    pub fn text(text: impl Into<String>) -> Self {
        Self::default().with(ReplyContent::text(text))
    }

    /// A JSON result.
    pub fn json(value: &impl Serialize) -> Result<Self, Failure> {
        let value = serde_json::to_value(value)
            .map_err(|error| Failure::new(format!("the result cannot be JSON: {error}")))?;
        let mut reply = Self::text(value.to_string());
        if let Value::Object(object) = value {
            reply.structured = Some(object);
        }
        Ok(reply)
    }

    /// Adds a content block.
    #[must_use]
    pub fn with(mut self, content: ReplyContent) -> Self {
        self.content.push(content);
        self
    }

    /// Adds a key to `_meta`.
    #[must_use]
    pub fn with_meta(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.meta.insert(key.into(), value.into());
        self
    }

    /// The content blocks, in order.
    pub fn content(&self) -> &[ReplyContent] {
        &self.content
    }

    /// The structured content.
    pub fn structured(&self) -> Option<&Map<String, Value>> {
        self.structured.as_ref()
    }

    /// Whether the result has `isError` set.
    pub fn is_error(&self) -> bool {
        self.is_error
    }

    /// The result in the protocol's format.
    pub fn to_json(&self) -> Value {
        let mut result = Map::new();
        let content: Vec<_> = self.content.iter().map(ReplyContent::to_json).collect();
        result.insert("content".into(), content.into());
        if let Some(structured) = &self.structured {
            result.insert("structuredContent".into(), structured.clone().into());
        }
        if self.is_error {
            result.insert("isError".into(), true.into());
        }
        if !self.meta.is_empty() {
            result.insert("_meta".into(), self.meta.clone().into());
        }
        result.into()
    }
}

impl From<Failure> for ToolReply {
    fn from(failure: Failure) -> Self {
        Self {
            is_error: true,
            ..Self::text(failure.sentence())
        }
    }
}

// === impl Json ===

impl<T> Json<T> {
    /// Adds a content block other than JSON, such as an image.
    pub fn with(self, content: ReplyContent) -> (Self, Vec<ReplyContent>) {
        (self, vec![content])
    }
}

// === impl ToolReply ===

impl IntoToolReply for ToolReply {
    fn output_schema() -> Option<Value> {
        None
    }

    fn into_reply(self) -> ToolReply {
        self
    }
}

impl IntoToolReply for String {
    fn output_schema() -> Option<Value> {
        None
    }

    fn into_reply(self) -> ToolReply {
        ToolReply::text(self)
    }
}

impl IntoToolReply for &'static str {
    fn output_schema() -> Option<Value> {
        None
    }

    fn into_reply(self) -> ToolReply {
        ToolReply::text(self)
    }
}

impl<T: Serialize + JsonSchema> IntoToolReply for Json<T> {
    fn output_schema() -> Option<Value> {
        schema::output::<T>()
    }

    fn into_reply(self) -> ToolReply {
        ToolReply::json(&self.0).unwrap_or_else(Into::into)
    }
}

/// A result with further content blocks.
impl<R: IntoToolReply> IntoToolReply for (R, Vec<ReplyContent>) {
    fn output_schema() -> Option<Value> {
        R::output_schema()
    }

    fn into_reply(self) -> ToolReply {
        let (reply, more) = self;
        let mut reply = reply.into_reply();
        // A failure is returned without them.
        if !reply.is_error {
            reply.content.extend(more);
        }
        reply
    }
}
