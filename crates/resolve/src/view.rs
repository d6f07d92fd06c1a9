//! The four hints after all layers were heard, made coherent. Both views of a tool are built
//! from it; they differ only in whom they hear.

use std::sync::Arc;

use candor_model::{Hint, Hints, Say, Statement, Voice};

use crate::{Fact, Origin, Unset};

/// For each hint its value or why it has none. A tool is never both read-only and destructive
/// here, and one that is read-only is always known not to be destructive.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct View([Found; 4]);

#[derive(Clone, Debug, PartialEq)]
enum Found {
    Fact(Fact<bool>),
    Unset(Unset),
}

// === impl View ===

impl View {
    /// Takes for each hint the statement that was heard.
    pub(crate) fn hear<'a>(heard: impl Fn(Hint) -> Option<&'a Statement<bool>>) -> Self {
        let mut view = Self(Hint::ALL.map(|hint| Found::new(heard(hint))));
        view.cohere();
        view
    }

    pub(crate) fn fact(&self, hint: Hint) -> Option<&Fact<bool>> {
        match &self.0[hint.index()] {
            Found::Fact(fact) => Some(fact),
            Found::Unset(_) => None,
        }
    }

    pub(crate) fn unset(&self, hint: Hint) -> Option<&Unset> {
        match &self.0[hint.index()] {
            Found::Fact(_) => None,
            Found::Unset(unset) => Some(unset),
        }
    }

    pub(crate) fn value(&self, hint: Hint) -> Option<bool> {
        self.fact(hint).map(|fact| fact.value)
    }

    pub(crate) fn hints(&self) -> Hints {
        Hint::ALL
            .into_iter()
            .filter_map(|hint| Some((hint, self.value(hint)?)))
            .collect()
    }

    /// Says why a hint is unset of which nobody who is heard speaks.
    pub(crate) fn explain_silence(&mut self, hint: Hint, why: Unset) {
        let found = &mut self.0[hint.index()];
        if *found == Found::Unset(Unset::Nobody) {
            *found = Found::Unset(why);
        }
    }

    /// Of a read-only and a destructive hint the one from the higher layer stays, and from the
    /// same layer the destructive one, which is the careful reading.
    fn cohere(&mut self) {
        let Some(reader) = self.who_says_true(Hint::ReadOnly) else {
            return;
        };
        if let Some(destroyer) = self.who_says_true(Hint::Destructive)
            && reader.layer <= destroyer.layer
        {
            self.0[Hint::ReadOnly.index()] = Found::Unset(Unset::Contradicted {
                said: reader,
                by: destroyer,
            });
        } else if self.value(Hint::Destructive) != Some(false) {
            self.0[Hint::Destructive.index()] = Found::Fact(Fact {
                value: false,
                origin: Origin::Follows {
                    from: Hint::ReadOnly,
                    voice: reader,
                },
            });
        }
    }

    fn who_says_true(&self, hint: Hint) -> Option<Arc<Voice>> {
        let fact = self.fact(hint).filter(|fact| fact.value)?;
        Some(Arc::clone(fact.origin.voice()))
    }
}

// === impl Found ===

impl Found {
    fn new(heard: Option<&Statement<bool>>) -> Self {
        let Some(statement) = heard else {
            return Self::Unset(Unset::Nobody);
        };
        let voice = Arc::clone(&statement.voice);
        match statement.say {
            Say::Set(value) => Self::Fact(Fact {
                value,
                origin: Origin::Said(voice),
            }),
            Say::Clear => Self::Unset(Unset::Cleared(voice)),
        }
    }
}
