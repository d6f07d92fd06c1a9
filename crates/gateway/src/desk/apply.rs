//! Taking over a whole file of opinions at once, or none of it.

use std::collections::HashMap;

use candor_model::{Amend, Amendment, Author, Hint, Opinion, OpinionKey, Say, Statement};
use candor_store::OpinionWrite;

use super::amend::voice;
use super::record::{check_author, record, some_opinion};
use super::{Desk, DeskError, Entry};

/// What a file says about some tools.
pub type Wanted = (OpinionKey, Opinion);

/// What became of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Applied {
    /// Said now and not before.
    pub added: Vec<OpinionKey>,
    /// Said differently.
    pub changed: Vec<OpinionKey>,
    /// Said no more.
    pub removed: Vec<OpinionKey>,
    /// As it was.
    pub unchanged: usize,
}

// === impl Applied ===

impl Applied {
    /// Whether nothing is different.
    pub fn is_empty(&self) -> bool {
        self.added.is_empty() && self.changed.is_empty() && self.removed.is_empty()
    }
}

impl Desk<'_> {
    /// Makes what is stored under the keys of `wanted` exactly what `wanted` says, and, with
    /// `prune`, removes what is stored under other keys. With `pretend` nothing is written.
    pub async fn apply(
        &self,
        author: &Author,
        wanted: &[Wanted],
        prune: bool,
        pretend: bool,
    ) -> Result<Applied, DeskError> {
        check_author(author)?;
        for (key, opinion) in wanted {
            self.check_scope(&key.scope)?;
            self.check_known(&key.about)?;
            self.check_file(key, &asked(opinion))?;
            candor_resolve::check(opinion)?;
        }
        let before = self.stored().await?;
        let mut applied = Applied::default();
        let mut plan = Vec::new();
        for (key, opinion) in wanted {
            let old = before.get(key);
            let said = |entry: &Entry| some_opinion(&entry.opinion);
            if old.and_then(said) == some_opinion(opinion) {
                applied.unchanged += 1;
                continue;
            }
            match old {
                Some(_) => applied.changed.push(key.clone()),
                None => applied.added.push(key.clone()),
            }
            plan.push((key.clone(), old, spoken(opinion, author, key)));
        }
        if prune {
            let kept: std::collections::HashSet<_> = wanted.iter().map(|(key, _)| key).collect();
            let mut gone: Vec<_> = before
                .values()
                .filter(|old| !kept.contains(&old.key))
                .collect();
            gone.sort_by_cached_key(|entry| entry.key.to_string());
            for old in gone {
                applied.removed.push(old.key.clone());
                plan.push((old.key.clone(), Some(old), Opinion::default()));
            }
        }
        if !pretend && !plan.is_empty() {
            self.carry_out(author, plan).await?;
        }
        Ok(applied)
    }

    async fn carry_out(
        &self,
        author: &Author,
        plan: Vec<(OpinionKey, Option<&Entry>, Opinion)>,
    ) -> Result<(), DeskError> {
        let mut writes = Vec::with_capacity(plan.len());
        let mut changes = Vec::with_capacity(plan.len());
        for (key, old, new) in plan {
            changes.push(record(
                author,
                "annotations.apply",
                key.to_string(),
                old.and_then(|old| some_opinion(&old.opinion)),
                some_opinion(&new),
            ));
            writes.push(OpinionWrite {
                key,
                expected: old.and_then(|old| old.version).unwrap_or(0),
                opinion: Some(new),
            });
        }
        self.store().write_opinions(&writes, &changes).await?;
        self.gateway.catch_up().await;
        Ok(())
    }

    async fn stored(&self) -> Result<HashMap<OpinionKey, Entry>, DeskError> {
        let entries = self.opinions().await?;
        Ok(entries
            .into_iter()
            .filter(|entry| entry.version.is_some())
            .map(|entry| (entry.key.clone(), entry))
            .collect())
    }
}

/// An opinion as somebody would ask for it.
fn asked(opinion: &Opinion) -> Amendment {
    fn amend<T: Clone>(said: &Statement<T>) -> Amend<T> {
        match &said.say {
            Say::Set(value) => Amend::Set(value.clone()),
            Say::Clear => Amend::Clear,
        }
    }
    let mut amendment = Amendment::default();
    for hint in Hint::ALL {
        amendment.set_hint(hint, opinion.hint(hint).map(amend));
    }
    amendment.title = opinion.title.as_ref().map(amend);
    amendment.confirm = opinion.confirm.as_ref().map(amend);
    for (extra, said) in &opinion.extra {
        amendment.extra.insert(extra.clone(), amend(said));
    }
    amendment
}

/// The same opinion in the voice of whoever applies it, with each field's own reason.
pub(super) fn spoken(opinion: &Opinion, author: &Author, key: &OpinionKey) -> Opinion {
    fn by<T: Clone>(said: &Statement<T>, author: &Author, key: &OpinionKey) -> Statement<T> {
        let why = said.voice.why.as_deref().map(str::to_owned);
        let author = Author {
            why: why.or_else(|| author.why.clone()),
            ..author.clone()
        };
        let say: Say<T> = said.say.clone();
        Statement {
            say,
            voice: voice(&author, key),
        }
    }
    let mut spoken = Opinion::default();
    for hint in Hint::ALL {
        let statement = opinion.hint(hint).map(|said| by(said, author, key));
        spoken.set_hint(hint, statement);
    }
    spoken.title = opinion.title.as_ref().map(|said| by(said, author, key));
    spoken.confirm = opinion.confirm.as_ref().map(|said| by(said, author, key));
    for (extra, said) in &opinion.extra {
        spoken.extra.insert(extra.clone(), by(said, author, key));
    }
    spoken
}
