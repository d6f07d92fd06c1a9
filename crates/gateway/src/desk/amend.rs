//! Saying something about tools, and taking it back.

use std::sync::Arc;

use candor_model::{
    Amend, Amendment, Author, Hint, Opinion, OpinionKey, QualifiedName, Scope, ToolPattern, Voice,
    Who,
};
use candor_resolve::Shelf;
use candor_store::OpinionWrite;

use super::record::{check_author, record, some_opinion};
use super::{Desk, DeskError, Entry};
use crate::clock::now_micros;

/// How often somebody who did not say which version they saw tries again after another was
/// faster.
const TRIES: usize = 200;

impl Desk<'_> {
    /// Everything that people say, file included, in a stable order.
    pub async fn opinions(&self) -> Result<Vec<Entry>, DeskError> {
        let stored = self.store().opinions().await?;
        let mut entries: Vec<_> = stored
            .into_iter()
            .map(|stored| Entry {
                key: stored.key,
                opinion: stored.opinion,
                version: Some(stored.version),
            })
            .collect();
        let known = self.gateway.known();
        let declared = known
            .said
            .book
            .entries()
            .filter(|(shelf, ..)| *shelf == Shelf::File);
        entries.extend(declared.map(|(_, key, opinion)| Entry {
            key,
            opinion: opinion.clone(),
            version: None,
        }));
        entries.sort_by_cached_key(|entry| {
            (
                entry.key.scope.clone(),
                entry.key.about.to_string(),
                entry.version.is_none(),
            )
        });
        Ok(entries)
    }

    /// What is stored under one key. Where nothing is, an empty opinion of version 0.
    pub async fn opinion(&self, key: &OpinionKey) -> Result<Entry, DeskError> {
        self.check_scope(&key.scope)?;
        let stored = self.store().opinion(key).await?;
        Ok(match stored {
            Some(stored) => Entry {
                key: stored.key,
                opinion: stored.opinion,
                version: Some(stored.version),
            },
            None => Entry {
                key: key.clone(),
                opinion: Opinion::default(),
                version: Some(0),
            },
        })
    }

    /// Changes what is said under one key. With `expected`, only if it is still at that version;
    /// without, whatever else happens to it meanwhile stays too.
    pub async fn amend(
        &self,
        author: &Author,
        key: &OpinionKey,
        amendment: &Amendment,
        expected: Option<u64>,
    ) -> Result<Entry, DeskError> {
        check_author(author)?;
        self.check_amendment(key, amendment)?;
        let amended = {
            let _alone = self.gateway.edit().await;
            self.try_amend(author, key, amendment, expected).await?
        };
        self.gateway.catch_up().await;
        Ok(amended)
    }

    async fn try_amend(
        &self,
        author: &Author,
        key: &OpinionKey,
        amendment: &Amendment,
        expected: Option<u64>,
    ) -> Result<Entry, DeskError> {
        for _ in 0..TRIES {
            let before = self.opinion(key).await?;
            let version = before.version.unwrap_or(0);
            if let Some(expected) = expected.filter(|expected| *expected != version) {
                return Err(stale(key, expected, version));
            }
            let after = before
                .opinion
                .clone()
                .amended(amendment, &voice(author, key));
            match self.write(author, key, &before, after).await {
                Err(DeskError::Stale { .. }) if expected.is_none() => {}
                other => return other,
            }
        }
        Err(DeskError::Invalid(format!(
            "`{key}` is being changed by too many at once; try again"
        )))
    }

    /// Says nothing under one key any more.
    pub async fn withdraw(
        &self,
        author: &Author,
        key: &OpinionKey,
        expected: Option<u64>,
    ) -> Result<(), DeskError> {
        check_author(author)?;
        let before = self.opinion(key).await?;
        let version = before.version.unwrap_or(0);
        if let Some(expected) = expected.filter(|expected| *expected != version) {
            return Err(stale(key, expected, version));
        }
        if before.opinion.is_empty() {
            return Err(self.nothing_said(key));
        }
        self.write(author, key, &before, Opinion::default()).await?;
        self.gateway.catch_up().await;
        Ok(())
    }

    /// Why there is nothing to take back: nobody spoke, or the file did.
    fn nothing_said(&self, key: &OpinionKey) -> DeskError {
        let known = self.gateway.known();
        let mut file = known
            .said
            .book
            .entries()
            .filter(|(shelf, ..)| *shelf == Shelf::File);
        match file.find(|(_, declared, _)| declared == key) {
            Some((.., opinion)) => DeskError::Declared {
                what: format!("`{key}`"),
                place: place(opinion),
            },
            None => DeskError::Unknown(format!(
                "nothing is said about `{key}` that could be taken back"
            )),
        }
    }

    async fn write(
        &self,
        author: &Author,
        key: &OpinionKey,
        before: &Entry,
        after: Opinion,
    ) -> Result<Entry, DeskError> {
        candor_resolve::check(&after)?;
        let (old, new) = (some_opinion(&before.opinion), some_opinion(&after));
        if old == new {
            // Who said it first stays.
            return Ok(before.clone());
        }
        let change = record(author, "annotations.amend", key.to_string(), old, new);
        let write = OpinionWrite {
            key: key.clone(),
            expected: before.version.unwrap_or(0),
            opinion: Some(after.clone()),
        };
        let versions = self.store().write_opinions(&[write], &[change]).await?;
        Ok(Entry {
            key: key.clone(),
            opinion: after,
            version: versions.first().copied(),
        })
    }

    /// Whether somebody may say this here: the tools and the place exist, and the file does not
    /// say otherwise.
    pub(super) fn check_amendment(
        &self,
        key: &OpinionKey,
        amendment: &Amendment,
    ) -> Result<(), DeskError> {
        self.check_scope(&key.scope)?;
        if amendment.is_empty() {
            return Err(DeskError::Invalid(
                "nothing is said: name at least one field to set, unset or take back".to_owned(),
            ));
        }
        if says_something(amendment) {
            self.check_known(&key.about)?;
        }
        self.check_file(key, amendment)
    }

    pub(super) fn check_scope(&self, scope: &Scope) -> Result<(), DeskError> {
        match scope {
            Scope::Everywhere => Ok(()),
            Scope::Environment(name) => self.check_environment(name),
            Scope::Toolset(name) => self.check_toolset(name),
        }
    }

    /// A tool that nobody has ever seen is most likely a slip of the pen.
    pub(super) fn check_known(&self, about: &ToolPattern) -> Result<(), DeskError> {
        if about.as_exact().is_some_and(|name| self.knows(&name)) {
            return Ok(());
        }
        let names = self.known_names();
        if names.iter().any(|name| about.matches(name)) {
            return Ok(());
        }
        let wanted = about.to_string();
        if about.is_wild() {
            return Err(DeskError::Unknown(format!(
                "`{wanted}` matches no tool; `candor tools` lists those that are known"
            )));
        }
        let nearest = names
            .iter()
            .map(ToString::to_string)
            .map(|name| (strsim::jaro_winkler(&name, &wanted), name))
            .filter(|(likeness, _)| *likeness > 0.85)
            .max_by(|a, b| a.0.total_cmp(&b.0));
        Err(DeskError::Unknown(match nearest {
            Some((_, name)) => format!("there is no tool `{wanted}`; did you mean `{name}`?"),
            None => {
                format!("there is no tool `{wanted}`; `candor tools` lists those that are known")
            }
        }))
    }

    /// Whether a tool is there now or was seen before.
    pub(super) fn knows(&self, name: &QualifiedName) -> bool {
        let known = self.gateway.known();
        known.pins.contains_key(name)
            || self.gateway.catalogue().named(name).is_some()
            || known.drifts.iter().any(|drift| drift.name == *name)
    }

    /// Every tool that is there now or was seen before.
    pub(super) fn known_names(&self) -> Vec<QualifiedName> {
        let known = self.gateway.known();
        let catalogue = self.gateway.catalogue();
        let pinned = known.pins.keys().cloned();
        let drifting = known.drifts.iter().map(|drift| drift.name.clone());
        let here = catalogue.tools().iter().map(|tool| tool.name.clone());
        let names: std::collections::BTreeSet<_> = pinned.chain(drifting).chain(here).collect();
        names.into_iter().collect()
    }

    pub(super) fn check_file(
        &self,
        key: &OpinionKey,
        amendment: &Amendment,
    ) -> Result<(), DeskError> {
        let known = self.gateway.known();
        let declared = |field: &str, who: &Who| DeskError::Declared {
            what: format!("`{field}` of `{key}`"),
            place: match who {
                Who::File(place) => place.to_string(),
                _ => "the configuration file".to_owned(),
            },
        };
        for hint in Hint::ALL {
            if amendment.hint(hint).is_some()
                && let Some(said) = known.said.book.file_says_hint(key, hint)
            {
                return Err(declared(hint.key(), &said.voice.who));
            }
        }
        if amendment.title.is_some()
            && let Some(said) = known.said.book.file_says_title(key)
        {
            return Err(declared("title", &said.voice.who));
        }
        if amendment.confirm.is_some()
            && let Some(said) = known.said.book.file_says_confirm(key)
        {
            return Err(declared("confirm", &said.voice.who));
        }
        for extra in amendment.extra.keys() {
            if let Some(said) = known.said.book.file_says_extra(key, extra) {
                return Err(declared(extra, &said.voice.who));
            }
        }
        Ok(())
    }
}

/// Whether anything is said, rather than only taken back.
fn says_something(amendment: &Amendment) -> bool {
    fn says<T>(amend: &Amend<T>) -> bool {
        !matches!(amend, Amend::Withdraw)
    }
    let mut hints = Hint::ALL.iter().filter_map(|hint| amendment.hint(*hint));
    hints.any(says)
        || amendment.title.as_ref().is_some_and(says)
        || amendment.confirm.as_ref().is_some_and(says)
        || amendment.extra.values().any(says)
}

/// Where in the file something is said.
fn place(opinion: &Opinion) -> String {
    let hints = Hint::ALL.iter().filter_map(|hint| opinion.hint(*hint));
    let mut voices = hints
        .map(|said| &said.voice)
        .chain(opinion.title.iter().map(|said| &said.voice))
        .chain(opinion.confirm.iter().map(|said| &said.voice))
        .chain(opinion.extra.values().map(|said| &said.voice));
    let first = voices.find_map(|voice| match &voice.who {
        Who::File(place) => Some(place.to_string()),
        _ => None,
    });
    first.unwrap_or_else(|| "the configuration file".to_owned())
}

/// The voice of somebody at the desk.
pub(super) fn voice(author: &Author, key: &OpinionKey) -> Arc<Voice> {
    Arc::new(Voice {
        layer: key.scope.layer(),
        who: Who::Person(author.name.as_str().into()),
        about: Some(key.about.to_string().into()),
        at_micros: Some(now_micros()),
        why: author.why.as_deref().map(Into::into),
    })
}

fn stale(key: &OpinionKey, expected: u64, found: u64) -> DeskError {
    let what = if expected == 0 {
        format!("`{key}`, about which nothing was said,")
    } else {
        format!("`{key}`")
    };
    DeskError::Stale { what, found }
}
