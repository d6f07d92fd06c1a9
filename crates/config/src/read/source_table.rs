//! One `[sources.NAME]` table.

use candor_model::{Diagnostic, SourceName};

use super::draft::{Draft, DraftKind, DraftOptions, DraftTransport};
use super::fields::Fields;
use super::kind::{self, Kind};
use super::{entry, limits, openapi, values};
use crate::duration;
use crate::report::Report;
use crate::tree::{Entry, Node, Span};

/// The keys of every source.
pub(super) const KEYS: [&str; 11] = [
    "kind",
    "headers",
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

/// The keys that only a server has.
pub(super) const MCP_KEYS: [&str; 8] = [
    "command",
    "args",
    "env",
    "cwd",
    "url",
    "transport",
    "era",
    "roots",
];

/// What other files call the same thing.
const OTHER_NAMES: [(&str, &str); 7] = [
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
                     needs the `document` that describes it";

/// One source; nothing if anything in it is wrong.
pub(super) fn draft(report: &mut Report<'_>, found: &Entry) -> Option<Draft<DraftKind>> {
    let before = report.errors();
    let path = format!("sources.{}", found.key);
    let span = &found.key_span;
    let name = name(report, found);
    let entries = found
        .node
        .as_table()
        .map_err(|problem| report.bad_value(span, &path, problem));
    let mut fields = Fields {
        report,
        path,
        entries: entries.ok()?,
        note_dollars: false,
    };
    let kind = kind::of(&mut fields, span)?;
    check_keys(&mut fields, kind);
    let transport = match kind {
        Kind::Mcp => mcp(&mut fields, span).map(DraftKind::Mcp),
        Kind::OpenApi => openapi::read(&mut fields, span)
            .map(Box::new)
            .map(DraftKind::OpenApi),
    };
    let options = options(&mut fields, kind);
    let sound = fields.report.errors() == before;
    let (name, transport) = (name?, transport?);
    sound.then_some(Draft {
        name,
        transport,
        options,
    })
}

fn name(report: &mut Report<'_>, found: &Entry) -> Option<SourceName> {
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

/// Tells of keys that nobody knows, and of those that another kind of source has.
fn check_keys(fields: &mut Fields<'_, '_>, kind: Kind) {
    let (own, foreign, other): (&[&str], &[&str], Kind) = match kind {
        Kind::Mcp => (&MCP_KEYS, &openapi::KEYS, Kind::OpenApi),
        Kind::OpenApi => (&openapi::KEYS, &MCP_KEYS, Kind::Mcp),
    };
    let names: &[(&str, &str)] = match kind {
        Kind::Mcp => &OTHER_NAMES,
        Kind::OpenApi => &openapi::OTHER_NAMES,
    };
    let entries = fields.entries.iter();
    let entries = entries.filter(|entry| !foreign.contains(&entry.key.as_str()));
    let known = [&KEYS, own].concat();
    fields
        .report
        .unknown_keys(&fields.path, entries, &known, names);
    // Those that say how a source is reached contradict its kind, which was told.
    let reached = ["command", "url", "document"];
    for key in foreign.iter().filter(|key| !reached.contains(key)) {
        fields.ignored(
            key,
            &format!("only a source of kind `{}` has it", other.as_str()),
        );
    }
}

fn mcp(fields: &mut Fields<'_, '_>, span: &Span) -> Option<DraftTransport> {
    let url = fields.template("url");
    let stated = fields.read("transport", |node| values::transport(node.as_text()?));
    // A document that does not fit was told, and is no reason to ask for a command.
    if fields.get("document").is_some() && fields.get("command").is_none() && url.is_none() {
        return None;
    }
    entry::transport(fields, span, url, stated, NEEDS)
}

/// What every kind of source may say, and what only a server may.
fn options(fields: &mut Fields<'_, '_>, kind: Kind) -> DraftOptions {
    let read_time = |node: &Node| duration::parse(&node.as_scalar_text()?);
    let most = limits::MOST_CALLS;
    let mut options = DraftOptions {
        trust: fields.read("trust", |node| values::trust(node.as_text()?)),
        enabled: fields.read("enabled", Node::as_bool),
        validate_arguments: fields.read("validate_arguments", Node::as_bool),
        call_timeout: fields.read("call_timeout", read_time),
        concurrent_calls: fields.read("concurrent_calls", |node| node.as_count(most)),
        destructive: fields.read("destructive", |node| values::destructive(node.as_text()?)),
        open_world: fields.read("open_world", Node::as_bool),
        drift: fields.read("drift", |node| values::drift(node.as_text()?)),
        unset: fields.read("unset", |node| values::unset(node.as_text()?)),
        ..DraftOptions::default()
    };
    if kind == Kind::Mcp {
        options.era = fields.read("era", |node| values::era(node.as_text()?));
        options.roots = fields.templates("roots");
    }
    options
}
