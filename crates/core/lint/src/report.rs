//! What the rules found.

use std::cmp::Reverse;

use candor_model::{Diagnostic, FilePosition, Severity};

use crate::{LintFix, LintInput, LintPolicy, LintProblem, LintRule, LintSubject, RULES, RuleCheck};

/// One finding of a rule.
#[derive(Clone)]
pub struct LintFinding {
    /// The rule that found it.
    pub rule: &'static LintRule,
    /// How severe it is under the policy.
    pub severity: Severity,
    /// The qualified name of the tool; none for a finding about a source or more.
    pub tool: Option<String>,
    /// What is wrong.
    pub message: String,
    /// The JSON Pointer of the place in the definition.
    pub pointer: String,
    /// The place in a file, where the definition has one.
    pub place: Option<FilePosition>,
    /// The edits that fix it.
    pub fix: Option<LintFix>,
}

/// All findings about a number of tools.
pub struct LintReport {
    /// The qualified names of the tools that were checked.
    pub tools: Vec<String>,
    /// What was found while the tools were read: problems of documents, sources or files.
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

    /// How often each rule fired, most often first.
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

/// Every finding: first those about sources and more, then those about each tool.
fn run(input: &LintInput, policy: &LintPolicy) -> Vec<LintFinding> {
    let active: Vec<(&'static LintRule, Severity)> = RULES
        .iter()
        .filter_map(|rule| Some((*rule, policy.severity(rule)?)))
        .collect();
    let mut wide = Vec::new();
    for (rule, severity) in &active {
        let problems = match rule.check {
            RuleCheck::All(check) => check(input, policy),
            RuleCheck::Source(check) => {
                let sources = input.sources();
                sources.flat_map(|tools| check(tools, policy)).collect()
            }
            RuleCheck::Tool(_) => continue,
        };
        wide.extend(problems.into_iter().map(|one| {
            let tool = one.tool.as_deref().and_then(|name| input.tool(name));
            finding(rule, *severity, tool, one)
        }));
    }
    let (mut about_tools, mut findings): (Vec<_>, Vec<_>) = wide
        .into_iter()
        .partition(|one: &LintFinding| one.tool.is_some());
    for tool in &input.tools {
        let (mut own, rest): (Vec<_>, Vec<_>) = about_tools
            .into_iter()
            .partition(|one| one.tool.as_deref() == Some(&tool.name));
        about_tools = rest;
        for (rule, severity) in &active {
            if let RuleCheck::Tool(check) = rule.check {
                let problems = check(tool, policy).into_iter();
                own.extend(problems.map(|one| finding(rule, *severity, Some(tool), one)));
            }
        }
        own.sort_by_key(|one| (Reverse(one.severity), one.rule.id));
        findings.extend(own);
    }
    // What names a tool that is gone.
    findings.extend(about_tools);
    findings
}

fn finding(
    rule: &'static LintRule,
    severity: Severity,
    tool: Option<&LintSubject>,
    problem: LintProblem,
) -> LintFinding {
    LintFinding {
        rule,
        severity,
        tool: tool.map(|tool| tool.name.clone()).or(problem.tool),
        message: problem.message,
        pointer: problem.pointer,
        place: tool.and_then(|tool| tool.place.clone()),
        fix: problem.fix,
    }
}
