//! A card, as the app gives it and as the tools tell it.

use candor_functions::JsonSchema;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::pack_call::PackCall;

/// What the app gives.
#[derive(Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct WireCard {
    pub(super) id: u64,
    pub(super) title: String,
    #[serde(default)]
    pub(super) description: Option<String>,
    pub(super) stack_id: u64,
    #[serde(default, rename = "type")]
    pub(super) kind: Option<String>,
    /// A name, or an object around it.
    #[serde(default)]
    owner: Value,
    #[serde(default)]
    pub(super) order: i64,
    #[serde(default)]
    pub(super) archived: bool,
    #[serde(default)]
    pub(super) duedate: Option<String>,
    #[serde(default)]
    pub(super) startdate: Option<String>,
    #[serde(default)]
    pub(super) color: Option<String>,
    /// A time, or nothing.
    #[serde(default)]
    done: Value,
    #[serde(default)]
    pub(super) labels: Option<Vec<WireLabel>>,
    #[serde(default)]
    assigned_users: Option<Vec<WireAssignment>>,
    #[serde(default)]
    attachment_count: Option<u64>,
    #[serde(default)]
    comments_count: Option<u64>,
    #[serde(default)]
    last_modified: i64,
}

#[derive(Clone, Deserialize)]
pub(super) struct WireLabel {
    pub(super) id: u64,
    pub(super) title: String,
    #[serde(default)]
    pub(super) color: Option<String>,
}

#[derive(Clone, Deserialize)]
struct WireAssignment {
    /// A name, or an object around it.
    participant: Value,
}

/// What a card is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum CardStatus {
    /// Neither done nor archived.
    #[default]
    Open,
    /// Marked as done, and not archived.
    Done,
    /// It was archived and is not shown.
    Archived,
}

/// A label of a board.
#[derive(Serialize, JsonSchema)]
pub(super) struct DeckLabel {
    /// The number of the label.
    pub(super) id: u64,
    /// The title that people see.
    pub(super) title: String,
    /// The colour: six hexadecimal digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    color: Option<String>,
}

/// A card of a board.
#[derive(Serialize, JsonSchema)]
pub(super) struct DeckCard {
    /// The number of the card.
    id: u64,
    /// The title that people see.
    title: String,
    /// The number of its stack.
    stack_id: u64,
    /// Its place in the stack.
    order: i64,
    /// Whether it is open, done or archived.
    status: CardStatus,
    /// The description in Markdown, or its beginning.
    #[serde(skip_serializing_if = "String::is_empty")]
    description: String,
    /// Whether the description goes on.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    description_cut: bool,
    /// When it is due, with its zone.
    #[serde(skip_serializing_if = "Option::is_none")]
    duedate: Option<String>,
    /// When it starts, with its zone.
    #[serde(skip_serializing_if = "Option::is_none")]
    startdate: Option<String>,
    /// When it was done, with its zone.
    #[serde(skip_serializing_if = "Option::is_none")]
    done: Option<String>,
    /// The labels that it has.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    labels: Vec<DeckLabel>,
    /// The names of the people and groups it is assigned to.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    assigned: Vec<String>,
    /// The name of the person who owns it.
    #[serde(skip_serializing_if = "Option::is_none")]
    owner: Option<String>,
    /// How many files are attached.
    attachments: u64,
    /// How many comments there are.
    comments: u64,
    /// When it was changed last, in UTC.
    modified: String,
    /// Its page in the web interface.
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<String>,
}

/// The name of a person or group, which the app gives as a text or as an object around it.
fn name_of(person: &Value) -> Option<&str> {
    let inner = person.get("uid").or_else(|| person.get("primaryKey"));
    person.as_str().or_else(|| inner?.as_str())
}

// === impl WireCard ===

impl WireCard {
    pub(super) fn status(&self) -> CardStatus {
        match (self.archived, self.done()) {
            (true, _) => CardStatus::Archived,
            (false, Some(_)) => CardStatus::Done,
            (false, None) => CardStatus::Open,
        }
    }

    /// The card as the app takes it. The app takes all fields or none, so those that stay are sent
    /// back.
    pub(super) fn replacement(&self) -> Map<String, Value> {
        let text = |text: Option<&str>| text.map_or(Value::Null, Value::from);
        let color = self.color.as_deref().filter(|color| !color.is_empty());
        let fields = [
            ("title", self.title.as_str().into()),
            (
                "description",
                self.description.as_deref().unwrap_or("").into(),
            ),
            ("type", self.kind.as_deref().unwrap_or("plain").into()),
            ("owner", text(self.owner())),
            ("order", self.order.into()),
            ("duedate", text(self.duedate.as_deref())),
            ("startdate", text(self.startdate.as_deref())),
            ("done", text(self.done())),
            ("archived", self.archived.into()),
            ("color", text(color)),
        ];
        let fields = fields.into_iter();
        fields
            .map(|(name, value)| (name.to_owned(), value))
            .collect()
    }

    /// When it was done, if it was.
    pub(super) fn done(&self) -> Option<&str> {
        self.done.as_str()
    }

    pub(super) fn owner(&self) -> Option<&str> {
        name_of(&self.owner)
    }

    /// The names of those it is assigned to.
    pub(super) fn assigned(&self) -> Vec<String> {
        let all = self.assigned_users.iter().flatten();
        let names = all.filter_map(|one| name_of(&one.participant));
        names.map(str::to_owned).collect()
    }

    pub(super) fn has_label(&self, title: &str) -> bool {
        let mut labels = self.labels.iter().flatten();
        labels.any(|label| label.title == title)
    }
}

// === impl DeckLabel ===

impl DeckLabel {
    pub(super) fn of(label: WireLabel) -> Self {
        Self {
            id: label.id,
            title: label.title,
            color: label.color,
        }
    }
}

// === impl DeckCard ===

impl DeckCard {
    /// A card of a board, with as many characters of its description as wanted.
    pub(super) fn of(call: &PackCall, board: u64, card: WireCard, longest: usize) -> Self {
        let whole = card.description.clone().unwrap_or_default();
        let description: String = whole.chars().take(longest).collect();
        let modified = Timestamp::from_second(card.last_modified);
        let link = format!("apps/deck/board/{board}/card/{}", card.id);
        Self {
            id: card.id,
            title: card.title.clone(),
            stack_id: card.stack_id,
            order: card.order,
            status: card.status(),
            description_cut: description.len() < whole.len(),
            description,
            done: card.done().map(str::to_owned),
            assigned: card.assigned(),
            owner: card.owner().map(str::to_owned),
            attachments: card.attachment_count.unwrap_or_default(),
            comments: card.comments_count.unwrap_or_default(),
            modified: modified.map_or_else(|_| String::new(), |time| time.to_string()),
            url: Some(call.link(&link)),
            duedate: card.duedate,
            startdate: card.startdate,
            labels: card
                .labels
                .into_iter()
                .flatten()
                .map(DeckLabel::of)
                .collect(),
        }
    }
}
