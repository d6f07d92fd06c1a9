//! Requirements of tool directories.

mod anthropic;
mod openai;

pub use openai::openai_submission;

use crate::{LintInput, LintPolicy, LintProfile, LintReport};

/// A directory that servers are submitted to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubmissionDirectory {
    /// Anthropic's directory of connectors.
    Anthropic,
    /// `OpenAI`'s directory of apps.
    Openai,
}

/// One requirement of a directory.
pub struct ChecklistItem {
    /// The requirement, as shown in the checklist.
    pub demand: &'static str,
    /// Whether it is met.
    pub status: ChecklistStatus,
    /// The findings, one line per tool or source.
    pub evidence: Vec<String>,
}

/// Whether a demand is met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChecklistStatus {
    /// The demand is met.
    Met,
    /// It is not met, and the directory rejects the submission.
    Missing,
    /// The directory advises against it.
    Advised,
    /// Only a person can check it.
    Manual,
}

/// A demand and the rules that check it.
struct Demand {
    text: &'static str,
    rules: &'static [&'static str],
    /// Whether the directory rejects a server that does not meet it.
    is_hard: bool,
}

// === impl SubmissionDirectory ===

candor_text::string_enum! {
    /// `anthropic` or `openai`.
    SubmissionDirectory {
        Anthropic => "anthropic",
        Openai => "openai",
    }
}

impl SubmissionDirectory {
    /// The profile with the same demands.
    pub const fn profile(self) -> LintProfile {
        match self {
            Self::Anthropic => LintProfile::Anthropic,
            Self::Openai => LintProfile::Openai,
        }
    }
}

// === impl ChecklistStatus ===

candor_text::string_enum! {
    /// `met`, `missing`, `advised` or `manual`.
    ChecklistStatus {
        Met => "met",
        Missing => "missing",
        Advised => "advised",
        Manual => "manual",
    }
}

/// The check-list of a directory, with the evidence for each demand. Nothing is suppressed: the
/// directory does not know the project's policy.
pub fn submission_checklist(
    directory: SubmissionDirectory,
    input: &LintInput,
) -> Vec<ChecklistItem> {
    let policy = LintPolicy::of(directory.profile());
    let report = LintReport::new(input, &policy, Vec::new());
    let (demands, manual) = match directory {
        SubmissionDirectory::Anthropic => (anthropic::DEMANDS, anthropic::MANUAL),
        SubmissionDirectory::Openai => (openai::DEMANDS, openai::MANUAL),
    };
    let checked = demands.iter().map(|demand| checked(demand, &report));
    let manual = manual.iter().map(|demand| ChecklistItem {
        demand,
        status: ChecklistStatus::Manual,
        evidence: Vec::new(),
    });
    checked.chain(manual).collect()
}

fn checked(demand: &Demand, report: &LintReport) -> ChecklistItem {
    let against = report
        .findings
        .iter()
        .filter(|one| demand.rules.contains(&one.rule.id));
    let evidence: Vec<String> = against
        .map(|one| match &one.tool {
            Some(tool) => format!("{tool}: {} [{}]", one.message, one.rule.id),
            None => format!("{} [{}]", one.message, one.rule.id),
        })
        .collect();
    let status = match (evidence.is_empty(), demand.is_hard) {
        (true, _) => ChecklistStatus::Met,
        (false, true) => ChecklistStatus::Missing,
        (false, false) => ChecklistStatus::Advised,
    };
    ChecklistItem {
        demand: demand.text,
        status,
        evidence,
    }
}
