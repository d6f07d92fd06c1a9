//! Opinions about single tools from one origin.

use std::collections::HashMap;
use std::sync::Arc;

use candor_model::ToolPattern;

use super::IndexedOpinion;

/// The number of shards. A change copies only one of them, so that with ten thousand opinions it
/// costs as much as with a few hundred.
const PARTS: usize = 64;

type Part = Arc<HashMap<Arc<str>, Arc<IndexedOpinion>>>;

/// Opinions by the tool's own name. A clone shares every shard until it is modified.
#[derive(Clone, Debug, Default)]
pub(super) struct ExactOpinions {
    /// Empty while there are no opinions.
    parts: Vec<Part>,
}

// === impl ExactOpinions ===

impl ExactOpinions {
    pub(super) fn get(&self, own: &str) -> Option<&Arc<IndexedOpinion>> {
        self.parts.get(part_of(own))?.get(own)
    }

    pub(super) fn insert(&mut self, entry: Arc<IndexedOpinion>) {
        if self.parts.is_empty() {
            self.parts.resize_with(PARTS, Part::default);
        }
        let own = entry.about.own();
        let name = Arc::from(own);
        Arc::make_mut(&mut self.parts[part_of(own)]).insert(name, entry);
    }

    pub(super) fn remove(&mut self, about: &ToolPattern) {
        let own = about.own();
        if let Some(part) = self.parts.get_mut(part_of(own))
            && part.contains_key(own)
        {
            Arc::make_mut(part).remove(own);
        }
    }

    pub(super) fn values(&self) -> impl Iterator<Item = &Arc<IndexedOpinion>> {
        self.parts.iter().flat_map(|part| part.values())
    }

    /// The names of the tools whose opinions differ from those in the other index.
    pub(super) fn different<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = &'a str> {
        let parts = self.parts.iter().enumerate();
        let changed = parts.filter(|(at, part)| {
            let there = other.parts.get(*at);
            !there.is_some_and(|there| Arc::ptr_eq(part, there))
        });
        let said = changed.flat_map(|(_, part)| part.iter());
        said.filter_map(|(own, said)| {
            let is_same = |there: &Arc<IndexedOpinion>| Arc::ptr_eq(there, said) || there == said;
            (!other.get(own).is_some_and(is_same)).then_some(&**own)
        })
    }
}

impl PartialEq for ExactOpinions {
    fn eq(&self, other: &Self) -> bool {
        self.different(other).next().is_none() && other.different(self).next().is_none()
    }
}

/// The shard of a name, by its FNV-1a hash: every process divides alike. Within a shard, a randomly
/// seeded hash map is used.
fn part_of(own: &str) -> usize {
    let hash = own.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    // The last letters, in which names often differ, reach the highest bits only through this
    // mixing.
    let mixed = (hash ^ (hash >> 29)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    usize::try_from(mixed >> 58).unwrap_or_default() % PARTS
}

#[cfg(test)]
mod tests {
    use candor_model::{Opinion, QualifiedName};

    use super::*;

    fn entry(own: &str) -> Arc<IndexedOpinion> {
        let name = QualifiedName::parse(&format!("shop.{own}")).expect("a name");
        Arc::new(IndexedOpinion {
            about: ToolPattern::exactly(&name),
            opinion: Opinion::default(),
        })
    }

    #[test]
    fn a_change_copies_one_part_and_names_one_tool() {
        let mut before = ExactOpinions::default();
        for at in 0..2_000 {
            before.insert(entry(&format!("tool_{at}")));
        }
        let mut after = before.clone();
        after.insert(entry("new"));
        let shared = before.parts.iter().zip(&after.parts);
        let shared = shared.filter(|(one, other)| Arc::ptr_eq(one, other));
        assert_eq!(shared.count(), PARTS - 1);
        assert!(after.different(&before).eq(["new"]));
        assert_eq!(before.different(&after).count(), 0);
        assert_ne!(before, after);
        after.remove(&entry("new").about);
        assert_eq!(before, after);
        assert_eq!(after.values().count(), 2_000);
    }

    #[test]
    fn the_parts_are_of_about_the_same_size() {
        let mut many = ExactOpinions::default();
        for at in 0..6_400 {
            many.insert(entry(&format!("inventory_lookup_{at:04}")));
        }
        let largest = many.parts.iter().map(|part| part.len()).max();
        assert!(largest.is_some_and(|largest| largest < 300), "{largest:?}");
    }
}
