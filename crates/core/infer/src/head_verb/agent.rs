//! Nouns for what does something, at the end of a name: `page_reader`.

use super::ENOUGH;
use crate::verb::{self, KnownVerb, WordKind};
use crate::words::NameWord;

/// Nouns at the end of a name for what does something, with their verbs.
#[rustfmt::skip]
const AGENTS: [(&str, &str); 23] = [
    ("reader", "read"), ("viewer", "view"), ("finder", "find"), ("explorer", "explore"),
    ("inspector", "inspect"), ("searcher", "search"), ("fetcher", "fetch"), ("retriever", "retrieve"),
    ("checker", "check"), ("validator", "validate"), ("calculator", "calculate"),
    ("estimator", "estimate"), ("writer", "write"), ("updater", "update"), ("creator", "create"),
    ("deleter", "delete"), ("remover", "remove"), ("installer", "install"), ("scraper", "scrape"),
    ("crawler", "crawl"), ("extractor", "extract"), ("analyzer", "analyze"), ("parser", "parse"),
];

/// The verb of a noun that ends a name and says who does something: `page_reader`.
pub(super) fn agent(words: &[NameWord<'_>]) -> Option<(i32, usize, KnownVerb)> {
    let last = words.last()?;
    let (_, base) = AGENTS.iter().find(|(noun, _)| *noun == last.low)?;
    Some((ENOUGH, words.len() - 1, verb::base(base)?))
}

/// Nouns that are built like these and are things or people.
#[rustfmt::skip]
const THINGS: [&str; 30] = [
    "browser", "provider", "container", "identifier", "receiver", "seller", "subscriber", "publisher", "sender",
    "folder", "operator", "marker", "lender", "borrower", "editor", "investor", "advertiser", "actor",
    "contributor", "navigator", "observer", "banner", "adapter", "consumer", "producer", "moderator", "emulator",
    "organizer", "approver", "maker",
];

/// The same by the ending of the noun, where the name says nothing else and the verb is one wherever
/// it stands: `price_predictor`, `token_minter`.
pub(super) fn doer(words: &[NameWord<'_>]) -> Option<(i32, usize, KnownVerb)> {
    let last = words
        .last()
        .filter(|last| !THINGS.contains(&last.low.as_str()))?;
    let noun = last.low.as_str();
    let stem = noun
        .strip_suffix("er")
        .or_else(|| noun.strip_suffix("or"))?;
    let undoubled = stem.strip_suffix(stem.chars().last()?)?;
    let doubled = stem.chars().last() == undoubled.chars().last();
    let verb = verb::base(stem)
        .or_else(|| verb::base(&format!("{stem}e")))
        .or_else(|| verb::base(undoubled).filter(|_| doubled))?;
    (verb.kind == WordKind::Verb).then_some((ENOUGH, words.len() - 1, verb))
}
