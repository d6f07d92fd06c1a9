//! A project's lint policy: the content of a `candor-lint.toml`.

use std::collections::BTreeMap;

use candor_model::glob::glob_matches;
use candor_model::{DestructivePolicy, Hint, Severity};

use crate::{LintFinding, LintProfile, LintRule};

/// A project's policy. The default is the profile `clients`.
#[derive(Clone, Debug, Default)]
pub struct LintPolicy {
    /// The profile that severities are taken from.
    pub profile: LintProfile,
    /// Severities of single rules by their id; none turns a rule off.
    pub severities: BTreeMap<&'static str, Option<Severity>>,
    /// What counts as destructive.
    pub destructive: DestructivePolicy,
    /// Findings that are accepted.
    pub suppressions: Vec<LintSuppression>,
    /// The expectations about individual tools.
    pub expectations: Vec<ToolExpectation>,
    /// Whether every tool must have an entry among the expectations.
    pub expects_every_tool: bool,
    /// The limits of names, texts and tokens.
    pub budget: LintBudget,
    /// The maximum number of warnings.
    pub max_warnings: Option<usize>,
    /// The current date, `2026-11-17`. Without it, no suppression expires.
    pub today: Option<String>,
}

/// A finding that is accepted, for a reason and for a time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LintSuppression {
    /// The id of the rule.
    pub rule: &'static str,
    /// The tools, as a pattern over their own or their qualified names.
    pub tool: String,
    /// Why the finding is accepted.
    pub reason: String,
    /// The last day on which it is accepted, `2026-12-31`.
    pub until: Option<String>,
}

/// The expectations about tools that match a pattern.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ToolExpectation {
    /// The tools, as a pattern over their own or their qualified names.
    pub tool: String,
    /// The expected hints.
    pub hints: Vec<(Hint, ExpectedHint)>,
    /// The expected title.
    pub title: Option<String>,
}

/// The expected value of a hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpectedHint {
    /// Stated as true.
    True,
    /// Stated as false.
    False,
    /// Not stated at all.
    Unset,
    /// Not stated as true.
    NotTrue,
    /// Stated, as true or as false.
    Set,
}

/// The limits that the rules about length and cost use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LintBudget {
    /// The longest name, in characters.
    pub name: usize,
    /// The longest title, in characters.
    pub title: usize,
    /// The longest description with its notes, in characters.
    pub description: usize,
    /// The longest note, in characters.
    pub note: usize,
    /// The tokens of one tool's definition.
    pub tool_tokens: usize,
    /// The tokens of all definitions of a source.
    pub server_tokens: usize,
    /// The number of tools of a source that clients still take.
    pub tools: usize,
    /// The number of tools of a source that a model still chooses from well.
    pub advised_tools: usize,
}

// === impl ExpectedHint ===

candor_text::string_enum! {
    /// `true`, `false`, `unset`, `not-true` or `set`.
    ExpectedHint {
        True => "true",
        False => "false",
        Unset => "unset",
        NotTrue => "not-true",
        Set => "set",
    }
}

impl ExpectedHint {
    /// Whether a stated value is as expected.
    pub(crate) fn fits(self, stated: Option<bool>) -> bool {
        match self {
            Self::True => stated == Some(true),
            Self::False => stated == Some(false),
            Self::Unset => stated.is_none(),
            Self::NotTrue => stated != Some(true),
            Self::Set => stated.is_some(),
        }
    }
}

// === impl LintBudget ===

impl Default for LintBudget {
    fn default() -> Self {
        Self {
            name: 64,
            title: 60,
            description: 2_048,
            note: 500,
            tool_tokens: 500,
            server_tokens: 8_000,
            tools: 128,
            advised_tools: 30,
        }
    }
}

// === impl LintPolicy ===

impl LintPolicy {
    /// A policy with every default but the profile.
    pub fn of(profile: LintProfile) -> Self {
        Self {
            profile,
            ..Self::default()
        }
    }

    /// The severity of a rule; none if it is off.
    pub fn severity(&self, rule: &LintRule) -> Option<Severity> {
        match self.severities.get(rule.id) {
            Some(severity) => *severity,
            None => rule.severity.get(self.profile),
        }
    }

    /// The suppression that covers a finding today.
    pub(crate) fn suppression(&self, finding: &LintFinding) -> Option<usize> {
        self.suppressions
            .iter()
            .position(|one| one.covers(finding) && !one.is_expired(self.today.as_deref()))
    }
}

// === impl LintSuppression ===

impl LintSuppression {
    /// Whether the finding is of this rule and about such a tool. A finding about no tool is
    /// covered by the pattern `*` alone.
    pub(crate) fn covers(&self, finding: &LintFinding) -> bool {
        let is_tool = match &finding.tool {
            Some(tool) => fits(&self.tool, tool),
            None => self.tool == "*",
        };
        self.rule == finding.rule.id && is_tool
    }

    /// Whether its last day is over.
    pub(crate) fn is_expired(&self, today: Option<&str>) -> bool {
        // Dates of this form compare as texts.
        matches!((&self.until, today), (Some(until), Some(today)) if until.as_str() < today)
    }
}

// === impl ToolExpectation ===

impl ToolExpectation {
    /// Whether it is about the tool with this qualified name.
    pub(crate) fn is_about(&self, qualified: &str) -> bool {
        fits(&self.tool, qualified)
    }
}

/// Whether a pattern fits a qualified name, or the tool's own name in it.
fn fits(pattern: &str, qualified: &str) -> bool {
    let own = qualified.split_once('.').map_or(qualified, |(_, own)| own);
    glob_matches(pattern, qualified) || glob_matches(pattern, own)
}
