//! A pending approval in the list: a summary of its card if it fits, or a link to the full card.

use candor_card::ApprovalCard;
use candor_dashboard_kit::{BadgeList, CurrentUser, DashboardState, DisplayTime, now_micros};
use candor_model::{Approval, Role};

use crate::card_view::nature;
use crate::show;

/// The most arguments that are shown.
const ARGUMENTS: usize = 4;

/// The most characters of an argument.
const VALUE: usize = 160;

/// A pending approval.
pub(crate) struct InboxRow {
    pub(crate) id: String,
    pub(crate) to: String,
    /// The title, or the tool's name.
    pub(crate) name: String,
    pub(crate) tool: String,
    /// None if the card cannot be read.
    pub(crate) seen: Option<CardSummary>,
    pub(crate) caller: String,
    pub(crate) asked: DisplayTime,
    pub(crate) expires: DisplayTime,
    pub(crate) may: InboxActions,
}

/// The part of a card that the list shows.
pub(crate) struct CardSummary {
    pub(crate) badges: BadgeList,
    pub(crate) warnings: Vec<String>,
    /// Name and value of each argument.
    pub(crate) arguments: Vec<(String, String)>,
    /// The number of truncated arguments.
    pub(crate) left: usize,
}

/// What the user can do with a pending approval.
pub(crate) enum InboxActions {
    /// Approve, with this label, or deny.
    Decide(&'static str),
    /// Deny; approving needs the full card.
    Deny,
    /// None, because they made the call.
    Own,
    /// A link to the approval's page.
    Look,
}

// === impl InboxRow ===

impl InboxRow {
    pub(crate) fn of(pages: &DashboardState, visitor: &CurrentUser, approval: &Approval) -> Self {
        let now = now_micros();
        let card = ApprovalCard::from_json(&approval.card).ok();
        let title = card.as_ref().and_then(|card| card.title.clone());
        let tool = card.as_ref().map(|card| card.tool.clone());
        let tool = tool.unwrap_or_else(|| approval.binding.tool.to_string());
        let caller = card.as_ref().map(|card| card.principal.clone());
        let seen = card.map(CardSummary::of);
        Self {
            id: approval.id.to_string(),
            to: show::path(approval.id),
            name: title
                .filter(|title| !title.is_empty())
                .unwrap_or_else(|| tool.clone()),
            tool,
            caller: caller.unwrap_or_else(|| approval.binding.principal.clone()),
            asked: DisplayTime::seen(approval.created_micros, now),
            expires: DisplayTime::seen(approval.expires_micros, now),
            may: InboxActions::of(pages, visitor, approval, seen.as_ref()),
            seen,
        }
    }
}

// === impl CardSummary ===

impl CardSummary {
    pub(crate) fn of(card: ApprovalCard) -> Self {
        let more = card.more.as_ref().map_or(0, |more| more.count);
        let fits = |value: &str| value.chars().nth(VALUE).is_none();
        let all = card.arguments.len();
        let whole = card.arguments.iter().take(ARGUMENTS);
        let whole = whole.filter(|line| line.folded.is_none() && fits(&line.value));
        let arguments: Vec<_> = whole
            .map(|line| (line.name().to_owned(), line.value.clone()))
            .collect();
        Self {
            badges: BadgeList::of(nature(&card)),
            left: more + all - arguments.len(),
            arguments,
            warnings: card.warnings,
        }
    }
}

// === impl InboxActions ===

impl InboxActions {
    fn of(
        pages: &DashboardState,
        visitor: &CurrentUser,
        approval: &Approval,
        seen: Option<&CardSummary>,
    ) -> Self {
        if !visitor.identity.may(Role::Approver) {
            return Self::Look;
        }
        let approvals = pages.gateway.approvals();
        if !approvals.may_decide(approval, &visitor.identity) {
            return Self::Own;
        }
        match seen {
            Some(seen) if seen.left == 0 && approval.first => {
                Self::Decide("Approve for this caller")
            }
            Some(seen) if seen.left == 0 => Self::Decide("Approve once"),
            _ => Self::Deny,
        }
    }
}
