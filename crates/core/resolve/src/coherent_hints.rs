//! The four hints after resolving all layers, made consistent. Both views of a tool are built from
//! it; they differ only in which layers they include.

use std::sync::Arc;

use candor_model::{FieldValue, Hint, Hints, Provenance};

use crate::statement::HeardStatement;
use crate::{EffectiveValue, UnsetReason, ValueOrigin};

/// The value of each hint, or why it is unset. Never both read-only and destructive; a read-only
/// tool is always known not to be destructive.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct CoherentHints([HintState; 4]);

#[derive(Clone, Debug, PartialEq)]
enum HintState {
    Fact(EffectiveValue<bool>),
    Unset(UnsetReason),
}

// === impl CoherentHints ===

impl CoherentHints {
    /// Takes the resolved statement of each hint.
    pub(crate) fn from_statements<'a>(heard: impl Fn(Hint) -> Option<HeardStatement<'a>>) -> Self {
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

    /// Sets the reason why a hint is unset, if no layer sets it.
    pub(crate) fn set_unset_reason(&mut self, hint: Hint, why: UnsetReason) {
        let found = &mut self.0[hint.index()];
        if *found == HintState::Unset(UnsetReason::Unspecified) {
            *found = HintState::Unset(why);
        }
    }

    /// Sets a hint because the value is enforced, regardless of what the layers say. The caller
    /// must keep the hints consistent.
    pub(crate) fn set_value(&mut self, hint: Hint, value: bool, reason: &Arc<Provenance>) {
        self.0[hint.index()] = HintState::Fact(EffectiveValue {
            value,
            origin: ValueOrigin::Said(Arc::clone(reason)),
        });
    }

    /// For each hint, the more dangerous value of the two; on a tie, keeps this one's.
    #[must_use]
    pub(crate) fn worse_of(mut self, other: &Self) -> Self {
        for hint in Hint::ALL {
            let (own, other) = (&mut self.0[hint.index()], &other.0[hint.index()]);
            if other.danger(hint) > own.danger(hint) {
                *own = other.clone();
            }
        }
        self
    }

    /// Replaces one hint by the most dangerous of these, if there are any.
    pub(crate) fn set_worst<'a>(&mut self, hint: Hint, of: impl Iterator<Item = &'a Self>) {
        let states = of.map(|view| &view.0[hint.index()]);
        // On a tie the first one wins: `max_by_key` would return the last.
        let worst = states.reduce(|worst, state| {
            if state.danger(hint) > worst.danger(hint) {
                state
            } else {
                worst
            }
        });
        if let Some(worst) = worst {
            self.0[hint.index()] = worst.clone();
        }
    }

    /// Restores consistency after hints were selected one by one: if the tool is read-only but not
    /// known to be non-destructive, takes the other's read-only hint.
    #[must_use]
    pub(crate) fn or_not_read_only(mut self, worst: &Self) -> Self {
        let reads = self.value(Hint::ReadOnly) == Some(true);
        if reads && self.value(Hint::Destructive) != Some(false) {
            self.0[Hint::ReadOnly.index()] = worst.0[Hint::ReadOnly.index()].clone();
        }
        self
    }

    /// If a tool is both read-only and destructive, keeps the hint from the higher layer; within
    /// the same layer, the destructive one, which is the careful reading.
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
    fn new(heard: Option<HeardStatement<'_>>) -> Self {
        let Some(statement) = heard else {
            return Self::Unset(UnsetReason::Unspecified);
        };
        let provenance = Arc::clone(statement.provenance);
        let value = match statement.value {
            FieldValue::Set(value) => value,
            FieldValue::Clear => return Self::Unset(UnsetReason::Cleared(provenance)),
        };
        let origin = match statement.condition {
            Some(condition) => ValueOrigin::InCase {
                condition: Arc::new(condition.clone()),
                provenance,
            },
            None => ValueOrigin::Said(provenance),
        };
        Self::Fact(EffectiveValue { value, origin })
    }

    /// How dangerous a state is: unset ranks above a known safe value.
    fn danger(&self, hint: Hint) -> u8 {
        match self {
            Self::Fact(fact) if fact.value == hint.careful() => 2,
            Self::Fact(_) => 0,
            Self::Unset(_) => 1,
        }
    }
}
