//! Layers in, effective annotations out, and for each field who decided it.
//!
//! A [`Book`] holds what people say about tools. [`settle`] hears it together with what the
//! source declares and what was inferred, and answers with two views of the same tool: what is
//! [`Shown`] to clients and people, and what policy may rely upon ([`Relied`]). [`write()`] turns
//! the shown view into what an endpoint writes.
//!
//! Nothing here does input or output, reads a clock or waits.

pub mod book;
pub mod check;
pub mod effective;
pub mod explain;
pub mod fact;
pub mod relied;
pub mod shown;
mod view;
pub mod wire;

pub use book::{Book, Shelf};
pub use check::{OpinionError, check};
pub use effective::{Effective, Layers, contradiction, settle};
pub use fact::{Fact, Origin, Unset};
pub use relied::Relied;
pub use shown::Shown;
pub use wire::{Written, provenance, write};
