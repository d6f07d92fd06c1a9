//! `list-saved-toolsets`: the existing toolsets.

use serde_json::{Value, json};

use super::definition::{DefinitionDraft, LOOKS};
use super::schema::{array, error, flag, nothing, object, toolset_info};
use super::toolset_info::infos;
use super::{ManagementAnswer, ManagementCall};
use crate::edit::EditError;

pub(super) fn draft() -> DefinitionDraft {
    DefinitionDraft {
        name: "list-saved-toolsets",
        title: "List Saved Toolsets",
        description: "Lists the toolsets that can be equipped, with their tools and whether each \
                      of these is there now.",
        input: nothing(),
        checked: None,
        output: Some(output()),
        hints: LOOKS,
    }
}

fn output() -> Value {
    object(
        json!({
            "success": flag("Whether they could be listed"),
            "toolsets": array(&toolset_info()),
            "error": error(),
        }),
        &["success", "toolsets"],
    )
}

pub(super) fn refusal(sentence: &str) -> ManagementAnswer {
    ManagementAnswer::failed(json!({"success": false, "toolsets": [], "error": sentence}))
}

pub(super) async fn answer(asked: &ManagementCall<'_>) -> Result<ManagementAnswer, EditError> {
    let toolsets = infos(asked.gateway).await?;
    Ok(ManagementAnswer::done(
        json!({"success": true, "toolsets": toolsets}),
    ))
}
