//! The crate as others use it.

#![allow(clippy::expect_used, reason = "a test ends where it expects in vain")]

mod cases;
mod check;
mod coherence;
mod enforced;
mod explain;
mod laws;
mod layers;
mod opinion_index;
mod say;
mod wire;
