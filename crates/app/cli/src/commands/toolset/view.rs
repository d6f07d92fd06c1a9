//! A toolset as JSON, with the fields of `/api/v1`.

use candor_gateway::edit::ToolsetDetails;
use candor_gateway::{Endpoint, OfferedTool};
use candor_model::{HintProfile, ToolNotes, Toolset, ToolsetMember, ToolsetName};
use candor_resolve::estimate_tokens;
use serde_json::{Map, Value, json};

use crate::hints;

/// The fields shown for every toolset.
pub(super) fn head(view: &ToolsetDetails) -> Value {
    let toolset = &view.toolset;
    json!({
        "name": toolset.name.to_string(),
        "description": toolset.description,
        "endpoint": endpoint(&toolset.name),
        "profile": toolset.profile.map(HintProfile::as_str),
        "provenance": toolset.provenance,
        "budget": toolset.budget,
        "prompts_and_resources": toolset.prompts_and_resources,
        "equipped": view.equipped,
        "declared": view.version.is_none(),
        "version": view.number,
        "tool_count": view.tools.len(),
        "missing_count": view.missing.len(),
        "tokens": view.tokens,
        "tokens_of_everything": view.tokens_of_everything,
        "saving": saving(view),
    })
}

/// The whole toolset, and the tools that it currently selects.
pub(super) fn json(view: &ToolsetDetails) -> Value {
    let mut shown = head(view);
    let missing = view.missing.iter();
    let missing = missing
        .map(|missing| json!({"member": member(&missing.member), "why": missing.why.as_str()}));
    if let (Value::Object(shown), Value::Object(content)) = (&mut shown, content(&view.toolset)) {
        shown.extend(content);
        let tools = view.tools.iter().map(|offered| tool(offered));
        shown.insert("tools".to_owned(), tools.collect());
        shown.insert("missing".to_owned(), missing.collect());
    }
    shown
}

/// The stored content, as in the history.
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
        "profile": toolset.profile.map(HintProfile::as_str),
        "provenance": toolset.provenance,
        "budget": toolset.budget,
        "prompts_and_resources": toolset.prompts_and_resources,
    })
}

fn tool(offered: &OfferedTool) -> Value {
    let OfferedTool {
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

/// The estimated token cost of one definition.
pub(super) fn cost(offered: &OfferedTool) -> usize {
    estimate_tokens(&offered.definition.to_string())
}

/// The tokens that a toolset saves compared to all tools. Negative if notes cost more.
pub(super) fn saving(view: &ToolsetDetails) -> i64 {
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

/// A member as a string if that is unambiguous, otherwise as an object.
pub(in crate::commands) fn member(member: &ToolsetMember) -> Value {
    let text = member.to_string();
    if ToolsetMember::parse(&text).as_ref() == Ok(member) {
        return json!(text);
    }
    let mut parts = Map::new();
    match member {
        ToolsetMember::Tool(tool) => {
            let name = tool.name().map(|name| ("tool", name.to_string()));
            let id = tool.ref_id().map(|id| ("ref_id", id.to_string()));
            let both = name.into_iter().chain(id);
            parts.extend(both.map(|(key, text)| (key.to_owned(), json!(text))));
        }
        ToolsetMember::Pattern(_)
        | ToolsetMember::Hint { .. }
        | ToolsetMember::Every
        | ToolsetMember::Except(_) => {
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
