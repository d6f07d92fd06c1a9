//! APIs that a document describes: what is asked arrives, credentials go where they belong, and
//! neither an API nor a document can do harm.

mod annotations;
mod bodies;
mod bounds;
mod canaries;
mod changes;
mod documents;
mod environments;
mod errors;
mod gateway;
mod memory;
mod paths;
mod redirects;
mod replies;
mod retries;
mod schemes;
mod select;
mod standard;
mod styles;
mod tokens;

use candor_testkit::until;
