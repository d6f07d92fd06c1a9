//! A toolset as JSON, with the fields of `/api/v1`.

use candor_gateway::desk::ToolsetView;
use candor_gateway::{Endpoint, Offered};
use candor_model::{Member, Profile, ToolNotes, Toolset, ToolsetName};
use candor_resolve::tokens;
use serde_json::{Map, Value, json};

use crate::hints;

/// What is shown wherever a toolset is shown.
pub(super) fn head(view: &ToolsetView) -> Value {
    let toolset = &view.toolset;
    json!({
        "name": toolset.name.to_string(),
        "description": toolset.description,
        "endpoint": endpoint(&toolset.name),
        "profile": toolset.profile.map(Profile::as_str),
        "provenance": toolset.provenance,
        "budget": toolset.budget,
        "equipped": view.equipped,
        "declared": view.version.is_none(),
        "version": view.version,
        "tool_count": view.tools.len(),
        "missing_count": view.missing.len(),
        "tokens": view.tokens,
        "tokens_of_everything": view.tokens_of_everything,
        "saving": saving(view),
    })
}

/// All of it, and what comes of it now.
pub(super) fn json(view: &ToolsetView) -> Value {
    let mut shown = head(view);
    let missing = view
        .missing
        .iter()
        .map(|missing| json!({"member": member(&missing.member), "why": missing.why.as_str()}));
    if let (Value::Object(shown), Value::Object(content)) = (&mut shown, content(&view.toolset)) {
        shown.extend(content);
        let tools = view.tools.iter().map(|offered| tool(offered));
        shown.insert("tools".to_owned(), tools.collect());
        shown.insert("missing".to_owned(), missing.collect());
    }
    shown
}

/// What somebody wrote, as it is in the history, too.
pub(super) fn content(toolset: &Toolset) -> Value {
    let confirm = toolset.confirm.iter();
    let confirm: Vec<Value> = confirm
        .map(|(about, mode)| json!({"about": about.to_string(), "confirm": mode.as_str()}))
        .collect();
    json!({
        "name": toolset.name.to_string(),
        "description": toolset.description,
        "members": toolset.members.iter().map(member).collect::<Vec<_>>(),
        "notes": toolset.notes.iter().map(notes).collect::<Vec<_>>(),
        "confirm": confirm,
        "profile": toolset.profile.map(Profile::as_str),
        "provenance": toolset.provenance,
        "budget": toolset.budget,
    })
}

fn tool(offered: &Offered) -> Value {
    let Offered {
        tool, effective, ..
    } = offered;
    json!({
        "name": tool.name.to_string(),
        "exposed": tool.exposed.as_str(),
        "title": effective.shown.title().map(|fact| &*fact.value),
        "hints": hints::json(effective.shown.hints()),
        "ref_id": tool.ref_id.to_string(),
        "notes": offered.notes.len(),
        "tokens": cost(offered),
    })
}

/// What one definition costs in a model's context, about.
pub(super) fn cost(offered: &Offered) -> usize {
    tokens(&offered.definition.to_string())
}

/// What a toolset saves against everything. Notes may cost more than is saved.
pub(super) fn saving(view: &ToolsetView) -> i64 {
    let signed = |tokens| i64::try_from(tokens).unwrap_or(i64::MAX);
    signed(view.tokens_of_everything) - signed(view.tokens)
}

/// The path of its endpoint.
pub(super) fn endpoint(name: &ToolsetName) -> String {
    let endpoint = Endpoint {
        toolset: Some(name.clone()),
        environment: None,
    };
    endpoint.to_string()
}

/// A member: a text, where that is read as the same member again, or else an object.
pub(in crate::commands) fn member(member: &Member) -> Value {
    let text = member.to_string();
    if Member::parse(&text).as_ref() == Ok(member) {
        return json!(text);
    }
    let mut parts = Map::new();
    match member {
        Member::Tool(tool) => {
            let name = tool.name().map(|name| ("tool", name.to_string()));
            let id = tool.ref_id().map(|id| ("ref_id", id.to_string()));
            let both = name.into_iter().chain(id);
            parts.extend(both.map(|(key, text)| (key.to_owned(), json!(text))));
        }
        Member::Pattern(_) | Member::Hint { .. } => {
            parts.insert("pattern".to_owned(), json!(text));
        }
    }
    Value::Object(parts)
}

/// The notes on one tool.
pub(in crate::commands) fn notes(entry: &ToolNotes) -> Value {
    let notes = entry.notes.iter();
    let notes: Vec<Value> = notes
        .map(|note| json!({"name": note.name().as_str(), "note": note.text()}))
        .collect();
    json!({
        "tool": entry.tool.name().map(ToString::to_string),
        "ref_id": entry.tool.ref_id().map(ToString::to_string),
        "notes": notes,
    })
}
