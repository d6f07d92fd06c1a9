//! `build-toolset`: creates a toolset of some tools.

use candor_model::{Toolset, ToolsetMember, ToolsetName};
use serde_json::{Map, Value, json};

use super::definition::{DefinitionDraft, hints};
use super::reference::{FoundTool, PickedTool, ToolReference};
use super::schema::{array, error, flag, object, short_name, text, tool_reference, toolset_info};
use super::toolset_info::info;
use super::{ManagementAnswer, ManagementCall};
use crate::edit::EditError;

/// The maximum number of tools per call.
const TOOLS_MAX: usize = 100;
/// The maximum length of a description, in characters.
const DESCRIPTION_MAX: usize = 200;
/// The maximum number of unknown references for which a similar name is searched.
const MEANT_MAX: usize = 10;

pub(super) fn draft() -> DefinitionDraft {
    DefinitionDraft {
        name: "build-toolset",
        title: "Build Toolset",
        description: "Builds and saves a toolset: a named selection of tools. Each tool is given \
                      by its namespacedName or, to have it only while its definition stays as it \
                      is, by its refId; list-available-tools and search-tools know both. With \
                      autoEquip it is served at once.",
        input: input(),
        checked: None,
        output: Some(output()),
        // Repeating the call fails, since the name is then taken.
        hints: hints([false, false, false, false]),
    }
}

fn input() -> Value {
    let tools = json!({
        "type": "array",
        "description": "The tools, in the order in which they are to be shown",
        "minItems": 1,
        "maxItems": TOOLS_MAX,
        "items": tool_reference("One tool"),
    });
    object(
        json!({
            "name": short_name("Name of the new toolset, such as `triage` or `git-daily`"),
            "tools": tools,
            "description": {
                "type": "string",
                "description": "What the toolset is for",
                "maxLength": DESCRIPTION_MAX,
            },
            "autoEquip": flag("Whether to equip it at once; otherwise nothing changes in what is served"),
        }),
        &["name", "tools"],
    )
}

fn output() -> Value {
    let meta = object(
        json!({
            "success": flag("Whether the toolset was built"),
            "toolsetName": text("Its name"),
            "autoEquipped": flag("Whether it is equipped now"),
            "warnings": array(&text("A tool that is in it and not there just now")),
            "error": error(),
        }),
        &["success"],
    );
    object(json!({"meta": meta, "toolset": toolset_info()}), &["meta"])
}

pub(super) fn refusal(sentence: &str) -> ManagementAnswer {
    ManagementAnswer::failed(json!({"meta": {"success": false, "error": sentence}}))
}

pub(super) async fn answer(asked: &ManagementCall<'_>) -> Result<ManagementAnswer, EditError> {
    let name = ToolsetName::parse(asked.text("name"))?;
    let toolset = Toolset {
        members: members(asked)?,
        description: asked.text("description").trim().to_owned(),
        ..Toolset::new(name.clone())
    };
    let editor = asked.gateway.editor_for(asked.identity);
    let built = editor.create_toolset(asked.author, &toolset).await;
    let built = built.map_err(|error| match error {
        EditError::Exists(what) => EditError::Exists(format!(
            "{what}; choose another name, or remove that one first with delete-toolset"
        )),
        other => other,
    })?;
    let mut meta = Map::new();
    let mut put = |key: &str, value: Value| drop(meta.insert(key.to_owned(), value));
    put("success", json!(true));
    put("toolsetName", json!(name.as_str()));
    if !built.missing.is_empty() {
        let missing = built.missing.iter();
        let missing = missing.map(|one| format!("`{}`: {}", one.member, one.why.as_str()));
        put("warnings", missing.collect());
    }
    let equipped = if asked.flag("autoEquip") {
        editor.equip(asked.author, Some(&name)).await.map(|()| true)
    } else {
        Ok(false)
    };
    put("autoEquipped", json!(matches!(equipped, Ok(true))));
    if let Err(error) = equipped {
        put(
            "error",
            json!(format!("it was built, but not equipped: {error}")),
        );
    }
    let toolset = info(asked.gateway, &name).await?;
    Ok(ManagementAnswer::done(
        json!({"meta": meta, "toolset": toolset}),
    ))
}

/// The requested tools, each once. If any cannot be found, all of those are named.
fn members(asked: &ManagementCall<'_>) -> Result<Vec<ToolsetMember>, EditError> {
    let catalogue = asked.gateway.catalogue();
    let snapshot = asked.gateway.snapshot();
    let references = asked.arguments.get("tools").and_then(Value::as_array);
    let references = references.map_or(&[][..], Vec::as_slice);
    let mut found: Vec<PickedTool> = Vec::new();
    let mut wrong: Vec<String> = Vec::new();
    for reference in references {
        let reference = ToolReference::read(reference);
        let here = reference.find(&catalogue, wrong.len() < MEANT_MAX);
        let here = here.as_ref().map(FoundTool::pick).map_err(Clone::clone);
        match here.or_else(|why| reference.find_pinned(&snapshot, &catalogue).ok_or(why)) {
            Ok(one) => add(&mut found, one),
            Err(why) if wrong.contains(&why) => {}
            Err(why) => wrong.push(why),
        }
    }
    if wrong.is_empty() {
        let references = found.iter().filter_map(PickedTool::to_ref);
        return Ok(references.map(ToolsetMember::Tool).collect());
    }
    Err(EditError::Unknown(format!(
        "nothing was built, since not every tool can be found: {}. list-available-tools shows \
         those that can",
        wrong.join("; ")
    )))
}

/// Adds a tool unless it is already there. If requested twice, it is pinned if either request wants
/// that.
fn add(found: &mut Vec<PickedTool>, one: PickedTool) {
    let known = found.iter_mut().find(|known| known.name == one.name);
    match known {
        Some(known) => known.pinned |= one.pinned,
        None => found.push(one),
    }
}
