//! Nouns for what does something, at the end of a name: `page_reader`.

use super::ENOUGH;
use crate::verb::{self, KnownVerb};
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
