//! TypeScript without its types, every other character where it was.
//!
//! Types become blanks, so that a line and a column of what runs are the line and the column of
//! what was written, and no map between the two is needed. The price is that only types can go:
//! what TypeScript would turn into code of its own (`enum`, parameter properties) is refused, with
//! the way to write it instead.
//!
//! The parser is a stranger's and recurses as deep as the text is nested: a hostile text can
//! exhaust the stack, which ends the process. Call this where that hurts nobody.

mod error;
mod strip;

pub use error::{StripError, StripFault};
pub use strip::strip;
