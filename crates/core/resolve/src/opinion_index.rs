//! The opinions about tools, indexed for lookup.
//!
//! An index is cheap to clone: the opinions about one source in one scope are shared until they are
//! modified. A change therefore copies little, and two indexes can be compared by pointer to find
//! what changed.

mod difference;
mod exact;

use std::collections::HashMap;
use std::sync::Arc;

use candor_model::{
    CallCondition, ConfirmMode, Digest, Hint, JsonText, Opinion, OpinionField, OpinionKey,
    OpinionScope, QualifiedName, SourceName, ToolPattern, ToolsetName, Verification,
};

pub use difference::OpinionDifference;
use exact::ExactOpinions;

/// The opinions about tools, by scope and source.
#[derive(Clone, Debug, Default)]
pub struct OpinionIndex {
    said: HashMap<OpinionScope, HashMap<SourceName, Arc<SourceOpinions>>>,
    /// The confirm modes that toolsets set, least exact pattern first.
    asks: HashMap<ToolsetName, Vec<(ToolPattern, OpinionField<ConfirmMode>)>>,
    /// Verification results, with the hash of the definition they were obtained for.
    verified: Arc<HashMap<QualifiedName, (Digest, Opinion)>>,
}

/// The origin of an opinion. Within a scope, the configuration file overrides the store.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum OpinionOrigin {
    /// The database, written by the dashboard, the command line and the API.
    Store,
    /// The configuration file.
    File,
}

/// The opinions in one scope about the tools of one source.
#[derive(Clone, Debug, Default, PartialEq)]
struct SourceOpinions {
    store: OriginOpinions,
    file: OriginOpinions,
}

/// The opinions from one origin.
#[derive(Clone, Debug, Default, PartialEq)]
struct OriginOpinions {
    /// Opinions about single tools.
    exact: ExactOpinions,
    /// Opinions about patterns, least exact first.
    wild: Vec<Arc<IndexedOpinion>>,
}

#[derive(Clone, Debug, PartialEq)]
struct IndexedOpinion {
    about: ToolPattern,
    opinion: Opinion,
}

// === impl OpinionIndex ===

impl OpinionIndex {
    /// Creates an empty index.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an opinion; it replaces an earlier one with the same origin and key.
    pub fn insert(&mut self, on: OpinionOrigin, key: OpinionKey, opinion: Opinion) {
        let OpinionKey { scope, about } = key;
        let sources = self.said.entry(scope).or_default();
        let chapter = sources.entry(about.source().clone()).or_default();
        let chapter = Arc::make_mut(chapter);
        let entries = match on {
            OpinionOrigin::Store => &mut chapter.store,
            OpinionOrigin::File => &mut chapter.file,
        };
        entries.insert(IndexedOpinion { about, opinion });
    }

    /// Removes the opinion with this origin and key.
    pub fn remove(&mut self, on: OpinionOrigin, key: &OpinionKey) {
        let sources = self.said.get_mut(&key.scope);
        let chapter = sources.and_then(|sources| sources.get_mut(key.about.source()));
        if let Some(chapter) = chapter {
            let chapter = Arc::make_mut(chapter);
            let entries = match on {
                OpinionOrigin::Store => &mut chapter.store,
                OpinionOrigin::File => &mut chapter.file,
            };
            entries.remove(&key.about);
        }
    }

    /// Sets the confirm mode for some tools of a toolset, as the toolset defines it. An opinion
    /// about the tool in that toolset takes precedence.
    pub fn ask(
        &mut self,
        toolset: ToolsetName,
        about: ToolPattern,
        confirm: OpinionField<ConfirmMode>,
    ) {
        let asks = self.asks.entry(toolset).or_default();
        let place = asks.binary_search_by(|(other, _)| other.by_exactness(&about));
        let place = place.unwrap_or_else(|place| place);
        asks.insert(place, (about, confirm));
    }

    /// Adds a verification result. It applies while the definition is unchanged.
    pub fn insert_verification(&mut self, verification: &Verification) {
        let observed = (verification.definition, verification.opinion());
        Arc::make_mut(&mut self.verified).insert(verification.tool.clone(), observed);
    }

    /// Whether there is an opinion with this origin and key.
    pub fn holds(&self, on: OpinionOrigin, key: &OpinionKey) -> bool {
        let chapter = self.chapter(&key.scope, key.about.source());
        let entries = chapter.map(|chapter| match on {
            OpinionOrigin::Store => &chapter.store,
            OpinionOrigin::File => &chapter.file,
        });
        entries.is_some_and(|entries| entries.holds(&key.about))
    }

    /// The verified opinion about a tool with exactly this definition.
    pub fn verified(&self, name: &QualifiedName, definition: &Digest) -> Option<&Opinion> {
        let (verified, opinion) = self.verified.get(name)?;
        (verified == definition).then_some(opinion)
    }

    /// The opinions in this scope about one tool, merged: the file overrides the store, and within
    /// an origin the more exact pattern overrides the less exact one.
    pub fn about(&self, scope: &OpinionScope, name: &QualifiedName) -> Opinion {
        let mut opinion = self.opinion(scope, name);
        if opinion.confirm.is_none()
            && let OpinionScope::Toolset(toolset) = scope
            && let Some(asks) = self.asks.get(toolset)
        {
            let mut exact_first = asks.iter().rev();
            let found = exact_first.find(|(about, _)| about.matches(name));
            opinion.confirm = found.map(|(_, confirm)| confirm.clone());
        }
        opinion
    }

    fn opinion(&self, scope: &OpinionScope, name: &QualifiedName) -> Opinion {
        let Some(chapter) = self.chapter(scope, name.source()) else {
            return Opinion::default();
        };
        let file = chapter.file.about(name);
        let store = chapter.store.about(name);
        // Both iterate from the most to the least exact; `under` merges each below the previous.
        file.chain(store)
            .fold(None, |heard: Option<Opinion>, lower| match heard {
                None => Some(lower.opinion.clone()),
                Some(higher) => Some(lower.opinion.clone().under(&higher)),
            })
            .unwrap_or_default()
    }

    /// The file's opinion about a hint for all tools under this key. While present, a stored
    /// opinion with this key has no effect on the hint.
    pub fn file_says_hint(&self, key: &OpinionKey, hint: Hint) -> Option<&OpinionField<bool>> {
        self.file_says(key, |opinion| opinion.hint(hint))
    }

    /// The file's opinion about the title of all tools under this key.
    pub fn file_says_title(&self, key: &OpinionKey) -> Option<&OpinionField<Box<str>>> {
        self.file_says(key, |opinion| opinion.title.as_ref())
    }

    /// The file's confirm mode for all tools under this key.
    pub fn file_says_confirm(&self, key: &OpinionKey) -> Option<&OpinionField<ConfirmMode>> {
        self.file_says(key, |opinion| opinion.confirm.as_ref())
    }

    /// The file's opinion about a further annotation for all tools under this key.
    pub fn file_says_extra(
        &self,
        key: &OpinionKey,
        extra: &str,
    ) -> Option<&OpinionField<JsonText>> {
        self.file_says(key, |opinion| opinion.extra.get(extra))
    }

    /// The file's opinion about a hint in one case for all tools under this key.
    pub fn file_says_case(
        &self,
        key: &OpinionKey,
        condition: &CallCondition,
        hint: Hint,
    ) -> Option<&OpinionField<bool>> {
        self.file_says(key, |opinion| opinion.cases.get(condition)?.hint(hint))
    }

    /// All opinions, ordered by scope, then by pattern, the store before the file.
    pub fn entries(&self) -> impl Iterator<Item = (OpinionOrigin, OpinionKey, &Opinion)> {
        let mut all = Vec::new();
        for (scope, sources) in &self.said {
            for chapter in sources.values() {
                for (origin, entries) in [
                    (OpinionOrigin::Store, &chapter.store),
                    (OpinionOrigin::File, &chapter.file),
                ] {
                    for entry in entries.iter() {
                        let (scope, about) = (scope.clone(), entry.about.clone());
                        all.push((origin, OpinionKey { scope, about }, &entry.opinion));
                    }
                }
            }
        }
        all.sort_by_cached_key(|(origin, key, _)| {
            (key.scope.clone(), key.about.to_string(), *origin)
        });
        all.into_iter()
    }

    fn chapter(&self, scope: &OpinionScope, source: &SourceName) -> Option<&Arc<SourceOpinions>> {
        self.said.get(scope)?.get(source)
    }

    /// The file's value of a field for every tool under this key. A pattern that matches the key's
    /// text matches each of its tools, because a `*` in that text is only matched by a `*`.
    fn file_says<'a, T>(
        &'a self,
        key: &OpinionKey,
        field: impl Fn(&'a Opinion) -> Option<&'a OpinionField<T>>,
    ) -> Option<&'a OpinionField<T>> {
        let chapter = self.chapter(&key.scope, key.about.source())?;
        let text = QualifiedName::new(key.about.source().clone(), key.about.own());
        chapter
            .file
            .about(&text)
            .find_map(|entry| field(&entry.opinion))
    }
}

// === impl OriginOpinions ===

impl OriginOpinions {
    fn insert(&mut self, entry: IndexedOpinion) {
        let entry = Arc::new(entry);
        if !entry.about.is_wild() {
            self.exact.insert(entry);
            return;
        }
        match self.wild_place(&entry.about) {
            Ok(same) => self.wild[same] = entry,
            Err(place) => self.wild.insert(place, entry),
        }
    }

    fn remove(&mut self, about: &ToolPattern) {
        if !about.is_wild() {
            self.exact.remove(about);
        } else if let Ok(place) = self.wild_place(about) {
            self.wild.remove(place);
        }
    }

    fn holds(&self, about: &ToolPattern) -> bool {
        if about.is_wild() {
            self.wild_place(about).is_ok()
        } else {
            self.exact.get(about.own()).is_some()
        }
    }

    /// The index of a pattern, or where it would be inserted.
    fn wild_place(&self, about: &ToolPattern) -> Result<usize, usize> {
        let place = |other: &Arc<IndexedOpinion>| other.about.by_exactness(about);
        self.wild.binary_search_by(place)
    }

    /// The entries about a tool, most exact first.
    fn about(&self, name: &QualifiedName) -> impl Iterator<Item = &Arc<IndexedOpinion>> {
        let fits = |entry: &&Arc<IndexedOpinion>| entry.about.matches(name);
        let wild = self.wild.iter().rev().filter(fits);
        self.exact.get(name.own()).into_iter().chain(wild)
    }

    fn iter(&self) -> impl Iterator<Item = &Arc<IndexedOpinion>> {
        self.exact.values().chain(&self.wild)
    }
}
