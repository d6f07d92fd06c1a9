//! How often each rule fires in one profile.

use std::collections::{BTreeMap, HashSet};
use std::time::Duration;

use candor_lint::{LintInput, LintReport, LintSubject};
use candor_model::{Hint, Severity};

/// The findings of one profile, counted.
pub(super) struct ProfileCount {
    /// One for each rule that fired, by its id.
    pub(super) rules: BTreeMap<&'static str, RuleCount>,
    /// The findings of severity error: rule, tool and message.
    pub(super) errors: Vec<(&'static str, String, String)>,
    /// How many tools are well annotated.
    pub(super) well_annotated: usize,
    /// How long the rules took.
    pub(super) took: Duration,
}

/// The findings of one rule.
pub(super) struct RuleCount {
    pub(super) name: &'static str,
    pub(super) severity: Severity,
    pub(super) findings: usize,
    /// The well-annotated tools that have at least one finding.
    pub(super) in_well_annotated: usize,
}

// === impl ProfileCount ===

impl ProfileCount {
    /// Counts a report.
    pub(super) fn of(input: &LintInput, report: &LintReport, took: Duration) -> Self {
        let good: HashSet<&str> = input
            .tools
            .iter()
            .filter(|tool| is_well_annotated(tool))
            .map(|tool| tool.name.as_str())
            .collect();
        let mut rules: BTreeMap<&'static str, RuleCount> = BTreeMap::new();
        let mut errors = Vec::new();
        let mut seen = HashSet::new();
        for one in &report.findings {
            let row = rules.entry(one.rule.id).or_insert_with(|| RuleCount {
                name: one.rule.name,
                severity: one.severity,
                findings: 0,
                in_well_annotated: 0,
            });
            row.findings += 1;
            let name = one.tool.as_deref().unwrap_or_default();
            let is_new = good.contains(name) && seen.insert((one.rule.id, name));
            row.in_well_annotated += usize::from(is_new);
            if one.severity == Severity::Error {
                errors.push((one.rule.id, name.to_owned(), one.message.clone()));
            }
        }
        Self {
            rules,
            errors,
            well_annotated: good.len(),
            took,
        }
    }

    /// The share of well-annotated tools that a rule fires on, in percent.
    pub(super) fn share(&self, row: &RuleCount) -> usize {
        row.in_well_annotated * 100 / self.well_annotated.max(1)
    }
}

/// Whether the author has said what clients ask about first: that the tool only reads, or that
/// it writes and whether it destroys.
fn is_well_annotated(tool: &LintSubject) -> bool {
    match tool.declared.get(Hint::ReadOnly) {
        Some(true) => true,
        Some(false) => tool.declared.get(Hint::Destructive).is_some(),
        None => false,
    }
}
