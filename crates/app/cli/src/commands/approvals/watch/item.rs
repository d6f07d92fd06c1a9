//! One pending call on the screen.

use candor_card::ApprovalCard;
use candor_model::{Approval, ApprovalId};

use crate::commands::approvals::list;
use crate::text::{one_line, visible};

/// A pending call. All text in it is safe to print.
pub(super) struct PendingItem {
    pub(super) id: ApprovalId,
    pub(super) tool: String,
    /// A one-line summary.
    pub(super) line: String,
    /// The card, or why it cannot be shown.
    card: Result<Box<ApprovalCard>, String>,
    /// The warnings on its card.
    pub(super) warnings: Vec<String>,
    /// The pattern to begin with.
    pub(super) pattern: String,
    /// Whether "for this session" can be chosen.
    pub(super) session: bool,
    /// Until when it can be answered.
    pub(super) expires: i64,
    /// The version of the approval.
    pub(super) version: u64,
}

// === impl PendingItem ===

impl PendingItem {
    /// Prepares a stored approval for display.
    pub(super) fn new(approval: &Approval) -> Self {
        let card = ApprovalCard::from_json(&approval.card);
        let tool = one_line(&approval.binding.tool.to_string());
        let (warnings, pattern) = match &card {
            Ok(card) => (
                card.warnings.iter().map(|line| one_line(line)).collect(),
                visible(&card.pattern),
            ),
            Err(_) => (
                vec!["The call cannot be displayed".to_owned()],
                String::new(),
            ),
        };
        Self {
            id: approval.id,
            line: list::line(approval),
            card: card.map(Box::new).map_err(|error| error.to_string()),
            tool,
            warnings,
            pattern,
            session: approval.session.is_some(),
            expires: approval.expires_micros,
            version: approval.version,
        }
    }

    /// The whole card at this moment, a labelled line each.
    pub(super) fn text(&self, now: i64) -> String {
        let text = match &self.card {
            Ok(card) => {
                let card = ApprovalCard::clone(card).seen_at(self.expires, now);
                visible(&card.text()).replace('\t', " ")
            }
            Err(error) => format!("Tool:        {}\nCard:        {error}", self.tool),
        };
        format!("Approval:    {}\n{text}", self.id)
    }
}
