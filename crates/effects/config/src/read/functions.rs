//! What a `[sources.NAME]` table says of functions.

use std::time::Duration;

use candor_text::quote;

use super::draft::{FunctionsDraft, SpannedTemplate};
use super::entry::refuse;
use super::fields::TableFields;
use super::{openapi, variables};
use crate::duration;
use crate::problem::ValueProblem;
use crate::tree::{ByteSpan, ConfigNode};

/// The keys that functions have besides those of every source.
pub(super) const KEYS: [&str; 9] = [
    "path",
    "variables",
    "allow_private",
    "memory",
    "cpu_time",
    "workers",
    "max_reply",
    "max_fetch",
    "watch",
];

/// What people call the same thing elsewhere.
pub(super) const OTHER_NAMES: [(&str, &str); 9] = [
    ("file", "path"),
    ("folder", "path"),
    ("entry", "path"),
    ("module", "path"),
    ("env", "variables"),
    ("cpu", "cpu_time"),
    ("refresh", "watch"),
    ("disabled", "enabled"),
    ("timeout", "call_timeout"),
];

/// The least that the engine can start with, and the most that one program may take from all
/// others on the machine.
const MEMORY: (usize, usize) = (8 << 20, 2 << 30);

/// The shortest and the longest processor time of one call.
const CPU_TIME: (Duration, Duration) = (Duration::from_millis(10), Duration::from_mins(10));

/// The most workers: each is a process.
const MOST_WORKERS: usize = 256;

/// Reads everything that is the functions' own; `span` is where the entry begins. Nothing, if
/// there is no path.
pub(super) fn read(fields: &mut TableFields<'_, '_>, span: &ByteSpan) -> Option<FunctionsDraft> {
    let path = path(fields, span);
    Some(FunctionsDraft {
        variables: variables::read(fields),
        allow_private: fields.read("allow_private", ConfigNode::as_bool),
        memory: fields.bytes("memory", MEMORY),
        cpu_time: fields.read("cpu_time", |node| {
            duration::parse_within(&node.as_scalar_text()?, CPU_TIME.0, CPU_TIME.1)
        }),
        workers: fields.read("workers", |node| node.as_count(MOST_WORKERS)),
        max_reply: fields.bytes("max_reply", openapi::REPLY),
        max_fetch: fields.bytes("max_fetch", openapi::REPLY),
        watch: fields.read("watch", ConfigNode::as_bool),
        // Last, so that everything else was looked at before it is given up.
        path: path?,
    })
}

fn path(fields: &mut TableFields<'_, '_>, span: &ByteSpan) -> Option<SpannedTemplate> {
    if fields.get("path").is_none() {
        let message = format!(
            "{} is of kind `functions`, but has no `path`",
            quote(&fields.path)
        );
        let hint = "give the path of a `.ts`, `.mts`, `.js` or `.mjs` file, or of a folder";
        refuse(fields, span, "config::no-path", message, hint);
    }
    fields.template("path")
}

/// Refuses headers. Without them, something would be called without the credential that they may
/// hold.
pub(super) fn no_headers(fields: &mut TableFields<'_, '_>, span: &ByteSpan) {
    let problem = ValueProblem::new("cannot be given to functions, which send their own headers")
        .with_hint("put credentials into `variables`; functions see them as `ctx.env`");
    fields.bad("headers", span, problem);
}
