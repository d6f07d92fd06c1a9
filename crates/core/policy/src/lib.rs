//! Policy: whether a call is allowed, needs approval or is denied, and why.
//!
//! An administrator writes rules; [`PolicyRules::compile`] checks them and rejects those that can
//! never take effect, and [`PolicyRules::decide`] decides about one call. The decision depends only
//! on the rules, the relied-upon hints of the tool, its confirm mode and the preferences of the
//! endpoint. It always comes with a reason in words.
//!
//! An [`ArgumentPattern`] says which arguments a standing approval covers.
//!
//! Nothing here does I/O, reads a clock, blocks or panics.

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
