//! A call that waits, in the inbox: enough of its card to decide about it, or the way to the rest.

use candor_card::Card;
use candor_frame::{Badges, Moment, Pages, Visitor, now_micros};
use candor_model::{Approval, Role};

use crate::approvals::show;
use crate::approvals::shown_card::nature;

/// How many arguments are shown.
const ARGUMENTS: usize = 4;

/// The most characters of one that is shown.
const VALUE: usize = 160;

/// A call that waits.
pub(super) struct Row {
    pub(super) id: String,
    pub(super) to: String,
    /// The title, or the tool if it has none.
    pub(super) name: String,
    pub(super) tool: String,
    /// Nothing where the card cannot be read.
    pub(super) seen: Option<Seen>,
    pub(super) caller: String,
    pub(super) asked: Moment,
    pub(super) expires: Moment,
    /// What this visitor can do with it.
    pub(super) may: May,
}

/// What is shown of a card.
pub(super) struct Seen {
    pub(super) badges: Badges,
    pub(super) warnings: Vec<String>,
    /// Where each is and what it is.
    pub(super) arguments: Vec<(String, String)>,
    /// How many are not shown, or not whole.
    pub(super) left: usize,
}

/// What somebody can do with a call.
pub(super) enum May {
    /// Say yes, in these words, or no.
    Decide(&'static str),
    /// Say no; whoever says yes must see all of it first.
    Deny,
    /// Nothing: it is their own.
    Own,
    /// Look.
    Look,
}

// === impl Row ===

impl Row {
    pub(super) fn of(pages: &Pages, visitor: &Visitor, approval: &Approval) -> Self {
        let now = now_micros();
        let card = Card::from_json(&approval.card).ok();
        let title = card.as_ref().and_then(|card| card.title.clone());
        let tool = card.as_ref().map(|card| card.tool.clone());
        let tool = tool.unwrap_or_else(|| approval.binding.tool.to_string());
        let caller = card.as_ref().map(|card| card.principal.clone());
        let seen = card.map(Seen::of);
        Self {
            id: approval.id.to_string(),
            to: show::path(approval.id),
            name: title
                .filter(|title| !title.is_empty())
                .unwrap_or_else(|| tool.clone()),
            tool,
            caller: caller.unwrap_or_else(|| approval.binding.principal.clone()),
            asked: Moment::seen(approval.created_micros, now),
            expires: Moment::seen(approval.expires_micros, now),
            may: May::of(pages, visitor, approval, seen.as_ref()),
            seen,
        }
    }
}

// === impl Seen ===

impl Seen {
    fn of(card: Card) -> Self {
        let more = card.more.as_ref().map_or(0, |more| more.count);
        let fits = |value: &str| value.chars().nth(VALUE).is_none();
        let all = card.arguments.len();
        let whole = card.arguments.iter().take(ARGUMENTS);
        let whole = whole.filter(|line| line.folded.is_none() && fits(&line.value));
        let arguments: Vec<_> = whole
            .map(|line| (line.pointer.clone(), line.value.clone()))
            .collect();
        Self {
            badges: Badges::of(nature(&card)),
            left: more + all - arguments.len(),
            arguments,
            warnings: card.warnings,
        }
    }
}

// === impl May ===

impl May {
    fn of(pages: &Pages, visitor: &Visitor, approval: &Approval, seen: Option<&Seen>) -> Self {
        if !visitor.identity.may(Role::Approver) {
            return Self::Look;
        }
        let desk = pages.gateway.approvals();
        if !desk.may_decide(approval, &visitor.identity) {
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
