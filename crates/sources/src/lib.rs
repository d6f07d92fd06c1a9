//! Where tools come from: discover them, call them, keep them alive.
//!
//! A [`Source`] is one server, started in the background and kept running: found again after a
//! crash, asked for its lists, watched for changes. What it offers now is its [`Inventory`];
//! what happens to it comes out as [`News`]. A [`Question`] put to it becomes a [`Conversation`],
//! in which the server may say things, ask back, and in the end answers.
//!
//! Servers of both protocol eras look the same from outside. What a server sends passes through
//! as the bytes it sent; this crate changes request parameters only where the protocol ties
//! them to a connection (`_meta`, progress tokens).

mod actor;
mod ask;
mod asleep;
mod backoff;
mod connect;
mod conversation;
mod discover;
mod error;
mod flights;
mod functions;
mod identity;
mod inventory;
mod judge;
mod kinds;
mod listen;
mod local;
mod mrtr;
mod news;
mod openapi;
mod outgoing;
mod pack;
mod question;
mod router;
mod rpc;
mod session;
mod shared;
mod source;
mod spec;
mod state;
mod tending;
mod watches;

pub use ask::Ask;
pub use candor_functions::Breach;
pub use conversation::{Conversation, Said};
pub use error::SourceError;
pub use functions::FunctionsSpec;
pub use inventory::{
    CacheHint, Inventory, PromptEntry, ResourceEntry, ServerFacts, TemplateEntry, ToolEntry,
};
pub use news::{News, NewsEvent};
pub use openapi::{
    Agreed, Consent, ConsentWish, DocumentAt, DocumentError, HTTP_META, HttpFacts, OpenApiSpec,
    load_document, needs,
};
pub use question::{Asker, PlainNames, Question, Tries, Variables};
pub use source::Source;
pub use spec::{OriginSpec, SourceLimits, SourceSpec};
pub use state::State;
