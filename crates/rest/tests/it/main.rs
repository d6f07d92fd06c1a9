//! Calls become requests, and replies become results.

mod base;
mod bodies;
mod builder;
mod cookies;
mod decode;
mod documents;
mod failures;
mod headers;
mod laws;
mod parts;
mod paths;
mod plans;
mod queries;
mod results;
