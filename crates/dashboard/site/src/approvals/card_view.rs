//! A card as a page shows it.

use candor_card::{ApprovalCard, HintLine};
use candor_model::{Approval, ApprovalId, Hint, Hints};

use candor_dashboard_kit::badge::{BadgeList, ToolBadge, ToolFlags};
use candor_dashboard_kit::clock::{DisplayTime, now_micros};
use candor_dashboard_kit::page_error::PageError;
use candor_dashboard_kit::query;

/// A card, and what a page says of it in words.
pub(crate) struct ApprovalCardView {
    /// Of which question.
    pub(crate) id: ApprovalId,
    /// The card.
    pub(crate) card: ApprovalCard,
    /// What the tool does, at a glance.
    pub(crate) badges: BadgeList,
    /// Its hints in words.
    pub(crate) hints: Vec<HintLineView>,
    /// The page of the tool, for whoever may see it.
    pub(crate) to: Option<String>,
    /// When it was asked.
    pub(crate) asked: DisplayTime,
    /// Until when it can be answered, or its call made.
    pub(crate) expires: DisplayTime,
}

/// A hint in words.
pub(crate) struct HintLineView {
    /// Which.
    pub(crate) name: String,
    /// `yes`, `no` or `unset`.
    pub(crate) says: &'static str,
    /// The badge that says the same, if there is one.
    pub(crate) badge: Option<ToolBadge>,
    /// Whose word it is.
    pub(crate) origin: String,
    /// What policy goes by, where that is something else.
    pub(crate) counts: Option<&'static str>,
}

// === impl ShownCard ===

impl ApprovalCardView {
    /// The card of a question. One that cannot be read is not to be decided about here.
    pub(crate) fn of(approval: &Approval) -> Result<Self, PageError> {
        let card =
            ApprovalCard::from_json(&approval.card).map_err(|error| PageError::failed(&error))?;
        let now = now_micros();
        Ok(Self {
            id: approval.id,
            badges: BadgeList::of(nature(&card)),
            hints: card.hints.iter().map(HintLineView::of).collect(),
            to: None,
            card,
            asked: DisplayTime::seen(approval.created_micros, now),
            expires: DisplayTime::seen(approval.expires_micros, now),
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

impl HintLineView {
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
pub(super) fn nature(card: &ApprovalCard) -> ToolFlags {
    let said = card.hints.iter();
    let said = said.filter_map(|line| Some((Hint::parse(&line.hint)?, line.value?)));
    ToolFlags {
        hints: said.collect::<Hints>(),
        untrusted: card.trust.starts_with("untrusted"),
        ..ToolFlags::default()
    }
}

fn badge(hint: &str) -> Option<ToolBadge> {
    Some(match Hint::parse(hint)? {
        Hint::ReadOnly => ToolBadge::ReadOnly,
        Hint::Destructive => ToolBadge::Destructive,
        Hint::Idempotent => ToolBadge::Idempotent,
        Hint::OpenWorld => ToolBadge::OpenWorld,
    })
}

fn word(value: Option<bool>) -> &'static str {
    match value {
        Some(true) => "yes",
        Some(false) => "no",
        None => "unset",
    }
}
