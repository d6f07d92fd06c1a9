//! Converts arguments of tools to HTTP requests, and responses to results.
//!
//! [`plan`] converts the arguments of a call to a request without base URL and credentials.
//! [`base`] determines the base URL. [`result`] converts a response to the tool's result, and
//! [`selected`] does so for a selected part of it. Everything is pure: nothing here opens a
//! connection, reads a clock or knows a secret.
//!
//! Arguments come from a model and documents from third parties, so requests are safe by
//! construction: every value is encoded for its context, the path keeps the operation's segments,
//! headers and cookies cannot be injected, and what cannot be represented without loss is rejected
//! with a sentence.

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
