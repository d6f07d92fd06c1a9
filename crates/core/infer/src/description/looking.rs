//! Sentences whose verb writes elsewhere and only looks where it stands: "Follow a stream by its
//! number", "Complete a partial word", "Apply a filter to a capture and return what matches".

use super::SentenceVerb;
use super::text::{TextWord, WordBreak};

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
const LEARNING: [&str; 14] = [
    "find", "extract", "list", "identify", "detect", "discover", "determine", "count", "locate", "return",
    "retrieve", "check", "compare", "analyze",
];

/// What is settled when it is resolved, and the words by which anything else is found.
#[rustfmt::skip]
const SETTLED: [&str; 22] = [
    "issue", "issues", "incident", "incidents", "comment", "comments", "thread", "threads", "alert", "alerts",
    "ticket", "tickets", "conflict", "conflicts", "discussion", "conversation", "case", "dispute", "review",
    "task", "error", "bug",
];
const FOUND_BY: [&str; 5] = ["from", "by", "into", "to", "for"];
const FOUND: usize = 12;
const REPORTS: usize = 6;

/// What somebody is told of, and tracks.
#[rustfmt::skip]
const TOLD: [&str; 20] = [
    "status", "state", "whether", "how", "which", "what", "health", "count", "number", "current", "progress",
    "every", "where", "if", "composition", "version", "versions", "coverage", "usage", "counts",
];

/// What is converted in the head, and nothing with it.
#[rustfmt::skip]
const MEASURED: [&str; 14] = [
    "value", "values", "measurement", "measurements", "temperature", "temperatures", "distance", "weight",
    "amount", "amounts", "date", "dates", "datetime", "elevation",
];

/// How what is downloaded comes back.
const FORMATS: [&str; 9] = [
    "text", "json", "csv", "tsv", "markdown", "html", "base64", "xml", "yaml",
];

/// What tells where something was put, or that it goes on.
#[rustfmt::skip]
const PUT: [&str; 20] = [
    "url", "link", "path", "paths", "id", "job", "file", "files", "save", "saves", "saved", "store", "stores",
    "upload", "disk", "task", "zip", "pdf", "png", "artifact",
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
        "download" | "export" => is_worked_out(rest) || comes_back(rest),
        "scan" => is_aimed_at_reading(rest) || is_for_something(rest),
        "use" => is_aimed_at_reading(rest),
        "answer" => is_question(rest),
        // An audit may be ordered; who says what is audited looks at it.
        "audit" => is_audited(rest),
        "convert" => names(&MEASURED) || is_worked_out(rest),
        "load" | "evaluate" | "transform" | "normalize" | "format" | "expand" | "ingest"
        | "compress" | "optimize" => is_worked_out(rest),
        "confirm" => is_stated(rest),
        "apply" => names(&["filter", "filters"]) && is_answered(rest),
        _ => false,
    }
}

/// What is reported to somebody who looks into it.
#[rustfmt::skip]
const REPORTED: [&str; 24] = [
    "issue", "issues", "bug", "bugs", "abuse", "spam", "problem", "problems", "incident", "incidents", "violation",
    "violations", "user", "users", "post", "comment", "comments", "address", "content", "message", "feedback",
    "fraud", "crash", "player",
];

/// Whether a sentence tells what the tool reports: "Reports the version and the risks", "Report the
/// current state". Who is told to "Report a bug" or "Report the post" does something.
pub(super) fn reports(spoken: &SentenceVerb, rest: &[TextWord<'_>]) -> bool {
    let near = rest.iter().take(REPORTS);
    let one = rest
        .first()
        .is_some_and(|first| matches!(first.word, "a" | "an" | "new"));
    spoken.base == "report" && !one && !near.clone().any(|token| REPORTED.contains(&token.word))
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

/// Whether it is told what something is scanned for: "Scan a project for unused files".
fn is_for_something(rest: &[TextWord<'_>]) -> bool {
    let near = &rest[..rest.len().min(ANSWER)];
    let end = near.iter().position(TextWord::begins_sentence);
    near[..end.unwrap_or(near.len())]
        .iter()
        .any(|token| token.word == "for")
}

/// Whether a description tells which question is answered: "Answers: \"Which pages link here?\"".
fn is_question(rest: &[TextWord<'_>]) -> bool {
    rest.first()
        .is_some_and(|first| first.before == WordBreak::Label || first.quoted)
}

/// Whether something is audited. An "audit trail" is a thing.
fn is_audited(rest: &[TextWord<'_>]) -> bool {
    rest.first().is_some_and(|first| {
        first.before == WordBreak::Space
            && !matches!(
                first.word,
                "trail" | "trails" | "log" | "logs" | "history" | "events" | "and"
            )
    })
}

/// Whether what is downloaded or exported comes back in the answer: "Export the page as Markdown".
fn comes_back(rest: &[TextWord<'_>]) -> bool {
    let near = &rest[..rest.len().min(ANSWER)];
    let end = near.iter().position(TextWord::begins_sentence);
    let near = &near[..end.unwrap_or(near.len())];
    let put = |token: &TextWord<'_>| PUT.contains(&token.word);
    let format = |token: &TextWord<'_>| FORMATS.contains(&token.word);
    let way = near.iter().position(|token| token.word == "as");
    let text = way.is_some_and(|way| near[way..].iter().take(NEAR).any(format));
    let content = near
        .iter()
        .any(|token| matches!(token.word, "content" | "contents"));
    (text || content) && !near.iter().any(put)
}

/// Whether what is confirmed is a sentence of its own: "Confirms that the key is valid".
fn is_stated(rest: &[TextWord<'_>]) -> bool {
    let near = &rest[..rest.len().min(NEAR)];
    let said = |token: &TextWord<'_>| {
        matches!(
            token.word,
            "is" | "are" | "exists" | "works" | "whether" | "that"
        )
    };
    near.iter().any(said)
}

/// Whether what comes of it is given back itself, and not where it was put: "… and return the text".
fn is_worked_out(rest: &[TextWord<'_>]) -> bool {
    let near = &rest[..rest.len().min(ANSWER)];
    let returned = |pair: &[TextWord<'_>]| {
        pair[0].word == "and" && matches!(pair[1].word, "return" | "returns")
    };
    let put = |token: &TextWord<'_>| PUT.contains(&token.word);
    near.windows(2).any(returned) && !near.iter().any(put)
}

/// Whether an answer is what comes of it: "… and return what matches".
pub(super) fn is_answered(rest: &[TextWord<'_>]) -> bool {
    let near = &rest[..rest.len().min(ANSWER)];
    near.windows(2).any(|pair| {
        pair[0].word == "and" && matches!(pair[1].word, "return" | "returns" | "show" | "list")
    })
}
