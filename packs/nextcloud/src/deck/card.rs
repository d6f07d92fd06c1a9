//! A card, as the app gives it and as the tools tell it.

use candor_functions::JsonSchema;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::Value;

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
    participant: WireParticipant,
}

#[derive(Clone, Deserialize)]
struct WireParticipant {
    #[serde(default)]
    uid: Option<String>,
    #[serde(default, rename = "primaryKey")]
    primary_key: Option<String>,
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
    /// Archived.
    Archived,
}

/// A label of a board.
#[derive(Serialize, JsonSchema)]
pub(super) struct DeckLabel {
    /// The number of the label.
    pub(super) id: u64,
    /// The title.
    pub(super) title: String,
    /// The colour: six hexadecimal digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    color: Option<String>,
}

/// A card.
#[derive(Serialize, JsonSchema)]
pub(super) struct DeckCard {
    /// The number of the card.
    id: u64,
    /// The title.
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
    /// Its labels.
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

// === impl WireCard ===

impl WireCard {
    pub(super) fn status(&self) -> CardStatus {
        match (self.archived, self.done()) {
            (true, _) => CardStatus::Archived,
            (false, Some(_)) => CardStatus::Done,
            (false, None) => CardStatus::Open,
        }
    }

    /// When it was done, if it was.
    pub(super) fn done(&self) -> Option<&str> {
        self.done.as_str()
    }

    pub(super) fn owner(&self) -> Option<&str> {
        let inner = self
            .owner
            .get("uid")
            .or_else(|| self.owner.get("primaryKey"));
        self.owner.as_str().or_else(|| inner?.as_str())
    }

    /// The names of those it is assigned to.
    pub(super) fn assigned(&self) -> Vec<String> {
        let all = self.assigned_users.iter().flatten();
        let names = all.filter_map(|one| {
            let who = &one.participant;
            who.uid.clone().or_else(|| who.primary_key.clone())
        });
        names.collect()
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
