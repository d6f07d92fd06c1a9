//! Reads the `tools` of a toolset: its members.

use std::collections::HashSet;

use candor_model::{
    Diagnostic, Digest, QualifiedName, SourceName, ToolPattern, ToolRef, ToolsetMember,
};
use candor_text::quote;

use super::context::ReadContext;
use super::table::TableReader;
use super::unknown_sources::SourceMention;
use crate::problem::ValueProblem;
use crate::tree::{ConfigEntry, ConfigNode, ConfigValue};

/// The most members of a toolset.
const MOST: usize = 1_000;

/// The known keys of a member that is a table.
pub(super) const KEYS: [&str; 3] = ["tool", "ref_id", "pattern"];

/// The accepted forms, for hints.
const FORMS: &str = "write `\"source.tool\"`, `\"source.list_*\"`, `\"read_only=true\"`, or \
                     `{ tool = \"source.tool\", ref_id = \"…\" }`";

/// Reads the members of the toolset `found` at `path`. Invalid ones are left out.
pub(super) fn read(
    context: &mut ReadContext<'_>,
    found: &ConfigEntry,
    entries: &[ConfigEntry],
    path: &str,
    mentions: &mut Vec<SourceMention>,
) -> Vec<ToolsetMember> {
    let before = context.report.errors();
    let mut reader = TableReader::new(context, path, entries);
    let read = reader.read("tools", |node| {
        let hint = "write `tools = [\"source.tool\"]`";
        node.as_list().map_err(|problem| problem.with_hint(hint))
    });
    let (items, span) = read.unwrap_or_default();
    if items.len() > MOST {
        let problem = ValueProblem::too_many(items.len(), MOST)
            .with_hint("use a pattern such as `\"source.*\"`");
        reader.bad("tools", &span, problem);
    }
    let mut members = Vec::new();
    let mut seen = HashSet::new();
    for (index, item) in items.iter().take(MOST).enumerate() {
        let path = format!("{path}.tools[{index}]");
        let Some(member) = member(&mut reader, item, &path) else {
            continue;
        };
        if !seen.insert(member.clone()) {
            let message = format!("{} is {} again", quote(&path), quote(&member.to_string()));
            let twice = Diagnostic::warning("config::twice", message);
            reader.context.report.push_at(&item.span, twice);
            continue;
        }
        let place = reader.context.report.place(&item.span);
        mentions.extend(source(&member).map(|source| SourceMention::new(source, &member, place)));
        members.push(member);
    }
    if members.is_empty() && reader.context.report.errors() == before {
        let message = format!("{} has no tools, so that it serves none", quote(path));
        let warning = Diagnostic::warning("config::empty-toolset", message).with_hint(FORMS);
        reader.context.report.push_at(&found.key_span, warning);
    } else {
        let texts: Vec<String> = members.iter().map(ToString::to_string).collect();
        reader.show("tools", &format!("{texts:?}"), Some(&span));
    }
    members
}

/// Reads one member; reports a problem and returns `None` if it is invalid.
fn member(
    reader: &mut TableReader<'_, '_, '_>,
    item: &ConfigNode,
    path: &str,
) -> Option<ToolsetMember> {
    match &item.value {
        ConfigValue::Text(text) => ToolsetMember::parse(text)
            .map_err(|error| {
                let message = format!("in {}, {error}", quote(path));
                reader.context.report.bad_name(&item.span, message);
            })
            .ok(),
        ConfigValue::Table(entries) => table(reader, item, entries, path),
        _ => {
            let problem = item.is_not("a text or a table").with_hint(FORMS);
            reader.context.report.bad_value(&item.span, path, problem);
            None
        }
    }
}

/// A member that is written as a table.
fn table(
    reader: &mut TableReader<'_, '_, '_>,
    item: &ConfigNode,
    entries: &[ConfigEntry],
    path: &str,
) -> Option<ToolsetMember> {
    let before = reader.context.report.errors();
    let mut own = TableReader::new(reader.context, path, entries);
    own.context.report.unknown_keys(path, entries, &KEYS, &[]);
    let name = own.read("tool", tool).map(|(name, _)| name);
    let ref_id = own.read("ref_id", ref_id).map(|(id, _)| id);
    let pattern = own.read("pattern", |node| {
        ToolPattern::parse(node.as_text()?)
            .map_err(|error| ValueProblem::new(format!("cannot be used: {error}")))
    });
    let has_reference = name.is_some() || ref_id.is_some();
    if reader.context.report.errors() > before {
        return None;
    }
    let member = match (pattern, has_reference) {
        (Some((pattern, _)), false) => Some(match pattern.as_exact() {
            Some(name) => ToolsetMember::Tool(ToolRef::named(name)),
            None => ToolsetMember::Pattern(pattern),
        }),
        (None, true) => ToolRef::new(name, ref_id).map(ToolsetMember::Tool),
        _ => None,
    };
    if member.is_none() {
        let problem = ValueProblem::new("must name either a tool or a pattern").with_hint(FORMS);
        reader.context.report.bad_value(&item.span, path, problem);
    }
    member
}

/// The name of one tool.
pub(super) fn tool(node: &ConfigNode) -> Result<QualifiedName, ValueProblem> {
    let text = node.as_text()?;
    let name = QualifiedName::parse(text).filter(|name| !name.own().chars().any(char::is_control));
    name.ok_or_else(|| {
        ValueProblem::new(format!("is {}, which names no tool", quote(text)))
            .with_hint("write `source.tool`")
    })
}

/// The hash of a tool's definition.
pub(super) fn ref_id(node: &ConfigNode) -> Result<Digest, ValueProblem> {
    let text = node.as_text()?;
    Digest::parse(text).ok_or_else(|| {
        ValueProblem::new(format!("is {}, which is not the id of a tool", quote(text))).with_hint(
            "an id has 64 hexadecimal digits; `candor tools --explain --json` shows it as `ref_id`",
        )
    })
}

/// The source that a member names, if it names one.
fn source(member: &ToolsetMember) -> Option<&SourceName> {
    match member {
        ToolsetMember::Tool(tool) => tool.name().map(QualifiedName::source),
        ToolsetMember::Pattern(pattern) | ToolsetMember::Except(pattern) => Some(pattern.source()),
        ToolsetMember::Hint { source, .. } => source.as_ref(),
        ToolsetMember::Every => None,
    }
}
