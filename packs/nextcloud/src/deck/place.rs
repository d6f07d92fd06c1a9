//! Where boards, stacks, cards and labels are asked for.

use candor_functions::{Failure, JsonSchema};
use serde::Deserialize;

use super::card::WireCard;
use crate::client::{PackRequest, RequestMethod, ServerPlace};
use crate::pack_call::PackCall;

const BOARDS: ServerPlace = ServerPlace::App("deck/api/v1.0/boards");
/// Cards are given whole only by the later version.
const BOARDS_LATER: ServerPlace = ServerPlace::App("deck/api/v1.1/boards");

/// A card, by where it is.
#[expect(
    clippy::struct_field_names,
    reason = "the names are those of the parameters"
)]
#[derive(Clone, Copy, Deserialize, JsonSchema)]
pub(super) struct CardPlace {
    /// The number of the board.
    pub(super) board_id: u64,
    /// The number of the stack in which the card is.
    pub(super) stack_id: u64,
    /// The number of the card.
    pub(super) card_id: u64,
}

/// A request about all boards.
pub(super) fn boards(method: RequestMethod) -> PackRequest {
    PackRequest::new(method, BOARDS)
}

pub(super) fn board(method: RequestMethod, board: u64) -> PackRequest {
    boards(method).at(board)
}

pub(super) fn stacks(method: RequestMethod, board_id: u64) -> PackRequest {
    board(method, board_id).at("stacks")
}

pub(super) fn labels(method: RequestMethod, board_id: u64) -> PackRequest {
    board(method, board_id).at("labels")
}

pub(super) fn cards(method: RequestMethod, board: u64, stack: u64) -> PackRequest {
    stacks(method, board).at(stack).at("cards")
}

// === impl CardPlace ===

impl CardPlace {
    pub(super) fn request(self, method: RequestMethod) -> PackRequest {
        cards(method, self.board_id, self.stack_id).at(self.card_id)
    }

    /// The same in the later version of the interface.
    pub(super) fn later(self, method: RequestMethod) -> PackRequest {
        PackRequest::new(method, BOARDS_LATER)
            .at(self.board_id)
            .at("stacks")
            .at(self.stack_id)
            .at("cards")
            .at(self.card_id)
    }

    /// Reads the card.
    pub(super) async fn fetch(self, call: &PackCall) -> Result<WireCard, Failure> {
        call.send(self.later(RequestMethod::Get)).await?.json()
    }
}
