//! Cards, read and filtered.

use candor_functions::{Failure, JsonSchema};
use serde::{Deserialize, Serialize};

use super::card::{CardStatus, DeckCard, WireCard};
use super::place::CardPlace;
use super::stacks::{WireStack, archived, one};
use crate::effect::ToolEffect;
use crate::pack_call::PackCall;
use crate::pack_tool::{PackTool, ToolMaker};
use crate::page::{ListPage, PageInfo};

/// Which cards are wanted.
#[derive(Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum WantedCards {
    /// Those that are neither done nor archived.
    #[default]
    Open,
    /// Those that are done.
    Done,
    /// Those that are archived.
    Archived,
    /// All of them.
    All,
}

/// What is told of a card.
#[derive(Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum CardDetail {
    /// The beginning of the description.
    #[default]
    Summary,
    /// The whole description.
    Full,
}

/// Which cards are given, and how.
#[derive(Deserialize, JsonSchema)]
pub(super) struct CardFilter {
    /// Whether open, done, archived or all cards are wanted.
    #[serde(default)]
    pub(super) status: WantedCards,
    #[serde(flatten)]
    pub(super) view: CardView,
}

/// Which cards of a status are given, and how.
#[derive(Deserialize, JsonSchema)]
pub(super) struct CardView {
    /// Only cards with the label of this title.
    label: Option<String>,
    /// Only cards that are assigned to the person of this name.
    assigned_to: Option<String>,
    /// Whether the beginning of the description is enough.
    #[serde(default)]
    detail: CardDetail,
    /// How many characters of a description a summary has, at most 2000.
    #[serde(default = "preview")]
    #[schemars(range(min = 0, max = 2000))]
    description_preview_length: usize,
    /// How many cards a page has, at most 500.
    #[serde(default = "standard")]
    #[schemars(range(min = 1, max = 500))]
    limit: usize,
    /// How many cards to skip; take `next_offset` of the page before.
    #[serde(default)]
    offset: usize,
}

#[derive(Deserialize, JsonSchema)]
struct CardsInput {
    /// The number of the board.
    board_id: u64,
    /// The number of the stack.
    stack_id: u64,
    #[serde(flatten)]
    filter: CardFilter,
}

#[derive(Serialize, JsonSchema)]
struct CardList {
    /// The cards of this page, in their order.
    cards: Vec<DeckCard>,
    #[serde(flatten)]
    page: PageInfo,
}

pub(super) fn tools(maker: &ToolMaker) -> Vec<PackTool> {
    vec![
        maker
            .tool(
                ("deck_get_cards", "List Deck Cards"),
                "List the cards of a stack, filtered, a page at a time. Returns summaries, or \
                 whole descriptions with `detail`.",
                ToolEffect::Read,
                get_cards,
            )
            .sends(
                "`GET /apps/deck/api/v1.0/boards/{board}/stacks/{stack}`; \
                 `GET /apps/deck/api/v1.0/boards/{board}/stacks/archived`",
            )
            .because("Only `GET`."),
        maker
            .tool(
                ("deck_get_card", "Get Deck Card"),
                "Read a card. Returns its whole description, labels and people.",
                ToolEffect::Read,
                get_card,
            )
            .sends("`GET /apps/deck/api/v1.1/boards/{board}/stacks/{stack}/cards/{card}`")
            .because("Only `GET`."),
    ]
}

async fn get_cards(call: PackCall, input: CardsInput) -> Result<CardList, Failure> {
    let (board, stack) = (input.board_id, input.stack_id);
    let mut stacks = vec![one(&call, board, stack).await?];
    if input.filter.wants_archived() {
        let archived = archived(&call, board).await?;
        stacks.extend(archived.into_iter().filter(|other| other.id == stack));
    }
    let page = input.filter.page(&call, board, stacks)?;
    Ok(CardList {
        cards: page.items,
        page: page.info,
    })
}

async fn get_card(call: PackCall, place: CardPlace) -> Result<DeckCard, Failure> {
    let card = place.fetch(&call).await?;
    Ok(DeckCard::of(&call, place.board_id, card, usize::MAX))
}

// === impl CardFilter ===

impl CardFilter {
    /// Whether the archived cards have to be asked for, which are listed apart.
    pub(super) fn wants_archived(&self) -> bool {
        matches!(self.status, WantedCards::Archived | WantedCards::All)
    }

    /// The page of the cards of some stacks that fit.
    pub(super) fn page(
        &self,
        call: &PackCall,
        board: u64,
        stacks: Vec<WireStack>,
    ) -> Result<ListPage<DeckCard>, Failure> {
        let cards = stacks.into_iter().flat_map(|stack| stack.cards);
        let longest = match self.view.detail {
            CardDetail::Summary => self.view.description_preview_length,
            CardDetail::Full => usize::MAX,
        };
        let cards = cards.filter(|card| self.fits(card));
        let cards = cards.map(|card| DeckCard::of(call, board, card, longest));
        ListPage::cut(cards.collect(), self.view.offset, self.view.limit)
    }

    fn fits(&self, card: &WireCard) -> bool {
        let status = match self.status {
            WantedCards::All => true,
            WantedCards::Open => card.status() == CardStatus::Open,
            WantedCards::Done => card.status() == CardStatus::Done,
            WantedCards::Archived => card.status() == CardStatus::Archived,
        };
        let label = self
            .view
            .label
            .as_deref()
            .is_none_or(|title| card.has_label(title));
        let who = self.view.assigned_to.as_ref();
        status && label && who.is_none_or(|who| card.assigned().contains(who))
    }
}

fn preview() -> usize {
    140
}

fn standard() -> usize {
    100
}
