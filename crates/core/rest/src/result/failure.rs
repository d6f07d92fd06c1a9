//! Error messages for unsuccessful responses.
//!
//! They have three parts: the status, the API's own message, and what to do. Nothing of the request
//! is included.

mod advice;
mod error_message;

use candor_openapi::MediaKind;
use candor_text::clip;

use super::status;
use crate::media;
use crate::reply::{RequestContext, RestReply};

use self::error_message::ErrorMessage;

/// The maximum length of an API's message, in characters.
const LONGEST: usize = 2_000;

/// The error message for a failed request.
pub(super) fn tell(reply: &RestReply<'_>, asked: &RequestContext<'_>) -> String {
    let status = status::words(reply.status);
    let mut told = format!("The API answered {status}.");
    let complaint = complaint(reply);
    let said = clip(unsaid(complaint.text.trim(), &status), LONGEST);
    if !said.is_empty() {
        told.push('\n');
        told.push_str(&said);
    }
    told.push('\n');
    told.push_str(&advice::of(reply, asked, &complaint.fields));
    told
}

/// The API's message without a leading reason phrase, which many repeat.
fn unsaid<'a>(said: &'a str, status: &str) -> &'a str {
    let (_, reason) = status.split_once(' ').unwrap_or_default();
    match said.strip_prefix(reason) {
        Some(rest) if !reason.is_empty() && !rest.starts_with(char::is_alphanumeric) => {
            rest.trim_start_matches([' ', '.', ':', ',', '-'])
        }
        _ => said,
    }
}

/// The API's message, as far as it can be extracted.
fn complaint(reply: &RestReply<'_>) -> ErrorMessage {
    let starts = reply.body.trim_ascii_start().first();
    if matches!(starts, Some(b'{' | b'[' | b'"'))
        && let Ok(value) = serde_json::from_slice(reply.body)
    {
        return error_message::of(&value);
    }
    let declared = reply.media_type().unwrap_or_default();
    let text = String::from_utf8_lossy(reply.body);
    let text = match media::essence(declared).as_str() {
        // For an HTML page, its title is the best message.
        "text/html" | "application/xhtml+xml" => title(&text).unwrap_or_default(),
        "" if std::str::from_utf8(reply.body).is_ok() => text.trim(),
        _ if MediaKind::of(declared).is_written() => text.trim(),
        _ => "",
    };
    ErrorMessage {
        text: clip(text, LONGEST),
        fields: Vec::new(),
    }
}

/// The contents of `<title>`.
fn title(page: &str) -> Option<&str> {
    let small = page.to_ascii_lowercase();
    let start = small.find("<title")?;
    let start = start + small[start..].find('>')? + 1;
    let end = start + small[start..].find("</title")?;
    Some(page[start..end].trim())
}
