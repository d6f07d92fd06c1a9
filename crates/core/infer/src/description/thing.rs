//! Descriptions that name something to look at and do nothing: "Income statement of a company",
//! "Latest prices", "Number of unread messages".

use super::text::{TextWord, WordBreak};
use crate::head_verb;
use crate::verb::{self, VerbEffect, WordKind};

/// Words with which something to look at begins.
#[rustfmt::skip]
const BEGINNINGS: [&str; 41] = [
    "latest", "current", "currently", "recent", "recently", "upcoming", "historical", "real", "realtime", "live",
    "active", "available", "top", "trending", "popular", "nearest", "nearby", "hourly", "daily", "weekly",
    "monthly", "annual", "quarterly", "detailed", "details", "information", "info", "number", "statistics",
    "metadata", "total", "totals", "overview", "list", "how", "which", "who", "whether", "what", "where", "why",
];

/// Nouns for what is done, so that the phrase names a deed: "real-time trade execution".
#[rustfmt::skip]
const DEEDS: [&str; 24] = [
    "creation", "deletion", "removal", "execution", "management", "submission", "registration",
    "installation", "deployment", "modification", "insertion", "replacement", "automation", "control",
    "provisioning", "cancellation", "publishing", "sending", "upload", "uploads", "writes", "editing", "editor",
    "manager",
];

/// Words that end the first phrase.
#[rustfmt::skip]
const ENDS: [&str; 20] = [
    "of", "for", "about", "between", "by", "in", "from", "on", "with", "at", "over", "across", "that",
    "which", "per", "to", "within", "around", "grouped", "and",
];

/// Words with which no verb begins, and who does something behind them.
#[rustfmt::skip]
const NAMING: [&str; 12] = [
    "the", "all", "every", "a", "an", "your", "one", "both", "internal", "global", "verified", "full",
];
#[rustfmt::skip]
const DOERS: [&str; 16] = [
    "tool", "function", "endpoint", "command", "action", "method", "operation", "server", "agent", "user", "service",
    "call", "api", "wrapper", "helper", "way",
];

/// Words by which something is said of what is named: "A model is always used as given".
#[rustfmt::skip]
const SAID_OF: [&str; 13] = [
    "is", "are", "was", "were", "has", "have", "will", "can", "may", "must", "should", "does", "do",
];

/// How many words the first phrase has at most, and how many of the sentence are looked at.
const PHRASE: usize = 5;
const LOOKED_AT: usize = 24;

/// What a description names that only can be looked at. A phrase with a verb in it that writes is a
/// deed, whoever does it.
pub(super) fn thing<'t>(tokens: &[TextWord<'t>]) -> Option<&'t str> {
    let inside = tokens.iter().skip(1).position(TextWord::begins_sentence);
    let sentence = &tokens[..inside.map_or(tokens.len(), |at| at + 1).min(LOOKED_AT)];
    let first = sentence.first()?;
    if sentence.iter().any(|token| is_deed(token)) {
        return None;
    }
    let ends = |token: &TextWord<'_>| {
        let participle = token.word.len() > 4 && token.word.ends_with("ed");
        token.before >= WordBreak::Comma || participle || ENDS.contains(&token.word)
    };
    let end = sentence.iter().skip(1).position(ends);
    let phrase = &sentence[..end.map_or(sentence.len(), |at| at + 1)];
    let last = phrase.last()?;
    // "Frobs the details" has a verb before its article, "Frobs details" one that ends like verbs do.
    let articles = [
        "the", "a", "an", "all", "any", "each", "this", "its", "your", "it",
    ];
    let spoken = phrase[1..]
        .iter()
        .any(|token| articles.contains(&token.word))
        || phrase.len() > 1 && first.word.ends_with('s') && !BEGINNINGS.contains(&first.word);
    if asks(sentence) {
        return Some(first.word);
    }
    if spoken {
        return None;
    }
    let question = first.word == "what" || first.word == "how";
    let begins = BEGINNINGS.contains(&first.word) && !question || begins_with_name(phrase);
    let named = phrase.len() <= PHRASE && head_verb::is_to_read(last.word);
    if named {
        return Some(last.word);
    }
    if begins {
        return Some(first.word);
    }
    let of_nouns = end.is_some_and(|end| is_of_nouns(phrase, &sentence[end + 1]));
    of_nouns.then_some(last.word)
}

/// Whether a sentence is a question about what is there: "How often a term is used". "What it does" is a
/// heading.
fn asks(sentence: &[TextWord<'_>]) -> bool {
    let word = |at: usize| sentence.get(at).map_or("", |token| token.word);
    let question = matches!(word(0), "how" | "which" | "who" | "what" | "where" | "why");
    question && !matches!(word(1), "it" | "this" | "to")
}

/// Whether a phrase begins with a word that names what follows: "Every source that is installed". What
/// names somebody who does something goes on with a deed: "The tool …".
fn begins_with_name(phrase: &[TextWord<'_>]) -> bool {
    let [first, rest @ ..] = phrase else {
        return false;
    };
    NAMING.contains(&first.word)
        && !rest.is_empty()
        && !rest
            .iter()
            .any(|token| DOERS.contains(&token.word) || SAID_OF.contains(&token.word))
}

/// Whether a phrase before a preposition holds nouns only, as far as can be told, and ends with a
/// plural: "Spare parts for …". A verb would have an object that is counted or named.
fn is_of_nouns(phrase: &[TextWord<'_>], next: &TextWord<'_>) -> bool {
    let [first, .., last] = phrase else {
        return false;
    };
    let spoken = |token: &TextWord<'_>| verb::spoken(token.word).is_some() || token.is_adverb();
    let counts = |token: &TextWord<'_>| {
        matches!(
            token.word,
            "multiple" | "several" | "many" | "some" | "two" | "one" | "new"
        )
    };
    let plural = last.word.len() > 3 && last.word.ends_with('s') && !last.word.ends_with("ss");
    let participle = next.word.len() > 4 && next.word.ends_with("ed");
    let joined = next.before == WordBreak::Space && (participle || ENDS.contains(&next.word));
    (2..=PHRASE).contains(&phrase.len())
        && plural
        && joined
        && !first.word.ends_with("ing")
        && !phrase.iter().any(|token| spoken(token) || counts(token))
}

/// Whether a word names a deed that writes.
fn is_deed(token: &TextWord<'_>) -> bool {
    let writes = verb::inflected(token.word)
        .is_some_and(|(_, verb)| verb.effect != VerbEffect::Reads && verb.kind == WordKind::Verb);
    // An "add-on" is a thing.
    let writes = writes && !token.joins;
    let one = token.word.strip_suffix('s').unwrap_or(token.word);
    DEEDS.contains(&token.word) || DEEDS.contains(&one) || writes
}
