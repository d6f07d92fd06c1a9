//! Stacks with their cards, read.

use candor_functions::{Failure, JsonSchema};
use serde::{Deserialize, Serialize};

use super::card::{DeckCard, WireCard};
use super::cards::{CardFilter, CardView, WantedCards};
use super::place;
use crate::client::RequestMethod;
use crate::effect::ToolEffect;
use crate::pack_call::PackCall;
use crate::pack_tool::{PackTool, ToolMaker};
use crate::page::PageInfo;

#[derive(Deserialize)]
pub(super) struct WireStack {
    pub(super) id: u64,
    pub(super) title: String,
    #[serde(default)]
    pub(super) order: i64,
    #[serde(default, deserialize_with = "crate::php_list::entries")]
    pub(super) cards: Vec<WireCard>,
}

#[derive(Deserialize, JsonSchema)]
struct StacksInput {
    /// The number of the board.
    board_id: u64,
    /// Whether the cards are wanted too.
    #[serde(default = "yes")]
    include_cards: bool,
    #[serde(flatten)]
    filter: CardFilter,
}

#[derive(Deserialize, JsonSchema)]
struct StackInput {
    /// The number of the board.
    board_id: u64,
    /// The number of the stack.
    stack_id: u64,
    /// Whether the cards are wanted too.
    #[serde(default = "yes")]
    include_cards: bool,
    #[serde(flatten)]
    filter: CardFilter,
}

#[derive(Deserialize, JsonSchema)]
struct ArchivedInput {
    /// The number of the board.
    board_id: u64,
    #[serde(flatten)]
    view: CardView,
}

/// A stack without its cards.
#[derive(Serialize, JsonSchema)]
pub(super) struct DeckStack {
    /// The number of the stack.
    id: u64,
    /// The title that people see.
    title: String,
    /// Its place on the board.
    order: i64,
}

/// Stacks, and a page of their cards.
#[derive(Serialize, JsonSchema)]
pub(super) struct StackCards {
    /// The stacks, in their order.
    stacks: Vec<DeckStack>,
    /// The cards of this page; `stack_id` says in which stack each is.
    cards: Vec<DeckCard>,
    #[serde(flatten)]
    page: PageInfo,
}

pub(super) fn tools(maker: &ToolMaker) -> Vec<PackTool> {
    let read = ToolEffect::Read;
    vec![
        maker
            .tool(
                ("deck_get_stacks", "List Deck Stacks"),
                "List the stacks of a board. Returns them with a page of their cards, filtered.",
                read,
                get_stacks,
            )
            .sends(
                "`GET /apps/deck/api/v1.0/boards/{board}/stacks`; \
                 `GET /apps/deck/api/v1.0/boards/{board}/stacks/archived`",
            )
            .because("Only `GET`."),
        maker
            .tool(
                ("deck_get_stack", "Get Deck Stack"),
                "Read one stack. Returns it with a page of its cards, filtered.",
                read,
                get_stack,
            )
            .sends(
                "`GET /apps/deck/api/v1.0/boards/{board}/stacks/{stack}`; \
                 `GET /apps/deck/api/v1.0/boards/{board}/stacks/archived`",
            )
            .because("Only `GET`."),
        maker
            .tool(
                ("deck_get_archived_stacks", "List Archived Deck Stacks"),
                "List the archived cards of a board. Returns a page of them with their stacks.",
                read,
                get_archived_stacks,
            )
            .sends("`GET /apps/deck/api/v1.0/boards/{board}/stacks/archived`")
            .because("Only `GET`."),
    ]
}

async fn get_stacks(call: PackCall, input: StacksInput) -> Result<StackCards, Failure> {
    let stacks = all(&call, input.board_id, &input.filter).await?;
    StackCards::of(
        &call,
        input.board_id,
        stacks,
        &input.filter,
        input.include_cards,
    )
}

async fn get_stack(call: PackCall, input: StackInput) -> Result<StackCards, Failure> {
    let mut stacks = vec![one(&call, input.board_id, input.stack_id).await?];
    if input.filter.wants_archived() {
        let more = archived(&call, input.board_id).await?;
        stacks.extend(more.into_iter().filter(|it| it.id == input.stack_id));
    }
    StackCards::of(
        &call,
        input.board_id,
        stacks,
        &input.filter,
        input.include_cards,
    )
}

async fn get_archived_stacks(call: PackCall, input: ArchivedInput) -> Result<StackCards, Failure> {
    let stacks = archived(&call, input.board_id).await?;
    let filter = CardFilter {
        status: WantedCards::Archived,
        view: input.view,
    };
    StackCards::of(&call, input.board_id, stacks, &filter, true)
}

/// The stacks of a board, with the archived cards if the filter wants them.
pub(super) async fn all(
    call: &PackCall,
    board: u64,
    filter: &CardFilter,
) -> Result<Vec<WireStack>, Failure> {
    let request = place::stacks(RequestMethod::Get, board);
    let mut stacks: Vec<WireStack> = call.send(request).await?.json()?;
    if filter.wants_archived() {
        stacks.extend(archived(call, board).await?);
    }
    Ok(stacks)
}

pub(super) async fn one(call: &PackCall, board: u64, stack: u64) -> Result<WireStack, Failure> {
    let request = place::stacks(RequestMethod::Get, board).at(stack);
    call.send(request).await?.json()
}

/// The stacks of a board with their archived cards, which are listed apart.
pub(super) async fn archived(call: &PackCall, board: u64) -> Result<Vec<WireStack>, Failure> {
    let request = place::stacks(RequestMethod::Get, board).at("archived");
    call.send(request).await?.json()
}

// === impl DeckStack ===

impl DeckStack {
    pub(super) fn of(stack: &WireStack) -> Self {
        Self {
            id: stack.id,
            title: stack.title.clone(),
            order: stack.order,
        }
    }
}

// === impl StackCards ===

impl StackCards {
    pub(super) fn of(
        call: &PackCall,
        board: u64,
        mut stacks: Vec<WireStack>,
        filter: &CardFilter,
        with_cards: bool,
    ) -> Result<Self, Failure> {
        let mut told: Vec<DeckStack> = Vec::new();
        for stack in &stacks {
            if !told.iter().any(|known| known.id == stack.id) {
                told.push(DeckStack::of(stack));
            }
        }
        if !with_cards {
            stacks.clear();
        }
        let page = filter.page(call, board, stacks)?;
        Ok(Self {
            stacks: told,
            cards: page.items,
            page: page.info,
        })
    }
}

fn yes() -> bool {
    true
}
