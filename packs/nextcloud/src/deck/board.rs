//! Boards and their labels, read.

use candor_functions::{Failure, JsonSchema};
use serde::{Deserialize, Serialize};

use super::card::{DeckLabel, WireLabel};
use super::place;
use crate::client::RequestMethod;
use crate::effect::ToolEffect;
use crate::pack_call::PackCall;
use crate::pack_tool::{PackTool, ToolMaker};
use crate::page::{ListPage, PageInfo};

#[derive(Deserialize)]
pub(super) struct WireBoard {
    pub(super) id: u64,
    title: String,
    #[serde(default)]
    color: Option<String>,
    #[serde(default)]
    archived: bool,
    #[serde(default)]
    owner: Option<WirePerson>,
    #[serde(default)]
    labels: Option<Vec<WireLabel>>,
    #[serde(default)]
    users: Option<Vec<WirePerson>>,
}

#[derive(Deserialize)]
struct WirePerson {
    uid: String,
}

#[derive(Deserialize, JsonSchema)]
struct ListInput {
    /// How many boards a page has, at most 500.
    #[serde(default = "standard")]
    #[schemars(range(min = 1, max = 500))]
    limit: usize,
    /// How many boards to skip; take `next_offset` of the page before.
    #[serde(default)]
    offset: usize,
}

#[derive(Deserialize, JsonSchema)]
struct BoardInput {
    /// The number of the board.
    board_id: u64,
}

#[derive(Deserialize, JsonSchema)]
struct LabelInput {
    /// The number of the board.
    board_id: u64,
    /// The number of the label.
    label_id: u64,
}

#[derive(Serialize, JsonSchema)]
struct BoardList {
    /// The boards of this page.
    boards: Vec<DeckBoard>,
    #[serde(flatten)]
    page: PageInfo,
}

#[derive(Serialize, JsonSchema)]
struct LabelList {
    /// All labels of the board.
    labels: Vec<DeckLabel>,
}

/// A board, without its cards.
#[derive(Serialize, JsonSchema)]
pub(super) struct DeckBoard {
    /// The number of the board.
    id: u64,
    /// The title that people see.
    title: String,
    /// The colour: six hexadecimal digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    color: Option<String>,
    /// Whether it is archived.
    archived: bool,
    /// The name of the person who owns it.
    #[serde(skip_serializing_if = "Option::is_none")]
    owner: Option<String>,
    /// The labels of the board.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    labels: Vec<DeckLabel>,
    /// The names of the people who take part.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    users: Vec<String>,
    /// Its page in the web interface.
    url: String,
}

pub(super) fn tools(maker: &ToolMaker) -> Vec<PackTool> {
    let read = ToolEffect::Read;
    vec![
        maker
            .tool(
                ("deck_get_boards", "List Deck Boards"),
                "List the boards that the account can see, a page at a time. Returns their \
                 numbers and titles.",
                read,
                get_boards,
            )
            .sends("`GET /apps/deck/api/v1.0/boards`")
            .because("Only `GET`."),
        maker
            .tool(
                ("deck_get_board", "Get Deck Board"),
                "Read a board. Returns its labels and people; use `deck_get_board_overview` for \
                 its cards.",
                read,
                get_board,
            )
            .sends("`GET /apps/deck/api/v1.0/boards/{board}`")
            .because("Only `GET`."),
        maker
            .tool(
                ("deck_get_labels", "List Deck Labels"),
                "List the labels of a board. Returns their numbers, titles and colours.",
                read,
                get_labels,
            )
            .sends("`GET /apps/deck/api/v1.0/boards/{board}`")
            .because("Only `GET`."),
        maker
            .tool(
                ("deck_get_label", "Get Deck Label"),
                "Read one label of a board. Returns its title and colour.",
                read,
                get_label,
            )
            .sends("`GET /apps/deck/api/v1.0/boards/{board}/labels/{label}`")
            .because("Only `GET`."),
    ]
}

async fn get_boards(call: PackCall, input: ListInput) -> Result<BoardList, Failure> {
    let boards: Vec<WireBoard> = call.send(place::boards(RequestMethod::Get)).await?.json()?;
    let boards = boards.into_iter().map(|one| DeckBoard::of(&call, one));
    let page = ListPage::cut(boards.collect(), input.offset, input.limit)?;
    Ok(BoardList {
        boards: page.items,
        page: page.info,
    })
}

async fn get_board(call: PackCall, input: BoardInput) -> Result<DeckBoard, Failure> {
    let board = fetch(&call, input.board_id).await?;
    Ok(DeckBoard::of(&call, board))
}

async fn get_labels(call: PackCall, input: BoardInput) -> Result<LabelList, Failure> {
    let board = fetch(&call, input.board_id).await?;
    let labels = board.labels.into_iter().flatten();
    Ok(LabelList {
        labels: labels.map(DeckLabel::of).collect(),
    })
}

async fn get_label(call: PackCall, input: LabelInput) -> Result<DeckLabel, Failure> {
    let request = place::labels(RequestMethod::Get, input.board_id).at(input.label_id);
    let label: WireLabel = call.send(request).await?.json()?;
    Ok(DeckLabel::of(label))
}

pub(super) async fn fetch(call: &PackCall, board: u64) -> Result<WireBoard, Failure> {
    let request = place::board(RequestMethod::Get, board);
    call.send(request).await?.json()
}

// === impl DeckBoard ===

impl DeckBoard {
    pub(super) fn of(call: &PackCall, board: WireBoard) -> Self {
        let labels = board.labels.into_iter().flatten();
        let users = board.users.into_iter().flatten();
        Self {
            url: call.link(&format!("apps/deck/board/{}", board.id)),
            id: board.id,
            title: board.title,
            color: board.color,
            archived: board.archived,
            owner: board.owner.map(|owner| owner.uid),
            labels: labels.map(DeckLabel::of).collect(),
            users: users.map(|person| person.uid).collect(),
        }
    }
}

fn standard() -> usize {
    100
}
