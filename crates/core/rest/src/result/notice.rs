//! Sentences that accompany or replace an API's response.

use candor_text::clip;
use serde_json::{Value, json};

use super::headers;
use super::status;
use crate::reply::{RestReply, TruncatedBody};

/// A text as content.
pub(super) fn text(text: &str) -> Value {
    json!({ "type": "text", "text": text })
}

/// The message for an empty response.
pub(super) fn empty(reply: &RestReply<'_>) -> String {
    let mut told = match (reply.status, reply.cut) {
        (304, _) => "Not changed: the API answered 304 Not Modified.".to_owned(),
        (status, Some(cut)) => format!(
            "Done: the API answered {}. The reply was too long: {}",
            status::words(status),
            span(cut)
        ),
        (status, None) => format!(
            "Done: the API answered {}, without a body.",
            status::words(status)
        ),
    };
    if let Some(location) = reply.header("location") {
        told.extend([" It points to ", &clip(location, 500)]);
    }
    told
}

/// The answer to a question about headers only.
pub(super) fn head(reply: &RestReply<'_>) -> String {
    let mut told = format!("The API answered {}.", status::words(reply.status));
    for (name, value) in headers::told(reply) {
        let value = value.as_str().unwrap_or_default();
        told.extend(["\n", &name, ": ", value]);
    }
    told
}

/// The message for a truncated response.
pub(super) fn cut(cut: TruncatedBody, selects: bool) -> String {
    let less = if selects {
        "Ask for less: choose a part with `_select`, narrow the arguments, or read page by page."
    } else {
        "Ask for less: narrow the arguments, or read page by page."
    };
    let why = if cut.late {
        "The reply did not end in time"
    } else {
        "The reply was too long"
    };
    format!("{why}: {} {less}", span(cut))
}

/// The range of stored bytes.
fn span(cut: TruncatedBody) -> String {
    let total = match cut.total {
        Some(total) => total.to_string(),
        None => "an unknown number".to_owned(),
    };
    match cut.kept.checked_sub(1) {
        Some(last) => format!("bytes 0-{last} of {total} were kept."),
        None => format!("no bytes of {total} were kept."),
    }
}

/// A promised structure is not there.
pub(super) fn unstructured(reply: &RestReply<'_>) -> String {
    format!(
        "The API answered {}, so the call took effect, but its reply cannot be given in the \
         structure that this tool promises.",
        status::words(reply.status)
    )
}
