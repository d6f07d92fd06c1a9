//! Full-text search over tools.
//!
//! A client that cannot hold every tool in its context searches for the ones it needs in its own
//! words: *remove a ticket*, *pullrequest list*, *isues*. A [`SearchIndex`] is rebuilt whenever the
//! tools change, from tools that are each [prepared](PreparedTool) only when they change
//! themselves. Search runs in memory, without network, clock or files.
//!
//! # Words
//!
//! Names and texts are split at punctuation and at capitals that begin a word: `list_issues`,
//! `listIssues`, `issues.list` and `list-issues` contain the same two words. Accents and case are
//! ignored. A compound such as `GitHub` is also found as `github`. Scripts without spaces are
//! indexed as pairs of characters. Words are compared by their stems, so `issues` matches `issue`
//! and `deletion` matches `delete`.
//!
//! # Matching
//!
//! | in the tool | counts |
//! |---|---|
//! | the same stem | 1 |
//! | a word of the same meaning ([groups](synonyms)) | 0.7 |
//! | a longer word that begins so, for the last word from three letters on | 0.7, by how much of it is there |
//! | a word that differs by one letter, from four letters on | 0.5 |
//! | a word that differs by two letters, from eight letters on | 0.35 |
//! | the two words it is made of, or the one word it makes with the next | 0.8 |
//!
//! Misspellings and compounds are only considered if a word seems misspelt: it is in no synonym
//! group, no name, no title and no parameter name, and occurs in fewer than three tools. A word
//! with a digit is never treated as misspelt, and neither is any word after the eighth misspelt one
//! of a query. Of all matches of a word in a tool, the best counts.
//!
//! Stop words (*the*, *of*) match nothing by themselves, unless the query has no other words. They
//! do help a tool that matches anyway and has one in its name: `turn_on` before `turn_off`.
//!
//! # Ranking
//!
//! 1. A tool whose namespaced name is the query, letter by letter; then its name inside the source.
//! 2. A tool whose namespaced name has the query's letters, whatever the style; then its name
//!    inside the source.
//! 3. All others by BM25 over weighted fields: rare words count more, a word in the name more than
//!    one in a description ([weights](field)), and a word that comes often hardly more than once.
//!    An action that the name says counts a quarter more, and a tool whose whole name the query
//!    covers up to half more.
//!
//! Equal scores are ordered by name, so the same tools and the same query give the same list,
//! whatever order the tools came in.
//!
//! # Bounds
//!
//! Of a query the first [`QUERY_MAX`] characters and [`QUERY_WORDS_MAX`] words are read, of each
//! text of a tool as many bytes as [`field`] says, of each word [`WORD_MAX`] bytes. When
//! [`WORDS_MAX`] different words are known, which no honest collection of tools comes near, new
//! ones are learned from names and titles only: a source that sends noise by the megabyte can
//! neither fill the memory nor hide other tools.

mod document;
pub mod field;
mod index;
mod letters;
mod prepared;
mod query;
mod results;
mod score;
mod stem;
mod stop;
pub mod synonyms;
mod vocabulary;
mod words;

pub use document::ToolDocument;
pub use index::SearchIndex;
pub use prepared::PreparedTool;
pub use query::{MISSPELT_MAX, QUERY_MAX, QUERY_WORDS_MAX};
pub use results::{SearchHit, SearchResults};
pub use vocabulary::WORDS_MAX;
pub use words::WORD_MAX;
