//! A tool's definition pinned, compared with what the source says now, and recognised under a
//! new name.
//!
//! A source can say one thing when its tools are looked at and another when they are used. So a
//! definition is *pinned* when it is first seen, and held against what comes later. Everything
//! here is a function of its arguments; the caller decides what to do about a difference.

pub mod compare;
mod definition;
pub mod differences;
mod javascript;
pub mod pin;
pub mod ref_id;
pub mod renames;
mod unordered;

pub use compare::{DefinitionComparison, DriftVerdict, carried, compare};
pub use differences::{LINES_MAX, differences};
pub use pin::{REQUEST, VOLATILE, definition_hash, pin};
pub use ref_id::ref_id;
pub use renames::renames;
