//! The crate as others use it.

mod call;
mod laws;
mod page;
mod problems;
mod rules;
mod table;
mod version;
