//! Reads `[[toolsets.NAME.notes]]` tables, and the global `[[notes]]`.

use std::collections::HashMap;

use candor_model::{Diagnostic, Digest, FilePosition, NoteError, ToolNote, ToolNotes, ToolRef};
use candor_text::quote;

use super::context::ReadContext;
use super::members;
use super::table::TableReader;
use super::unknown_sources::SourceMention;
use crate::problem::ValueProblem;
use crate::tree::{ByteSpan, ConfigEntry, ConfigNode, find};

/// The known keys.
pub(super) const KEYS: [&str; 4] = ["tool", "ref_id", "name", "note"];

/// Keys used elsewhere for the same setting.
const OTHER_NAMES: [(&str, &str); 2] = [("text", "note"), ("refId", "ref_id")];

/// The most notes on one tool.
const MOST: usize = 50;

/// One table: the tool, the note and the table's place.
struct DeclaredNote {
    tool: ToolRef,
    note: ToolNote,
    span: ByteSpan,
}

/// Reads the notes of the toolset at `path`. Invalid ones are left out.
pub(super) fn read(
    context: &mut ReadContext<'_>,
    entries: &[ConfigEntry],
    path: &str,
    mentions: &mut Vec<SourceMention>,
) -> Vec<ToolNotes> {
    let path = format!("{path}.notes");
    let found = find(entries, "notes").map(|found| list(context, found, &path, mentions));
    let notes = found.unwrap_or_default().into_iter();
    notes.map(|(entry, _)| entry).collect()
}

/// Reads the notes at `path`, grouped by tool, each with the place of the first.
pub(crate) fn list(
    context: &mut ReadContext<'_>,
    found: &ConfigEntry,
    path: &str,
    mentions: &mut Vec<SourceMention>,
) -> Vec<(ToolNotes, FilePosition)> {
    let items = found.node.as_list().map_err(|problem| {
        let problem = problem.with_hint(format!("begin each note with a line `[[{path}]]`"));
        context.report.bad_value(&found.key_span, path, problem);
    });
    let mut notes: Vec<(ToolNotes, FilePosition)> = Vec::new();
    let mut places: HashMap<String, usize> = HashMap::new();
    for (index, item) in items.unwrap_or_default().iter().enumerate() {
        let path = format!("{path}[{index}]");
        let Some(said) = table(context, item, &path) else {
            continue;
        };
        let at = *places.entry(said.tool.to_string()).or_insert_with(|| {
            let entry = ToolNotes {
                tool: said.tool.clone(),
                notes: Vec::new(),
            };
            notes.push((entry, context.report.place(&said.span)));
            notes.len() - 1
        });
        if let Err(problem) = add(&mut notes[at].0, &said) {
            context.report.bad_value(&said.span, &path, problem);
            continue;
        }
        let place = context.report.place(&said.span);
        let name = said.tool.name();
        mentions.extend(name.map(|name| SourceMention::new(name.source(), name, place)));
        let origin = context.origin_of(Some(&said.span));
        let (name, text) = (said.note.name(), said.note.text());
        context.show(&path, &format!("{}: {name}: {text}", said.tool), origin);
    }
    notes.retain(|(entry, _)| !entry.notes.is_empty());
    notes
}

/// Adds a note to those on its tool.
fn add(entry: &mut ToolNotes, said: &DeclaredNote) -> Result<(), ValueProblem> {
    let shown = quote(&said.tool.to_string());
    let name = said.note.name();
    if entry.notes.iter().any(|note| note.name() == name) {
        let problem = ValueProblem::new(format!("is a second note `{name}` on {shown}"));
        return Err(problem.with_hint("give it another name"));
    }
    if entry.notes.len() == MOST {
        let says = format!("is one more note on {shown} than the {MOST} that are allowed");
        return Err(ValueProblem::new(says));
    }
    let ids: [Option<Digest>; 2] = [entry.tool.ref_id().copied(), said.tool.ref_id().copied()];
    match ids {
        [Some(known), Some(other)] if known != other => {
            let says = format!("has another `ref_id` than the note on {shown} before it");
            let problem = ValueProblem::new(says);
            return Err(problem.with_hint("a tool is one thing at a time: keep one"));
        }
        [None, Some(id)] => {
            let name = said.tool.name().cloned();
            entry.tool = ToolRef::new(name, Some(id)).unwrap_or_else(|| entry.tool.clone());
        }
        _ => {}
    }
    entry.notes.push(said.note.clone());
    Ok(())
}

/// Reads one note; reports a problem and returns `None` if it is invalid.
fn table(context: &mut ReadContext<'_>, item: &ConfigNode, path: &str) -> Option<DeclaredNote> {
    let report = &mut context.report;
    let before = report.errors();
    let entries = report.table(item, &item.span, path)?;
    report.unknown_keys(path, entries, &KEYS, &OTHER_NAMES);
    let mut reader = TableReader::new(context, path, entries);
    let tool = reader.read("tool", one_tool).map(|(tool, _)| tool);
    let ref_id = reader.read("ref_id", members::ref_id).map(|(id, _)| id);
    let name = reader.read("name", ConfigNode::as_text);
    let text = reader.read("note", ConfigNode::as_text);
    let sound = reader.context.report.errors() == before;
    let tool = ToolRef::new(tool, ref_id);
    if sound {
        let lacks = [
            ("tool", tool.is_none()),
            ("name", name.is_none()),
            ("note", text.is_none()),
        ];
        for (key, _) in lacks.iter().filter(|(_, lacks)| *lacks) {
            let problem = ValueProblem::new(format!("has no `{key}`"))
                .with_hint("a note has a `tool`, a `name` and a `note`");
            reader.context.report.bad_value(&item.span, path, problem);
        }
    }
    let (name, text) = (name?, text?);
    let note = ToolNote::new(name.0, text.0).map_err(|error| {
        let span = match error {
            NoteError::Name(_) => &name.1,
            _ => &text.1,
        };
        let message = format!("in {}, {error}", quote(path));
        let diagnostic = Diagnostic::error("config::bad-note", message);
        reader.context.report.push_at(span, diagnostic);
    });
    let (note, tool) = (note.ok()?, tool?);
    sound.then(|| DeclaredNote {
        tool,
        note,
        span: item.span.clone(),
    })
}

/// A tool's name that is no pattern.
fn one_tool(node: &ConfigNode) -> Result<candor_model::QualifiedName, ValueProblem> {
    let name = members::tool(node)?;
    if name.own().contains('*') {
        let says = format!("is {}, but a note is on one tool", quote(&name.to_string()));
        return Err(ValueProblem::new(says).with_hint("write its whole name"));
    }
    Ok(name)
}
