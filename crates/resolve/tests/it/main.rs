//! The crate as others use it.

mod book;
mod check;
mod coherence;
mod explain;
mod laws;
mod layers;
mod say;
mod wire;
