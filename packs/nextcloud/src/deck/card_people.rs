//! Labels and people of a card.

use candor_functions::{Failure, JsonSchema};
use serde::Deserialize;
use serde_json::{Value, json};

use super::card::{DeckCard, WireCard};
use super::place::CardPlace;
use crate::client::RequestMethod;
use crate::effect::ToolEffect;
use crate::pack_call::PackCall;
use crate::pack_tool::{PackTool, ToolMaker};

#[derive(Deserialize, JsonSchema)]
struct LabelInput {
    #[serde(flatten)]
    place: CardPlace,
    /// The number of the label, from `deck_get_labels`.
    label_id: u64,
}

#[derive(Deserialize, JsonSchema)]
struct UserInput {
    #[serde(flatten)]
    place: CardPlace,
    /// The name of the person, as the board lists it.
    #[schemars(length(min = 1, max = 100))]
    user_id: String,
}

/// A change of what belongs to a card.
struct CardChange {
    place: CardPlace,
    route: &'static str,
    body: Value,
}

pub(super) fn tools(maker: &ToolMaker) -> Vec<PackTool> {
    let (add, remove) = (ToolEffect::AddOnce, ToolEffect::Remove);
    let added = "The card is read first; what it has already is not sent again.";
    let removed = "What belongs to the card is removed; what it does not have is not sent.";
    vec![
        maker
            .tool(
                ("deck_assign_label_to_card", "Assign Label to Deck Card"),
                "Give a card a label. If it has it, nothing changes. Returns the card.",
                add,
                assign_label,
            )
            .sends("`GET` of the card; `PUT .../cards/{card}/assignLabel`")
            .because(added),
        maker
            .tool(
                ("deck_remove_label_from_card", "Remove Label from Deck Card"),
                "Remove a label from a card. The label stays on the board. Returns the card.",
                remove,
                remove_label,
            )
            .sends("`GET` of the card; `PUT .../cards/{card}/removeLabel`")
            .because(removed),
        maker
            .tool(
                ("deck_assign_user_to_card", "Assign User to Deck Card"),
                "Assign a card to a person. If it is assigned already, nothing changes. Returns \
                 the card.",
                add,
                assign_user,
            )
            .sends("`GET` of the card; `PUT .../cards/{card}/assignUser`")
            .because(added),
        maker
            .tool(
                (
                    "deck_unassign_user_from_card",
                    "Unassign User from Deck Card",
                ),
                "Remove a person from those a card is assigned to. Returns the card.",
                remove,
                unassign_user,
            )
            .sends("`GET` of the card; `PUT .../cards/{card}/unassignUser`")
            .because(removed),
    ]
}

async fn assign_label(call: PackCall, input: LabelInput) -> Result<DeckCard, Failure> {
    let change = CardChange {
        place: input.place,
        route: "assignLabel",
        body: json!({"labelId": input.label_id}),
    };
    change.make(&call, |card| !has(card, input.label_id)).await
}

async fn remove_label(call: PackCall, input: LabelInput) -> Result<DeckCard, Failure> {
    let change = CardChange {
        place: input.place,
        route: "removeLabel",
        body: json!({"labelId": input.label_id}),
    };
    change.make(&call, |card| has(card, input.label_id)).await
}

async fn assign_user(call: PackCall, input: UserInput) -> Result<DeckCard, Failure> {
    let change = CardChange {
        place: input.place,
        route: "assignUser",
        body: json!({"userId": input.user_id}),
    };
    let needed = |card: &WireCard| !card.assigned().contains(&input.user_id);
    change.make(&call, needed).await
}

async fn unassign_user(call: PackCall, input: UserInput) -> Result<DeckCard, Failure> {
    let change = CardChange {
        place: input.place,
        route: "unassignUser",
        body: json!({"userId": input.user_id}),
    };
    let needed = |card: &WireCard| card.assigned().contains(&input.user_id);
    change.make(&call, needed).await
}

fn has(card: &WireCard, label: u64) -> bool {
    let mut labels = card.labels.iter().flatten();
    labels.any(|known| known.id == label)
}

// === impl CardChange ===

impl CardChange {
    /// Makes the change where it is needed, and gives the card as it is then.
    async fn make(
        self,
        call: &PackCall,
        needed: impl Fn(&WireCard) -> bool,
    ) -> Result<DeckCard, Failure> {
        let mut card = self.place.fetch(call).await?;
        if needed(&card) {
            let request = self.place.request(RequestMethod::Put).at(self.route);
            call.send(request.json(&self.body)?).await?.success()?;
            card = self.place.fetch(call).await?;
        }
        Ok(DeckCard::of(call, self.place.board_id, card, usize::MAX))
    }
}
