//! Lint reports: the findings of a run, and their counts.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};

use candor_model::{Diagnostic, FilePosition, Severity};

use crate::tool_checks::{ActiveRule, check_tools, sort_findings};
use crate::{LintFix, LintInput, LintPolicy, LintProblem, LintRule, LintSubject, RULES, RuleCheck};

/// One finding of a rule.
#[derive(Clone)]
pub struct LintFinding {
    /// The rule that found it.
    pub rule: &'static LintRule,
    /// Its severity under the policy.
    pub severity: Severity,
    /// The source; none for a finding about several or none.
    pub source: Option<String>,
    /// The qualified name of the tool; none for a finding about a source or more.
    pub tool: Option<String>,
    /// The description of the problem.
    pub message: String,
    /// The JSON Pointer of the place in the definition.
    pub pointer: String,
    /// The place in a file, where the definition has one.
    pub place: Option<FilePosition>,
    /// The edits that fix it.
    pub fix: Option<LintFix>,
}

/// The tools of one source in a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReportSource {
    /// The name of the source.
    pub name: String,
    /// The qualified names of its tools.
    pub tools: Vec<String>,
}

/// All findings about a number of tools.
pub struct LintReport {
    /// The qualified names of the tools that were checked.
    pub tools: Vec<String>,
    /// The results by source.
    pub sources: Vec<ReportSource>,
    /// Diagnostics from reading the tools: problems of documents, sources or files.
    pub general: Vec<Diagnostic>,
    /// The findings that count, most severe first within a tool.
    pub findings: Vec<LintFinding>,
    /// The findings that the policy suppresses, with the reason.
    pub suppressed: Vec<(LintFinding, String)>,
    /// The findings that a baseline knows.
    pub known: Vec<LintFinding>,
}

// === impl LintReport ===

impl LintReport {
    /// Runs every rule that the policy has turned on. `general` is what was found while the tools
    /// were read.
    pub fn new(input: &LintInput, policy: &LintPolicy, general: Vec<Diagnostic>) -> Self {
        let found = run(input, policy);
        let mut used = vec![false; policy.suppressions.len()];
        let mut report = Self {
            tools: input.tools.iter().map(|tool| tool.name.clone()).collect(),
            sources: input.sources().filter_map(ReportSource::of).collect(),
            general,
            findings: Vec::new(),
            suppressed: Vec::new(),
            known: Vec::new(),
        };
        for finding in found {
            match policy.suppression(&finding) {
                Some(at) => {
                    used[at] = true;
                    let reason = policy.suppressions[at].reason.clone();
                    report.suppressed.push((finding, reason));
                }
                None => report.findings.push(finding),
            }
        }
        let unused = crate::rules::unused_suppressions(policy, &used);
        report.findings.extend(unused);
        report
    }

    /// The findings about one tool.
    pub fn of_tool<'a>(&'a self, tool: &'a str) -> impl Iterator<Item = &'a LintFinding> {
        let about = move |one: &&LintFinding| one.tool.as_deref() == Some(tool);
        self.findings.iter().filter(about)
    }

    /// The findings by tool, for repeated lookup.
    pub fn by_tool(&self) -> HashMap<&str, Vec<&LintFinding>> {
        let mut findings: HashMap<&str, Vec<&LintFinding>> = HashMap::new();
        for one in &self.findings {
            if let Some(tool) = &one.tool {
                findings.entry(tool).or_default().push(one);
            }
        }
        findings
    }

    /// The findings that name a tool which was not checked.
    pub fn of_missing_tools(&self) -> impl Iterator<Item = &LintFinding> {
        let checked: HashSet<&str> = self.tools.iter().map(String::as_str).collect();
        let is_missing = move |one: &&LintFinding| {
            let tool = one.tool.as_deref();
            tool.is_some_and(|tool| !checked.contains(tool))
        };
        self.findings.iter().filter(is_missing)
    }

    /// The findings about no single tool.
    pub fn of_sources(&self) -> impl Iterator<Item = &LintFinding> {
        self.findings.iter().filter(|one| one.tool.is_none())
    }

    /// The number of findings of this severity, those of the reading included.
    pub fn count(&self, severity: Severity) -> usize {
        let general = self.general.iter().map(|one| one.severity);
        let findings = self.findings.iter().map(|one| one.severity);
        general
            .chain(findings)
            .filter(|one| *one == severity)
            .count()
    }

    /// Whether the run fails: there is an error, or there are more warnings than allowed. Notes
    /// never fail.
    pub fn fails(&self, max_warnings: usize) -> bool {
        self.count(Severity::Error) > 0 || self.count(Severity::Warning) > max_warnings
    }

    /// The number of findings per rule, most frequent first.
    pub fn by_rule(&self) -> Vec<(&'static LintRule, Severity, usize)> {
        let mut counts: Vec<(&'static LintRule, Severity, usize)> = Vec::new();
        for one in &self.findings {
            match counts
                .iter_mut()
                .find(|(rule, _, _)| rule.id == one.rule.id)
            {
                Some((_, _, count)) => *count += 1,
                None => counts.push((one.rule, one.severity, 1)),
            }
        }
        counts
            .sort_by_key(|(rule, severity, count)| (Reverse(*severity), Reverse(*count), rule.id));
        counts
    }
}

// === impl ReportSource ===

impl ReportSource {
    fn of(tools: &[LintSubject]) -> Option<Self> {
        Some(Self {
            name: tools.first()?.source.clone(),
            tools: tools.iter().map(|tool| tool.name.clone()).collect(),
        })
    }
}

/// Every finding: first those about sources and more, then those about each tool.
fn run(input: &LintInput, policy: &LintPolicy) -> Vec<LintFinding> {
    let active: Vec<ActiveRule> = RULES
        .iter()
        .filter_map(|rule| Some((*rule, policy.severity(rule)?)))
        .collect();
    let (mut about_tools, mut findings) = wide(input, policy, &active);
    let checked = check_tools(&input.tools, policy, &active);
    for (tool, found) in input.tools.iter().zip(checked) {
        let mut own = about_tools.remove(&tool.name).unwrap_or_default();
        own.extend(found);
        sort_findings(&mut own);
        findings.extend(own);
    }
    // Findings about tools that no longer exist.
    findings.extend(about_tools.into_values().flatten());
    findings
}

/// The findings of the rules that look at more than one tool: those that name a tool, by its name,
/// and the others.
fn wide(
    input: &LintInput,
    policy: &LintPolicy,
    active: &[ActiveRule],
) -> (BTreeMap<String, Vec<LintFinding>>, Vec<LintFinding>) {
    let names = input.tools.iter().map(|tool| (tool.name.as_str(), tool));
    let tools: HashMap<&str, &LintSubject> = names.collect();
    let mut about_tools: BTreeMap<String, Vec<LintFinding>> = BTreeMap::new();
    let mut others = Vec::new();
    for (rule, severity) in active {
        let mut add = |source: Option<&String>, one: LintProblem| {
            let tool = one.tool.as_deref().and_then(|name| tools.get(name));
            let mut found = finding(rule, *severity, tool.copied(), one);
            if let Some(source) = source {
                found.source = Some(source.clone());
            }
            match &found.tool {
                Some(tool) => about_tools.entry(tool.clone()).or_default().push(found),
                None => others.push(found),
            }
        };
        match rule.check {
            RuleCheck::All(check) => check(input, policy)
                .into_iter()
                .for_each(|one| add(None, one)),
            RuleCheck::Source(check) => {
                for tools in input.sources() {
                    let source = tools.first().map(|tool| &tool.source);
                    let problems = check(tools, policy).into_iter();
                    problems.for_each(|one| add(source, one));
                }
            }
            RuleCheck::Tool(_) => {}
        }
    }
    (about_tools, others)
}

pub(crate) fn finding(
    rule: &'static LintRule,
    severity: Severity,
    tool: Option<&LintSubject>,
    problem: LintProblem,
) -> LintFinding {
    LintFinding {
        rule,
        severity,
        source: tool.map(|tool| tool.source.clone()),
        tool: tool.map(|tool| tool.name.clone()).or(problem.tool),
        message: problem.message,
        pointer: problem.pointer,
        place: tool.and_then(|tool| tool.place.clone()),
        fix: problem.fix,
    }
}
