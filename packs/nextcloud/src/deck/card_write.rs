//! Cards created, changed and deleted.

use candor_functions::{Failure, JsonSchema};
use jiff::Timestamp;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::card::{DeckCard, WireCard};
use super::place::{self, CardPlace};
use crate::client::RequestMethod;
use crate::effect::ToolEffect;
use crate::pack_call::PackCall;
use crate::pack_tool::{PackTool, ToolMaker};
use crate::removal::RemovalAnswer;

/// The type of a card.
#[derive(Clone, Copy, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum CardType {
    /// A card with a text.
    #[default]
    Plain,
}

#[derive(Deserialize, JsonSchema)]
struct CreateInput {
    /// The number of the board.
    board_id: u64,
    /// The number of the stack.
    stack_id: u64,
    /// The title of the card.
    #[schemars(length(min = 1, max = 255))]
    title: String,
    /// The type of the card, of which the app knows one.
    #[serde(default, rename = "type")]
    kind: CardType,
    /// Its place in the stack; the largest is last.
    #[serde(default = "last")]
    order: u32,
    /// The description, in Markdown.
    description: Option<String>,
    /// When it is due: RFC 3339 with a zone, such as `2026-03-01T12:00:00+01:00`.
    duedate: Option<String>,
    /// When it starts: RFC 3339 with a zone. Needs Deck 1.18.
    startdate: Option<String>,
    /// The colour: six hexadecimal digits. Needs Deck 1.18.
    color: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
struct UpdateInput {
    #[serde(flatten)]
    place: CardPlace,
    /// The new title; left out, it stays.
    #[schemars(length(min = 1, max = 255))]
    title: Option<String>,
    /// The type of the card, of which the app knows one; left out, it stays.
    #[serde(rename = "type")]
    kind: Option<CardType>,
    /// The new description, in Markdown; left out, it stays. An empty text removes it.
    description: Option<String>,
    /// The name of the new owner; left out, it stays.
    owner: Option<String>,
    /// The new place in the stack; left out, it stays.
    order: Option<i64>,
    /// The new due time: RFC 3339 with a zone; left out, it stays. An empty text removes it.
    duedate: Option<String>,
    /// Whether it is archived; left out, it stays as it is.
    archived: Option<bool>,
    /// When it was done: RFC 3339 with a zone; left out, it stays. An empty text opens it again.
    done: Option<String>,
    /// The new start time: RFC 3339 with a zone; left out, it stays. An empty text removes it.
    startdate: Option<String>,
    /// The new colour: six hexadecimal digits; left out, it stays. An empty text removes it.
    color: Option<String>,
}

pub(super) fn tools(maker: &ToolMaker) -> Vec<PackTool> {
    let update = "Replace fields of a card. Fields that are left out stay as they are. Returns \
                  the card.";
    let delete = "Delete a card. It can be restored in the web interface from the deleted items \
                  of the board, for a while. Returns what was deleted.";
    vec![
        maker
            .tool(
                ("deck_create_card", "Create Deck Card"),
                "Create a card in a stack. Returns it with its number. Each call makes another \
                 card.",
                ToolEffect::Add,
                create_card,
            )
            .sends("`POST /apps/deck/api/v1.0/boards/{board}/stacks/{stack}/cards`")
            .because("`POST` makes another card each time."),
        maker
            .tool(
                ("deck_update_card", "Update Deck Card"),
                update,
                ToolEffect::Replace,
                update_card,
            )
            .sends(
                "`GET /apps/deck/api/v1.1/boards/{board}/stacks/{stack}/cards/{card}`; \
                 `PUT /apps/deck/api/v1.0/boards/{board}/stacks/{stack}/cards/{card}`",
            )
            .because("`PUT` without a version replaces; the same values twice are the same."),
        maker
            .tool(
                ("deck_delete_card", "Delete Deck Card"),
                delete,
                ToolEffect::Remove,
                delete_card,
            )
            .sends("`DELETE /apps/deck/api/v1.0/boards/{board}/stacks/{stack}/cards/{card}`")
            .because("`DELETE`; the second call finds none."),
    ]
}

async fn create_card(call: PackCall, input: CreateInput) -> Result<DeckCard, Failure> {
    let mut body = Map::new();
    body.insert("title".to_owned(), input.title.into());
    body.insert("type".to_owned(), input.kind.as_str().into());
    body.insert("order".to_owned(), input.order.into());
    let times = [("duedate", input.duedate), ("startdate", input.startdate)];
    for (name, given) in times {
        if let Some(given) = given {
            body.insert(name.to_owned(), time(name, &given)?);
        }
    }
    let texts = [("description", input.description), ("color", input.color)];
    for (name, given) in texts {
        if let Some(given) = given {
            body.insert(name.to_owned(), given.into());
        }
    }
    let request = place::cards(RequestMethod::Post, input.board_id, input.stack_id);
    let card: WireCard = call
        .send(request.json(&Value::Object(body))?)
        .await?
        .json()?;
    Ok(DeckCard::of(&call, input.board_id, card, usize::MAX))
}

/// Replaces a card.
async fn update_card(call: PackCall, input: UpdateInput) -> Result<DeckCard, Failure> {
    let mut body = input.place.fetch(&call).await?.replacement();
    let times = [
        ("duedate", input.duedate),
        ("startdate", input.startdate),
        ("done", input.done),
    ];
    for (name, given) in times {
        if let Some(given) = given {
            body.insert(name.to_owned(), time(name, &given)?);
        }
    }
    let color = input.color.map(|color| match color.as_str() {
        "" => Value::Null,
        color => color.into(),
    });
    let values = [
        ("title", input.title.map(Value::from)),
        ("type", input.kind.map(|kind| kind.as_str().into())),
        ("description", input.description.map(Value::from)),
        ("owner", input.owner.map(Value::from)),
        ("order", input.order.map(Value::from)),
        ("archived", input.archived.map(Value::from)),
        ("color", color),
    ];
    for (name, given) in values {
        if let Some(given) = given {
            body.insert(name.to_owned(), given);
        }
    }
    let body = Value::Object(body);
    let request = input.place.request(RequestMethod::Put).json(&body)?;
    let card: WireCard = call.send(request).await?.json()?;
    Ok(DeckCard::of(&call, input.place.board_id, card, usize::MAX))
}

async fn delete_card(call: PackCall, place: CardPlace) -> Result<RemovalAnswer, Failure> {
    let request = place.request(RequestMethod::Delete);
    call.send(request).await?.success()?;
    Ok(RemovalAnswer::new(
        format!("card {}", place.card_id),
        "The web interface lists it among the deleted items of the board.",
    ))
}

/// A time in UTC, as the app keeps it; an empty text stands for none.
fn time(name: &str, given: &str) -> Result<Value, Failure> {
    if given.is_empty() {
        return Ok(Value::Null);
    }
    let time: Timestamp = given.parse().map_err(|_| {
        Failure::new(format!(
            "`{name}` is not a time with a zone: `{}`; write `2026-03-01T12:00:00+01:00`",
            given.escape_debug()
        ))
    })?;
    Ok(time.to_string().into())
}

fn last() -> u32 {
    999
}

// === impl CardType ===

impl CardType {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Plain => "plain",
        }
    }
}
