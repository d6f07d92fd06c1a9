//! One piece of what a tool answers.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use serde_json::{Value, json};

/// A piece of a [`crate::Reply`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Content {
    /// Text, for the model.
    Text(String),
    /// A picture.
    Image {
        /// Its bytes.
        data: Bytes,
        /// What they are, such as `image/png`.
        mime: String,
    },
    /// A sound.
    Audio {
        /// Its bytes.
        data: Bytes,
        /// What they are, such as `audio/wav`.
        mime: String,
    },
    /// Where something is that a client can read.
    Link {
        /// Its address.
        uri: String,
        /// What it is called.
        name: String,
        /// What it is, where that is known.
        mime: Option<String>,
    },
    /// A text with an address of its own.
    Document {
        /// Its address.
        uri: String,
        /// What it is, such as `text/csv`.
        mime: String,
        /// The text.
        text: String,
    },
    /// Bytes with an address of their own.
    File {
        /// Their address.
        uri: String,
        /// What they are.
        mime: String,
        /// The bytes.
        data: Bytes,
    },
}

// === impl Content ===

impl Content {
    /// Text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// A picture.
    pub fn image(data: impl Into<Bytes>, mime: impl Into<String>) -> Self {
        Self::Image {
            data: data.into(),
            mime: mime.into(),
        }
    }

    /// A sound.
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
        let link = |mime| Content::Link {
            uri: "file:///a".to_owned(),
            name: "a".to_owned(),
            mime,
        };
        for (content, expect) in [
            (Content::text("a"), json!({"type": "text", "text": "a"})),
            (
                Content::image(data.clone(), "image/png"),
                json!({"type": "image", "data": "AP8=", "mimeType": "image/png"}),
            ),
            (
                Content::audio(data.clone(), "audio/wav"),
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
                Content::Document {
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
                Content::File {
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
