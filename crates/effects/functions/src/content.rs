//! One piece of what a tool answers.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use serde_json::{Value, json};

/// A piece of a [`crate::ToolReply`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReplyContent {
    /// Text, for the model.
    Text(String),
    /// A picture with its MIME type.
    Image {
        /// The bytes of the file.
        data: Bytes,
        /// What they are, such as `image/png`.
        mime: String,
    },
    /// A sound with its MIME type.
    Audio {
        /// The bytes of the file.
        data: Bytes,
        /// What they are, such as `audio/wav`.
        mime: String,
    },
    /// Where something is that a client can read.
    Link {
        /// The URI of the resource.
        uri: String,
        /// What it is called.
        name: String,
        /// What it is, where that is known.
        mime: Option<String>,
    },
    /// A text with an address of its own.
    Document {
        /// The URI of the resource.
        uri: String,
        /// What it is, such as `text/csv`.
        mime: String,
        /// The text of the resource.
        text: String,
    },
    /// Bytes with an address of their own.
    File {
        /// The URI of the resource.
        uri: String,
        /// What they are.
        mime: String,
        /// The bytes of the resource.
        data: Bytes,
    },
}

// === impl ReplyContent ===

impl ReplyContent {
    /// A piece of plain text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// A picture with this MIME type.
    pub fn image(data: impl Into<Bytes>, mime: impl Into<String>) -> Self {
        Self::Image {
            data: data.into(),
            mime: mime.into(),
        }
    }

    /// A sound with this MIME type.
    pub fn audio(data: impl Into<Bytes>, mime: impl Into<String>) -> Self {
        Self::Audio {
            data: data.into(),
            mime: mime.into(),
        }
    }

    /// As the protocol writes it.
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
