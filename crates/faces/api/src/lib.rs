//! `/api/v1`: tools and what is said about them, as JSON.
//!
//! A face: it translates and never decides. What is asked for is read into types of this crate,
//! handed to the gateway's editor, and what comes back is shown. Every error is a problem document
//! (RFC 9457). Routes and the OpenAPI document are made from the same declarations, so that
//! neither can be without the other.
//!
//! Every request is authenticated, and every operation takes a role.
//!
//! Two editors cannot overwrite each other: what can be changed has an `ETag`, and `If-Match`
//! says which state was read.

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
