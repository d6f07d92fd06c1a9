//! `delete-toolset`: removes a toolset after confirmation.

use serde_json::{Value, json};

use super::definition::{DefinitionDraft, hints};
use super::phrases::{existing, tools};
use super::schema::{error, existing_toolset, flag, object, text};
use super::{ManagementAnswer, ManagementCall};
use crate::edit::EditError;

pub(super) fn draft() -> DefinitionDraft {
    DefinitionDraft {
        name: "delete-toolset",
        title: "Delete Toolset",
        description: "Deletes a saved toolset with its notes. Nothing is deleted unless confirm \
                      is true. If it is equipped, every tool is served afterwards.",
        input: object(
            json!({
                "name": existing_toolset(),
                "confirm": flag("Must be true for the toolset to be deleted"),
            }),
            &["name"],
        ),
        checked: None,
        output: Some(output()),
        hints: hints([false, true, true, false]),
    }
}

fn output() -> Value {
    object(
        json!({
            "success": flag("Whether the toolset is gone now"),
            "message": text("What was done"),
            "error": error(),
        }),
        &["success"],
    )
}

pub(super) async fn answer(asked: &ManagementCall<'_>) -> Result<ManagementAnswer, EditError> {
    let name = existing(asked.gateway, asked.text("name"))?;
    if !asked.flag("confirm") {
        return Err(EditError::Invalid(format!(
            "the toolset `{name}` was not deleted: that has to be confirmed by calling \
             delete-toolset again with `confirm` true"
        )));
    }
    let editor = asked.gateway.editor_for(asked.identity);
    let was_equipped = editor.equipped().as_ref() == Some(&name);
    editor.delete_toolset(asked.author, &name, None).await?;
    let mut message = format!("the toolset `{name}` is deleted");
    if was_equipped {
        let served = asked.gateway.catalogue();
        let served = tools(served.everything().tools().len());
        message.push_str("; it was equipped, so that every tool is served now: ");
        message.push_str(&served);
    }
    Ok(ManagementAnswer::done(
        json!({"success": true, "message": message}),
    ))
}
