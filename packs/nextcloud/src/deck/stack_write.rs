//! Stacks created, changed and deleted.

use candor_functions::{Failure, JsonSchema};
use serde::Deserialize;
use serde_json::json;

use super::place;
use super::stacks::{DeckStack, WireStack, one};
use crate::client::RequestMethod;
use crate::effect::ToolEffect;
use crate::pack_call::PackCall;
use crate::pack_tool::{PackTool, ToolMaker};
use crate::removal::RemovalAnswer;

#[derive(Deserialize, JsonSchema)]
struct CreateInput {
    /// The number of the board.
    board_id: u64,
    /// The title of the stack.
    #[schemars(length(min = 1, max = 100))]
    title: String,
    /// Its place on the board, counted from 0.
    order: u32,
}

#[derive(Deserialize, JsonSchema)]
struct UpdateInput {
    /// The number of the board.
    board_id: u64,
    /// The number of the stack.
    stack_id: u64,
    /// The new title; left out, it stays.
    #[schemars(length(min = 1, max = 100))]
    title: Option<String>,
    /// The new place on the board; left out, it stays.
    order: Option<i64>,
}

#[derive(Deserialize, JsonSchema)]
struct DeleteInput {
    /// The number of the board.
    board_id: u64,
    /// The number of the stack.
    stack_id: u64,
}

pub(super) fn tools(maker: &ToolMaker) -> Vec<PackTool> {
    let delete = "Delete a stack with all its cards. They can be restored in the web interface \
                  from the deleted items of the board, for a while. Returns what was deleted.";
    vec![
        maker
            .tool(
                ("deck_create_stack", "Create Deck Stack"),
                "Create a stack on a board. Returns it with its number. Each call makes another \
                 stack.",
                ToolEffect::Add,
                create_stack,
            )
            .sends("`POST /apps/deck/api/v1.0/boards/{board}/stacks`")
            .because("`POST` makes another stack each time."),
        maker
            .tool(
                ("deck_update_stack", "Update Deck Stack"),
                "Replace title or place of a stack. Fields that are left out stay. Returns the \
                 stack.",
                ToolEffect::Replace,
                update_stack,
            )
            .sends(
                "`GET /apps/deck/api/v1.0/boards/{board}/stacks/{stack}`; \
                 `PUT /apps/deck/api/v1.0/boards/{board}/stacks/{stack}`",
            )
            .because("`PUT` without a version replaces; the same values twice are the same."),
        maker
            .tool(
                ("deck_delete_stack", "Delete Deck Stack"),
                delete,
                ToolEffect::Remove,
                delete_stack,
            )
            .sends("`DELETE /apps/deck/api/v1.0/boards/{board}/stacks/{stack}`")
            .because("`DELETE`; the second call finds none."),
    ]
}

async fn create_stack(call: PackCall, input: CreateInput) -> Result<DeckStack, Failure> {
    let body = json!({"title": input.title, "order": input.order});
    let request = place::stacks(RequestMethod::Post, input.board_id).json(&body)?;
    let stack: WireStack = call.send(request).await?.json()?;
    Ok(DeckStack::of(&stack))
}

async fn update_stack(call: PackCall, input: UpdateInput) -> Result<DeckStack, Failure> {
    if input.title.is_none() && input.order.is_none() {
        return Err(Failure::new(
            "there is nothing to change; give `title` or `order`",
        ));
    }
    let now = one(&call, input.board_id, input.stack_id).await?;
    let body = json!({
        "title": input.title.unwrap_or(now.title),
        "order": input.order.unwrap_or(now.order),
    });
    let request = place::stacks(RequestMethod::Put, input.board_id).at(input.stack_id);
    let stack: WireStack = call.send(request.json(&body)?).await?.json()?;
    Ok(DeckStack::of(&stack))
}

async fn delete_stack(call: PackCall, input: DeleteInput) -> Result<RemovalAnswer, Failure> {
    let request = place::stacks(RequestMethod::Delete, input.board_id).at(input.stack_id);
    call.send(request).await?.success()?;
    Ok(RemovalAnswer::new(
        format!("stack {} of board {}", input.stack_id, input.board_id),
        "The web interface lists it among the deleted items of the board.",
    ))
}
