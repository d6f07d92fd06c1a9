//! The state machine of the screen: events in, effects out.
//!
//! A decision always applies to the call whose id was on the screen at the first key press. No
//! later event can redirect it to another call.

mod keys;

use std::sync::Arc;

use candor_model::{
    Approval, ApprovalAnswer, ApprovalGrant, ApprovalId, ApprovalState, GrantId, GrantScope,
};
use crossterm::event::KeyEvent;

use super::item::PendingItem;
use super::text_area::TextArea;
use crate::commands::approvals::wording;
use crate::text::one_line;

pub(super) use keys::SCOPES;

/// The maximum number of calls in the list; others follow when there is room.
pub(super) const MOST: usize = 500;

/// An event that the screen handles.
pub(super) enum ScreenEvent {
    /// A key is pressed.
    Key(KeyEvent),
    /// The terminal has another size.
    Resized,
    /// The time now, sent at every tick.
    Tick(i64),
    /// The pending approvals, newest first, and whether there are more.
    Waiting {
        approvals: Vec<Approval>,
        more: bool,
    },
    /// An approval has changed, here or elsewhere.
    Changed(Arc<Approval>),
    /// The outcome of an answer given here.
    Decided(AnswerOutcome),
    /// The standing approvals.
    Standing(Vec<ApprovalGrant>),
    /// An effect failed.
    Failed(String),
}

/// The outcome of an answer.
pub(super) enum AnswerOutcome {
    /// The answer was recorded.
    Now(Box<Approval>),
    /// It was already decided.
    Before(Box<Approval>),
    /// The answer was rejected, with the reason.
    Not(String),
}

/// An effect that the screen requests.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum ScreenEffect {
    /// Answer an approval.
    Decide {
        id: ApprovalId,
        answer: ApprovalAnswer,
        why: Option<String>,
    },
    /// Reload the pending approvals.
    Reread,
    /// Load the standing approvals.
    ReadStanding,
    /// Revoke a standing approval.
    Revoke(GrantId),
    /// Notify the user that this call is pending.
    Notify(String),
    Quit,
}

/// The mode, which determines what keys do.
pub(super) enum ScreenMode {
    /// The list of pending calls.
    List,
    /// The card of the selected call.
    Detail,
    /// The choice of a scope.
    Scope { id: ApprovalId, at: usize },
    /// The pattern that arguments must match.
    Pattern {
        id: ApprovalId,
        editor: TextArea,
        problem: Option<String>,
    },
    /// The confirmation of an approval.
    Confirm { id: ApprovalId, scope: GrantScope },
    /// The reason of a denial.
    Reason { id: ApprovalId, editor: TextArea },
    /// The standing approvals.
    Standing { at: usize },
    /// The confirmation of a revocation.
    Revoke { at: usize, id: GrantId },
    /// The list of keys.
    Help,
}

/// The state of the screen.
pub(super) struct ApprovalScreen {
    /// The pending calls, oldest first.
    pub(super) items: Vec<PendingItem>,
    /// Whether there are more pending calls.
    pub(super) more: bool,
    /// The selected call.
    pub(super) selected: Option<ApprovalId>,
    /// What the keys do now.
    pub(super) mode: ScreenMode,
    /// The last message.
    pub(super) message: Option<String>,
    /// The standing approvals, when they were last read.
    pub(super) standing: Vec<ApprovalGrant>,
    /// The first line of the card that is shown.
    pub(super) scroll: usize,
    /// The first row of the list that is shown.
    pub(super) top: usize,
    /// The number of visible card lines.
    pub(super) page: usize,
    /// Whether to use colours.
    pub(super) colour: bool,
    /// The time, in microseconds since the Unix epoch.
    pub(super) now: i64,
}

// === impl ApprovalScreen ===

impl ApprovalScreen {
    /// An empty screen.
    pub(super) fn new(colour: bool, now: i64) -> Self {
        Self {
            items: Vec::new(),
            more: false,
            selected: None,
            mode: ScreenMode::List,
            message: None,
            standing: Vec::new(),
            scroll: 0,
            top: 0,
            page: 1,
            colour,
            now,
        }
    }

    /// Handles an event and returns the effects.
    pub(super) fn update(&mut self, event: ScreenEvent) -> Vec<ScreenEffect> {
        match event {
            ScreenEvent::Key(key) => return self.press(key),
            ScreenEvent::Resized => {}
            ScreenEvent::Tick(now) => {
                self.now = now;
                self.expire();
            }
            ScreenEvent::Waiting { approvals, more } => self.fill(&approvals, more),
            ScreenEvent::Changed(approval) => {
                let arrived = self.changed(&approval);
                let mut effects = self.wants_more();
                effects.extend(arrived.map(ScreenEffect::Notify));
                return effects;
            }
            ScreenEvent::Decided(decided) => self.decided(decided),
            ScreenEvent::Standing(grants) => self.stand(grants),
            ScreenEvent::Failed(error) => self.say(format!("error: {error}")),
        }
        self.wants_more()
    }

    /// The selected call.
    pub(super) fn current(&self) -> Option<&PendingItem> {
        self.item(self.selected?)
    }

    /// The call with this id, if it is still pending.
    pub(super) fn item(&self, id: ApprovalId) -> Option<&PendingItem> {
        self.items.iter().find(|item| item.id == id)
    }

    /// The index of the selected row.
    pub(super) fn row(&self) -> usize {
        let mut items = self.items.iter();
        let selected = items.position(|item| Some(item.id) == self.selected);
        selected.unwrap_or_default()
    }

    fn say(&mut self, message: impl AsRef<str>) {
        self.message = Some(one_line(message.as_ref()));
    }

    /// Replaces the list and keeps the selection.
    fn fill(&mut self, approvals: &[Approval], more: bool) {
        let before = self.row();
        let newest = approvals.iter().take(MOST);
        self.items = newest.rev().map(PendingItem::new).collect();
        self.more = more || approvals.len() > MOST;
        self.look_near(before);
    }

    /// An approval has changed: it is pending, or no longer. Says which call is new.
    fn changed(&mut self, approval: &Approval) -> Option<String> {
        let known = self.item(approval.id).map(|item| item.version);
        if known.is_some_and(|version| version >= approval.version) {
            return None;
        }
        if approval.state_at(self.now) == ApprovalState::Pending {
            if known.is_none() && self.items.len() < MOST {
                let item = PendingItem::new(approval);
                let line = item.line.clone();
                self.items.push(item);
                self.items.sort_by_key(|item| item.id);
                self.look_near(0);
                return Some(line);
            } else if known.is_none() {
                self.more = true;
            }
        } else if known.is_some() {
            self.say(self.outcome(approval));
            self.remove(approval.id);
        }
        None
    }

    fn decided(&mut self, decided: AnswerOutcome) {
        match decided {
            AnswerOutcome::Now(approval) => {
                self.say(self.outcome(&approval));
                self.remove(approval.id);
            }
            AnswerOutcome::Before(approval) => {
                let outcome = self.outcome(&approval);
                self.say(format!("too late: {outcome}"));
                self.remove(approval.id);
            }
            AnswerOutcome::Not(error) => self.say(format!("error: {error}")),
        }
    }

    fn outcome(&self, approval: &Approval) -> String {
        let tool = &approval.binding.tool;
        format!("{tool} was {}", wording::outcome(approval, self.now))
    }

    fn stand(&mut self, grants: Vec<ApprovalGrant>) {
        self.standing = grants;
        let last = self.standing.len().saturating_sub(1);
        if let ScreenMode::Standing { at } = &mut self.mode {
            *at = (*at).min(last);
        }
    }

    /// Removes approvals that have expired.
    fn expire(&mut self) {
        let over = self.items.iter().filter(|item| item.expires <= self.now);
        let over: Vec<_> = over.map(|item| (item.id, item.tool.clone())).collect();
        for (id, tool) in over {
            self.say(format!("{tool} expired without an answer"));
            self.remove(id);
        }
    }

    /// The call is no longer pending. A dialog about it is closed.
    fn remove(&mut self, id: ApprovalId) {
        let before = self.row();
        self.items.retain(|item| item.id != id);
        let about = match &self.mode {
            ScreenMode::Scope { id, .. }
            | ScreenMode::Pattern { id, .. }
            | ScreenMode::Confirm { id, .. }
            | ScreenMode::Reason { id, .. } => Some(*id),
            ScreenMode::Detail => self.selected,
            ScreenMode::List
            | ScreenMode::Standing { .. }
            | ScreenMode::Revoke { .. }
            | ScreenMode::Help => None,
        };
        if about == Some(id) {
            self.mode = ScreenMode::List;
        }
        self.look_near(before);
    }

    /// Keeps the selection, or selects the call that is now in the same row.
    fn look_near(&mut self, row: usize) {
        if self.current().is_none() {
            let row = row.min(self.items.len().saturating_sub(1));
            self.select(row);
        }
    }

    fn select(&mut self, row: usize) {
        self.selected = self.items.get(row).map(|item| item.id);
        self.scroll = 0;
    }

    /// Whether more pending calls should be read.
    fn wants_more(&mut self) -> Vec<ScreenEffect> {
        if self.more && self.items.len() < MOST / 2 {
            self.more = false;
            return vec![ScreenEffect::Reread];
        }
        Vec::new()
    }
}

#[cfg(test)]
mod tests;
