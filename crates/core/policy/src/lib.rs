//! What is allowed, asked about or denied, and why.
//!
//! An administrator writes rules; [`PolicyRules::compile`] reads them, refuses those that can never do what
//! they say, and [`PolicyRules::decide`] answers for one call. The answer depends on the rules, on what
//! is relied upon to be true of the tool, on its confirm mode, and on the
//! preferences of the endpoint, and on nothing else. It always has a reason in words.
//!
//! A [`ArgumentPattern`] says with which arguments a standing approval counts.
//!
//! Nothing here does input or output, reads a clock or waits, and no question makes it panic.

mod condition;
mod decide;
mod ineffective;
mod loosening;
pub mod pattern;
pub mod policy;
pub mod problem;
pub mod question;
pub mod rule;
mod wildcard;

pub use loosening::{opinion_loosens, preferences_loosen, rule_loosens, toolset_loosens};
pub use pattern::{ArgumentPattern, ArgumentPatternError};
pub use policy::PolicyRules;
pub use problem::RuleProblem;
pub use question::{PolicyDecision, PolicyQuestion, PolicyRuling};
pub use rule::{PolicyRule, RuleDraft, RuleEffect, SAVED_PLACE};
