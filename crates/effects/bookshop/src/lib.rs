//! A small bookshop with an HTTP API, for a first look at Candor without any server of one's own.
//!
//! It has what an API has: reads, writes that add, writes that overwrite, deletions, a search that
//! is a POST, and orders. [`DOCUMENT`] describes it. The books live in memory: every shop opens
//! with the same five, and what was changed is gone when it closes.

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

/// The OpenAPI document of the shop, in YAML. It names no server: the shop is where
/// [`Bookshop::address`] says.
pub const DOCUMENT: &str = include_str!("openapi.yaml");

#[cfg(test)]
mod tests;
