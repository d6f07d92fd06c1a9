//! The crate as its users see it.

mod baseline;
mod corpus;
mod formats;
mod hidden_text;
