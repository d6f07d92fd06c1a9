//! Reads a whole `candor.toml`.

use candor_model::OpinionScope;

use super::context::ReadContext;
use super::table::TableReader;
use super::unknown_sources::{self, SourceMention};
use super::{environments, opinions, policy, source, source_table, toolsets};
use crate::declare::SettingKey;
use crate::settings::{
    AuditSettings, CatalogueSettings, EndpointSettings, InferenceSettings, LimitSettings,
    ServerSettings, Settings, SourceSettings,
};
use crate::tree::{ConfigEntry, find};

/// The tables that are read.
const TABLES: [&str; 12] = [
    "server",
    "limits",
    "audit",
    "endpoint",
    "inference",
    "catalogue",
    "policy",
    "sources",
    "annotations",
    "environments",
    "toolsets",
    "notes",
];

/// Reads the root of the document; an empty one gives defaults and overrides.
pub(super) fn settings(context: &mut ReadContext<'_>, root: &[ConfigEntry]) -> Settings {
    context.report.unknown_keys("", root, &TABLES, &[]);
    let server = table(context, root, ServerSettings::TABLE, ServerSettings::KEYS);
    let limits = table(context, root, LimitSettings::TABLE, LimitSettings::KEYS);
    let audit = table(context, root, AuditSettings::TABLE, AuditSettings::KEYS);
    let endpoint = table(context, root, "endpoint", EndpointSettings::KEYS);
    let inference = table(context, root, "inference", InferenceSettings::KEYS);
    let catalogue = table(context, root, "catalogue", CatalogueSettings::KEYS);
    let mut settings = Settings {
        server: ServerSettings::resolve(context, server),
        limits: LimitSettings::resolve(context, limits),
        audit: AuditSettings::read(&mut TableReader::new(context, "audit", audit)),
        endpoint: EndpointSettings::read(&mut TableReader::new(context, "endpoint", endpoint)),
        inference: InferenceSettings::read(&mut TableReader::new(context, "inference", inference)),
        catalogue: CatalogueSettings::resolve(context, catalogue),
        policy: policy::settings(context, root),
        sources: sources(context, root),
        opinions: Vec::new(),
        environments: Vec::new(),
        toolsets: Vec::new(),
        notes: Vec::new(),
    };
    let opinions = &mut settings.opinions;
    if let Some(found) = find(root, "annotations") {
        *opinions = opinions::tables(context, found, "annotations", &OpinionScope::Everywhere);
    }
    settings.environments = environments::settings(context, root, opinions);
    let mut mentions = Vec::new();
    if let Some(found) = find(root, "toolsets") {
        settings.toolsets = toolsets::tables(context, found, opinions, &mut mentions);
    }
    if let Some(found) = find(root, "notes") {
        settings.notes = toolsets::notes_at(context, found, "notes", &mut mentions);
    }
    mentions.extend(opinions.iter().map(SourceMention::from));
    // An invalid source is left out, but its name is known.
    let sources = find(root, "sources").and_then(|found| found.node.as_table().ok());
    unknown_sources::warn(context, &mentions, sources.unwrap_or(&[]));
    settings
}

/// The entries of a table of settings; none if there is no such table.
fn table<'a>(
    context: &mut ReadContext<'_>,
    root: &'a [ConfigEntry],
    key: &str,
    known: &[SettingKey],
) -> &'a [ConfigEntry] {
    let found = find(root, key).and_then(|found| context.table(found, key, None));
    let entries = found.unwrap_or_default();
    let known: Vec<&str> = known.iter().map(|known| known.key).collect();
    context.report.unknown_keys(key, entries, &known, &[]);
    entries
}

fn sources(context: &mut ReadContext<'_>, root: &[ConfigEntry]) -> Vec<SourceSettings> {
    let hint = Some("begin each source with a line `[sources.NAME]`");
    let found = find(root, "sources").and_then(|found| context.table(found, "sources", hint));
    let entries = found.unwrap_or_default().iter();
    let drafts = entries
        .filter_map(|entry| source_table::draft(context, entry))
        .collect();
    source::settings(context, drafts)
}
