//! The whole of a `candor.toml`.

use candor_model::{Diagnostic, Scope};

use super::context::Context;
use super::draft::Draft;
use super::fields::Fields;
use super::strangers::{self, Mention};
use super::{
    endpoint, entry, environments, inference, limits, opinions, server, source, toolsets, values,
};
use crate::duration;
use crate::quote::quote;
use crate::report::Report;
use crate::settings::Settings;
use crate::tree::{Entry, Node, find};

/// The tables that are read.
const TABLES: [&str; 9] = [
    "server",
    "limits",
    "audit",
    "endpoint",
    "inference",
    "sources",
    "annotations",
    "environments",
    "toolsets",
];

/// Tables that are part of the format and that this version does not read.
const LATER: [&str; 1] = ["policy"];

/// Kinds of source that are part of the format and that this version does not know.
const LATER_KINDS: [&str; 2] = ["openapi", "functions"];

/// The known keys of a source.
pub(super) const SOURCE_KEYS: [&str; 18] = [
    "kind",
    "command",
    "args",
    "env",
    "cwd",
    "url",
    "headers",
    "transport",
    "era",
    "trust",
    "enabled",
    "validate_arguments",
    "call_timeout",
    "concurrent_calls",
    "roots",
    "destructive",
    "open_world",
    "drift",
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

/// Reads the root of the document; an empty one gives the defaults and what overrides them.
pub(super) fn settings(context: &mut Context<'_>, root: &[Entry]) -> Settings {
    for found in root
        .iter()
        .filter(|entry| LATER.contains(&entry.key.as_str()))
    {
        let message = format!("`{}` is not supported yet and is ignored", found.key);
        let diagnostic = Diagnostic::warning("config::not-yet", message);
        context.report.push_at(&found.key_span, diagnostic);
    }
    let known: Vec<&str> = TABLES.into_iter().chain(LATER).collect();
    context.report.unknown_keys("", root, &known, &[]);
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
        sources: sources(context, root),
        opinions: Vec::new(),
        environments: Vec::new(),
        toolsets: Vec::new(),
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
                .filter_map(|entry| draft(&mut context.report, entry))
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

/// One source; nothing if anything in it is wrong.
fn draft(report: &mut Report<'_>, found: &Entry) -> Option<Draft> {
    let before = report.errors();
    let path = format!("sources.{}", found.key);
    let span = &found.key_span;
    let name = values::source_name(&found.key).map_err(|problem| {
        let mut diagnostic = Diagnostic::error(
            "config::bad-name",
            format!("the name of a source {}", problem.says),
        );
        diagnostic.hint = problem.hint;
        report.push_at(span, diagnostic);
    });
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
    if !is_mcp(&mut fields) {
        return None;
    }
    fields
        .report
        .unknown_keys(&fields.path, fields.entries, &SOURCE_KEYS, &OTHER_NAMES);
    let url = fields.template("url");
    let stated = fields.read("transport", |node| values::transport(node.as_text()?));
    let transport = entry::transport(&mut fields, span, url, stated);
    let read_time = |node: &Node| duration::parse(&node.as_scalar_text()?);
    let era = fields.read("era", |node| values::era(node.as_text()?));
    let trust = fields.read("trust", |node| values::trust(node.as_text()?));
    let enabled = fields.read("enabled", Node::as_bool);
    let validate_arguments = fields.read("validate_arguments", Node::as_bool);
    let call_timeout = fields.read("call_timeout", read_time);
    let concurrent_calls =
        fields.read("concurrent_calls", |node| node.as_count(limits::MOST_CALLS));
    let roots = fields.templates("roots");
    let destructive = fields.read("destructive", |node| values::destructive(node.as_text()?));
    let open_world = fields.read("open_world", Node::as_bool);
    let drift = fields.read("drift", |node| values::drift(node.as_text()?));
    let sound = fields.report.errors() == before;
    let (name, transport) = (name.ok()?, transport?);
    sound.then_some(Draft {
        name,
        transport,
        era,
        trust,
        enabled,
        validate_arguments,
        call_timeout,
        concurrent_calls,
        roots,
        destructive,
        open_world,
        drift,
    })
}

/// Whether the entry is of the one kind that is known; otherwise says so.
fn is_mcp(fields: &mut Fields<'_, '_>) -> bool {
    let Some((kind, span)) = fields.read("kind", |node| node.as_text().map(str::to_owned)) else {
        return fields.get("kind").is_none();
    };
    if kind == "mcp" {
        return true;
    }
    let path = quote(&fields.path);
    let diagnostic = if LATER_KINDS.contains(&kind.as_str()) {
        let says = format!("{path} is of kind `{kind}`, which is not supported yet; it is skipped");
        Diagnostic::error("config::kind", says)
    } else {
        let says = format!("{path} is of kind {}, which does not exist", quote(&kind));
        Diagnostic::error("config::kind", says)
            .with_hint("leave `kind` out, or write `kind = \"mcp\"`")
    };
    fields.report.push_at(&span, diagnostic);
    false
}
