//! The whole of a `candor.toml`.

use candor_model::Scope;

use super::context::Context;
use super::strangers::{self, Mention};
use super::{
    endpoint, environments, inference, limits, opinions, policy, server, source, source_table,
    toolsets,
};
use crate::settings::Settings;
use crate::tree::{Entry, find};

/// The tables that are read.
const TABLES: [&str; 11] = [
    "server",
    "limits",
    "audit",
    "endpoint",
    "inference",
    "policy",
    "sources",
    "annotations",
    "environments",
    "toolsets",
    "notes",
];

/// Reads the root of the document; an empty one gives the defaults and what overrides them.
pub(super) fn settings(context: &mut Context<'_>, root: &[Entry]) -> Settings {
    context.report.unknown_keys("", root, &TABLES, &[]);
    let server = table(context, root, "server", &server::KEYS);
    let limits = table(context, root, "limits", &limits::KEYS);
    let audit = table(context, root, "audit", &limits::AUDIT_KEYS);
    let endpoint = table(context, root, "endpoint", &endpoint::KEYS);
    let inference = table(context, root, "inference", &inference::KEYS);
    let mut settings = Settings {
        server: server::settings(context, server),
        limits: limits::settings(context, limits),
        audit: limits::audit(context, audit),
        endpoint: endpoint::settings(context, endpoint),
        inference: inference::settings(context, inference),
        policy: policy::settings(context, root),
        sources: sources(context, root),
        opinions: Vec::new(),
        environments: Vec::new(),
        toolsets: Vec::new(),
        notes: Vec::new(),
    };
    let opinions = &mut settings.opinions;
    if let Some(found) = find(root, "annotations") {
        *opinions = opinions::tables(context, found, "annotations", &Scope::Everywhere);
    }
    settings.environments = environments::settings(context, root, opinions);
    let mut mentions = Vec::new();
    if let Some(found) = find(root, "toolsets") {
        settings.toolsets = toolsets::tables(context, found, opinions, &mut mentions);
    }
    if let Some(found) = find(root, "notes") {
        settings.notes = toolsets::house(context, found, &mut mentions);
    }
    mentions.extend(opinions.iter().map(Mention::from));
    // A source with a mistake in it is missing, but it is known what was meant.
    let sources = find(root, "sources").and_then(|found| found.node.as_table().ok());
    strangers::warn(context, &mentions, sources.unwrap_or(&[]));
    settings
}

/// The entries of a table of settings; none if there is no such table.
fn table<'a>(
    context: &mut Context<'_>,
    root: &'a [Entry],
    key: &str,
    known: &[&str],
) -> &'a [Entry] {
    let Some(found) = find(root, key) else {
        return &[];
    };
    match found.node.as_table() {
        Ok(entries) => {
            context.report.unknown_keys(key, entries, known, &[]);
            entries
        }
        Err(problem) => {
            context.refused = true;
            context.report.bad_value(&found.key_span, key, problem);
            &[]
        }
    }
}

fn sources(context: &mut Context<'_>, root: &[Entry]) -> Vec<crate::settings::SourceSettings> {
    let Some(found) = find(root, "sources") else {
        return Vec::new();
    };
    match found.node.as_table() {
        Ok(entries) => {
            let drafts = entries
                .iter()
                .filter_map(|entry| source_table::draft(&mut context.report, entry))
                .collect();
            source::settings(context, drafts)
        }
        Err(problem) => {
            context.refused = true;
            let problem = problem.with_hint("begin each source with a line `[sources.NAME]`");
            context
                .report
                .bad_value(&found.key_span, "sources", problem);
            Vec::new()
        }
    }
}
