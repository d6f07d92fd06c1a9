//! Layers in, effective annotations out, and for each field who decided it.
//!
//! A [`Book`] holds what people say about tools. [`settle`] hears it together with what the
//! source declares and what was inferred, and answers with two views of the same tool: what is
//! [`Shown`] to clients and people, and what policy may rely upon ([`Relied`]). [`write()`] turns
//! the shown view into what an endpoint writes.
//!
//! A toolset's members become tools in a [`Pool`], and its notes join a description in
//! [`describe`].
//!
//! Nothing here does input or output, reads a clock or waits.

pub mod book;
pub mod check;
pub mod effective;
pub mod explain;
pub mod fact;
pub mod notes;
pub mod relied;
pub mod select;
pub mod shown;
pub mod tokens;
mod view;
pub mod wire;

pub use book::{Book, Shelf};
pub use check::{OpinionError, check};
pub use effective::{Effective, Layers, contradiction, settle};
pub use fact::{Fact, Origin, Unset};
pub use notes::{Noted, describe};
pub use relied::Relied;
pub use select::{Missing, Pool, Selection, Why, includes};
pub use shown::Shown;
pub use tokens::tokens;
pub use wire::{Written, provenance, write};
