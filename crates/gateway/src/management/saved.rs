//! `list-saved-toolsets`: the toolsets there are.

use serde_json::{Value, json};

use super::definition::{Draft, LOOKS};
use super::info::infos;
use super::schema::{array, error, flag, nothing, object, toolset_info};
use super::{Answer, Asked};
use crate::desk::DeskError;

pub(super) fn draft() -> Draft {
    Draft {
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

pub(super) fn refusal(sentence: &str) -> Answer {
    Answer::failed(json!({"success": false, "toolsets": [], "error": sentence}))
}

pub(super) async fn answer(asked: &Asked<'_>) -> Result<Answer, DeskError> {
    let toolsets = infos(asked.gateway).await?;
    Ok(Answer::done(json!({"success": true, "toolsets": toolsets})))
}
