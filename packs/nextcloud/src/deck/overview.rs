//! A board at a glance.

use candor_functions::{Failure, JsonSchema};
use serde::{Deserialize, Serialize};

use super::board::{self, DeckBoard};
use super::cards::CardFilter;
use super::stacks::{self, StackCards};
use crate::effect::ToolEffect;
use crate::pack_call::PackCall;
use crate::pack_tool::{PackTool, ToolMaker};

#[derive(Deserialize, JsonSchema)]
struct OverviewInput {
    /// The number of the board.
    board_id: u64,
    #[serde(flatten)]
    filter: CardFilter,
}

#[derive(Serialize, JsonSchema)]
struct BoardOverview {
    /// The board that was asked for.
    board: DeckBoard,
    #[serde(flatten)]
    content: StackCards,
}

pub(super) fn tools(maker: &ToolMaker) -> Vec<PackTool> {
    vec![
        maker
            .tool(
                ("deck_get_board_overview", "Get Deck Board Overview"),
                "Read a board with its stacks and a page of its cards in one call. Returns \
                 summaries of the cards, filtered.",
                ToolEffect::Read,
                get_board_overview,
            )
            .sends(
                "`GET /apps/deck/api/v1.0/boards/{board}`; \
                 `GET /apps/deck/api/v1.0/boards/{board}/stacks`; \
                 `GET /apps/deck/api/v1.0/boards/{board}/stacks/archived`",
            )
            .because("Only `GET`."),
    ]
}

async fn get_board_overview(
    call: PackCall,
    input: OverviewInput,
) -> Result<BoardOverview, Failure> {
    let id = input.board_id;
    let board = board::fetch(&call, id).await?;
    let stacks = stacks::all(&call, id, &input.filter).await?;
    Ok(BoardOverview {
        board: DeckBoard::of(&call, board),
        content: StackCards::of(&call, id, stacks, &input.filter, true)?,
    })
}
