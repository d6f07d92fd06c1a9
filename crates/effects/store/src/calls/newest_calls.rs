//! The newest calls across overlapping blocks.

use std::collections::BTreeMap;

use candor_model::CallId;

/// The calls with the greatest ids, at most a given number, each with a value.
#[derive(Clone, Debug)]
pub(super) struct NewestCalls<T> {
    most: usize,
    found: BTreeMap<CallId, T>,
}

impl<T> NewestCalls<T> {
    pub(super) fn new(most: usize) -> Self {
        Self {
            most,
            found: BTreeMap::new(),
        }
    }

    /// Whether a call with this id would be included.
    pub(super) fn wants(&self, id: CallId) -> bool {
        self.found.len() < self.most
            || self
                .found
                .first_key_value()
                .is_some_and(|(last, _)| id > *last)
    }

    /// Adds a call, dropping the oldest if there are too many.
    pub(super) fn insert(&mut self, id: CallId, kept: T) {
        self.found.insert(id, kept);
        if self.found.len() > self.most {
            self.found.pop_first();
        }
    }

    /// The values, newest call first.
    pub(super) fn into_values(self) -> impl Iterator<Item = T> {
        self.found.into_values().rev()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_stay_whatever_their_order() {
        let id = |number: u8| CallId::from_bytes([number; 16]);
        let mut newest = NewestCalls::new(3);
        for number in [5, 1, 9, 2, 7, 3] {
            if newest.wants(id(number)) {
                newest.insert(id(number), number);
            }
        }
        assert!(!newest.wants(id(5)) && newest.wants(id(6)));
        assert_eq!(newest.into_values().collect::<Vec<_>>(), [9, 7, 5]);
        let none = NewestCalls::<u8>::new(0);
        assert!(!none.wants(id(255)));
    }
}
