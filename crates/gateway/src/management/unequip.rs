//! `unequip-toolset`: makes the plain endpoint serve everything again.

use serde_json::{Value, json};

use super::definition::{DefinitionDraft, SETS};
use super::phrases::{gone, tools};
use super::schema::{count, error, flag, nothing, object, text};
use super::{ManagementAnswer, ManagementCall};
use crate::edit::EditError;

pub(super) fn draft() -> DefinitionDraft {
    DefinitionDraft {
        name: "unequip-toolset",
        title: "Unequip Toolset",
        description: "Serves every tool again instead of those of the equipped toolset, which \
                      stays saved. The list of tools changes with it.",
        input: nothing(),
        checked: None,
        output: Some(output()),
        hints: SETS,
    }
}

fn output() -> Value {
    object(
        json!({
            "success": flag("Whether no toolset is equipped now"),
            "message": text("What was done, and what is served now"),
            "toolsetName": text("The toolset that was equipped, if one was"),
            "currentlyExposed": count("How many tools are served here now"),
            "error": error(),
        }),
        &["success"],
    )
}

pub(super) async fn answer(asked: &ManagementCall<'_>) -> Result<ManagementAnswer, EditError> {
    let editor = asked.gateway.editor_for(asked.identity);
    let before = editor.equipped();
    editor.equip(asked.author, None).await?;
    let served = asked.gateway.catalogue().offer(asked.endpoint);
    let served = served.map_err(|error| gone(&error))?.tools().len();
    let done = match &before {
        Some(name) => format!("the toolset `{name}` is no longer equipped"),
        None => "no toolset was equipped".to_owned(),
    };
    let now = match &asked.endpoint.toolset {
        Some(own) => format!("this endpoint goes on serving its own toolset `{own}`"),
        None => "every tool is served".to_owned(),
    };
    let mut answer = json!({
        "success": true,
        "message": format!("{done}; {now}: {}", tools(served)),
        "currentlyExposed": served,
    });
    if let Some(name) = before {
        answer["toolsetName"] = json!(name.as_str());
    }
    Ok(ManagementAnswer::done(answer))
}
