//! Checks the served tools with the linter.

use candor_gateway::Gateway;
use candor_lint::{LintReport, score};
use candor_model::Severity;
use candor_served_lint::served_input;

use super::check::DoctorCheck;
use crate::commands::lint::policy;
use crate::prelude::*;

/// Lints everything that is served with the folder's policy. Errors are only a warning here,
/// because the tools can still be called. `None` without tools.
pub(super) async fn check(gateway: &Gateway) -> CommandResult<Option<DoctorCheck>> {
    let policy = match policy::of_folder() {
        Ok(policy) => policy,
        Err(failure) => return Ok(Some(DoctorCheck::fail("lint", failure.to_string()))),
    };
    let input = served_input(gateway, |_| {}).await?;
    if input.tools.is_empty() {
        return Ok(None);
    }
    let report = LintReport::new(&input, &policy, Vec::new());
    let counts = failure::counts(|severity| report.count(severity));
    let says = format!(
        "{} in {}; score {} of 100",
        counts.unwrap_or_else(|| "no problems".to_owned()),
        counted(report.tools.len(), "tool"),
        score(&report)
    );
    let check = if report.count(Severity::Error) > 0 {
        DoctorCheck::warn("lint", says)
    } else {
        DoctorCheck::ok("lint", says)
    };
    let has_findings = !report.findings.is_empty();
    Ok(Some(if has_findings {
        check.hint("`candor lint` shows what is wrong and how to fix it")
    } else {
        check
    }))
}
