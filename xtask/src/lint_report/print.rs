//! The report as Markdown.

use std::collections::BTreeSet;
use std::fmt::Write;

use candor_lint::{LintInput, RULES};

use super::count::{ProfileCount, RuleCount};

/// The whole report.
pub(super) fn report(input: &LintInput, clients: &ProfileCount, strict: &ProfileCount) -> String {
    let servers: BTreeSet<&str> = input
        .tools
        .iter()
        .map(|tool| tool.source.as_str())
        .collect();
    let mut text = format!(
        "# Lint over real tools\n\n\
         `cargo xtask lint-report DIR`: {} tools of {} servers, {} of them well annotated (they say that\n\
         they only read, or that they write and whether they destroy); {} rules. Shares are those of the\n\
         well-annotated tools that a rule finds something in.\n\n",
        input.tools.len(),
        servers.len(),
        clients.well_annotated,
        RULES.len()
    );
    text.push_str(&table(clients, strict));
    let silent: Vec<&str> = RULES
        .iter()
        .map(|rule| rule.id)
        .filter(|id| !strict.rules.contains_key(id))
        .collect();
    let _ = write!(
        text,
        "\nNothing is found by the other {} rules: {}.\n\n\
         The rules took {} ms with the default profile and {} ms with `strict`.\n\n\
         ## Errors in the default profile\n\n",
        silent.len(),
        silent.join(", "),
        clients.took.as_millis(),
        strict.took.as_millis()
    );
    for (rule, tool, message) in &clients.errors {
        let tool = if tool.is_empty() { "a server" } else { tool };
        let _ = writeln!(text, "- {rule} {tool}: {message}");
    }
    text
}

fn table(clients: &ProfileCount, strict: &ProfileCount) -> String {
    let mut text = String::from(
        "| rule | default | findings | share | strict | findings | share |\n\
         |---|---|---:|---:|---|---:|---:|\n",
    );
    for (id, row) in &strict.rules {
        let default = clients.rules.get(id);
        let _ = writeln!(
            text,
            "| {id} {} | {} | {} |",
            row.name,
            cells(clients, default),
            cells(strict, Some(row))
        );
    }
    text
}

/// The severity, the findings and the share of a rule.
fn cells(profile: &ProfileCount, row: Option<&RuleCount>) -> String {
    row.map_or_else(
        || "off | | ".to_owned(),
        |row| {
            let share = profile.share(row);
            format!("{} | {} | {share} %", row.severity, row.findings)
        },
    )
}
