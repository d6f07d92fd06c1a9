//! Cards moved to another board.

use candor_functions::{Failure, JsonSchema};
use serde::Deserialize;
use serde_json::Value;

use super::card::DeckCard;
use super::place::{self, CardPlace};
use super::stacks::WireStack;
use crate::client::RequestMethod;
use crate::effect::ToolEffect;
use crate::pack_call::PackCall;
use crate::pack_tool::{PackTool, ToolMaker};

#[derive(Deserialize, JsonSchema)]
struct MoveInput {
    /// The number of the board on which the card is.
    source_board_id: u64,
    /// The number of the stack in which the card is.
    source_stack_id: u64,
    /// The number of the card.
    card_id: u64,
    /// The number of the board to which it goes.
    target_board_id: u64,
    /// The number of the stack to which it goes.
    target_stack_id: u64,
    /// The new place in the stack, counted from 0.
    #[serde(default)]
    order: u32,
}

pub(super) fn tools(maker: &ToolMaker) -> Vec<PackTool> {
    let description = "Move a card to a stack of another board. Replaces its board: labels are \
                       kept where the other board has one of the same title, or where the account \
                       may make one there. Returns the card.";
    vec![
        maker
            .tool(
                ("deck_move_card_to_board", "Move Deck Card to Another Board"),
                description,
                ToolEffect::ReplaceOnce,
                move_card,
            )
            .sends(
                "`GET /apps/deck/api/v1.0/boards/{target}/stacks`; \
                 `GET /apps/deck/api/v1.1/boards/{board}/stacks/{stack}/cards/{card}`; \
                 `PUT /apps/deck/api/v1.0/boards/{target}/stacks/{target_stack}/cards/{card}`",
            )
            .because("Board and labels are replaced; the second call finds the card elsewhere."),
    ]
}

async fn move_card(call: PackCall, input: MoveInput) -> Result<DeckCard, Failure> {
    check_target(&call, &input).await?;
    let source = CardPlace {
        board_id: input.source_board_id,
        stack_id: input.source_stack_id,
        card_id: input.card_id,
    };
    let card = source.fetch(&call).await?;
    if card.stack_id != source.stack_id {
        return Err(Failure::new(format!(
            "card {} is in stack {} and not in stack {}",
            source.card_id, card.stack_id, source.stack_id
        )));
    }
    if card.archived {
        return Err(Failure::new(
            "an archived card cannot be moved; bring it back with `deck_unarchive_card` first",
        ));
    }
    // The app takes the stack from the address and moves the card there, with everything it is
    // told about it. What is not told would be lost.
    let mut body = card.replacement();
    body.insert("order".to_owned(), input.order.into());
    let target = CardPlace {
        board_id: input.target_board_id,
        stack_id: input.target_stack_id,
        card_id: input.card_id,
    };
    let request = target.request(RequestMethod::Put);
    call.send(request.json(&Value::Object(body))?)
        .await?
        .success()?;
    let moved = target.fetch(&call).await?;
    if moved.stack_id != target.stack_id {
        return Err(Failure::new(format!(
            "the app left card {} in stack {}",
            target.card_id, moved.stack_id
        )));
    }
    Ok(DeckCard::of(&call, target.board_id, moved, usize::MAX))
}

/// Whether the stack to which the card goes is one of the board that is named.
async fn check_target(call: &PackCall, input: &MoveInput) -> Result<(), Failure> {
    let request = place::stacks(RequestMethod::Get, input.target_board_id);
    let stacks: Vec<WireStack> = call.send(request).await?.json()?;
    if stacks.iter().any(|stack| stack.id == input.target_stack_id) {
        return Ok(());
    }
    Err(Failure::new(format!(
        "board {} has no stack {}; list its stacks with `deck_get_stacks`",
        input.target_board_id, input.target_stack_id
    )))
}
