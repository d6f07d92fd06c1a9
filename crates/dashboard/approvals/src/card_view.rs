//! An approval card as a page shows it.

use candor_card::{ApprovalCard, HintLine};
use candor_dashboard_kit::wording::{hint_label, hint_value};
use candor_dashboard_kit::{
    BadgeList, DisplayTime, PageError, ToolFlags, badge::ToolBadge, now_micros, query,
};
use candor_model::{Approval, ApprovalId, Hint, Hints};

/// A card with its labels.
pub(crate) struct ApprovalCardView {
    pub(crate) id: ApprovalId,
    pub(crate) card: ApprovalCard,
    pub(crate) badges: BadgeList,
    pub(crate) hints: Vec<HintLineView>,
    /// The changes since the last approval, except those shown with an argument.
    pub(crate) changes: Vec<String>,
    /// The page of the tool; none on a public link.
    pub(crate) to: Option<String>,
    /// When the call was made.
    pub(crate) asked: DisplayTime,
    /// When the approval or its use expires.
    pub(crate) expires: DisplayTime,
}

/// A hint with its label.
pub(crate) struct HintLineView {
    pub(crate) name: String,
    /// `yes`, `no` or `not set`.
    pub(crate) says: &'static str,
    /// The badge for the same hint, if there is one.
    pub(crate) badge: Option<ToolBadge>,
    /// The provenance of the hint.
    pub(crate) origin: String,
    /// The value that policy uses, if it is another one.
    pub(crate) counts: Option<&'static str>,
}

// === impl ApprovalCardView ===

impl ApprovalCardView {
    /// The card of an approval; an unreadable card is an error.
    pub(crate) fn of(approval: &Approval) -> Result<Self, PageError> {
        let card =
            ApprovalCard::from_json(&approval.card).map_err(|error| PageError::failed(&error))?;
        let now = now_micros();
        Ok(Self {
            id: approval.id,
            badges: BadgeList::of(nature(&card)),
            hints: card.hints.iter().map(HintLineView::of).collect(),
            changes: changes(&card),
            to: None,
            card,
            asked: DisplayTime::seen(approval.created_micros, now),
            expires: DisplayTime::seen(approval.expires_micros, now),
        })
    }

    /// With a link to the tool.
    pub(crate) fn led(mut self, approval: &Approval) -> Self {
        let tool = approval.binding.tool.to_string();
        self.to = Some(query::path(&["tools", &tool]));
        self
    }

    /// The title, or the tool's name.
    pub(crate) fn name(&self) -> &str {
        let title = self.card.title.as_deref();
        title
            .filter(|title| !title.is_empty())
            .unwrap_or(&self.card.tool)
    }
}

// === impl HintLineView ===

impl HintLineView {
    fn of(line: &HintLine) -> Self {
        let hint = Hint::parse(&line.hint);
        Self {
            name: hint.map_or_else(|| line.hint.clone(), |hint| hint_label(hint).to_owned()),
            says: hint_value(line.value),
            badge: line.value.filter(|is| *is).and_then(|_| badge(&line.hint)),
            origin: line.origin.clone(),
            counts: (line.counts != line.value).then(|| word(line.counts)),
        }
    }
}

/// The changes since the last approval. A changed argument is shown with the argument, with its old
/// and new value, and not repeated.
fn changes(card: &ApprovalCard) -> Vec<String> {
    let told = |change: &&String| {
        let mut changed = card.arguments.iter().filter_map(|line| {
            let was = line.changed.as_ref()?;
            Some(format!("argument {}: {was} → ", line.name()))
        });
        !changed.any(|start| change.starts_with(&start))
    };
    card.changes.iter().filter(told).cloned().collect()
}

/// The flags of a card's tool.
pub(crate) fn nature(card: &ApprovalCard) -> ToolFlags {
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
        None => "not set",
    }
}
