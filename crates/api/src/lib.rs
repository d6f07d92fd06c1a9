//! `/api/v1`: tools and what is said about them, as JSON.
//!
//! A face: it translates and never decides. What is asked for is read into types of this crate,
//! handed to the gateway's desk, and what comes back is shown. Every error is a problem document
//! (RFC 9457). Routes and the OpenAPI document are made from the same declarations, so that
//! neither can be without the other.
//!
//! Nobody gets in who is not recognised, and every operation takes a role.
//!
//! Two editors cannot overwrite each other: what can be changed has an `ETag`, and `If-Match`
//! says which state was read.

mod annotations;
mod approvals;
mod audit;
mod author;
mod body;
mod document;
mod door;
mod drift;
mod environments;
mod equipped;
mod etag;
mod index;
mod mention;
mod notes;
mod page;
mod path;
mod policy;
mod problem;
mod query;
mod raw;
mod roles;
mod router;
mod sources;
mod suggestions;
mod time;
mod tokens;
mod tools;
mod toolsets;
mod words;

pub use document::document;
pub use router::{ApiConfig, router};
