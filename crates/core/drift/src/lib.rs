//! Pins tool definitions, compares them with the current ones, and recognises renamed tools.
//!
//! A source can change a definition after it was reviewed. A definition is therefore *pinned* when
//! it is first seen, and compared with later ones. Everything here is a pure function; the caller
//! decides what to do about a difference.

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
