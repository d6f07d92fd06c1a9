//! Reads the server configuration files of MCP clients.
//!
//! `mcpServers` (Claude, Cursor and most others), `servers` (VS Code), or a bare map of entries.

use candor_model::{Diagnostic, Severity, SourceName};
use candor_text::{nearest, quote, quote_all};

use super::context::ReadContext;
use super::draft::{DraftTransport, EntryDraft, SpannedOption, SpannedTemplate};
use super::table::TableReader;
use super::{entry, values};
use crate::naming::source_names;
use crate::problem::ValueProblem;
use crate::report::ConfigReport;
use crate::settings::HttpFlavour;
use crate::tree::{ConfigEntry, ConfigNode, ConfigValue, SyntaxError, find, json};

/// The keys that contain servers.
const MAPS: [&str; 2] = ["mcpServers", "servers"];

/// The required keys of an entry.
const NEEDS: &str = "a program needs `command`, a server on the network needs `url`";

/// The names of a server's address, first one first.
const URLS: [&str; 3] = ["url", "httpUrl", "serverUrl"];

/// The keys of an entry that are read.
const KEYS: [&str; 13] = [
    "type",
    "transport",
    "command",
    "args",
    "env",
    "cwd",
    "url",
    "httpUrl",
    "serverUrl",
    "headers",
    "disabled",
    "enabled",
    "protocolEra",
];

/// Keys of other clients that change nothing for a gateway.
const FOREIGN: [&str; 17] = [
    "autoApprove",
    "alwaysAllow",
    "alwaysLoad",
    "description",
    "name",
    "title",
    "icon",
    "tags",
    "note",
    "notes",
    "timeout",
    "trust",
    "version",
    "gallery",
    "dev",
    "_metadata",
    "$schema",
];

/// Keys of other clients that would change something, and what is different without them.
const MISSED: [(&str, &str); 5] = [
    ("disabledTools", "all tools of this source are served"),
    ("excludeTools", "all tools of this source are served"),
    ("includeTools", "all tools of this source are served"),
    ("envFile", "put its variables into `env`"),
    ("headersHelper", "put the headers into `headers`"),
];

/// Reads the entries of a file.
pub(crate) fn drafts(
    context: &mut ReadContext<'_>,
    text: &str,
) -> Result<Vec<EntryDraft<'static, DraftTransport>>, SyntaxError> {
    context.notes_dollars = true;
    let report = &mut context.report;
    let document = json::parse(text)?;
    for (key, span) in &document.repeated {
        let key = quote(key);
        let message = format!("the key {key} is given again further down, and that counts");
        report.push_at(span, Diagnostic::warning("config::duplicate-key", message));
    }
    let entries = entries(report, &document.root)?;
    let texts: Vec<&str> = entries.iter().map(|entry| entry.key.as_str()).collect();
    let named = source_names(&texts).into_iter().zip(entries);
    Ok(named
        .filter_map(|(name, entry)| draft(context, name, entry))
        .collect())
}

/// Finds the servers in the document.
fn entries<'a>(
    report: &mut ConfigReport<'_>,
    root: &'a ConfigNode,
) -> Result<Vec<&'a ConfigEntry>, SyntaxError> {
    let ConfigValue::Table(top) = &root.value else {
        return Err(no_servers(root.span.start, &[]));
    };
    let maps: Vec<&ConfigEntry> = MAPS.iter().filter_map(|key| find(top, key)).collect();
    if maps.is_empty() {
        if top.iter().all(|entry| looks_like_server(&entry.node)) {
            return Ok(top.iter().collect());
        }
        return Err(no_servers(root.span.start, top));
    }
    note_rest(report, top);
    let mut entries = Vec::new();
    for map in maps {
        match &map.node.value {
            ConfigValue::Table(found) => entries.extend(found),
            ConfigValue::Null => {}
            _ => report.bad_value(&map.key_span, &map.key, map.node.is_not("a table")),
        }
    }
    Ok(entries)
}

/// Whether a value is obviously an entry.
fn looks_like_server(node: &ConfigNode) -> bool {
    let ConfigValue::Table(entries) = &node.value else {
        return false;
    };
    find(entries, "command").is_some() || URLS.iter().any(|key| find(entries, key).is_some())
}

/// The error for a document without servers.
fn no_servers(at: usize, top: &[ConfigEntry]) -> SyntaxError {
    let mut message =
        "there are no servers in this file; they belong under `mcpServers`".to_owned();
    let near = top.iter().find(|entry| nearest(&entry.key, MAPS).is_some());
    if let Some(entry) = near {
        message = format!("{message}, not {}", quote(&entry.key));
    }
    SyntaxError {
        at: near.map_or(at, |entry| entry.key_span.start),
        message,
    }
}

/// Some clients use one file for everything: other keys get a single note.
fn note_rest(report: &mut ConfigReport<'_>, top: &[ConfigEntry]) {
    let rest: Vec<&ConfigEntry> = top
        .iter()
        .filter(|entry| !MAPS.contains(&entry.key.as_str()))
        .collect();
    if let Some(first) = rest.first() {
        let keys = quote_all(rest.iter().map(|entry| entry.key.as_str()));
        let message = format!("only servers are read from this file, not {keys}");
        let note = Diagnostic::new(Severity::Note, "config::foreign-key", message);
        report.push_at(&first.key_span, note);
    }
}

/// Reads one server; `None` if anything in it is wrong.
fn draft(
    context: &mut ReadContext<'_>,
    name: SourceName,
    found: &ConfigEntry,
) -> Option<EntryDraft<'static, DraftTransport>> {
    let report = &mut context.report;
    let before = report.errors();
    let span = &found.key_span;
    if name.as_str() != found.key {
        let message = format!("{} is called `{name}` here", quote(&found.key));
        let hint = "names of sources have letters, digits, `_` and `-`, at most 64";
        let note = Diagnostic::new(Severity::Note, "config::renamed", message).with_hint(hint);
        report.push_at(span, note);
    }
    let path = format!("sources.{name}");
    let entries = report.table(&found.node, span, &path)?;
    let mut reader = TableReader::new(context, path, entries);
    foreign_keys(&mut reader);
    let url = url(&mut reader);
    let stated = ["type", "transport"]
        .into_iter()
        .find_map(|key| reader.read(key, |node| transport_type(node.as_text()?)));
    let transport = entry::transport(&mut reader, span, url, stated, NEEDS);
    let enabled = enabled(&mut reader).map(|(yes, span)| {
        let value = ConfigValue::Bool(yes);
        ("enabled", ConfigNode { span, value })
    });
    reader.read("protocolEra", |node| values::era(node.as_text()?));
    let era = reader.get("protocolEra");
    let era = era.map(|entry| ("era", entry.node.clone()));
    let stated = enabled.into_iter().chain(era);
    let entries = stated.map(|(key, node)| ConfigEntry {
        key: key.to_owned(),
        key_span: node.span.clone(),
        node,
    });
    let (entries, transport) = (entries.collect(), transport?);
    let sound = context.report.errors() == before;
    sound.then_some(EntryDraft {
        name,
        transport,
        entries,
    })
}

/// Reports what happens with unsupported keys.
fn foreign_keys(reader: &mut TableReader<'_, '_, '_>) {
    let known: Vec<&str> = KEYS
        .into_iter()
        .chain(FOREIGN)
        .chain(MISSED.map(|(key, _)| key))
        .collect();
    let report = &mut reader.context.report;
    report.unknown_keys(&reader.path, reader.entries, &known, &[]);
    for entry in reader.entries {
        let key = entry.key.as_str();
        let path = quote(&format!("{}.{key}", reader.path));
        if FOREIGN.contains(&key) {
            let message = format!("{path} is a setting of another client and is ignored");
            let note = Diagnostic::new(Severity::Note, "config::foreign-key", message);
            report.push_at(&entry.key_span, note);
        } else if let Some((_, without)) = MISSED.iter().find(|(missed, _)| *missed == key) {
            let message = format!("{path} is not supported and is ignored: {without}");
            let warning = Diagnostic::warning("config::ignored-key", message);
            report.push_at(&entry.key_span, warning);
        }
    }
}

fn url(reader: &mut TableReader<'_, '_, '_>) -> Option<SpannedTemplate> {
    let given: Vec<&str> = URLS
        .into_iter()
        .filter(|key| reader.get(key).is_some())
        .collect();
    let (first, others) = given.split_first()?;
    for other in others {
        reader.ignored(other, &format!("`{first}` counts"));
    }
    reader.template(first)
}

/// Parses the `type` that clients write; `None` is stdio.
fn transport_type(text: &str) -> Result<Option<HttpFlavour>, ValueProblem> {
    let plain: String = text
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .collect::<String>()
        .to_ascii_lowercase();
    match plain.as_str() {
        "stdio" => Ok(None),
        // Clients try both transports for `http`, so a file may rely on it.
        "http" => Ok(Some(HttpFlavour::Auto)),
        "streamablehttp" => Ok(Some(HttpFlavour::Streamable)),
        "sse" => Ok(Some(HttpFlavour::Sse)),
        _ => Err(ValueProblem::new(format!(
            "is {}, but must be one of `stdio`, `http`, `streamable-http`, `sse`",
            quote(text)
        ))),
    }
}

/// `disabled` wins where both are given: not starting something is the careful reading.
fn enabled(reader: &mut TableReader<'_, '_, '_>) -> SpannedOption<bool> {
    let enabled = reader.read("enabled", ConfigNode::as_bool);
    let disabled = reader.read("disabled", ConfigNode::as_bool);
    match (enabled, disabled) {
        (Some((true, _)), Some((true, span))) => {
            reader.ignored("enabled", "`disabled` counts");
            Some((false, span))
        }
        (Some((false, span)), _) => Some((false, span)),
        (_, Some((disabled, span))) => Some((!disabled, span)),
        (enabled, None) => enabled,
    }
}
