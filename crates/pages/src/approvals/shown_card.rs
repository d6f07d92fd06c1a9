//! A card as a page shows it.

use candor_card::{Card, HintLine};
use candor_model::{Approval, ApprovalId};

use candor_frame::clock::{Moment, now_micros};
use candor_frame::wrong::Wrong;

/// A card, and what a page says of it in words.
pub(crate) struct ShownCard {
    /// Of which question.
    pub(crate) id: ApprovalId,
    /// The card.
    pub(crate) card: Card,
    /// Its hints in words.
    pub(crate) hints: Vec<ShownHint>,
    /// When it was asked.
    pub(crate) asked: Moment,
    /// Until when it can be answered, or its call made.
    pub(crate) expires: Moment,
}

/// A hint in words.
pub(crate) struct ShownHint {
    /// Which.
    pub(crate) name: String,
    /// `yes`, `no` or `unset`.
    pub(crate) says: &'static str,
    /// Whose word it is.
    pub(crate) origin: String,
    /// What policy goes by, where that is something else.
    pub(crate) counts: Option<&'static str>,
}

// === impl ShownCard ===

impl ShownCard {
    /// The card of a question. One that cannot be read is not to be decided about here.
    pub(crate) fn of(approval: &Approval) -> Result<Self, Wrong> {
        let card = Card::from_json(&approval.card).map_err(|error| Wrong::failed(&error))?;
        let now = now_micros();
        Ok(Self {
            id: approval.id,
            hints: card.hints.iter().map(ShownHint::of).collect(),
            card,
            asked: Moment::seen(approval.created_micros, now),
            expires: Moment::seen(approval.expires_micros, now),
        })
    }

    /// The title, or the tool if it has none.
    pub(crate) fn name(&self) -> &str {
        let title = self.card.title.as_deref();
        title
            .filter(|title| !title.is_empty())
            .unwrap_or(&self.card.tool)
    }
}

// === impl ShownHint ===

impl ShownHint {
    fn of(line: &HintLine) -> Self {
        Self {
            name: line.hint.clone(),
            says: word(line.value),
            origin: line.origin.clone(),
            counts: (line.counts != line.value).then(|| word(line.counts)),
        }
    }
}

fn word(value: Option<bool>) -> &'static str {
    match value {
        Some(true) => "yes",
        Some(false) => "no",
        None => "unset",
    }
}
