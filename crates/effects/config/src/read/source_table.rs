//! Reads one `[sources.NAME]` table.

use std::borrow::Cow;

use candor_model::{Diagnostic, McpEra, SourceName};

use super::context::ReadContext;
use super::draft::{DraftKind, DraftTransport, EntryDraft};
use super::kind::{self, PLACES, SourceKindKey};
use super::setting_type::{Maybe, SettingType, any_time, flag, number, text, word};
use super::table::TableReader;
use super::{confine, entry, functions, openapi, pack, source, split, values};
use crate::report::ConfigReport;
use crate::settings::{MOST_CALLS, SourceSettings};
use crate::tree::{ByteSpan, ConfigEntry};

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
pub(super) const MCP_KEYS: [&str; 12] = [
    "command",
    "args",
    "env",
    "inherit_env",
    "cwd",
    "confine",
    "split",
    "url",
    "headers",
    "transport",
    "era",
    "roots",
];

/// Keys used in other files for the same setting.
pub(super) const OTHER_NAMES: [(&str, &str); 7] = [
    ("type", "transport"),
    ("flavour", "transport"),
    ("flavor", "transport"),
    ("serverUrl", "url"),
    ("httpUrl", "url"),
    ("disabled", "enabled"),
    ("timeout", "call_timeout"),
];

/// The required keys of an entry.
const NEEDS: &str = "a program needs `command`, a server on the network needs `url`, an API \
                     needs the `document` that describes it, functions need the `path` of their \
                     file or folder, and a pack needs its name in `pack`";

/// Reads one source; `None` if anything in it is wrong.
pub(super) fn draft<'e>(
    context: &mut ReadContext<'_>,
    found: &'e ConfigEntry,
) -> Option<EntryDraft<'e, DraftKind>> {
    let (before, shown) = (context.report.errors(), context.origins.len());
    let path = format!("sources.{}", found.key);
    let span = &found.key_span;
    let name = name(&mut context.report, found);
    let entries = context.report.table(&found.node, span, &path)?;
    let mut reader = TableReader::new(context, path, entries);
    let kind = kind::of(&mut reader, span)?;
    check_keys(&mut reader, kind);
    let transport = match kind {
        SourceKindKey::Mcp => mcp(&mut reader, span).map(DraftKind::Mcp),
        SourceKindKey::OpenApi => {
            openapi::check(&mut reader, span);
            Some(DraftKind::OpenApi)
        }
        SourceKindKey::Functions => {
            functions::check(&mut reader, span);
            Some(DraftKind::Functions)
        }
        SourceKindKey::Pack => {
            pack::check(&mut reader, &found.key, span);
            Some(DraftKind::Pack)
        }
    };
    check_options(&mut reader, kind);
    // Displayed values depend on interpolation, and are added then.
    context.origins.truncate(shown);
    let sound = context.report.errors() == before;
    let (name, transport) = (name?, transport?);
    sound.then_some(EntryDraft {
        name,
        transport,
        entries: Cow::Borrowed(entries),
    })
}

fn name(report: &mut ConfigReport<'_>, found: &ConfigEntry) -> Option<SourceName> {
    values::source_name(&found.key)
        .map_err(|problem| {
            let message = format!("the name of a source {}", problem.says);
            let mut diagnostic = Diagnostic::error("config::bad-name", message);
            diagnostic.hint = problem.hint;
            report.push_at(&found.key_span, diagnostic);
        })
        .ok()
}

/// Reports unknown keys, and those that only other kinds of source have.
fn check_keys(reader: &mut TableReader<'_, '_, '_>, kind: SourceKindKey) {
    let known = [&KEYS, kind.keys()].concat();
    let stated = reader.get("kind").is_some();
    let is_place = |key: &str| PLACES.iter().any(|(place, _)| *place == key);
    // Without `kind`, a location key declares its kind rather than being a misnamed key.
    let is_misnomer = |key: &str| kind.is_misnomer(key) && (stated || !is_place(key));
    let mut unknown = Vec::new();
    let strange = |entry: &&ConfigEntry| !known.contains(&entry.key.as_str());
    for entry in reader.entries.iter().filter(strange) {
        let key = entry.key.as_str();
        let owners = owners(key);
        if owners.is_empty() || is_misnomer(key) {
            unknown.push(entry);
        } else if kind == SourceKindKey::Functions && key == "headers" {
            functions::no_headers(reader, &entry.key_span);
        } else if key == split::KEY {
            split::refuse(reader, &format!("a source of kind `{kind}` is no program"));
        } else if !is_place(key) {
            // The contradiction between location and kind was reported.
            reader.ignored(key, &only(&owners));
        }
    }
    let names = kind.other_names();
    let report = &mut reader.context.report;
    report.unknown_keys(&reader.path, unknown, &known, names);
}

/// The kinds that have a key.
fn owners(key: &str) -> Vec<SourceKindKey> {
    let has = |kind: &SourceKindKey| kind.keys().contains(&key);
    SourceKindKey::ALL.into_iter().filter(has).collect()
}

fn only(owners: &[SourceKindKey]) -> String {
    let words: Vec<String> = owners.iter().map(|owner| format!("`{owner}`")).collect();
    match words.as_slice() {
        [one] => format!("only a source of kind {one} has it"),
        several => format!("only sources of kind {} have it", several.join(" and ")),
    }
}

fn mcp(reader: &mut TableReader<'_, '_, '_>, span: &ByteSpan) -> Option<DraftTransport> {
    let url = reader.template("url");
    let stated = reader.read("transport", |node| values::transport(node.as_text()?));
    // A location of another kind was reported, so `command` is not required.
    let given = |(key, _): &(&str, SourceKindKey)| reader.get(key).is_some();
    let mut strange = PLACES
        .iter()
        .filter(|(_, owner)| *owner != SourceKindKey::Mcp);
    if strange.any(given) && reader.get("command").is_none() && url.is_none() {
        return None;
    }
    entry::transport(reader, span, url, stated, NEEDS)
}

/// Reports problems in options of all sources, and in those only for MCP servers.
fn check_options(reader: &mut TableReader<'_, '_, '_>, kind: SourceKindKey) {
    if let Ok(any) = SourceName::parse("any") {
        options(reader, SourceSettings::new(any, source::nowhere()));
    }
    if kind == SourceKindKey::Mcp {
        reader.setting("era", &era(), None);
        reader.templates("roots");
        confine::check(reader);
        split::check(reader);
    }
}

/// Reads options of all kinds of sources; `usual` has the defaults.
pub(super) fn options(
    reader: &mut TableReader<'_, '_, '_>,
    usual: SourceSettings,
) -> SourceSettings {
    let calls = Maybe(number(1..=MOST_CALLS));
    SourceSettings {
        trust: reader.setting("trust", &word(), usual.trust),
        enabled: reader.setting("enabled", &flag(), usual.enabled),
        validate_arguments: reader.setting("validate_arguments", &flag(), usual.validate_arguments),
        call_timeout: reader.stated("call_timeout", any_time()),
        concurrent_calls: reader.setting("concurrent_calls", &calls, usual.concurrent_calls),
        destructive: reader.stated("destructive", word()),
        open_world: reader.stated("open_world", flag()),
        drift: reader.setting("drift", &word(), usual.drift),
        unset: reader.stated("unset", word()),
        ..usual
    }
}

/// The era of a server; none is to find out.
pub(super) fn era() -> impl SettingType<Value = Option<McpEra>> {
    text(values::era, |era| {
        era.map_or("auto", McpEra::as_str).to_owned()
    })
}
