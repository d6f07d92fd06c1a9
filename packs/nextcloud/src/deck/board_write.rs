//! New boards are made here.

use candor_functions::{Failure, JsonSchema};
use serde::Deserialize;
use serde_json::json;

use super::board::{DeckBoard, WireBoard};
use super::place;
use crate::client::RequestMethod;
use crate::effect::ToolEffect;
use crate::pack_call::PackCall;
use crate::pack_tool::{PackTool, ToolMaker};

#[derive(Deserialize, JsonSchema)]
struct CreateInput {
    /// The title of the board.
    #[schemars(length(min = 1, max = 100))]
    title: String,
    /// The colour: six hexadecimal digits, such as `0082c9`.
    #[schemars(regex(pattern = "^[0-9A-Fa-f]{6}$"))]
    color: String,
}

pub(super) fn tools(maker: &ToolMaker) -> Vec<PackTool> {
    vec![
        maker
            .tool(
                ("deck_create_board", "Create Deck Board"),
                "Create a board. Returns it with its number. Each call makes another board.",
                ToolEffect::Add,
                create_board,
            )
            .sends("`POST /apps/deck/api/v1.0/boards`")
            .because("`POST` makes another board each time."),
    ]
}

async fn create_board(call: PackCall, input: CreateInput) -> Result<DeckBoard, Failure> {
    let color = colour(&input.color)?;
    let body = json!({"title": input.title, "color": color});
    let request = place::boards(RequestMethod::Post).json(&body)?;
    let board: WireBoard = call.send(request).await?.json()?;
    Ok(DeckBoard::of(&call, board))
}

/// A colour as the app takes it.
pub(super) fn colour(given: &str) -> Result<String, Failure> {
    let digits = given.trim_start_matches('#');
    if digits.len() == 6 && digits.chars().all(|it| it.is_ascii_hexdigit()) {
        return Ok(digits.to_owned());
    }
    Err(Failure::new(format!(
        "`{}` is not a colour; give six hexadecimal digits such as `0082c9`",
        given.escape_debug()
    )))
}
