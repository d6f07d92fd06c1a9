//! Verbs that say nothing about the world where they stand: of what ends by itself, of the caller,
//! of the answer.

use super::SentenceWalk;
use super::clause::is_third_person;
use super::words::ITS_OWN_TIME;
use crate::description::SentenceVerb;
use crate::description::text::TextWord;
use crate::verb::VerbEffect;

/// How far ahead the object is looked for that makes a verb idle.
const NEAR: usize = 4;

/// How far behind a participle it is said where something is taken out of.
const PLACE: usize = 6;

/// What is only made visible when it is unlocked.
#[rustfmt::skip]
const VISIBLE: [&str; 11] = [
    "webpage", "webpages", "website", "websites", "site", "sites", "url", "urls", "paywall",
    "paywalls", "insights",
];

/// Words for how much is shown, where they are settings of the call: "detail=full".
#[rustfmt::skip]
const SETTINGS: [&str; 16] = [
    "include", "includes", "included", "expand", "fields", "summary", "verbose", "verbosity",
    "detail", "details", "detailed", "full", "format", "depth", "extended", "compact",
];

/// What is done to an answer: "sorts the results", "applies the filter", "removes markup".
#[rustfmt::skip]
const ARRANGING: [&str; 16] = [
    "sort", "flag", "mark", "label", "tag", "split", "merge", "trim", "format", "normalize", "expand",
    "deduplicate", "align", "replace", "broaden", "narrow",
];
#[rustfmt::skip]
const RESULTS: [&str; 10] = [
    "result", "results", "match", "matches", "hits", "output", "response", "findings", "answer", "answers",
];
#[rustfmt::skip]
const NARROWING: [&str; 10] = [
    "filter", "filters", "pagination", "limit", "limits", "sorting", "ranking", "heuristics",
    "scoring", "defaults",
];
#[rustfmt::skip]
const MARKUP: [&str; 8] = [
    "html", "markup", "boilerplate", "whitespace", "ads", "noise", "formatting", "stopwords",
];

/// What is merged into one answer, and what an answer completes.
const SOURCES: [&str; 5] = ["sources", "lists", "feeds", "streams", "rankings"];
const COURSES: [&str; 6] = [
    "chain",
    "picture",
    "flow",
    "workflow",
    "explanation",
    "sequence",
];

/// What the caller is spared: "Replaces the usual chain of calls".
#[rustfmt::skip]
const SPARED: [&str; 13] = [
    "call", "calls", "tools", "requests", "chain", "steps", "sequence", "lookups", "roundtrips", "separate", "need",
    "individual", "manual",
];

/// What somebody leaves who was in it. Anything else that is left stays as it is.
#[rustfmt::skip]
const LEFT: [&str; 14] = [
    "channel", "channels", "group", "groups", "room", "rooms", "server", "team", "guild", "meeting", "call",
    "organization", "workspace", "conversation",
];

/// Bounds within which a call must stay.
#[rustfmt::skip]
const BOUNDS: [&str; 14] = [
    "limit", "limits", "cap", "caps", "maximum", "minimum", "timeout", "timeouts", "bounds", "budget", "ceiling",
    "size", "allowlist", "permissions",
];

/// Words for a time that comes again: "updates every hour".
#[rustfmt::skip]
const AGAIN: [&str; 8] = [
    "daily", "hourly", "weekly", "monthly", "continuously", "automatically", "periodically", "frequently",
];
#[rustfmt::skip]
const UNITS: [&str; 10] = [
    "second", "seconds", "minute", "minutes", "hour", "hours", "day", "week", "few", "night",
];

/// Verbs that tell in the passive what an answer looks like.
const SHORTENING: [&str; 6] = ["replace", "remove", "drop", "cut", "trim", "truncate"];

/// What stands in an answer for what was left out.
#[rustfmt::skip]
const STAND_INS: [&str; 8] = [
    "placeholder", "placeholders", "marker", "markers", "ellipsis", "stub", "stubs", "asterisks",
];

/// What of an answer more is put into, beside the answer itself.
#[rustfmt::skip]
const HOLDING: [&str; 12] = [
    "summary", "fields", "response", "output", "result", "results", "answer", "list", "view", "overview",
    "detail", "details",
];

/// Who works something out and returns it, and within how many words he is named.
const SERVED: usize = 14;
#[rustfmt::skip]
const SERVICES: [&str; 9] = [
    "endpoint", "api", "service", "model", "llm", "engine", "parser", "renderer", "classifier",
];

/// What is sent by whoever asks: "Sends the query to that one site only".
const ASKED: [&str; 5] = ["query", "queries", "request", "requests", "name"];

/// What is cut short so that it fits into an answer.
#[rustfmt::skip]
const SHORTENED: [&str; 12] = [
    "large", "long", "oversized", "output", "outputs", "response", "responses", "result", "results", "text",
    "content", "messages",
];

/// In what a text is measured.
const LENGTHS: [&str; 6] = ["characters", "chars", "tokens", "words", "lines", "length"];

/// Words for an answer, and what makes a place of the word.
#[rustfmt::skip]
const ANSWERS: [&str; 7] = [
    "response", "responses", "output", "result", "results", "answer", "reply",
];
#[rustfmt::skip]
const PLACES: [&str; 8] = [
    "folder", "directory", "dir", "file", "files", "table", "bucket", "set",
];

// === impl SentenceWalk ===

impl SentenceWalk<'_, '_> {
    /// Whether a verb says nothing about the world here: what "stops after ten results" ends by
    /// itself, what "grants you access" or "replaces three calls" speaks of the caller, and who "adds a
    /// warning" answers.
    pub(super) fn is_idle(&self, at: usize, verb: &SentenceVerb) -> bool {
        let next = self.words.get(at + 1).map_or("", |next| next.word);
        let near = self.words[at + 1..].iter().take(NEAR);
        let names = |things: &[&str]| near.clone().any(|token| things.contains(&token.word));
        match verb.base {
            // "Writes nothing", "creates no page".
            _ if matches!(next, "nothing" | "no") => true,
            base if ARRANGING.contains(&base) && names(&RESULTS) => true,
            "apply" if names(&NARROWING) => true,
            "merge" if names(&SOURCES) => true,
            "complete" if names(&COURSES) => true,
            "remove" if names(&MARKUP) => true,
            "remove" | "drop" | "strip" | "cut" if self.goes_to_answer(at, "from") => true,
            "update" | "refresh" | "change" | "sync" if self.comes_again(at) => true,
            "grant" => next == "you",
            "leave" => !names(&LEFT),
            "close" => names(&["loop", "gap", "gaps"]),
            "enforce" => names(&BOUNDS),
            // "Rejects addresses of private networks" guards what is taken.
            "reject" | "deny" | "refuse" => {
                is_third_person(self.words[at].word) && !self.has_object(at)
            }
            "replace" => names(&SPARED),
            "unlock" => names(&VISIBLE),
            "add" | "append" | "attach" | "insert" | "emit" => {
                names(&["warning", "warnings", "latency", "overhead"])
                    || self.explains_setting(at)
                    || self.goes_to_answer(at, "to")
                    || self.goes_nowhere(at)
            }
            "send" | "submit" | "pass" | "forward" => {
                self.is_worked_out(at) || verb.base == "send" && self.is_asked(at)
            }
            "invalidate" | "refresh" => names(&["cache", "cached", "caches"]),
            // "Writes made here" are things.
            "write" => matches!(next, "made" | "done"),
            "start" if matches!(next, "with" | "from" | "without" | "empty") => true,
            "resume" => next == "from",
            "delegate" => next == "to",
            "truncate" => self.is_cut_to_length(at) || names(&SHORTENED),
            _ => verb.verb.effect == VerbEffect::Acts && ITS_OWN_TIME.contains(&next),
        }
    }

    /// Whether something happens by itself again and again: "updates every 15 minutes".
    fn comes_again(&self, at: usize) -> bool {
        let word = |ahead: usize| self.words.get(at + ahead).map_or("", |token| token.word);
        let number = word(2).chars().all(|char| char.is_ascii_digit());
        let every = word(1) == "every" && (UNITS.contains(&word(2)) || number);
        AGAIN.contains(&word(1)) || every
    }

    /// Whether something is put into the answer or left out of it: "adds the owner to each result",
    /// "removes the margins from the output".
    fn goes_to_answer(&self, at: usize, way: &str) -> bool {
        let behind = &self.words[at + 1..];
        let behind = &behind[..behind.len().min(PLACE)];
        let to = behind.iter().position(|token| token.word == way);
        let place = to.map_or(&[][..], |to| &behind[to + 1..]);
        (0..place.len().min(3)).any(|at| is_answer(&place[at..]))
    }

    /// Whether a later sentence only tells what more the answer holds: "Adds owner and plan on top
    /// of the summary".
    fn goes_nowhere(&self, at: usize) -> bool {
        let next = self.words.get(at + 1).map_or("", |next| next.word);
        let thing = matches!(next, "a" | "an" | "new" | "it" | "them" | "one" | "another");
        let holds = |place: &TextWord<'_>| HOLDING.contains(&place.word);
        let behind = &self.words[at + 1..];
        let to = behind
            .iter()
            .position(|token| matches!(token.word, "to" | "into" | "in"));
        let place = to.map(|to| &behind[to + 1..]);
        let into_answer = place.is_none_or(|place| place.iter().take(3).any(holds));
        !self.first && at == 0 && !thing && into_answer
    }

    /// Whether something is only sent to be worked out: "Sends the text to the model and returns
    /// its answer".
    fn is_worked_out(&self, at: usize) -> bool {
        let behind = &self.words[at + 1..];
        let service = |token: &TextWord<'_>| SERVICES.contains(&token.word);
        let returned = |pair: &[TextWord<'_>]| {
            pair[0].word == "and" && matches!(pair[1].word, "return" | "returns")
        };
        let served = behind.iter().take(SERVED).position(service);
        served.is_some_and(|served| {
            let to = behind[..served].iter().any(|token| token.word == "to");
            to && behind[served..].windows(2).any(returned)
        })
    }

    /// Whether only what is asked is sent: "Sends the query", "Sends one request per course". A "payment
    /// request" is a thing of its own.
    fn is_asked(&self, at: usize) -> bool {
        let word = |ahead: usize| self.words.get(at + ahead).map_or("", |token| token.word);
        let counted = matches!(word(1), "the" | "one" | "a" | "each" | "your" | "its");
        ASKED.contains(&word(1 + usize::from(counted)))
    }

    /// Whether what is cut is text, to a length: "truncating each message to 500 characters".
    fn is_cut_to_length(&self, at: usize) -> bool {
        let mut behind = self.words[at + 1..].iter().take(SERVED);
        behind.any(|token| LENGTHS.contains(&token.word))
    }

    /// Whether it is told what a setting makes of the answer: "detail=full (adds the settings)".
    fn explains_setting(&self, at: usize) -> bool {
        let before = &self.words[..at];
        let set = before.iter().any(|token| token.valued);
        set && before.iter().any(|token| SETTINGS.contains(&token.word))
    }

    /// Whether a passive tells what an answer looks like: "Images come back small and are replaced
    /// with placeholders", "Empty fields are removed from the response".
    pub(super) fn is_of_answer(&self, base: &str, participle: usize) -> bool {
        if !SHORTENING.contains(&base) {
            return false;
        }
        let behind = &self.words[participle + 1..];
        let behind = &behind[..behind.len().min(PLACE)];
        let stands_in = |token: &TextWord<'_>| STAND_INS.contains(&token.word);
        let taken_out = || {
            let from = behind.iter().position(|token| token.word == "from");
            let place = from.map_or(&[][..], |from| &behind[from + 1..]);
            (0..place.len().min(3)).any(|at| is_answer(&place[at..]))
        };
        let comes_back = || {
            self.words
                .windows(2)
                .any(|pair| matches!(pair[0].word, "come" | "comes") && pair[1].word == "back")
        };
        behind.iter().any(stands_in) || taken_out() || comes_back()
    }
}

/// Whether words begin with one for the answer, and not with a place of that name.
fn is_answer(words: &[TextWord<'_>]) -> bool {
    let place = |next: &TextWord<'_>| PLACES.contains(&next.word);
    ANSWERS.contains(&words[0].word) && !words.get(1).is_some_and(place)
}
