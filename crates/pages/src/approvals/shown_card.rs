//! A card as a page shows it.

use candor_card::{Card, HintLine};
use candor_model::{Approval, ApprovalId, Hint, Hints};

use candor_frame::badge::{Badge, Badges, Nature};
use candor_frame::clock::{Moment, now_micros};
use candor_frame::query;
use candor_frame::wrong::Wrong;

/// A card, and what a page says of it in words.
pub(crate) struct ShownCard {
    /// Of which question.
    pub(crate) id: ApprovalId,
    /// The card.
    pub(crate) card: Card,
    /// What the tool does, at a glance.
    pub(crate) badges: Badges,
    /// Its hints in words.
    pub(crate) hints: Vec<ShownHint>,
    /// The page of the tool, for whoever may see it.
    pub(crate) to: Option<String>,
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
    /// The badge that says the same, if there is one.
    pub(crate) badge: Option<Badge>,
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
            badges: Badges::of(nature(&card)),
            hints: card.hints.iter().map(ShownHint::of).collect(),
            to: None,
            card,
            asked: Moment::seen(approval.created_micros, now),
            expires: Moment::seen(approval.expires_micros, now),
        })
    }

    /// With the way to the tool.
    pub(crate) fn led(mut self, approval: &Approval) -> Self {
        let tool = approval.binding.tool.to_string();
        self.to = Some(query::path(&["tools", &tool]));
        self
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
            badge: line.value.filter(|is| *is).and_then(|_| badge(&line.hint)),
            origin: line.origin.clone(),
            counts: (line.counts != line.value).then(|| word(line.counts)),
        }
    }
}

/// What a card says of the tool, in the vocabulary of every list.
pub(super) fn nature(card: &Card) -> Nature {
    let said = card.hints.iter();
    let said = said.filter_map(|line| Some((Hint::parse(&line.hint)?, line.value?)));
    Nature {
        hints: said.collect::<Hints>(),
        untrusted: card.trust.starts_with("untrusted"),
        ..Nature::default()
    }
}

fn badge(hint: &str) -> Option<Badge> {
    Some(match Hint::parse(hint)? {
        Hint::ReadOnly => Badge::ReadOnly,
        Hint::Destructive => Badge::Destructive,
        Hint::Idempotent => Badge::Idempotent,
        Hint::OpenWorld => Badge::OpenWorld,
    })
}

fn word(value: Option<bool>) -> &'static str {
    match value {
        Some(true) => "yes",
        Some(false) => "no",
        None => "unset",
    }
}
