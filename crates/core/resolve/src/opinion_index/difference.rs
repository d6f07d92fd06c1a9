//! The difference between two opinion indexes.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use candor_model::{QualifiedName, SourceName};

use super::{OpinionIndex, SourceOpinions};

/// The tools about which opinions may have changed. May include too many tools, never too few.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpinionDifference {
    everything: bool,
    sources: HashSet<SourceName>,
    tools: HashSet<QualifiedName>,
}

// === impl OpinionDifference ===

impl OpinionDifference {
    /// The affected tools, if they are known individually.
    pub fn tools(&self) -> Option<impl ExactSizeIterator<Item = &QualifiedName>> {
        let is_told = !self.everything && self.sources.is_empty();
        is_told.then(|| self.tools.iter())
    }

    /// Whether opinions about this tool may have changed.
    pub fn touches(&self, name: &QualifiedName) -> bool {
        self.everything
            || (!self.sources.is_empty() && self.sources.contains(name.source()))
            || (!self.tools.is_empty() && self.tools.contains(name))
    }

    fn add(&mut self, source: &SourceName, one: &SourceOpinions, other: &SourceOpinions) {
        if one.store.wild != other.store.wild || one.file.wild != other.file.wild {
            self.sources.insert(source.clone());
            return;
        }
        for (one, other) in [(&one.store, &other.store), (&one.file, &other.file)] {
            let gone = other.exact.different(&one.exact);
            let own_names = one.exact.different(&other.exact).chain(gone);
            let tools = own_names.map(|own| QualifiedName::new(source.clone(), own));
            self.tools.extend(tools);
        }
    }
}

// === impl OpinionIndex ===

impl OpinionIndex {
    /// The tools about which the opinions in two indexes may differ.
    pub fn difference(&self, other: &Self) -> OpinionDifference {
        let same_verified =
            Arc::ptr_eq(&self.verified, &other.verified) || self.verified == other.verified;
        let mut found = OpinionDifference {
            everything: !same_verified || self.asks != other.asks,
            ..OpinionDifference::default()
        };
        if found.everything {
            return found;
        }
        let (none, silent) = (HashMap::new(), Arc::default());
        let scopes: HashSet<_> = self.said.keys().chain(other.said.keys()).collect();
        for scope in scopes {
            let one = self.said.get(scope).unwrap_or(&none);
            let other = other.said.get(scope).unwrap_or(&none);
            let sources: HashSet<_> = one.keys().chain(other.keys()).collect();
            for source in sources {
                let one = one.get(source).unwrap_or(&silent);
                let other = other.get(source).unwrap_or(&silent);
                if !Arc::ptr_eq(one, other) {
                    found.add(source, one, other);
                }
            }
        }
        found
    }
}
