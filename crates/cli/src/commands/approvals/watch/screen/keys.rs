//! Which key does what.

use candor_model::{Answer, ApprovalId, GrantScope};
use candor_policy::Pattern;
use candor_policy::pattern::TEXT_MAX;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::{Effect, Mode, Screen};
use crate::commands::approvals::watch::editor::Editor;

/// The longest reason.
const REASON_MAX: usize = 1_000;

/// For how much a yes can count, and how that is said.
pub(in crate::commands::approvals::watch) const SCOPES: [(&str, &str); 5] = [
    ("once", "this call"),
    ("session", "every call of this tool in the client's session"),
    (
        "these-arguments",
        "every call of this tool with these arguments",
    ),
    (
        "pattern",
        "every call of this tool with arguments that fit a pattern",
    ),
    ("always", "every call of this tool"),
];

/// Why "for this session" cannot be chosen.
const NO_SESSION: &str = "the client has no session that an approval could last for";

// === impl Screen ===

impl Screen {
    /// A key is pressed.
    pub(super) fn press(&mut self, key: KeyEvent) -> Vec<Effect> {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        if control && key.code == KeyCode::Char('c') {
            return vec![Effect::Quit];
        }
        // A mode that is not put back is left.
        match std::mem::replace(&mut self.mode, Mode::List) {
            Mode::List => self.in_list(key),
            Mode::Detail => self.in_detail(key),
            Mode::Scope { id, at } => self.in_scopes(key, id, at),
            Mode::Pattern { id, editor, .. } => self.in_pattern(key, id, editor),
            Mode::Confirm { id, scope } => Self::in_confirmation(key, id, scope),
            Mode::Reason { id, editor } => self.in_reason(key, id, editor),
            Mode::Standing { at } => self.in_standing(key, at),
            Mode::Revoke { at, id } => {
                self.mode = Mode::Standing { at };
                let yes = is_yes(key);
                yes.then_some(Effect::Revoke(id)).into_iter().collect()
            }
            Mode::Help => Vec::new(),
        }
    }

    fn in_list(&mut self, key: KeyEvent) -> Vec<Effect> {
        let row = self.row();
        let last = self.items.len().saturating_sub(1);
        match key.code {
            KeyCode::Char('q') => return vec![Effect::Quit],
            KeyCode::Up | KeyCode::Char('k') => self.select(row.saturating_sub(1)),
            KeyCode::Down | KeyCode::Char('j') => self.select((row + 1).min(last)),
            KeyCode::Home | KeyCode::Char('g') => self.select(0),
            KeyCode::End | KeyCode::Char('G') => self.select(last),
            KeyCode::PageUp => self.scroll = self.scroll.saturating_sub(self.page),
            KeyCode::PageDown => self.scroll = self.scroll.saturating_add(self.page),
            KeyCode::Enter | KeyCode::Right | KeyCode::Char('l') if !self.items.is_empty() => {
                self.mode = Mode::Detail;
            }
            _ => return self.anywhere(key),
        }
        Vec::new()
    }

    fn in_detail(&mut self, key: KeyEvent) -> Vec<Effect> {
        self.mode = Mode::Detail;
        match key.code {
            KeyCode::Esc | KeyCode::Left | KeyCode::Char('q' | 'h') => self.mode = Mode::List,
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

    /// What can be done about the selected call, and everywhere.
    fn anywhere(&mut self, key: KeyEvent) -> Vec<Effect> {
        let commanding = KeyModifiers::CONTROL | KeyModifiers::ALT;
        if key.modifiers.intersects(commanding) {
            return Vec::new();
        }
        match (key.code, self.current().map(|item| item.id)) {
            (KeyCode::Char('a'), Some(id)) => {
                let scope = GrantScope::Once;
                self.mode = Mode::Confirm { id, scope };
            }
            (KeyCode::Char('A'), Some(id)) => self.mode = Mode::Scope { id, at: 0 },
            (KeyCode::Char('d'), Some(id)) => {
                let editor = Editor::new("", REASON_MAX);
                self.mode = Mode::Reason { id, editor };
            }
            (KeyCode::Char('r'), _) => {
                self.mode = Mode::Standing { at: 0 };
                return vec![Effect::ReadStanding];
            }
            (KeyCode::Char('?'), _) => self.mode = Mode::Help,
            _ => {}
        }
        Vec::new()
    }

    fn in_scopes(&mut self, key: KeyEvent, id: ApprovalId, at: usize) -> Vec<Effect> {
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
        self.mode = Mode::Scope { id, at };
        Vec::new()
    }

    /// A scope was chosen; it is still to be confirmed.
    fn choose(&mut self, id: ApprovalId, at: usize) {
        let Some(item) = self.item(id) else { return };
        match SCOPES[at].0 {
            "session" if !item.session => {
                self.say(NO_SESSION);
                self.mode = Mode::Scope { id, at };
            }
            "pattern" => {
                let editor = Editor::new(&item.pattern, TEXT_MAX);
                let problem = None;
                self.mode = Mode::Pattern {
                    id,
                    editor,
                    problem,
                };
            }
            word => {
                if let Some(scope) = GrantScope::parse(word, None) {
                    self.mode = Mode::Confirm { id, scope };
                }
            }
        }
    }

    fn in_pattern(&mut self, key: KeyEvent, id: ApprovalId, mut editor: Editor) -> Vec<Effect> {
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
        match Pattern::parse(&text) {
            Ok(_) if finished => {
                let scope = GrantScope::Pattern(text);
                self.mode = Mode::Confirm { id, scope };
            }
            read => {
                let problem = read.err().map(|error| error.to_string());
                self.mode = Mode::Pattern {
                    id,
                    editor,
                    problem,
                };
            }
        }
        Vec::new()
    }

    fn in_confirmation(key: KeyEvent, id: ApprovalId, scope: GrantScope) -> Vec<Effect> {
        if !is_yes(key) {
            return Vec::new();
        }
        vec![Effect::Decide {
            id,
            answer: Answer::Approve(scope),
            why: None,
        }]
    }

    fn in_reason(&mut self, key: KeyEvent, id: ApprovalId, mut editor: Editor) -> Vec<Effect> {
        match key.code {
            KeyCode::Esc => Vec::new(),
            KeyCode::Enter => {
                let why = editor.text().trim().to_owned();
                vec![Effect::Decide {
                    id,
                    answer: Answer::Deny,
                    why: Some(why).filter(|why| !why.is_empty()),
                }]
            }
            _ => {
                editor.press(key);
                self.mode = Mode::Reason { id, editor };
                Vec::new()
            }
        }
    }

    fn in_standing(&mut self, key: KeyEvent, at: usize) -> Vec<Effect> {
        let last = self.standing.len().saturating_sub(1);
        self.mode = Mode::Standing { at };
        match key.code {
            KeyCode::Esc | KeyCode::Left | KeyCode::Char('q' | 'h' | 'r') => {
                self.mode = Mode::List;
            }
            KeyCode::Up | KeyCode::Char('k') => {
                let at = at.saturating_sub(1);
                self.mode = Mode::Standing { at };
            }
            KeyCode::Down | KeyCode::Char('j') => {
                let at = (at + 1).min(last);
                self.mode = Mode::Standing { at };
            }
            KeyCode::Char('x') => {
                if let Some(grant) = self.standing.get(at) {
                    self.mode = Mode::Revoke { at, id: grant.id };
                }
            }
            _ => {}
        }
        Vec::new()
    }
}

/// Only this one key means it.
fn is_yes(key: KeyEvent) -> bool {
    let commanding = KeyModifiers::CONTROL | KeyModifiers::ALT;
    key.code == KeyCode::Char('y') && !key.modifiers.intersects(commanding)
}
