//! Cards archived, brought back and moved.

use candor_functions::{Failure, JsonSchema};
use serde::Deserialize;
use serde_json::json;

use super::card::DeckCard;
use super::place::{self, CardPlace};
use super::stacks::WireStack;
use crate::client::{PackRequest, RequestMethod, ServerPlace};
use crate::effect::ToolEffect;
use crate::pack_call::PackCall;
use crate::pack_tool::{PackTool, ToolMaker};

/// The only route that moves a card to another stack; the documented one ignores the new stack.
const REORDER: ServerPlace = ServerPlace::App("deck/cards");
const REORDER_LATER: ServerPlace = ServerPlace::Ocs("apps/deck/api/v1.0/cards");

#[derive(Deserialize, JsonSchema)]
struct ReorderInput {
    #[serde(flatten)]
    place: CardPlace,
    /// The new place in the stack, counted from 0.
    order: u32,
    /// The number of the stack to which it goes, on the same board.
    target_stack_id: u64,
}

pub(super) fn tools(maker: &ToolMaker) -> Vec<PackTool> {
    vec![
        maker
            .tool(
                ("deck_archive_card", "Archive Deck Card"),
                "Archive a card, so that its stack does not show it any more. \
                 `deck_unarchive_card` undoes it. Returns the card.",
                ToolEffect::Replace,
                archive_card,
            )
            .sends("`PUT /apps/deck/api/v1.0/boards/{board}/stacks/{stack}/cards/{card}/archive`")
            .because("A field is replaced; twice is the same as once."),
        maker
            .tool(
                ("deck_unarchive_card", "Unarchive Deck Card"),
                "Bring an archived card back to its stack. `deck_archive_card` undoes it. Returns \
                 the card.",
                ToolEffect::Replace,
                unarchive_card,
            )
            .sends("`PUT /apps/deck/api/v1.0/boards/{board}/stacks/{stack}/cards/{card}/unarchive`")
            .because("A field is replaced; twice is the same as once."),
        maker
            .tool(
                ("deck_reorder_card", "Move Deck Card on Its Board"),
                "Move a card to another place in its stack or to another stack of the same \
                 board. Replaces its place. Returns the card.",
                ToolEffect::Replace,
                reorder_card,
            )
            .sends(
                "`GET /apps/deck/api/v1.0/boards/{board}/stacks`; \
                 `PUT /apps/deck/cards/{card}/reorder`, or over OCS where the app has it there",
            )
            .because("Place and stack are replaced; the same place twice is the same."),
    ]
}

async fn archive_card(call: PackCall, place: CardPlace) -> Result<DeckCard, Failure> {
    let request = place.request(RequestMethod::Put).at("archive");
    change(&call, place, request).await
}

async fn unarchive_card(call: PackCall, place: CardPlace) -> Result<DeckCard, Failure> {
    let request = place.request(RequestMethod::Put).at("unarchive");
    change(&call, place, request).await
}

async fn reorder_card(call: PackCall, input: ReorderInput) -> Result<DeckCard, Failure> {
    let place = input.place;
    let request = place::stacks(RequestMethod::Get, place.board_id);
    let stacks: Vec<WireStack> = call.send(request).await?.json()?;
    let target = input.target_stack_id;
    if !stacks.iter().any(|stack| stack.id == target) {
        return Err(Failure::new(format!(
            "board {} has no stack {target}; list its stacks with `deck_get_stacks`",
            place.board_id
        )));
    }
    let body = json!({"order": input.order, "stackId": target, "boardId": place.board_id});
    let reorder = |route| {
        let request = call.request(RequestMethod::Put, route);
        request.at(place.card_id).at("reorder").json(&body)
    };
    let mut answer = call.send(reorder(REORDER)?).await?;
    // A later app has the route over OCS only.
    if matches!(answer.status(), 404 | 405) {
        answer = call
            .send(reorder(REORDER_LATER)?.query("format", "json"))
            .await?;
    }
    answer.success()?;
    let moved = CardPlace {
        stack_id: target,
        ..place
    };
    let card = moved.fetch(&call).await?;
    Ok(DeckCard::of(&call, place.board_id, card, usize::MAX))
}

/// Sends the change and reads the card as it is then.
async fn change(
    call: &PackCall,
    place: CardPlace,
    request: PackRequest,
) -> Result<DeckCard, Failure> {
    call.send(request).await?.success()?;
    let card = place.fetch(call).await?;
    Ok(DeckCard::of(call, place.board_id, card, usize::MAX))
}
