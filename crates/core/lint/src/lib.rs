//! Lint rules for tools that are hard or dangerous to use.
//!
//! A [`LintSubject`] is one tool, whether its definition comes from a server or a file.
//! [`LintReport::new`] runs every rule of [`RULES`] that the [`LintPolicy`] enables. The crate
//! reads no files, contacts no servers, reads no clock and prints nothing.
//!
//! Each rule is one file in `rules/`, with its reason and a bad and a good example, which are
//! tested.

mod baseline;
mod described_tool;
mod fix;
pub mod format;
mod head_verb;
mod input;
mod instructions;
mod page;
mod parameter;
mod policy;
mod problem;
mod profile;
mod report;
mod rule;
mod rules;
mod score;
mod subject;
mod submission;
mod text_field;
mod tool_checks;
mod words;

pub use baseline::{BaselineError, LintBaseline};
pub use described_tool::{DefinitionError, DescribedTool, InferOptions, infer};
pub use fix::{DefinitionEdit, FixKind, LintFix};
pub use input::{LintInput, LintNote, LintToolset, RemovedTool};
pub use instructions::ServerInstructions;
pub use page::{explain, rules_page};
pub use policy::{ExpectedHint, LintBudget, LintPolicy, LintSuppression, ToolExpectation};
pub use problem::LintProblem;
pub use profile::{LintProfile, SeverityByProfile};
pub use report::{LintFinding, LintReport, ReportSource};
pub use rule::{LintRule, RuleCheck};
pub use rules::{RULES, find_rule};
pub use score::{score, source_score, tool_score};
pub use subject::{
    ApiOperation, HintEvidence, HintObservation, HintOverride, LintSubject, SecondReading,
};
pub use submission::{
    ChecklistItem, ChecklistStatus, SubmissionDirectory, openai_submission, submission_checklist,
};
