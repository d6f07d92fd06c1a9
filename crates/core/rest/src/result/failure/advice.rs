//! Advice for error statuses.

use candor_text::{clip, quote};

use crate::reply::{RequestContext, RestReply};

/// The maximum number of arguments named.
const MOST: usize = 10;

/// One or two sentences. `fields` are the values that the API rejected.
pub(super) fn of(reply: &RestReply<'_>, asked: &RequestContext<'_>, fields: &[String]) -> String {
    match reply.status {
        300..=399 => elsewhere(reply),
        400 | 422 => arguments(fields),
        429 => limited(reply),
        408 | 425 | 500 | 502..=510 | 512..=599 => again(reply, asked.repeatable),
        status => always(status).to_owned(),
    }
}

/// The advice for a status, independent of the response.
const fn always(status: u16) -> &'static str {
    match status {
        100..=199 => "This is no answer to a call; a person must look at the API.",
        401 => {
            "The credential of this environment was not accepted; a person must renew it. Calling \
             again will not help."
        }
        402 => "The API wants to be paid; a person must see to that.",
        403 => {
            "The credential of this environment does not allow this; a person must grant it or \
             renew the credential. Calling again will not help."
        }
        404 => {
            "Nothing was found there: check the identifiers in the arguments, and look them up if \
             another tool can list them."
        }
        405 | 501 => {
            "The API does not offer this; a person must check whether its document is up to date."
        }
        406 | 415 => {
            "The API does not take or give this kind of data; a person must check whether its \
             document is up to date."
        }
        407 | 511 => "The network wants to know who this is; a person must see to that.",
        409 => "This conflicts with how things are now: read the current state, and then decide.",
        410 => "It was there and is gone for good: do not call again with these arguments.",
        412 => "It has changed since it was read: read it again, and call with its new version.",
        413 | 414 | 431 => "Too much was sent: send less, or in several calls.",
        416 => "There is no such range: ask for another one.",
        423 => "It is locked: try later, or ask the owner of the lock.",
        428 => "The API wants to know which version is meant: read it first, and call with that.",
        451 => "The law forbids it; do not call again.",
        _ => "Calling again with the same arguments will probably not help.",
    }
}

fn arguments(fields: &[String]) -> String {
    if fields.is_empty() {
        return "Check the arguments against the tool's schema, correct them and call again."
            .to_owned();
    }
    let names: Vec<_> = fields.iter().take(MOST).map(|field| quote(field)).collect();
    format!("Correct {} and call again.", names.join(", "))
}

fn elsewhere(reply: &RestReply<'_>) -> String {
    match reply.header("location") {
        Some(location) => format!(
            "It points to {}, which was not followed; a person must check the address of the API.",
            clip(location, 500)
        ),
        None => "It points elsewhere; a person must check the address of the API.".to_owned(),
    }
}

fn limited(reply: &RestReply<'_>) -> String {
    match wait(reply) {
        Some(wait) => format!("Too many calls were made: wait {wait}, then call again."),
        None => "Too many calls were made: wait a while, then call again.".to_owned(),
    }
}

fn again(reply: &RestReply<'_>, repeatable: bool) -> String {
    if !repeatable {
        return "It is not known whether the call took effect: read the current state before \
                calling again."
            .to_owned();
    }
    match wait(reply) {
        Some(wait) => format!("The API failed: wait {wait}, then call again."),
        None => "The API failed: the call may be made again.".to_owned(),
    }
}

/// The delay that the API requests: seconds, or a date.
fn wait(reply: &RestReply<'_>) -> Option<String> {
    let text = reply.header("retry-after")?;
    if let Ok(seconds) = text.parse::<u64>() {
        let unit = if seconds == 1 { "second" } else { "seconds" };
        return Some(format!("{seconds} {unit}"));
    }
    let is_date = text.len() <= 40 && text.ends_with("GMT") && text.is_ascii();
    is_date.then(|| format!("until {text}"))
}
