//! What each key does.

use candor_model::{ApprovalAnswer, ApprovalId, GrantScope};
use candor_policy::ArgumentPattern;
use candor_policy::pattern::TEXT_MAX;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::{ApprovalScreen, ScreenEffect, ScreenMode};
use crate::commands::approvals::watch::text_area::TextArea;

/// The longest reason.
const REASON_MAX: usize = 1_000;

/// The scopes of an approval, in words.
pub(in crate::commands::approvals::watch) const SCOPES: [(&str, &str); 5] = [
    ("once", "this call"),
    ("session", "every call of this tool in the client's session"),
    (
        "these-arguments",
        "every call of this tool with these arguments",
    ),
    (
        "pattern",
        "every call of this tool with arguments that match a pattern",
    ),
    ("always", "every call of this tool"),
];

/// Why "for this session" cannot be chosen.
const NO_SESSION: &str = "the client has no session";

// === impl ApprovalScreen ===

impl ApprovalScreen {
    /// A key is pressed.
    pub(super) fn press(&mut self, key: KeyEvent) -> Vec<ScreenEffect> {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if control && key.code == KeyCode::Char('c') {
            return vec![ScreenEffect::Quit];
        }
        // A mode that is not set again is left.
        match std::mem::replace(&mut self.mode, ScreenMode::List) {
            ScreenMode::List => self.in_list(key),
            ScreenMode::Detail => self.in_detail(key),
            ScreenMode::Scope { id, at } => self.in_scopes(key, id, at),
            ScreenMode::Pattern { id, editor, .. } => self.in_pattern(key, id, editor),
            ScreenMode::Confirm { id, scope } => Self::in_confirmation(key, id, scope),
            ScreenMode::Reason { id, editor } => self.in_reason(key, id, editor),
            ScreenMode::Standing { at } => self.in_standing(key, at),
            ScreenMode::Revoke { at, id } => {
                self.mode = ScreenMode::Standing { at };
                let yes = is_yes(key);
                yes.then_some(ScreenEffect::Revoke(id))
                    .into_iter()
                    .collect()
            }
            ScreenMode::Help => Vec::new(),
        }
    }

    fn in_list(&mut self, key: KeyEvent) -> Vec<ScreenEffect> {
        let row = self.row();
        let last = self.items.len().saturating_sub(1);
        match key.code {
            KeyCode::Char('q') => return vec![ScreenEffect::Quit],
            KeyCode::Up | KeyCode::Char('k') => self.select(row.saturating_sub(1)),
            KeyCode::Down | KeyCode::Char('j') => self.select((row + 1).min(last)),
            KeyCode::Home | KeyCode::Char('g') => self.select(0),
            KeyCode::End | KeyCode::Char('G') => self.select(last),
            KeyCode::PageUp => self.scroll = self.scroll.saturating_sub(self.page),
            KeyCode::PageDown => self.scroll = self.scroll.saturating_add(self.page),
            KeyCode::Enter | KeyCode::Right | KeyCode::Char('l') if !self.items.is_empty() => {
                self.mode = ScreenMode::Detail;
            }
            _ => return self.anywhere(key),
        }
        Vec::new()
    }

    fn in_detail(&mut self, key: KeyEvent) -> Vec<ScreenEffect> {
        self.mode = ScreenMode::Detail;
        match key.code {
            KeyCode::Esc | KeyCode::Left | KeyCode::Char('q' | 'h') => self.mode = ScreenMode::List,
            KeyCode::Up | KeyCode::Char('k') => self.scroll = self.scroll.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') => self.scroll = self.scroll.saturating_add(1),
            KeyCode::PageUp => self.scroll = self.scroll.saturating_sub(self.page),
            KeyCode::PageDown | KeyCode::Char(' ') => {
                self.scroll = self.scroll.saturating_add(self.page);
            }
            KeyCode::Home | KeyCode::Char('g') => self.scroll = 0,
            // It is brought to the last page when it is drawn.
            KeyCode::End | KeyCode::Char('G') => self.scroll = usize::MAX,
            _ => return self.anywhere(key),
        }
        Vec::new()
    }

    /// Keys that work in the list and in the details.
    fn anywhere(&mut self, key: KeyEvent) -> Vec<ScreenEffect> {
        let commanding = KeyModifiers::CONTROL | KeyModifiers::ALT;
        if key.modifiers.intersects(commanding) {
            return Vec::new();
        }
        match (key.code, self.current().map(|item| item.id)) {
            (KeyCode::Char('a'), Some(id)) => {
                let scope = GrantScope::Once;
                self.mode = ScreenMode::Confirm { id, scope };
            }
            (KeyCode::Char('A'), Some(id)) => self.mode = ScreenMode::Scope { id, at: 0 },
            (KeyCode::Char('d'), Some(id)) => {
                let editor = TextArea::new("", REASON_MAX);
                self.mode = ScreenMode::Reason { id, editor };
            }
            (KeyCode::Char('r'), _) => {
                self.mode = ScreenMode::Standing { at: 0 };
                return vec![ScreenEffect::ReadStanding];
            }
            (KeyCode::Char('?'), _) => self.mode = ScreenMode::Help,
            _ => {}
        }
        Vec::new()
    }

    fn in_scopes(&mut self, key: KeyEvent, id: ApprovalId, at: usize) -> Vec<ScreenEffect> {
        let last = SCOPES.len() - 1;
        let at = match key.code {
            KeyCode::Esc | KeyCode::Char('q') => return Vec::new(),
            KeyCode::Up | KeyCode::Char('k') => at.saturating_sub(1),
            KeyCode::Down | KeyCode::Char('j') => (at + 1).min(last),
            KeyCode::Enter => {
                self.choose(id, at);
                return Vec::new();
            }
            KeyCode::Char(c @ '1'..='5') => {
                let at = c.to_digit(10).map_or(0, |digit| digit as usize - 1);
                self.choose(id, at);
                return Vec::new();
            }
            _ => at,
        };
        self.mode = ScreenMode::Scope { id, at };
        Vec::new()
    }

    /// A scope was chosen; it is still to be confirmed.
    fn choose(&mut self, id: ApprovalId, at: usize) {
        let Some(item) = self.item(id) else { return };
        match SCOPES[at].0 {
            "session" if !item.session => {
                self.say(NO_SESSION);
                self.mode = ScreenMode::Scope { id, at };
            }
            "pattern" => {
                let editor = TextArea::new(&item.pattern, TEXT_MAX);
                let problem = None;
                self.mode = ScreenMode::Pattern {
                    id,
                    editor,
                    problem,
                };
            }
            word => {
                if let Some(scope) = GrantScope::parse(word, None) {
                    self.mode = ScreenMode::Confirm { id, scope };
                }
            }
        }
    }

    fn in_pattern(
        &mut self,
        key: KeyEvent,
        id: ApprovalId,
        mut editor: TextArea,
    ) -> Vec<ScreenEffect> {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let mut finished = false;
        match key.code {
            KeyCode::Esc => return Vec::new(),
            KeyCode::F(2) => finished = true,
            KeyCode::Char('s') if control => finished = true,
            KeyCode::Enter => editor.newline(),
            _ => editor.press(key),
        }
        let text = editor.text();
        match ArgumentPattern::parse(&text) {
            Ok(_) if finished => {
                let scope = GrantScope::Pattern(text);
                self.mode = ScreenMode::Confirm { id, scope };
            }
            read => {
                let problem = read.err().map(|error| error.to_string());
                self.mode = ScreenMode::Pattern {
                    id,
                    editor,
                    problem,
                };
            }
        }
        Vec::new()
    }

    fn in_confirmation(key: KeyEvent, id: ApprovalId, scope: GrantScope) -> Vec<ScreenEffect> {
        if !is_yes(key) {
            return Vec::new();
        }
        vec![ScreenEffect::Decide {
            id,
            answer: ApprovalAnswer::Approve(scope),
            why: None,
        }]
    }

    fn in_reason(
        &mut self,
        key: KeyEvent,
        id: ApprovalId,
        mut editor: TextArea,
    ) -> Vec<ScreenEffect> {
        match key.code {
            KeyCode::Esc => Vec::new(),
            KeyCode::Enter => {
                let why = editor.text().trim().to_owned();
                vec![ScreenEffect::Decide {
                    id,
                    answer: ApprovalAnswer::Deny,
                    why: Some(why).filter(|why| !why.is_empty()),
                }]
            }
            _ => {
                editor.press(key);
                self.mode = ScreenMode::Reason { id, editor };
                Vec::new()
            }
        }
    }

    fn in_standing(&mut self, key: KeyEvent, at: usize) -> Vec<ScreenEffect> {
        let last = self.standing.len().saturating_sub(1);
        self.mode = ScreenMode::Standing { at };
        match key.code {
            KeyCode::Esc | KeyCode::Left | KeyCode::Char('q' | 'h' | 'r') => {
                self.mode = ScreenMode::List;
            }
            KeyCode::Up | KeyCode::Char('k') => {
                let at = at.saturating_sub(1);
                self.mode = ScreenMode::Standing { at };
            }
            KeyCode::Down | KeyCode::Char('j') => {
                let at = (at + 1).min(last);
                self.mode = ScreenMode::Standing { at };
            }
            KeyCode::Char('x') => {
                if let Some(grant) = self.standing.get(at) {
                    self.mode = ScreenMode::Revoke { at, id: grant.id };
                }
            }
            _ => {}
        }
        Vec::new()
    }
}

/// Only this key confirms.
fn is_yes(key: KeyEvent) -> bool {
    let commanding = KeyModifiers::CONTROL | KeyModifiers::ALT;
    key.code == KeyCode::Char('y') && !key.modifiers.intersects(commanding)
}
