//! `/api/v1`: tools and their annotations, as JSON.
//!
//! A face: it translates and decides nothing. Requests are parsed into types of this crate and
//! passed to the gateway's editor, and results are serialized. Every error is a problem document
//! (RFC 9457). Routes and the OpenAPI document are generated from the same declarations, so they
//! cannot diverge.
//!
//! Every request is authenticated, and every operation requires a role.
//!
//! Two editors cannot overwrite each other: editable resources have an `ETag`, and `If-Match` names
//! the state that was read.

mod annotations;
mod approvals;
mod audit;
mod body;
mod catalogue;
mod document;
mod drift;
mod enums;
mod environments;
mod equipped;
mod etag;
mod guard;
mod index;
mod json_value;
mod list_page;
mod notes;
mod patch_field;
mod path;
mod policy;
mod prelude;
mod problem;
mod query;
mod requester;
mod roles;
mod router;
mod sign_in_links;
mod sources;
mod suggestions;
mod time;
mod tokens;
mod tools;
mod toolsets;
mod verifications;

pub use document::document;
pub use router::{ApiConfig, router};
