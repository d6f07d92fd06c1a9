//! Sources of tools: discovers them, calls them, and keeps them running.
//!
//! A [`SourceHandle`] is one server, started in the background and kept running: it is reconnected
//! after a crash, its lists are read, and changes are followed. Its current offer is its
//! [`Inventory`]; its events are [`SourceEvent`]s. A [`SourceRequest`] sent to it becomes a
//! [`SourceCall`], in which the server may send notifications, ask the client, and finally answers.
//!
//! Servers of both protocol eras look the same from outside. What a server sends is passed on byte
//! for byte; this crate changes request parameters only where the protocol ties them to a
//! connection (`_meta`, progress tokens).

mod active_calls;
mod actor;
mod backoff;
mod call_slots;
mod client_processes;
mod connect;
mod discover;
mod error;
mod events;
mod extra_connection;
mod functions;
mod identity;
mod input_request;
mod inventory;
mod list_kinds;
mod listen;
mod local;
mod mrtr;
mod not_started;
mod openapi;
mod other_era;
mod pack;
mod question_watch;
mod read_only;
mod refusals;
mod reload;
mod request;
mod router;
mod rpc;
mod server_watches;
mod session;
mod shared;
mod source;
mod spec;
mod start_queue;
mod state;
mod validate;
mod waiting_questions;

pub use candor_functions::CapabilityViolation;
pub use error::SourceError;
pub use events::{SourceEvent, SourceEventKind};
pub use functions::FunctionsSpec;
pub use input_request::InputRequest;
pub use inventory::{
    CacheHint, Inventory, PromptEntry, ResourceEntry, ServerFacts, TemplateEntry, ToolEntry,
};
pub use openapi::{
    ConsentRequest, DocumentError, DocumentOrigin, GrantedConsent, HTTP_META, HttpFacts,
    OpenApiSpec, PendingConsent, WHEN_META, load_document, needs,
};
pub use read_only::{ProcessFacts, SplitStatus};
pub use refusals::{RefusedEffect, SourceRefusal};
pub use request::{AttemptCount, ClientProfile, PlainNames, SourceRequest, VariableValues};
pub use source::{CallEvent, CallRemark, SourceCall, SourceHandle};
pub use spec::{InstanceSpec, OriginSpec, SourceLimits, SourceSpec};
pub use state::SourceState;
