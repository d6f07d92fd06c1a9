//! One `[sources.NAME]` table.

use candor_model::{Diagnostic, SourceName};

use super::draft::{DraftKind, DraftOptions, DraftTransport, EntryDraft};
use super::fields::TableFields;
use super::kind::{self, PLACES, SourceKindKey};
use super::{entry, functions, openapi, pack, values};
use crate::duration;
use crate::report::ConfigReport;
use crate::settings::MOST_CALLS;
use crate::tree::{ByteSpan, ConfigEntry, ConfigNode};

/// The keys of every source.
pub(super) const KEYS: [&str; 10] = [
    "kind",
    "trust",
    "enabled",
    "validate_arguments",
    "call_timeout",
    "concurrent_calls",
    "destructive",
    "open_world",
    "drift",
    "unset",
];

/// The keys that a server has besides those.
pub(super) const MCP_KEYS: [&str; 9] = [
    "command",
    "args",
    "env",
    "cwd",
    "url",
    "headers",
    "transport",
    "era",
    "roots",
];

/// What other files call the same thing.
pub(super) const OTHER_NAMES: [(&str, &str); 7] = [
    ("type", "transport"),
    ("flavour", "transport"),
    ("flavor", "transport"),
    ("serverUrl", "url"),
    ("httpUrl", "url"),
    ("disabled", "enabled"),
    ("timeout", "call_timeout"),
];

/// What an entry cannot do without.
const NEEDS: &str = "a program needs `command`, a server on the network needs `url`, an API \
                     needs the `document` that describes it, functions need the `path` of their \
                     file or folder, and a pack needs its name in `pack`";

/// One source; nothing if anything in it is wrong.
pub(super) fn draft(
    report: &mut ConfigReport<'_>,
    found: &ConfigEntry,
) -> Option<EntryDraft<DraftKind>> {
    let before = report.errors();
    let path = format!("sources.{}", found.key);
    let span = &found.key_span;
    let name = name(report, found);
    let entries = found
        .node
        .as_table()
        .map_err(|problem| report.bad_value(span, &path, problem));
    let mut fields = TableFields::new(report, path, entries.ok()?);
    let kind = kind::of(&mut fields, span)?;
    check_keys(&mut fields, kind);
    let transport = match kind {
        SourceKindKey::Mcp => mcp(&mut fields, span).map(DraftKind::Mcp),
        SourceKindKey::OpenApi => openapi::read(&mut fields, span)
            .map(Box::new)
            .map(DraftKind::OpenApi),
        SourceKindKey::Functions => functions::read(&mut fields, span).map(DraftKind::Functions),
        SourceKindKey::Pack => pack::read(&mut fields, &found.key, span).map(DraftKind::Pack),
    };
    let options = options(&mut fields, kind);
    let sound = fields.report.errors() == before;
    let (name, transport) = (name?, transport?);
    sound.then_some(EntryDraft {
        name,
        transport,
        options,
    })
}

fn name(report: &mut ConfigReport<'_>, found: &ConfigEntry) -> Option<SourceName> {
    values::source_name(&found.key)
        .map_err(|problem| {
            let mut diagnostic = Diagnostic::error(
                "config::bad-name",
                format!("the name of a source {}", problem.says),
            );
            diagnostic.hint = problem.hint;
            report.push_at(&found.key_span, diagnostic);
        })
        .ok()
}

/// Reports unknown keys, and those that only other kinds of source have.
fn check_keys(fields: &mut TableFields<'_, '_>, kind: SourceKindKey) {
    let known = [&KEYS, kind.keys()].concat();
    let stated = fields.get("kind").is_some();
    let is_place = |key: &str| PLACES.iter().any(|(place, _)| *place == key);
    // Where no kind is stated, a place is a claim to be of its kind, and no other name.
    let is_misnomer = |key: &str| kind.is_misnomer(key) && (stated || !is_place(key));
    let mut unknown = Vec::new();
    let strange = |entry: &&ConfigEntry| !known.contains(&entry.key.as_str());
    for entry in fields.entries.iter().filter(strange) {
        let key = entry.key.as_str();
        let owners = owners(key);
        if owners.is_empty() || is_misnomer(key) {
            unknown.push(entry);
        } else if kind == SourceKindKey::Functions && key == "headers" {
            functions::no_headers(fields, &entry.key_span);
        } else if !is_place(key) {
            // A place contradicts the kind, which was told.
            fields.ignored(key, &only(&owners));
        }
    }
    let names = kind.other_names();
    fields
        .report
        .unknown_keys(&fields.path, unknown, &known, names);
}

/// The kinds that have a key.
fn owners(key: &str) -> Vec<SourceKindKey> {
    let has = |kind: &SourceKindKey| kind.keys().contains(&key);
    SourceKindKey::ALL.into_iter().filter(has).collect()
}

fn only(owners: &[SourceKindKey]) -> String {
    let words: Vec<String> = owners
        .iter()
        .map(|owner| format!("`{}`", owner.as_str()))
        .collect();
    match words.as_slice() {
        [one] => format!("only a source of kind {one} has it"),
        several => format!("only sources of kind {} have it", several.join(" and ")),
    }
}

fn mcp(fields: &mut TableFields<'_, '_>, span: &ByteSpan) -> Option<DraftTransport> {
    let url = fields.template("url");
    let stated = fields.read("transport", |node| values::transport(node.as_text()?));
    // What is of another kind was told, and is no reason to ask for a command.
    let given = |(key, _): &(&str, SourceKindKey)| fields.get(key).is_some();
    let mut strange = PLACES
        .iter()
        .filter(|(_, owner)| *owner != SourceKindKey::Mcp);
    if strange.any(given) && fields.get("command").is_none() && url.is_none() {
        return None;
    }
    entry::transport(fields, span, url, stated, NEEDS)
}

/// What every kind of source may say, and what only a server may.
fn options(fields: &mut TableFields<'_, '_>, kind: SourceKindKey) -> DraftOptions {
    let read_time = |node: &ConfigNode| duration::parse(&node.as_scalar_text()?);
    let most = MOST_CALLS;
    let mut options = DraftOptions {
        trust: fields.word("trust"),
        enabled: fields.read("enabled", ConfigNode::as_bool),
        validate_arguments: fields.read("validate_arguments", ConfigNode::as_bool),
        call_timeout: fields.read("call_timeout", read_time),
        concurrent_calls: fields.read("concurrent_calls", |node| node.as_count(most)),
        destructive: fields.word("destructive"),
        open_world: fields.read("open_world", ConfigNode::as_bool),
        drift: fields.word("drift"),
        unset: fields.word("unset"),
        ..DraftOptions::default()
    };
    if kind == SourceKindKey::Mcp {
        options.era = fields.read("era", |node| values::era(node.as_text()?));
        options.roots = fields.templates("roots");
    }
    options
}
