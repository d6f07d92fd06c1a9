//! The `[toolsets.NAME]` tables.

use candor_model::{
    ConfirmMode, Diagnostic, FieldValue, HintProfile, OpinionScope, ToolPattern, Toolset,
    ToolsetName,
};
use candor_text::quote;

use super::context::ReadContext;
use super::fields::TableFields;
use super::unknown_sources::SourceMention;
use super::{members, notes, opinions, values};
use crate::free_text;
use crate::problem::ValueProblem;
use crate::report::ConfigReport;
use crate::settings::{DeclaredOpinion, ToolsetSettings};
use crate::tree::{ByteSpan, ConfigEntry, ConfigNode, find};

pub(crate) use super::notes::house;

/// The known keys.
pub(super) const KEYS: [&str; 8] = [
    "description",
    "tools",
    "notes",
    "profile",
    "provenance",
    "budget",
    "confirm",
    "annotations",
];

/// What people may call the same thing.
const OTHER_NAMES: [(&str, &str); 2] = [("members", "tools"), ("note", "notes")];

/// The longest description, in characters.
const DESCRIPTION_MAX: usize = 500;

/// Reads every toolset, adds what is said in them about tools to `said`, and what they name to
/// `mentions`. What is wrong in a toolset is left out of it and the rest stays: a toolset that
/// vanished would leave its clients with more tools, and not with fewer.
pub(crate) fn tables(
    context: &mut ReadContext<'_>,
    found: &ConfigEntry,
    said: &mut Vec<DeclaredOpinion>,
    mentions: &mut Vec<SourceMention>,
) -> Vec<ToolsetSettings> {
    match found.node.as_table() {
        Ok(entries) => entries
            .iter()
            .filter_map(|entry| toolset(context, entry, said, mentions))
            .collect(),
        Err(problem) => {
            context.refused = true;
            let problem = problem.with_hint("begin each toolset with a line `[toolsets.NAME]`");
            let span = &found.key_span;
            context.report.bad_value(span, "toolsets", problem);
            Vec::new()
        }
    }
}

fn toolset(
    context: &mut ReadContext<'_>,
    found: &ConfigEntry,
    said: &mut Vec<DeclaredOpinion>,
    mentions: &mut Vec<SourceMention>,
) -> Option<ToolsetSettings> {
    let path = format!("toolsets.{}", found.key);
    let name = name(&mut context.report, found);
    let entries = found.node.as_table().map_err(|problem| {
        context.refused = true;
        context.report.bad_value(&found.key_span, &path, problem);
    });
    let (name, entries) = (name?, entries.ok()?);
    let known = &KEYS;
    context
        .report
        .unknown_keys(&path, entries, known, &OTHER_NAMES);
    let mut toolset = Toolset::new(name.clone());
    own(context, entries, &path, &mut toolset);
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
    ToolsetName::parse(&found.key)
        .map_err(|error| {
            let diagnostic = Diagnostic::error("config::bad-name", error.to_string());
            report.push_at(&found.key_span, diagnostic);
        })
        .ok()
}

/// What is not about single tools.
fn own(context: &mut ReadContext<'_>, entries: &[ConfigEntry], path: &str, toolset: &mut Toolset) {
    let mut fields = TableFields::new(&mut context.report, path, entries);
    let about = fields.read("description", description);
    let profile = fields.word::<HintProfile>("profile");
    let provenance = fields.read("provenance", ConfigNode::as_bool);
    let budget = fields.read("budget", values::budget);
    let mut show = |key: &str, value: String, span: &ByteSpan| {
        let origin = context.origin_of(Some(span));
        context.show(&format!("{path}.{key}"), &value, origin);
    };
    if let Some((Some(text), span)) = about {
        show("description", text.clone(), &span);
        toolset.description = text;
    }
    if let Some((profile, span)) = profile {
        show("profile", profile.to_string(), &span);
        toolset.profile = Some(profile);
    }
    if let Some((yes, span)) = provenance {
        show("provenance", yes.to_string(), &span);
        toolset.provenance = Some(yes);
    }
    if let Some((budget, span)) = budget {
        show("budget", budget.to_string(), &span);
        toolset.budget = Some(budget);
    }
}

fn description(node: &ConfigNode) -> Result<Option<String>, ValueProblem> {
    let text = free_text::read_free_text(node.as_text()?)?;
    let length = text.as_ref().map_or(0, |text| text.chars().count());
    if length > DESCRIPTION_MAX {
        let says = format!("has {length} characters, but at most {DESCRIPTION_MAX} are allowed");
        return Err(ValueProblem::new(says));
    }
    Ok(text)
}

/// The confirm modes. A mistake here refuses the whole: it may be what keeps a tool
/// from harm.
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
    let table = found.node.as_table().map_err(|problem| {
        let hint = "write `confirm = { \"SOURCE.TOOL\" = \"always\" }`";
        let span = &found.node.span;
        context
            .report
            .bad_value(span, &path, problem.with_hint(hint));
    });
    for entry in table.unwrap_or_default() {
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
        mentions.push(SourceMention {
            source: about.source().clone(),
            text: about.to_string(),
            place: context.report.place(&entry.key_span),
        });
        modes.push((about, word));
    }
    context.refused |= context.report.errors() > before;
    modes
}

/// Warns of two answers to one question: `confirm` of a toolset, and of its annotations. It is no
/// error, since both can be said elsewhere, and what is exported must be taken back.
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
