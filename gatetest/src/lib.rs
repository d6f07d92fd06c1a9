//! What tests of a gateway share: a small one over scripted sources, and calls that wait for
//! somebody. A test that wants something else overrides a field of the [`spec`].

#![allow(clippy::expect_used, reason = "a test ends where it expects in vain")]

mod call;
mod ground;
mod questions;
mod soon;
mod source;
mod spec;
mod upstream;
mod waiting;

pub use call::Call;
pub use ground::Ground;
pub use questions::{copies, pending};
pub use soon::soon;
pub use source::{source, source_of};
pub use spec::{key, spec, started};
pub use upstream::upstream;
pub use waiting::Waiting;
