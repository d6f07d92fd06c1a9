//! What is allowed, asked about or denied, and why.
//!
//! A house writes rules; [`Policy::compile`] reads them, refuses those that can never do what
//! they say, and [`Policy::decide`] answers for one call. The answer depends on the rules, on what
//! is relied upon to be true of the tool, on when somebody wants to be asked about it, and on the
//! preferences of the endpoint, and on nothing else. It always has a reason in words.
//!
//! A [`Pattern`] says with which arguments a standing approval counts.
//!
//! Nothing here does input or output, reads a clock or waits, and no question makes it panic.

mod condition;
mod decide;
mod never;
pub mod pattern;
pub mod policy;
pub mod problem;
pub mod question;
mod quote;
pub mod rule;
mod wild;

pub use pattern::{Pattern, PatternError};
pub use policy::Policy;
pub use problem::RuleProblem;
pub use question::{Decision, Question, Ruling};
pub use rule::{Effect, Rule, RuleDraft};
