//! Labels of a board created, changed and deleted.

use candor_functions::{Failure, JsonSchema};
use serde::Deserialize;
use serde_json::json;

use super::board_write::colour;
use super::card::{DeckLabel, WireLabel};
use super::place;
use crate::client::RequestMethod;
use crate::effect::ToolEffect;
use crate::pack_call::PackCall;
use crate::pack_tool::{PackTool, ToolMaker};
use crate::removal::RemovalAnswer;

#[derive(Deserialize, JsonSchema)]
struct CreateInput {
    /// The number of the board.
    board_id: u64,
    /// The title of the label.
    #[schemars(length(min = 1, max = 100))]
    title: String,
    /// The colour: six hexadecimal digits, such as `0082c9`.
    #[schemars(regex(pattern = "^[0-9A-Fa-f]{6}$"))]
    color: String,
}

#[derive(Deserialize, JsonSchema)]
struct UpdateInput {
    /// The number of the board.
    board_id: u64,
    /// The number of the label.
    label_id: u64,
    /// The new title; left out, it stays.
    #[schemars(length(min = 1, max = 100))]
    title: Option<String>,
    /// The new colour: six hexadecimal digits; left out, it stays.
    color: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
struct DeleteInput {
    /// The number of the board.
    board_id: u64,
    /// The number of the label.
    label_id: u64,
}

pub(super) fn tools(maker: &ToolMaker) -> Vec<PackTool> {
    vec![
        maker
            .tool(
                ("deck_create_label", "Create Deck Label"),
                "Create a label on a board. Returns it with its number. The app refuses a title \
                 that the board has.",
                ToolEffect::Add,
                create_label,
            )
            .sends("`POST /apps/deck/api/v1.0/boards/{board}/labels`")
            .because("`POST` adds a label; the same title is refused the second time."),
        maker
            .tool(
                ("deck_update_label", "Update Deck Label"),
                "Replace title or colour of a label, on all cards that have it. Fields that are \
                 left out stay. Returns the label.",
                ToolEffect::Replace,
                update_label,
            )
            .sends(
                "`GET /apps/deck/api/v1.0/boards/{board}/labels/{label}`; \
                 `PUT /apps/deck/api/v1.0/boards/{board}/labels/{label}`",
            )
            .because("`PUT` without a version replaces; the same values twice are the same."),
        maker
            .tool(
                ("deck_delete_label", "Delete Deck Label"),
                "Delete a label of a board and remove it from all cards. It cannot be restored. \
                 Returns what was deleted.",
                ToolEffect::Remove,
                delete_label,
            )
            .sends("`DELETE /apps/deck/api/v1.0/boards/{board}/labels/{label}`")
            .because("`DELETE`; the second call finds none."),
    ]
}

async fn create_label(call: PackCall, input: CreateInput) -> Result<DeckLabel, Failure> {
    let body = json!({"title": input.title, "color": colour(&input.color)?});
    let request = place::labels(RequestMethod::Post, input.board_id).json(&body)?;
    let label: WireLabel = call.send(request).await?.json()?;
    Ok(DeckLabel::of(label))
}

async fn update_label(call: PackCall, input: UpdateInput) -> Result<DeckLabel, Failure> {
    if input.title.is_none() && input.color.is_none() {
        return Err(Failure::new(
            "there is nothing to change; give `title` or `color`",
        ));
    }
    let place = |method| place::labels(method, input.board_id).at(input.label_id);
    let now: WireLabel = call.send(place(RequestMethod::Get)).await?.json()?;
    let color = match &input.color {
        Some(given) => colour(given)?,
        None => now.color.unwrap_or_default(),
    };
    let body = json!({"title": input.title.unwrap_or(now.title), "color": color});
    let request = place(RequestMethod::Put).json(&body)?;
    let label: WireLabel = call.send(request).await?.json()?;
    Ok(DeckLabel::of(label))
}

async fn delete_label(call: PackCall, input: DeleteInput) -> Result<RemovalAnswer, Failure> {
    let request = place::labels(RequestMethod::Delete, input.board_id).at(input.label_id);
    call.send(request).await?.success()?;
    Ok(RemovalAnswer::new(
        format!("label {} of board {}", input.label_id, input.board_id),
        "It cannot be restored; create it again and assign it to its cards.",
    ))
}
