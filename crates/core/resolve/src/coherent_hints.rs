//! The four hints after all layers were heard, made coherent. Both views of a tool are built
//! from it; they differ only in whom they hear.

use std::sync::Arc;

use candor_model::{FieldValue, Hint, Hints, OpinionField, Provenance};

use crate::{EffectiveValue, UnsetReason, ValueOrigin};

/// For each hint its value or why it has none. A tool is never both read-only and destructive
/// here, and one that is read-only is always known not to be destructive.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct CoherentHints([HintState; 4]);

#[derive(Clone, Debug, PartialEq)]
enum HintState {
    Fact(EffectiveValue<bool>),
    Unset(UnsetReason),
}

// === impl CoherentHints ===

impl CoherentHints {
    /// Takes for each hint the statement that was heard.
    pub(crate) fn from_statements<'a>(
        heard: impl Fn(Hint) -> Option<&'a OpinionField<bool>>,
    ) -> Self {
        let mut view = Self(Hint::ALL.map(|hint| HintState::new(heard(hint))));
        view.cohere();
        view
    }

    pub(crate) fn fact(&self, hint: Hint) -> Option<&EffectiveValue<bool>> {
        match &self.0[hint.index()] {
            HintState::Fact(fact) => Some(fact),
            HintState::Unset(_) => None,
        }
    }

    pub(crate) fn unset(&self, hint: Hint) -> Option<&UnsetReason> {
        match &self.0[hint.index()] {
            HintState::Fact(_) => None,
            HintState::Unset(unset) => Some(unset),
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

    /// Sets the reason why a hint that no layer sets is unset.
    pub(crate) fn set_unset_reason(&mut self, hint: Hint, why: UnsetReason) {
        let found = &mut self.0[hint.index()];
        if *found == HintState::Unset(UnsetReason::Unspecified) {
            *found = HintState::Unset(why);
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
            self.0[Hint::ReadOnly.index()] = HintState::Unset(UnsetReason::Contradicted {
                said: reader,
                by: destroyer,
            });
        } else if self.value(Hint::Destructive) != Some(false) {
            self.0[Hint::Destructive.index()] = HintState::Fact(EffectiveValue {
                value: false,
                origin: ValueOrigin::Follows {
                    from: Hint::ReadOnly,
                    provenance: reader,
                },
            });
        }
    }

    fn who_says_true(&self, hint: Hint) -> Option<Arc<Provenance>> {
        let fact = self.fact(hint).filter(|fact| fact.value)?;
        Some(Arc::clone(fact.origin.provenance()))
    }
}

// === impl HintState ===

impl HintState {
    fn new(heard: Option<&OpinionField<bool>>) -> Self {
        let Some(statement) = heard else {
            return Self::Unset(UnsetReason::Unspecified);
        };
        let provenance = Arc::clone(&statement.provenance);
        match statement.value {
            FieldValue::Set(value) => Self::Fact(EffectiveValue {
                value,
                origin: ValueOrigin::Said(provenance),
            }),
            FieldValue::Clear => Self::Unset(UnsetReason::Cleared(provenance)),
        }
    }
}
