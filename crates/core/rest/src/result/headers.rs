//! The response headers that are passed on.
//!
//! Those that are useful for the next request: locations, pagination, retry delays, versions and
//! rate limits. Never cookies or challenges.

use candor_text::clip;
use serde_json::{Map, Value};

use crate::reply::RestReply;

/// The maximum length of a value, in characters.
const LONGEST: usize = 2_000;

/// The maximum number of headers.
const MOST: usize = 32;

const TOLD: [&str; 24] = [
    "accept-patch",
    "accept-ranges",
    "age",
    "allow",
    "cache-control",
    "content-disposition",
    "content-language",
    "content-length",
    "content-location",
    "content-range",
    "content-type",
    "date",
    "deprecation",
    "etag",
    "expires",
    "last-modified",
    "link",
    "location",
    "preference-applied",
    "retry-after",
    "sunset",
    "vary",
    "x-request-id",
    "x-correlation-id",
];

const TOLD_FAMILIES: [&str; 7] = [
    "ratelimit",
    "x-ratelimit",
    "x-rate-limit",
    "x-total",
    "x-page",
    "x-next",
    "x-pagination",
];

/// The headers that are passed on, by lower-case name. Several with one name are joined by commas,
/// as HTTP allows.
pub(super) fn told(reply: &RestReply<'_>) -> Map<String, Value> {
    let mut told: Map<String, Value> = Map::new();
    for (name, value) in reply.headers {
        let name = name.to_ascii_lowercase();
        if !is_told(&name) || (told.len() == MOST && !told.contains_key(&name)) {
            continue;
        }
        let joined = match told.get(&name).and_then(Value::as_str) {
            Some(before) => format!("{before}, {value}"),
            None => value.clone(),
        };
        told.insert(name, Value::String(clip(&joined, LONGEST)));
    }
    told
}

fn is_told(name: &str) -> bool {
    TOLD.contains(&name) || TOLD_FAMILIES.iter().any(|family| name.starts_with(family))
}
