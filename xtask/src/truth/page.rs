//! The page.

use std::fmt::Write as _;

use candor_model::Hint;
use candor_verify::{HintVerdict, VerifyReport};

use super::ServerTruth;

/// docs/truth.md.
pub(super) fn write(servers: &[ServerTruth]) -> String {
    let ran: Vec<(&ServerTruth, &VerifyReport)> = servers
        .iter()
        .filter_map(|one| Some((one, one.report.as_ref()?)))
        .collect();
    let mut page = String::from(
        "# How true are hints?\n\nMade by `cargo xtask truth`: published servers that need no account, run by \
         [`candor verify`](verify.md). *Verified* means never seen to fail in the calls that were tried; \
         *contradicted* is a fact, with the difference below; *unknown* is everything else.\n\n",
    );
    totals(&mut page, &ran);
    page.push_str("\n## Servers\n\n| server | version | tools | hints declared | verified | contradicted | unknown |\n|---|---|---|---|---|---|---|\n");
    for (server, report) in &ran {
        let counts = [
            HintVerdict::Verified,
            HintVerdict::Contradicted,
            HintVerdict::Unknown,
        ]
        .map(|verdict| report.count(verdict));
        let declared: usize = counts.iter().sum();
        // Writing to a text cannot fail.
        let _ = writeln!(
            page,
            "| {} | {} | {} | {declared} | {} | {} | {} |",
            server.name,
            plain(&report.version),
            report.tools.len(),
            counts[0],
            counts[1],
            counts[2]
        );
    }
    page.push_str("\n## Contradictions\n\n");
    for (server, report) in &ran {
        contradictions(&mut page, &server.name, report);
    }
    let failed: Vec<&ServerTruth> = servers.iter().filter(|one| one.report.is_none()).collect();
    if !failed.is_empty() {
        page.push_str("\n## Not run\n\n");
        for one in failed {
            let _ = writeln!(
                page,
                "- {}: {}",
                one.name,
                plain(one.problem.as_deref().unwrap_or_default())
            );
        }
    }
    page
}

fn totals(page: &mut String, ran: &[(&ServerTruth, &VerifyReport)]) {
    let tools: usize = ran.iter().map(|(_, report)| report.tools.len()).sum();
    let _ = writeln!(page, "{} servers, {tools} tools.\n", ran.len());
    page.push_str(
        "| hint | declared | verified | contradicted | unknown |\n|---|---|---|---|---|\n",
    );
    for hint in Hint::ALL {
        for value in [true, false] {
            let findings = ran
                .iter()
                .flat_map(|(_, report)| &report.tools)
                .flat_map(candor_verify::ToolFinding::by_hint);
            let own: Vec<HintVerdict> = findings
                .filter(|(one, found)| *one == hint && found.declared == Some(value))
                .map(|(_, found)| found.verdict)
                .collect();
            let count = |verdict: HintVerdict| own.iter().filter(|one| **one == verdict).count();
            let _ = writeln!(
                page,
                "| {} {value} | {} | {} | {} | {} |",
                hint.word(),
                own.len(),
                count(HintVerdict::Verified),
                count(HintVerdict::Contradicted),
                count(HintVerdict::Unknown)
            );
        }
    }
}

fn contradictions(page: &mut String, server: &str, report: &VerifyReport) {
    for tool in &report.tools {
        for (hint, found) in tool
            .by_hint()
            .filter(|(_, found)| found.verdict == HintVerdict::Contradicted)
        {
            let Some(evidence) = found.evidence.first() else {
                continue;
            };
            let declared = found.declared.unwrap_or_default();
            let seen = plain(&evidence.difference.join("; "));
            let _ = writeln!(
                page,
                "- {server} `{}`, {} {declared}: {seen}",
                plain(&tool.name),
                hint.word()
            );
        }
    }
}

/// Text without anything that Markdown reads, and without the name of a throw-away folder.
fn plain(text: &str) -> String {
    let one_line = candor_text::clip(&candor_text::collapse_whitespace(text), 400);
    one_line.replace(['|', '`', '<', '>'], "'")
}
