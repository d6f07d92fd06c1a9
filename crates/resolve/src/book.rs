//! Everybody's opinions about tools, indexed for lookup.

use std::collections::HashMap;

use candor_model::{
    Confirm, Hint, JsonText, Opinion, OpinionKey, QualifiedName, Scope, SourceName, Statement,
    ToolPattern, ToolsetName,
};

/// Everybody's opinions about tools.
#[derive(Clone, Debug, Default)]
pub struct Book {
    said: HashMap<Scope, HashMap<SourceName, Chapter>>,
    /// When toolsets want people to be asked about their tools, the less exact first.
    asks: HashMap<ToolsetName, Vec<(ToolPattern, Statement<Confirm>)>>,
}

/// Where an opinion is kept. Inside one scope the file is heard after the store, and so wins.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Shelf {
    /// The database, where the command line and the API write.
    Store,
    /// The configuration file.
    File,
}

/// What is said in one scope about the tools of one source.
#[derive(Clone, Debug, Default)]
struct Chapter {
    store: Entries,
    file: Entries,
}

/// What one shelf holds of a chapter.
#[derive(Clone, Debug, Default)]
struct Entries {
    /// About single tools, by the tool's own name.
    exact: HashMap<Box<str>, Entry>,
    /// About tools by pattern, the less exact first.
    wild: Vec<Entry>,
}

#[derive(Clone, Debug)]
struct Entry {
    about: ToolPattern,
    opinion: Opinion,
}

// === impl Book ===

impl Book {
    /// Nobody says anything.
    pub fn new() -> Self {
        Self::default()
    }

    /// Writes down an opinion; it replaces an earlier one on the same shelf with the same key.
    pub fn insert(&mut self, on: Shelf, key: OpinionKey, opinion: Opinion) {
        let OpinionKey { scope, about } = key;
        let sources = self.said.entry(scope).or_default();
        let chapter = sources.entry(about.source().clone()).or_default();
        let entries = match on {
            Shelf::Store => &mut chapter.store,
            Shelf::File => &mut chapter.file,
        };
        entries.insert(Entry { about, opinion });
    }

    /// Writes down when people are asked about some tools of a toolset, as the toolset itself
    /// says. Who says something about the tool there is heard first.
    pub fn ask(&mut self, toolset: ToolsetName, about: ToolPattern, confirm: Statement<Confirm>) {
        let asks = self.asks.entry(toolset).or_default();
        let place = asks.binary_search_by(|(other, _)| other.by_exactness(&about));
        let place = place.unwrap_or_else(|place| place);
        asks.insert(place, (about, confirm));
    }

    /// What is said in this scope about one tool, all that is about it in one opinion: the store
    /// first, then the file, and on each shelf the more exact pattern after the less exact.
    pub fn about(&self, scope: &Scope, name: &QualifiedName) -> Opinion {
        let mut opinion = self.opinion(scope, name);
        if opinion.confirm.is_none()
            && let Scope::Toolset(toolset) = scope
            && let Some(asks) = self.asks.get(toolset)
        {
            let mut exact_first = asks.iter().rev();
            let found = exact_first.find(|(about, _)| about.matches(name));
            opinion.confirm = found.map(|(_, confirm)| confirm.clone());
        }
        opinion
    }

    fn opinion(&self, scope: &Scope, name: &QualifiedName) -> Opinion {
        let Some(chapter) = self.chapter(scope, name.source()) else {
            return Opinion::default();
        };
        let file = chapter.file.about(name);
        let store = chapter.store.about(name);
        // Both run from the most exact to the least; `under` puts the rest below.
        file.chain(store)
            .fold(None, |heard: Option<Opinion>, lower| match heard {
                None => Some(lower.opinion.clone()),
                Some(higher) => Some(lower.opinion.clone().under(&higher)),
            })
            .unwrap_or_default()
    }

    /// What the file says about a hint of all tools that this key is about. While it says so, an
    /// opinion of the store with this key has no effect on that hint.
    pub fn file_says_hint(&self, key: &OpinionKey, hint: Hint) -> Option<&Statement<bool>> {
        self.file_says(key, |opinion| opinion.hint(hint))
    }

    /// What the file says about the title of all tools that this key is about.
    pub fn file_says_title(&self, key: &OpinionKey) -> Option<&Statement<Box<str>>> {
        self.file_says(key, |opinion| opinion.title.as_ref())
    }

    /// What the file says about when people are asked, for all tools that this key is about.
    pub fn file_says_confirm(&self, key: &OpinionKey) -> Option<&Statement<Confirm>> {
        self.file_says(key, |opinion| opinion.confirm.as_ref())
    }

    /// What the file says about a further member of all tools that this key is about.
    pub fn file_says_extra(&self, key: &OpinionKey, extra: &str) -> Option<&Statement<JsonText>> {
        self.file_says(key, |opinion| opinion.extra.get(extra))
    }

    /// Everything that is written down, by scope, then by the text of the pattern, the store
    /// before the file.
    pub fn entries(&self) -> impl Iterator<Item = (Shelf, OpinionKey, &Opinion)> {
        let mut all = Vec::new();
        for (scope, sources) in &self.said {
            for chapter in sources.values() {
                for (shelf, entries) in
                    [(Shelf::Store, &chapter.store), (Shelf::File, &chapter.file)]
                {
                    for Entry { about, opinion } in entries.iter() {
                        let (scope, about) = (scope.clone(), about.clone());
                        all.push((shelf, OpinionKey { scope, about }, opinion));
                    }
                }
            }
        }
        all.sort_by_cached_key(|(shelf, key, _)| {
            (key.scope.clone(), key.about.to_string(), *shelf)
        });
        all.into_iter()
    }

    fn chapter(&self, scope: &Scope, source: &SourceName) -> Option<&Chapter> {
        self.said.get(scope)?.get(source)
    }

    /// The file's statement about a field that is heard for every tool of this key. A pattern
    /// that fits the very text of the key fits each of its tools, because a `*` in that text is
    /// only fitted by a `*`.
    fn file_says<'a, T>(
        &'a self,
        key: &OpinionKey,
        field: impl Fn(&'a Opinion) -> Option<&'a Statement<T>>,
    ) -> Option<&'a Statement<T>> {
        let chapter = self.chapter(&key.scope, key.about.source())?;
        let text = QualifiedName::new(key.about.source().clone(), key.about.own());
        chapter
            .file
            .about(&text)
            .find_map(|entry| field(&entry.opinion))
    }
}

// === impl Entries ===

impl Entries {
    fn insert(&mut self, entry: Entry) {
        if !entry.about.is_wild() {
            self.exact.insert(entry.about.own().into(), entry);
            return;
        }
        let place = self
            .wild
            .binary_search_by(|other| other.about.by_exactness(&entry.about));
        match place {
            Ok(same) => self.wild[same] = entry,
            Err(place) => self.wild.insert(place, entry),
        }
    }

    /// The entries about a tool, the most exact first.
    fn about(&self, name: &QualifiedName) -> impl Iterator<Item = &Entry> {
        let fits = |entry: &&Entry| entry.about.matches(name);
        let wild = self.wild.iter().rev().filter(fits);
        self.exact.get(name.own()).into_iter().chain(wild)
    }

    fn iter(&self) -> impl Iterator<Item = &Entry> {
        self.exact.values().chain(&self.wild)
    }
}
