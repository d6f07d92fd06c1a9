//! Runs the rules for individual tools in parallel. They share no state.

use std::cmp::Reverse;
use std::num::NonZero;
use std::thread;

use candor_model::Severity;

use crate::report::finding;
use crate::{LintFinding, LintPolicy, LintRule, LintSubject, RuleCheck};

/// With fewer tools, starting threads takes longer than the checks.
const TOOLS_PER_THREAD: usize = 64;

/// A rule that is turned on, and how severe its findings are.
pub(crate) type ActiveRule = (&'static LintRule, Severity);

/// The findings about each tool, in the order of the tools.
pub(crate) fn check_tools(
    tools: &[LintSubject],
    policy: &LintPolicy,
    active: &[ActiveRule],
) -> Vec<Vec<LintFinding>> {
    let processors = thread::available_parallelism().map_or(1, NonZero::get);
    let share = tools.len().div_ceil(processors).max(TOOLS_PER_THREAD);
    let check = |part: &[LintSubject]| -> Vec<Vec<LintFinding>> {
        let each = part.iter();
        each.map(|tool| check_tool(tool, policy, active)).collect()
    };
    let (own, rest) = tools.split_at(share.min(tools.len()));
    thread::scope(|scope| {
        let others: Vec<_> = rest
            .chunks(share)
            .map(|part| scope.spawn(move || check(part)))
            .collect();
        let mut found = check(own);
        for other in others {
            match other.join() {
                Ok(more) => found.extend(more),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        found
    })
}

fn check_tool(tool: &LintSubject, policy: &LintPolicy, active: &[ActiveRule]) -> Vec<LintFinding> {
    let mut found = Vec::new();
    for (rule, severity) in active {
        if let RuleCheck::Tool(check) = rule.check {
            let problems = check(tool, policy).into_iter();
            found.extend(problems.map(|one| finding(rule, *severity, Some(tool), one)));
        }
    }
    found
}

/// Sorts the findings about one tool in report order.
pub(crate) fn sort_findings(findings: &mut [LintFinding]) {
    findings.sort_by_key(|one| (Reverse(one.severity), one.rule.id));
}
