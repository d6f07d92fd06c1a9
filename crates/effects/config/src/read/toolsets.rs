//! Reads `[toolsets.NAME]` tables.

use candor_model::{
    ConfirmMode, Diagnostic, FieldValue, OpinionScope, ToolPattern, Toolset, ToolsetName,
};
use candor_text::quote;

use super::context::ReadContext;
use super::setting_type::{flag, number, word};
use super::table::TableReader;
use super::unknown_sources::SourceMention;
use super::{members, notes, opinions, values};
use crate::report::ConfigReport;
use crate::settings::{BUDGETS, DeclaredOpinion, ToolsetSettings};
use crate::tree::{ConfigEntry, find};

pub(crate) use super::notes::list as notes_at;

/// The known keys.
pub(super) const KEYS: [&str; 9] = [
    "description",
    "tools",
    "notes",
    "profile",
    "provenance",
    "budget",
    "prompts_and_resources",
    "confirm",
    "annotations",
];

/// Keys used elsewhere for the same setting.
const OTHER_NAMES: [(&str, &str); 2] = [("members", "tools"), ("note", "notes")];

/// The longest description, in characters.
const DESCRIPTION_MAX: usize = 500;

/// Reads every toolset, and adds its opinions about tools to `said` and the names it uses to
/// `mentions`. Invalid parts are left out and the rest is kept: without the toolset, its clients
/// would see more tools, not fewer.
pub(crate) fn tables(
    context: &mut ReadContext<'_>,
    found: &ConfigEntry,
    said: &mut Vec<DeclaredOpinion>,
    mentions: &mut Vec<SourceMention>,
) -> Vec<ToolsetSettings> {
    let hint = Some("begin each toolset with a line `[toolsets.NAME]`");
    let entries = context.table(found, "toolsets", hint).unwrap_or_default();
    entries
        .iter()
        .filter_map(|entry| toolset(context, entry, said, mentions))
        .collect()
}

fn toolset(
    context: &mut ReadContext<'_>,
    found: &ConfigEntry,
    said: &mut Vec<DeclaredOpinion>,
    mentions: &mut Vec<SourceMention>,
) -> Option<ToolsetSettings> {
    let path = format!("toolsets.{}", found.key);
    let name = name(&mut context.report, found);
    let entries = context.table(found, &path, None);
    let (name, entries) = (name?, entries?);
    let report = &mut context.report;
    report.unknown_keys(&path, entries, &KEYS, &OTHER_NAMES);
    let mut toolset = Toolset::new(name.clone());
    let mut reader = TableReader::new(context, path.as_str(), entries);
    toolset.description = reader.free_text("description", DESCRIPTION_MAX);
    toolset.profile = reader.stated("profile", word());
    toolset.provenance = reader.stated("provenance", flag());
    toolset.budget = reader.stated("budget", number(BUDGETS));
    let served = reader.stated("prompts_and_resources", flag());
    toolset.prompts_and_resources = served.unwrap_or(true);
    toolset.members = members::read(context, found, entries, &path, mentions);
    toolset.notes = notes::read(context, entries, &path, mentions);
    toolset.confirm = confirm(context, entries, &path, mentions);
    if let Some(annotations) = find(entries, "annotations") {
        let annotated = format!("{path}.annotations");
        let scope = OpinionScope::Toolset(name);
        let own = opinions::tables(context, annotations, &annotated, &scope);
        check_confirm(context, entries, &path, &toolset.confirm, &own);
        said.extend(own);
    }
    Some(ToolsetSettings {
        toolset,
        place: context.report.place(&found.key_span),
    })
}

/// The name of a toolset, or what is wrong with it.
pub(crate) fn name(report: &mut ConfigReport<'_>, found: &ConfigEntry) -> Option<ToolsetName> {
    let name = ToolsetName::parse(&found.key);
    name.map_err(|error| report.bad_name(&found.key_span, error.to_string()))
        .ok()
}

/// Reads the confirm modes. A mistake here refuses the whole configuration, because it may be what
/// prevents harm.
fn confirm(
    context: &mut ReadContext<'_>,
    entries: &[ConfigEntry],
    path: &str,
    mentions: &mut Vec<SourceMention>,
) -> Vec<(ToolPattern, ConfirmMode)> {
    let Some(found) = find(entries, "confirm") else {
        return Vec::new();
    };
    let path = format!("{path}.confirm");
    let before = context.report.errors();
    let mut modes = Vec::new();
    let table = found.node.as_table().unwrap_or_else(|problem| {
        let problem = problem.with_hint("write `confirm = { \"SOURCE.TOOL\" = \"always\" }`");
        context.report.bad_value(&found.node.span, &path, problem);
        &[]
    });
    for entry in table {
        let own = format!("{path}.\"{}\"", entry.key);
        let span = &entry.node.span;
        let about = opinions::pattern(&mut context.report, entry, &path);
        let word = entry.node.as_text().and_then(values::one_of::<ConfirmMode>);
        let word = word.map_err(|problem| context.report.bad_value(span, &own, problem));
        let (Some(about), Ok(word)) = (about, word) else {
            continue;
        };
        let origin = context.origin_of(Some(span));
        context.show(&own, word.as_str(), origin);
        let place = context.report.place(&entry.key_span);
        mentions.push(SourceMention::new(about.source(), &about, place));
        modes.push((about, word));
    }
    context.refused |= context.report.errors() > before;
    modes
}

/// Warns if both a toolset's `confirm` and its annotations set a confirm mode. It is not an error,
/// because both may be set elsewhere, and an exported file must be importable.
fn check_confirm(
    context: &mut ReadContext<'_>,
    entries: &[ConfigEntry],
    path: &str,
    modes: &[(ToolPattern, ConfirmMode)],
    said: &[DeclaredOpinion],
) {
    let own = find(entries, "confirm").and_then(|found| found.node.as_table().ok());
    for (about, mode) in modes {
        let other = said.iter().find(|one| one.key.about == *about);
        let Some(other) = other.and_then(|one| one.opinion.confirm.as_ref()) else {
            continue;
        };
        if other.value == FieldValue::Set(*mode) {
            continue;
        }
        let text = about.to_string();
        let Some(entry) = own.and_then(|own| find(own, &text)) else {
            continue;
        };
        let key = quote(&format!("{path}.confirm.\"{text}\""));
        let annotations = quote(&format!("{path}.annotations.\"{text}\""));
        let message = format!(
            "{key} is `{}`, but {annotations} says otherwise",
            mode.as_str()
        );
        let warning = Diagnostic::warning("config::two-answers", message)
            .with_hint("keep the one that is meant");
        context.report.push_at(&entry.node.span, warning);
    }
}
