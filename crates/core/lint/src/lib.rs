//! Lint rules: what makes tools hard or dangerous to use.
//!
//! A [`LintSubject`] is one tool as the rules see it, whether a server sent its definition or a
//! file has it. [`LintReport::new`] runs every rule of [`RULES`] that the [`LintPolicy`] has turned
//! on. The crate reads no files, asks no servers, looks at no clock and prints nothing.
//!
//! One rule is one file in `rules/`; each carries its reason, and a bad and a good example that
//! are tests.

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
