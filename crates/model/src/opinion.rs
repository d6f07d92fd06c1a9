//! What one layer says about a tool, field by field, and how a person changes it.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::{Confirm, Hint, Voice};

/// What is said about a field.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Say<T> {
    /// This value.
    Set(T),
    /// That it has none, whatever lower layers say.
    Clear,
}

/// Something said, and by whom.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Statement<T> {
    /// What.
    pub say: Say<T>,
    /// By whom.
    pub voice: Arc<Voice>,
}

/// A JSON value as text, for keys of `annotations` that Candor does not know. Whoever makes one
/// has seen that it is valid JSON.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct JsonText(Box<str>);

/// What is said about a tool in one layer. A field that is not mentioned is left to lower layers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opinion {
    hints: [Option<Statement<bool>>; 4],
    /// The title.
    pub title: Option<Statement<Box<str>>>,
    /// When a person is asked before a call.
    pub confirm: Option<Statement<Confirm>>,
    /// Further members of `annotations`, by key.
    pub extra: BTreeMap<Box<str>, Statement<JsonText>>,
}

/// What a person does to one field of an opinion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Amend<T> {
    /// Says this value.
    Set(T),
    /// Says that it has none.
    Clear,
    /// Says nothing about it any more.
    Withdraw,
}

/// What a person does to an opinion. Fields that are not mentioned stay as they are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Amendment {
    hints: [Option<Amend<bool>>; 4],
    /// The title.
    pub title: Option<Amend<Box<str>>>,
    /// When a person is asked before a call.
    pub confirm: Option<Amend<Confirm>>,
    /// Further members of `annotations`, by key.
    pub extra: BTreeMap<Box<str>, Amend<JsonText>>,
}

// === impl JsonText ===

impl JsonText {
    /// Takes text that is valid JSON.
    pub fn new(valid: impl Into<Box<str>>) -> Self {
        Self(valid.into())
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

// === impl Opinion ===

impl Opinion {
    /// What is said about a hint.
    pub fn hint(&self, hint: Hint) -> Option<&Statement<bool>> {
        self.hints[hint.index()].as_ref()
    }

    /// Says something about a hint, or nothing any more.
    pub fn set_hint(&mut self, hint: Hint, statement: Option<Statement<bool>>) {
        self.hints[hint.index()] = statement;
    }

    /// Whether nothing is said.
    pub fn is_empty(&self) -> bool {
        self.hints.iter().all(Option::is_none)
            && self.title.is_none()
            && self.confirm.is_none()
            && self.extra.is_empty()
    }

    /// Both opinions in one: where both say something about a field, `higher` is heard.
    #[must_use]
    pub fn under(self, higher: &Self) -> Self {
        let pick = |hint: Hint| higher.hint(hint).or(self.hint(hint)).cloned();
        let hints = Hint::ALL.map(pick);
        let title = higher.title.clone().or(self.title);
        let confirm = higher.confirm.clone().or(self.confirm);
        let mut extra = self.extra;
        for (key, statement) in &higher.extra {
            extra.insert(key.clone(), statement.clone());
        }
        Self {
            hints,
            title,
            confirm,
            extra,
        }
    }

    /// The opinion after a person has changed it.
    #[must_use]
    pub fn amended(mut self, amendment: &Amendment, voice: &Arc<Voice>) -> Self {
        for hint in Hint::ALL {
            if let Some(amend) = amendment.hint(hint) {
                self.set_hint(hint, amend.statement(voice));
            }
        }
        if let Some(amend) = &amendment.title {
            self.title = amend.statement(voice);
        }
        if let Some(amend) = &amendment.confirm {
            self.confirm = amend.statement(voice);
        }
        for (key, amend) in &amendment.extra {
            match amend.statement(voice) {
                Some(statement) => self.extra.insert(key.clone(), statement),
                None => self.extra.remove(key),
            };
        }
        self
    }
}

// === impl Amend ===

impl<T: Clone> Amend<T> {
    /// What is said afterwards.
    fn statement(&self, voice: &Arc<Voice>) -> Option<Statement<T>> {
        let say = match self {
            Self::Set(value) => Say::Set(value.clone()),
            Self::Clear => Say::Clear,
            Self::Withdraw => return None,
        };
        let voice = Arc::clone(voice);
        Some(Statement { say, voice })
    }
}

// === impl Amendment ===

impl Amendment {
    /// What is done to a hint.
    pub fn hint(&self, hint: Hint) -> Option<&Amend<bool>> {
        self.hints[hint.index()].as_ref()
    }

    /// Does something to a hint.
    pub fn set_hint(&mut self, hint: Hint, amend: Option<Amend<bool>>) {
        self.hints[hint.index()] = amend;
    }

    /// Whether nothing is done.
    pub fn is_empty(&self) -> bool {
        self.hints.iter().all(Option::is_none)
            && self.title.is_none()
            && self.confirm.is_none()
            && self.extra.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn withdrawing_leaves_the_field_to_others() {
        let voice = Arc::new(Voice::candor("a test"));
        let mut amendment = Amendment::default();
        amendment.set_hint(Hint::ReadOnly, Some(Amend::Set(true)));
        amendment.set_hint(Hint::Destructive, Some(Amend::Clear));
        let opinion = Opinion::default().amended(&amendment, &voice);
        let say = |opinion: &Opinion, hint| opinion.hint(hint).map(|said| said.say.clone());
        assert_eq!(say(&opinion, Hint::ReadOnly), Some(Say::Set(true)));
        assert_eq!(say(&opinion, Hint::Destructive), Some(Say::Clear));

        let mut amendment = Amendment::default();
        amendment.set_hint(Hint::ReadOnly, Some(Amend::Withdraw));
        let opinion = opinion.amended(&amendment, &voice);
        assert_eq!(say(&opinion, Hint::ReadOnly), None);
        assert_eq!(say(&opinion, Hint::Destructive), Some(Say::Clear));
        assert!(!opinion.is_empty());
    }
}
