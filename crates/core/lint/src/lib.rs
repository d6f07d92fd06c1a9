//! Lint rules: what makes tools hard or dangerous to use.
//!
//! A [`LintSubject`] is one tool as the rules see it, whether a server sent its definition or a
//! file has it. [`LintReport::new`] runs every rule of [`RULES`] and collects what they find. The
//! crate reads no files, asks no servers and prints nothing.
//!
//! One rule is one file in `rules/`; [`RULES`] lists them, most severe first.

mod described_tool;
mod report;
mod rule;
mod rules;
mod subject;

pub use described_tool::{DefinitionError, DescribedTool, InferOptions, infer};
pub use report::LintReport;
pub use rule::{LintRule, RuleCheck};
pub use rules::RULES;
pub use subject::{ApiOperation, HintEvidence, LintSubject};
