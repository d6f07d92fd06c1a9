//! Sentences whose verb writes elsewhere and only looks where it stands: "Follow a stream by its
//! number", "Complete a partial word", "Apply a filter to a capture and return what matches".

use super::text::TextWord;

/// What is followed to see where it leads.
#[rustfmt::skip]
const TRAILS: [&str; 13] = [
    "stream", "streams", "redirect", "redirects", "reference", "references", "trail", "chain", "path",
    "trace", "log", "logs", "pointer",
];

/// What is completed for whoever types.
#[rustfmt::skip]
const TYPED: [&str; 10] = [
    "word", "words", "prefix", "partial", "query", "term", "code", "sentence", "text", "symbol",
];

/// What something is scanned for.
#[rustfmt::skip]
const LEARNING: [&str; 9] = [
    "find", "extract", "list", "identify", "detect", "discover", "determine", "count", "locate",
];

/// What is settled when it is resolved, and the words by which anything else is found.
#[rustfmt::skip]
const SETTLED: [&str; 22] = [
    "issue", "issues", "incident", "incidents", "comment", "comments", "thread", "threads", "alert", "alerts",
    "ticket", "tickets", "conflict", "conflicts", "discussion", "conversation", "case", "dispute", "review",
    "task", "error", "bug",
];
const FOUND_BY: [&str; 5] = ["from", "by", "into", "to", "for"];
const FOUND: usize = 9;

/// What somebody is told of, and tracks.
#[rustfmt::skip]
const TOLD: [&str; 14] = [
    "status", "state", "whether", "how", "which", "what", "health", "count", "number", "current", "progress",
    "every", "where", "if",
];

/// Within how many words the object is named, and the answer.
const NEAR: usize = 5;
const ANSWER: usize = 16;

/// Whether a verb only looks because of its object. `rest` is what follows the verb.
pub(super) fn looks_up(base: &str, rest: &[TextWord<'_>]) -> bool {
    let names = |things: &[&str]| {
        let mut near = rest.iter().take(NEAR);
        near.any(|token| things.contains(&token.word))
    };
    match base {
        "follow" => names(&TRAILS),
        "complete" => names(&TYPED),
        "say" | "tell" => names(&["how", "what", "whether", "why", "which"]),
        "report" | "monitor" => names(&TOLD),
        "resolve" => is_found(rest),
        "scan" => is_aimed_at_reading(rest),
        "apply" => names(&["filter", "filters"]) && is_answered(rest),
        _ => false,
    }
}

/// Whether something is found by what is known of it: "Resolve a user from an address".
fn is_found(rest: &[TextWord<'_>]) -> bool {
    let near = &rest[..rest.len().min(FOUND)];
    let names = |words: &[&str]| near.iter().any(|token| words.contains(&token.word));
    names(&FOUND_BY) && !names(&SETTLED)
}

/// Whether something is scanned to learn what is in it: "Scan a folder to find its builds".
fn is_aimed_at_reading(rest: &[TextWord<'_>]) -> bool {
    let near = &rest[..rest.len().min(ANSWER)];
    let mut pairs = near.windows(2);
    pairs.any(|pair| pair[0].word == "to" && LEARNING.contains(&pair[1].word))
}

/// Whether an answer is what comes of it: "… and return what matches".
fn is_answered(rest: &[TextWord<'_>]) -> bool {
    let near = &rest[..rest.len().min(ANSWER)];
    near.windows(2).any(|pair| {
        pair[0].word == "and" && matches!(pair[1].word, "return" | "returns" | "show" | "list")
    })
}
