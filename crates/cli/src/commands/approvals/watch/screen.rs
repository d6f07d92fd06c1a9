//! What the screen shows, and what becomes of it: events in, effects out.
//!
//! Everything that is decided is decided about the call whose id was on the screen when the
//! first key was pressed. Whatever comes in between, no key can hit another call.

mod keys;

use std::sync::Arc;

use candor_model::{Answer, Approval, ApprovalId, ApprovalState, Grant, GrantId, GrantScope};
use crossterm::event::KeyEvent;

use super::editor::Editor;
use super::item::Item;
use crate::commands::approvals::words;
use crate::text::one_line;

pub(super) use keys::SCOPES;

/// So many calls are held at most; the others come when there is room.
pub(super) const MOST: usize = 500;

/// Something that happens.
pub(super) enum Event {
    /// A key is pressed.
    Key(KeyEvent),
    /// The terminal has another size.
    Resized,
    /// It is this time now.
    Tick(i64),
    /// This is what waits, the newest first, and whether there is more.
    Waiting {
        approvals: Vec<Approval>,
        more: bool,
    },
    /// A question has changed, whoever did it.
    Changed(Arc<Approval>),
    /// What became of our answer.
    Decided(Decided),
    /// These are the standing approvals.
    Standing(Vec<Grant>),
    /// Something could not be done.
    Failed(String),
}

/// What became of an answer.
pub(super) enum Decided {
    /// It counts.
    Now(Box<Approval>),
    /// Somebody was faster.
    Before(Box<Approval>),
    /// It does not count.
    Not(String),
}

/// Something to be done.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Effect {
    /// Answer a question.
    Decide {
        id: ApprovalId,
        answer: Answer,
        why: Option<String>,
    },
    /// Read again what waits.
    Reread,
    /// Read the standing approvals.
    ReadStanding,
    /// Take one back.
    Revoke(GrantId),
    /// Leave.
    Quit,
}

/// What has the keys.
pub(super) enum Mode {
    /// The list.
    List,
    /// The card of the selected call.
    Detail,
    /// For how much a yes is to count.
    Scope { id: ApprovalId, at: usize },
    /// The pattern that arguments must fit.
    Pattern {
        id: ApprovalId,
        editor: Editor,
        problem: Option<String>,
    },
    /// Whether it is meant.
    Confirm { id: ApprovalId, scope: GrantScope },
    /// Why not.
    Reason { id: ApprovalId, editor: Editor },
    /// The standing approvals.
    Standing { at: usize },
    /// Whether one of them is to be taken back.
    Revoke { at: usize, id: GrantId },
    /// The keys.
    Help,
}

/// See the module.
pub(super) struct Screen {
    /// The calls that wait, the oldest first.
    pub(super) items: Vec<Item>,
    /// Whether more calls wait than are held.
    pub(super) more: bool,
    /// Which call is looked at.
    pub(super) selected: Option<ApprovalId>,
    /// What has the keys.
    pub(super) mode: Mode,
    /// What happened last.
    pub(super) message: Option<String>,
    /// The standing approvals, when they were last read.
    pub(super) standing: Vec<Grant>,
    /// The first line of the card that is shown.
    pub(super) scroll: usize,
    /// The first row of the list that is shown.
    pub(super) top: usize,
    /// How many lines of the card are shown at once.
    pub(super) page: usize,
    /// Whether colours are wanted.
    pub(super) colour: bool,
    /// The time, in microseconds since the Unix epoch.
    pub(super) now: i64,
}

// === impl Effect ===

impl Effect {
    /// Whether nothing comes after it.
    pub(super) fn is_end(&self) -> bool {
        matches!(self, Self::Quit)
    }
}

// === impl Screen ===

impl Screen {
    /// An empty screen.
    pub(super) fn new(colour: bool, now: i64) -> Self {
        Self {
            items: Vec::new(),
            more: false,
            selected: None,
            mode: Mode::List,
            message: None,
            standing: Vec::new(),
            scroll: 0,
            top: 0,
            page: 1,
            colour,
            now,
        }
    }

    /// Takes in what happens and tells what is to be done about it.
    pub(super) fn update(&mut self, event: Event) -> Vec<Effect> {
        match event {
            Event::Key(key) => return self.press(key),
            Event::Resized => {}
            Event::Tick(now) => {
                self.now = now;
                self.expire();
            }
            Event::Waiting { approvals, more } => self.fill(&approvals, more),
            Event::Changed(approval) => self.changed(&approval),
            Event::Decided(decided) => self.decided(decided),
            Event::Standing(grants) => self.stand(grants),
            Event::Failed(error) => self.say(format!("error: {error}")),
        }
        self.wants_more()
    }

    /// The call that is looked at.
    pub(super) fn current(&self) -> Option<&Item> {
        self.item(self.selected?)
    }

    /// The call of this id, if it still waits.
    pub(super) fn item(&self, id: ApprovalId) -> Option<&Item> {
        self.items.iter().find(|item| item.id == id)
    }

    /// Which row of the list is selected.
    pub(super) fn row(&self) -> usize {
        let selected = self
            .items
            .iter()
            .position(|item| Some(item.id) == self.selected);
        selected.unwrap_or_default()
    }

    fn say(&mut self, message: impl AsRef<str>) {
        self.message = Some(one_line(message.as_ref()));
    }

    /// Shows what waits, and goes on looking at the same call.
    fn fill(&mut self, approvals: &[Approval], more: bool) {
        let before = self.row();
        let newest = approvals.iter().take(MOST);
        self.items = newest.rev().map(Item::new).collect();
        self.more = more || approvals.len() > MOST;
        self.look_near(before);
    }

    /// A question has changed: it waits, or it does no more.
    fn changed(&mut self, approval: &Approval) {
        let known = self.item(approval.id).map(|item| item.version);
        if known.is_some_and(|version| version >= approval.version) {
            return;
        }
        if approval.state_at(self.now) == ApprovalState::Pending {
            if known.is_none() && self.items.len() < MOST {
                self.items.push(Item::new(approval));
                self.items.sort_by_key(|item| item.id);
                self.look_near(0);
            } else if known.is_none() {
                self.more = true;
            }
        } else if known.is_some() {
            self.say(self.outcome(approval));
            self.remove(approval.id);
        }
    }

    fn decided(&mut self, decided: Decided) {
        match decided {
            Decided::Now(approval) => {
                self.say(self.outcome(&approval));
                self.remove(approval.id);
            }
            Decided::Before(approval) => {
                let outcome = self.outcome(&approval);
                self.say(format!("too late: {outcome}"));
                self.remove(approval.id);
            }
            Decided::Not(error) => self.say(format!("error: {error}")),
        }
    }

    fn outcome(&self, approval: &Approval) -> String {
        let tool = &approval.binding.tool;
        format!("{tool} was {}", words::outcome(approval, self.now))
    }

    fn stand(&mut self, grants: Vec<Grant>) {
        self.standing = grants;
        let last = self.standing.len().saturating_sub(1);
        if let Mode::Standing { at } = &mut self.mode {
            *at = (*at).min(last);
        }
    }

    /// Nobody has answered these in time.
    fn expire(&mut self) {
        let over: Vec<(ApprovalId, String)> = self
            .items
            .iter()
            .filter(|item| item.expires <= self.now)
            .map(|item| (item.id, item.tool.clone()))
            .collect();
        for (id, tool) in over {
            self.say(format!("{tool} has expired: nobody answered in time"));
            self.remove(id);
        }
    }

    /// The call waits no more. Whoever was about to decide it need not.
    fn remove(&mut self, id: ApprovalId) {
        let before = self.row();
        self.items.retain(|item| item.id != id);
        let about = match &self.mode {
            Mode::Scope { id, .. }
            | Mode::Pattern { id, .. }
            | Mode::Confirm { id, .. }
            | Mode::Reason { id, .. } => Some(*id),
            Mode::Detail => self.selected,
            Mode::List | Mode::Standing { .. } | Mode::Revoke { .. } | Mode::Help => None,
        };
        if about == Some(id) {
            self.mode = Mode::List;
        }
        self.look_near(before);
    }

    /// Looks at the same call, or at the one that is in its row now.
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

    /// There is room for calls that are not held.
    fn wants_more(&mut self) -> Vec<Effect> {
        if self.more && self.items.len() < MOST / 2 {
            self.more = false;
            return vec![Effect::Reread];
        }
        Vec::new()
    }
}

#[cfg(test)]
mod tests;
