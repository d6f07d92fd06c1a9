//! A tool's arguments become an HTTP request, and the reply becomes a result.
//!
//! [`plan`] turns the arguments of a call into everything of a request but its address and its
//! credentials. [`base`] finds the address. [`result`] turns a reply into what the caller of the
//! tool gets, and [`selected`] does so for the part of a reply that was asked for. All of it is
//! pure: nothing here opens a connection, reads a clock or knows a secret.
//!
//! Arguments come from a model and documents from third parties, so the request is safe by
//! construction: every value is encoded for its place, the path keeps the segments of the
//! operation, no header or cookie can be smuggled in, and what cannot be written without loss is
//! refused with a sentence.

mod accept;
mod arguments;
mod base;
mod body;
mod content;
mod cookie;
mod error;
mod escape;
mod header;
mod idempotency;
mod lean_tool;
mod media;
mod path;
mod plan;
mod query;
mod reply;
mod result;
mod schema;
mod shape;

pub use self::base::{BaseUrlError, BaseUrlSettings, base};
pub use self::error::PlanError;
pub use self::lean_tool::keep_for_calls;
pub use self::plan::{HttpRequestPlan, RequestPayload, plan};
pub use self::reply::{RequestContext, RestReply, TruncatedBody};
pub use self::result::{result, selected};
