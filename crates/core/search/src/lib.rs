//! Tools found by words, the best first.
//!
//! A client that cannot hold every tool in its context asks for the ones it needs in words of its
//! own: *remove a ticket*, *pullrequest list*, *isues*. An [`SearchIndex`] is built once whenever the
//! tools change, of tools that are [`PreparedTool`] once whenever they change themselves, and answers
//! from memory. It knows no network, clock or file.
//!
//! # What a word is
//!
//! Names and texts fall into words at every sign and where capitals begin a word: `list_issues`,
//! `listIssues`, `issues.list` and `list-issues` hold the same two. Accents and capitals do not
//! count. A word of two parts such as `GitHub` is also found as `github`. Scripts without spaces
//! are read two characters at a time. Words are compared by their stems, so `issues` is `issue`
//! and `deletion` is `delete`.
//!
//! # What a word of a query finds
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
//! Neighbours by letters, and parts, are looked for only where a word seems to be misspelt: it is
//! in no group, no name, no title, no parameter's name, and in fewer than three tools. A word with
//! a digit has no neighbours, and from the ninth such word on a query is taken as it is. Of all that a word finds in a tool, the best counts.
//!
//! Stop words (*the*, *of*) find nothing by themselves, unless the query holds nothing else. But
//! where a tool is found anyway and its name holds one of them, that helps: `turn_on` before
//! `turn_off`.
//!
//! # What comes first
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
