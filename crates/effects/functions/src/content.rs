//! Content blocks of results.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use serde_json::{Value, json};

/// A content block of a [`crate::ToolReply`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReplyContent {
    /// Text, for the model.
    Text(String),
    /// An image of any format.
    Image {
        /// The bytes of the file.
        data: Bytes,
        /// The MIME type, such as `image/png`.
        mime: String,
    },
    /// Audio of any format.
    Audio {
        /// The bytes of the file.
        data: Bytes,
        /// The MIME type, such as `audio/wav`.
        mime: String,
    },
    /// A link to a resource that the client can read.
    Link {
        /// The URI of the resource.
        uri: String,
        /// The name of the resource.
        name: String,
        /// The MIME type, if known.
        mime: Option<String>,
    },
    /// An embedded text resource.
    Document {
        /// The URI of the resource.
        uri: String,
        /// The MIME type, such as `text/csv`.
        mime: String,
        /// The text of the resource.
        text: String,
    },
    /// An embedded binary resource.
    File {
        /// The URI of the resource.
        uri: String,
        /// The MIME type.
        mime: String,
        /// The bytes of the resource.
        data: Bytes,
    },
}

// === impl ReplyContent ===

impl ReplyContent {
    /// A text block.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// An image with this MIME type.
    pub fn image(data: impl Into<Bytes>, mime: impl Into<String>) -> Self {
        Self::Image {
            data: data.into(),
            mime: mime.into(),
        }
    }

    /// Audio with this MIME type.
    pub fn audio(data: impl Into<Bytes>, mime: impl Into<String>) -> Self {
        Self::Audio {
            data: data.into(),
            mime: mime.into(),
        }
    }

    /// The block in the protocol's format.
    pub fn to_json(&self) -> Value {
        match self {
            Self::Text(text) => json!({"type": "text", "text": text}),
            Self::Image { data, mime } => {
                json!({"type": "image", "data": STANDARD.encode(data), "mimeType": mime})
            }
            Self::Audio { data, mime } => {
                json!({"type": "audio", "data": STANDARD.encode(data), "mimeType": mime})
            }
            Self::Link { uri, name, mime } => {
                let mut link = json!({"type": "resource_link", "uri": uri, "name": name});
                if let Some(mime) = mime {
                    link["mimeType"] = mime.as_str().into();
                }
                link
            }
            Self::Document { uri, mime, text } => json!({
                "type": "resource",
                "resource": {"uri": uri, "mimeType": mime, "text": text},
            }),
            Self::File { uri, mime, data } => json!({
                "type": "resource",
                "resource": {"uri": uri, "mimeType": mime, "blob": STANDARD.encode(data)},
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_is_written_as_the_protocol_has_it() {
        let data = Bytes::from_static(b"\x00\xff");
        let link = |mime| ReplyContent::Link {
            uri: "file:///a".to_owned(),
            name: "a".to_owned(),
            mime,
        };
        for (content, expect) in [
            (
                ReplyContent::text("a"),
                json!({"type": "text", "text": "a"}),
            ),
            (
                ReplyContent::image(data.clone(), "image/png"),
                json!({"type": "image", "data": "AP8=", "mimeType": "image/png"}),
            ),
            (
                ReplyContent::audio(data.clone(), "audio/wav"),
                json!({"type": "audio", "data": "AP8=", "mimeType": "audio/wav"}),
            ),
            (
                link(None),
                json!({"type": "resource_link", "uri": "file:///a", "name": "a"}),
            ),
            (
                link(Some("text/csv".to_owned())),
                json!({
                    "type": "resource_link", "uri": "file:///a", "name": "a",
                    "mimeType": "text/csv",
                }),
            ),
            (
                ReplyContent::Document {
                    uri: "file:///a".to_owned(),
                    mime: "text/csv".to_owned(),
                    text: "a,b".to_owned(),
                },
                json!({
                    "type": "resource",
                    "resource": {"uri": "file:///a", "mimeType": "text/csv", "text": "a,b"},
                }),
            ),
            (
                ReplyContent::File {
                    uri: "file:///a".to_owned(),
                    mime: "application/zip".to_owned(),
                    data,
                },
                json!({
                    "type": "resource",
                    "resource": {"uri": "file:///a", "mimeType": "application/zip", "blob": "AP8="},
                }),
            ),
        ] {
            assert_eq!(content.to_json(), expect);
        }
    }
}
