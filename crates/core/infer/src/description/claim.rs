//! Plain claims of a description about its tool: "This tool is read-only", "does not modify
//! anything", "safe to call repeatedly".

use std::collections::HashMap;
use std::sync::LazyLock;

use super::left_behind::leaves_behind;
use super::text::{LowercaseDescription, TextWord, WordBreak};
use crate::phrase::PhraseTopic;

/// A claim that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PlainClaim {
    pub(crate) about: PhraseTopic,
    /// Decibans for or against.
    pub(crate) weight: i32,
    /// The sentence as it is written.
    pub(crate) quote: String,
}

// === impl PlainClaim ===

impl PlainClaim {
    /// Whether it says in so many words that the tool only reads.
    pub(crate) fn is_plain_reading(&self) -> bool {
        self.about == PhraseTopic::Reads && self.weight >= PLAIN
    }
}

/// Words that deny.
const DENIALS: [&str; 10] = [
    "not",
    "doesn't",
    "doesn’t",
    "never",
    "won't",
    "won’t",
    "cannot",
    "can't",
    "nor",
    "neither",
];

/// Verbs that stand for any change.
#[rustfmt::skip]
const CHANGING: [&str; 14] = [
    "modify", "change", "alter", "mutate", "write", "affect", "modifies", "changes", "alters", "mutates",
    "writes", "touch", "persist", "persists",
];

/// What is changed where nothing at all is.
#[rustfmt::skip]
const ANYTHING: [&str; 22] = [
    "anything", "any", "data", "state", "the", "your", "files", "resources", "nothing", "it", "or",
    "records", "existing", "underlying", "to", "content", "database", "them", "configuration", "code",
    "actual", "remote",
];

/// Nouns that have "read-only" before them where it is said of the tool.
#[rustfmt::skip]
const TOOLS: [&str; 16] = [
    "tool", "operation", "query", "queries", "call", "action", "endpoint", "command", "request",
    "function", "lookup", "operations", "and", "access", "safe", "no",
];

/// Words before "read-only" where it is said of the tool.
#[rustfmt::skip]
const SAID_OF_TOOL: [&str; 12] = [
    "is", "this", "strictly", "purely", "completely", "entirely", "fully", "always", "are", "safe",
    "and", "remains",
];

/// A claim that the tool reads, in so many words.
const PLAIN: i32 = 16;

/// "Read-only" somewhere in a sentence.
const MENTIONED: i32 = 5;

/// A claim that the tool writes, and that it leaves something behind.
const WRITES: i32 = -12;

/// Claims in scripts that put no space between words; a longer one stands before a part of it.
#[rustfmt::skip]
const UNSPACED: [(&str, i32); 9] = [
    ("非只读", 0), ("只读操作", PLAIN), ("不产生任何变更", PLAIN), ("不会修改", PLAIN), ("不修改任何", PLAIN),
    ("読み取り専用", PLAIN), ("変更しません", PLAIN), ("읽기전용", PLAIN), ("只读", MENTIONED),
];

/// What is refused makes what is left safer.
const GUARDED: i32 = 8;

/// Fixed claims: about what, how heavy, the words.
#[rustfmt::skip]
const CLAIMS: &[(PhraseTopic, i32, &[&str])] = &[
    (PhraseTopic::Reads, PLAIN, &["makes", "no", "changes"]),
    (PhraseTopic::Reads, PLAIN, &["make", "no", "changes"]),
    (PhraseTopic::Reads, PLAIN, &["no", "changes", "are", "made"]),
    (PhraseTopic::Reads, PLAIN, &["without", "making", "changes"]),
    (PhraseTopic::Reads, PLAIN, &["without", "making", "any", "changes"]),
    (PhraseTopic::Reads, 10, &["nothing", "is", "changed"]),
    (PhraseTopic::Reads, 10, &["nothing", "is", "modified"]),
    (PhraseTopic::Reads, 10, &["nothing", "is", "written"]),
    (PhraseTopic::Reads, 10, &["no", "data", "is", "modified"]),
    (PhraseTopic::Reads, 10, &["no", "data", "is", "changed"]),
    (PhraseTopic::Reads, PLAIN, &["no", "side", "effects"]),
    (PhraseTopic::Reads, PLAIN, &["no", "side", "effect"]),
    (PhraseTopic::Reads, PLAIN, &["side", "effect", "free"]),
    (PhraseTopic::Reads, PLAIN, &["side", "effects", "none"]),
    (PhraseTopic::Reads, PLAIN, &["without", "side", "effects"]),
    (PhraseTopic::Reads, 9, &["without", "modifying"]),
    (PhraseTopic::Reads, 9, &["without", "changing"]),
    (PhraseTopic::Reads, 9, &["without", "altering"]),
    (PhraseTopic::Reads, 9, &["non", "mutating"]),
    (PhraseTopic::Reads, 8, &["only", "reads"]),
    (PhraseTopic::Reads, 8, &["only", "select"]),
    (PhraseTopic::Reads, 8, &["select", "only"]),
    (PhraseTopic::Repeats, 9, &["safe", "to", "call", "repeatedly"]),
    (PhraseTopic::Repeats, 9, &["safe", "to", "call", "multiple", "times"]),
    (PhraseTopic::Repeats, 9, &["safe", "to", "call", "again"]),
    (PhraseTopic::Repeats, 9, &["safe", "to", "run", "multiple", "times"]),
    (PhraseTopic::Repeats, 9, &["safe", "to", "run", "repeatedly"]),
    (PhraseTopic::Repeats, 9, &["safe", "to", "repeat"]),
    (PhraseTopic::Repeats, 9, &["safe", "to", "re", "run"]),
    (PhraseTopic::Repeats, 9, &["if", "already", "exists", "returns"]),
    (PhraseTopic::Repeats, -9, &["fails", "if", "it", "already"]),
    (PhraseTopic::Repeats, -9, &["fails", "if", "already"]),
    (PhraseTopic::Repeats, -9, &["already", "exists", "fails"]),
    (PhraseTopic::Destroys, -7, &["moved", "to", "trash"]),
    (PhraseTopic::Destroys, -7, &["can", "be", "restored"]),
    (PhraseTopic::Destroys, -5, &["soft", "delete"]),
    (PhraseTopic::Destroys, -5, &["soft", "deletes"]),
];

/// For the first word of a claim, the places of all claims that begin with it.
static FIRST_WORDS: LazyLock<HashMap<&str, Vec<usize>>> = LazyLock::new(|| {
    let mut places: HashMap<&str, Vec<usize>> = HashMap::new();
    for (place, (.., words)) in CLAIMS.iter().enumerate() {
        places.entry(words[0]).or_default().push(place);
    }
    places
});

/// How many sentences are read.
const SENTENCES: usize = 80;

/// Within how many words a sentence names the tool that it speaks of.
const NEAR: usize = 4;

/// All claims of a description, each kind once.
pub(super) fn read(text: &LowercaseDescription, tokens: &[TextWord<'_>]) -> Vec<PlainClaim> {
    let mut claims: Vec<PlainClaim> = Vec::new();
    let mut rest = tokens;
    for _ in 0..SENTENCES {
        if rest.is_empty() {
            break;
        }
        let inside = rest.iter().skip(1).position(TextWord::begins_sentence);
        let (words, later) = rest.split_at(inside.map_or(rest.len(), |at| at + 1));
        for (about, weight) in said(words) {
            let known =
                |one: &PlainClaim| one.about == about && one.weight.signum() == weight.signum();
            match claims.iter_mut().find(|one| known(one)) {
                Some(one) if one.weight.abs() >= weight.abs() => {}
                Some(one) => (one.weight, one.quote) = (weight, text.quote(words)),
                None => claims.push(PlainClaim {
                    about,
                    weight,
                    quote: text.quote(words),
                }),
            }
        }
        rest = later;
    }
    claims
}

fn said(words: &[TextWord<'_>]) -> Vec<(PhraseTopic, i32)> {
    let conditional = words
        .first()
        .is_some_and(|word| matches!(word.word, "if" | "when" | "unless" | "in"));
    let mut found = Vec::new();
    for at in 0..words.len() {
        if words[at].quoted {
            continue;
        }
        let here = &words[at..];
        let plain = read_only(words, at).or_else(|| changes_nothing(words, at));
        if let Some(weight) = plain.or_else(|| unspaced(words[at].word)) {
            // What is so only sometimes is no claim.
            let weight = if conditional { weight.min(3) } else { weight };
            found.push((PhraseTopic::Reads, weight));
        }
        let places = FIRST_WORDS.get(words[at].word).into_iter().flatten();
        let mut fixed = places.map(|place| &CLAIMS[*place]);
        let said = fixed.find(|(.., phrase)| stands_at(here, phrase));
        if let Some((about, weight, _)) = said.filter(|_| !conditional) {
            found.push((*about, *weight));
        }
        if leaves_behind(here) || says_it_writes(words, at) {
            found.push((PhraseTopic::Reads, WRITES));
        }
        if refuses_writing(here) {
            found.push((PhraseTopic::Reads, GUARDED));
        }
    }
    found
}

/// "Write tool", "Mutating preview", "Side effect: …" at the beginning of a sentence.
fn says_it_writes(words: &[TextWord<'_>], at: usize) -> bool {
    let next = words.get(at + 1).map_or("", |token| token.word);
    let begins = at == 0 || words[at].before >= WordBreak::Comma;
    match words[at].word {
        "write" => begins && matches!(next, "tool" | "operation" | "action"),
        "mutating" => {
            let mut near = words.iter().skip(at + 1).take(NEAR);
            at == 0 && near.any(|token| matches!(token.word, "tool" | "operation" | "action"))
        }
        "side" => at == 0 && next == "effect" && !has_no_effect(words),
        _ => false,
    }
}

/// "Side effects: none."
fn has_no_effect(words: &[TextWord<'_>]) -> bool {
    let said = words.get(2).map_or("", |token| token.word);
    matches!(said, "none" | "no" | "nothing" | "never")
}

/// "Read-only", by what it is said of.
fn read_only(words: &[TextWord<'_>], at: usize) -> Option<i32> {
    let next = |ahead: usize| words.get(at + ahead).map_or("", |token| token.word);
    let length = match words[at].word {
        "readonly" => 1,
        "read" if next(1) == "only" => 2,
        _ => return None,
    };
    let before = at.checked_sub(1).map(|before| &words[before]);
    let previous = before.map_or("", |token| token.word);
    if matches!(previous, "not" | "non" | "isn't" | "isn’t" | "never" | "no") {
        return Some(-9);
    }
    // What is only the usual case is no claim.
    if next(length) == "by" && next(length + 1) == "default" {
        return Some(2);
    }
    let behind = words.get(at + length);
    let ends = behind.is_none_or(|token| token.before >= WordBreak::Comma);
    let begins = at == 0 || words[at].before >= WordBreak::Comma;
    let of_tool = TOOLS.contains(&next(length)) || ends;
    let said = begins || SAID_OF_TOOL.contains(&previous) || matches!(previous, "a" | "an");
    let subject_is_thing = matches!(previous, "is" | "are") && !is_tool_subject(words, at - 1);
    let of_a_thing = matches!(
        next(length),
        "mode" | "user" | "users" | "field" | "fields" | "replica"
    );
    Some(if subject_is_thing {
        2
    } else if of_tool && said {
        PLAIN
    } else if of_a_thing {
        2
    } else {
        MENTIONED
    })
}

/// Whether what is said with "is" is said of the tool: "this tool is", "it is", "this is".
fn is_tool_subject(words: &[TextWord<'_>], is: usize) -> bool {
    let subject = is.checked_sub(1).map_or("", |before| words[before].word);
    let starts = is == 0 || words[is].before >= WordBreak::Comma;
    starts
        || matches!(
            subject,
            "tool"
                | "it"
                | "this"
                | "operation"
                | "call"
                | "action"
                | "command"
                | "endpoint"
                | "query"
                | "queries"
                | "operations"
                | "function"
                | "tools"
        )
}

/// A claim within a word that is a whole clause.
fn unspaced(word: &str) -> Option<i32> {
    let mut known = UNSPACED.iter().filter(|_| !word.is_ascii());
    let (_, weight) = known.find(|(claim, _)| word.contains(claim))?;
    (*weight > 0).then_some(*weight)
}

/// "Does not modify anything", "never writes to the database".
fn changes_nothing(words: &[TextWord<'_>], at: usize) -> Option<i32> {
    if !CHANGING.contains(&words[at].word) {
        return None;
    }
    let before = &words[at.saturating_sub(3)..at];
    let denied = before
        .iter()
        .rev()
        .take_while(|token| token.before < WordBreak::Comma || DENIALS.contains(&token.word));
    let mut denied = denied.filter(|token| DENIALS.contains(&token.word));
    let only = before.iter().any(|token| token.word == "only");
    let object = words.get(at + 1).map_or("", |token| token.word);
    (denied.next().is_some() && !only && (object.is_empty() || ANYTHING.contains(&object)))
        .then_some(PLAIN)
}

/// "Rejects any statement that writes": whoever guards so only reads.
fn refuses_writing(here: &[TextWord<'_>]) -> bool {
    let refuses = matches!(
        here[0].word,
        "rejects"
            | "blocks"
            | "prevents"
            | "refuses"
            | "forbids"
            | "disallows"
            | "rejected"
            | "blocked"
    );
    let mut near = here.iter().skip(1).take(8);
    refuses
        && near.any(|token| {
            matches!(
                token.word,
                "destructive"
                    | "write"
                    | "writes"
                    | "writing"
                    | "mutation"
                    | "mutations"
                    | "mutating"
                    | "insert"
                    | "update"
                    | "delete"
                    | "ddl"
                    | "dml"
                    | "modification"
                    | "modifications"
                    | "non"
                    | "modify"
            )
        })
}

fn stands_at(tokens: &[TextWord<'_>], words: &[&str]) -> bool {
    tokens.len() >= words.len()
        && words
            .iter()
            .zip(tokens)
            .all(|(word, token)| *word == token.word)
}
