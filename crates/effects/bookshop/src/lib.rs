//! A small bookshop with an HTTP API, for trying Candor without another server.
//!
//! It has typical operations: reads, creation, overwriting, deletion, a search by POST, and orders.
//! [`DOCUMENT`] describes it. The books are in memory: every shop starts with the same five, and
//! changes are lost when it closes.

mod book;
mod error;
mod handlers;
mod host_check;
mod input;
mod open;
mod order;
mod problem;
mod routes;
mod shop;

pub use open::Bookshop;

/// The OpenAPI document of the shop, in YAML. It names no server, because the address is dynamic:
/// see [`Bookshop::address`].
pub const DOCUMENT: &str = include_str!("openapi.yaml");

#[cfg(test)]
mod tests;
