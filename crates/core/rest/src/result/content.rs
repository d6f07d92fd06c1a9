//! Response bodies as content: text, image, audio or resource.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use candor_openapi::{ApiTool, MediaKind};
use serde_json::{Value, json};

use super::charset::{self, DecodedText};
use super::notice;
use crate::media;
use crate::reply::{RequestContext, RestReply};

/// The content for a body.
pub(super) struct BodyContent {
    pub(super) content: Vec<Value>,
    /// The value, if it is JSON and all there.
    pub(super) json: Option<Value>,
    /// Whether it is JSON and cannot be read, because it was cut or is broken.
    pub(super) is_broken: bool,
}

/// Shows a body that has something in it.
pub(super) fn of(tool: &ApiTool, reply: &RestReply<'_>, asked: &RequestContext<'_>) -> BodyContent {
    let is_cut = reply.cut.is_some();
    let Some(declared) = reply.media_type() else {
        return sniff(reply, asked);
    };
    match MediaKind::of(declared) {
        // A range is no media type of a reply.
        MediaKind::Json if !media::is_range(declared) => json_text(reply, declared),
        MediaKind::Image if is_cut => plain(vec![left_out("picture")]),
        MediaKind::Audio if is_cut => plain(vec![left_out("sound")]),
        MediaKind::Image => plain(vec![media_content("image", declared, reply.body)]),
        MediaKind::Audio => plain(vec![media_content("audio", declared, reply.body)]),
        MediaKind::Text
        | MediaKind::Xml
        | MediaKind::Form
        | MediaKind::Lines
        | MediaKind::Sequence => {
            let decoded = decode(reply, declared);
            plain(with_note(&decoded))
        }
        // Some APIs do not label JSON responses as JSON, although the document does.
        MediaKind::Bytes | MediaKind::Json | MediaKind::Multipart => match promised(tool, reply) {
            Some(shown) => shown,
            None => plain(vec![resource(declared, reply.body, asked)]),
        },
    }
}

/// JSON with an unspecific media type, if the tool has an output schema.
fn promised(tool: &ApiTool, reply: &RestReply<'_>) -> Option<BodyContent> {
    tool.output.as_ref()?;
    let value: Value = serde_json::from_slice(reply.body).ok()?;
    let text = String::from_utf8_lossy(reply.body);
    Some(BodyContent {
        content: vec![notice::text(&text)],
        json: Some(value),
        is_broken: false,
    })
}

/// JSON as the API sent it, with a notice if it is broken.
fn json_text(reply: &RestReply<'_>, declared: &str) -> BodyContent {
    let decoded = decode(reply, declared);
    let (json, broken) = if reply.cut.is_some() {
        (None, None)
    } else {
        match serde_json::from_str(&decoded.text) {
            Ok(value) => (Some(value), None),
            Err(error) => (None, Some(error)),
        }
    };
    let mut content = with_note(&decoded);
    if let Some(error) = broken {
        content.push(notice::text(&format!(
            "The API said that this is JSON, and it is not: {error}."
        )));
    }
    BodyContent {
        content,
        is_broken: json.is_none(),
        json,
    }
}

/// A body without media type: JSON if it parses as JSON, text if it is valid text.
fn sniff(reply: &RestReply<'_>, asked: &RequestContext<'_>) -> BodyContent {
    let is_cut = reply.cut.is_some();
    let decoded = charset::decode(reply.body, None, is_cut);
    if decoded.note.is_some() || decoded.text.contains('\0') {
        return plain(vec![resource(
            "application/octet-stream",
            reply.body,
            asked,
        )]);
    }
    let looks_like_json = decoded.text.trim_start().starts_with(['{', '[']);
    let json = if looks_like_json && !is_cut {
        serde_json::from_str(&decoded.text).ok()
    } else {
        None
    };
    BodyContent {
        content: with_note(&decoded),
        json,
        is_broken: looks_like_json && is_cut,
    }
}

fn plain(content: Vec<Value>) -> BodyContent {
    BodyContent {
        content,
        json: None,
        is_broken: false,
    }
}

fn decode(reply: &RestReply<'_>, declared: &str) -> DecodedText {
    let charset = media::parameter(declared, "charset");
    charset::decode(reply.body, charset.as_deref(), reply.cut.is_some())
}

fn with_note(decoded: &DecodedText) -> Vec<Value> {
    let mut content = vec![notice::text(&decoded.text)];
    content.extend(decoded.note.as_deref().map(notice::text));
    content
}

fn media_content(kind: &str, declared: &str, body: &[u8]) -> Value {
    let data = BASE64_STANDARD.encode(body);
    json!({ "type": kind, "data": data, "mimeType": media::essence(declared) })
}

/// Clients fail on half a picture, so there is none.
fn left_out(what: &str) -> Value {
    notice::text(&format!(
        "The reply is a {what} that is not all there, so it is not shown."
    ))
}

/// Binary content as a resource, named by its URL without the query.
fn resource(declared: &str, body: &[u8], asked: &RequestContext<'_>) -> Value {
    let mut url = asked.url.clone();
    url.set_query(None);
    url.set_fragment(None);
    let _ = url.set_username("");
    let _ = url.set_password(None);
    let essence = media::essence(declared);
    let mime_type = if media::is_sendable(&essence) {
        essence
    } else {
        "application/octet-stream".to_owned()
    };
    json!({
        "type": "resource",
        "resource": {
            "uri": url.as_str(),
            "mimeType": mime_type,
            "blob": BASE64_STANDARD.encode(body),
        },
    })
}
