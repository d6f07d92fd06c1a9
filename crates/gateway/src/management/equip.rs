//! `equip-toolset`: makes the plain endpoint serve a toolset.

use serde_json::{Value, json};

use super::definition::{DefinitionDraft, SETS};
use super::phrases::existing;
use super::schema::{error, existing_toolset, flag, object, toolset_info};
use super::toolset_info::info;
use super::{ManagementAnswer, ManagementCall};
use crate::edit::EditError;

pub(super) fn draft() -> DefinitionDraft {
    DefinitionDraft {
        name: "equip-toolset",
        title: "Equip Toolset",
        description: "Serves the tools of one saved toolset, and only these, instead of what is \
                      served now. It holds for every client of this endpoint and until another \
                      toolset is equipped. The list of tools changes with it.",
        input: object(json!({"name": existing_toolset()}), &["name"]),
        checked: None,
        output: Some(output()),
        hints: SETS,
    }
}

fn output() -> Value {
    object(
        json!({
            "success": flag("Whether the toolset is equipped now"),
            "toolset": toolset_info(),
            "error": error(),
        }),
        &["success"],
    )
}

pub(super) async fn answer(asked: &ManagementCall<'_>) -> Result<ManagementAnswer, EditError> {
    let name = existing(asked.gateway, asked.text("name"))?;
    let editor = asked.gateway.editor_for(asked.identity);
    editor.equip(asked.author, Some(&name)).await?;
    let toolset = info(asked.gateway, &name).await?;
    Ok(ManagementAnswer::done(
        json!({"success": true, "toolset": toolset}),
    ))
}
