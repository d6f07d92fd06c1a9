//! The Deck app: boards with stacks of cards.

mod attachments;
mod board;
mod board_write;
mod card;
mod card_move;
mod card_people;
mod card_place;
mod card_write;
mod cards;
mod comments;
mod label_write;
mod overview;
mod place;
mod stack_write;
mod stacks;

use crate::pack_tool::{PackTool, ToolMaker};

pub(crate) fn tools(maker: &ToolMaker) -> Vec<PackTool> {
    [
        board::tools(maker),
        stacks::tools(maker),
        cards::tools(maker),
        overview::tools(maker),
        board_write::tools(maker),
        stack_write::tools(maker),
        card_write::tools(maker),
        card_place::tools(maker),
        card_move::tools(maker),
        label_write::tools(maker),
        card_people::tools(maker),
        comments::tools(maker),
        attachments::tools(maker),
    ]
    .into_iter()
    .flatten()
    .collect()
}
