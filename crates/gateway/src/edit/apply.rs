//! Applies a whole file of opinions, or none of it.

use std::collections::HashMap;

use candor_boxed::boxed;
use candor_model::{ChangeAuthor, Opinion, OpinionKey};
use candor_store::OpinionWrite;

use super::amend::provenance;
use super::record::{check_author, record, some_opinion};
use super::{EditError, Editor, OpinionEntry};

/// An opinion of a file, with its key.
pub type KeyedOpinion = (OpinionKey, Opinion);

/// The result of applying a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ApplySummary {
    /// Keys that had no opinion before.
    pub added: Vec<OpinionKey>,
    /// Keys whose opinion changed.
    pub changed: Vec<OpinionKey>,
    /// Keys whose opinion was removed.
    pub removed: Vec<OpinionKey>,
    /// The number of unchanged keys.
    pub unchanged: usize,
}

// === impl ApplySummary ===

impl ApplySummary {
    /// Whether nothing changed.
    pub fn is_empty(&self) -> bool {
        self.added.is_empty() && self.changed.is_empty() && self.removed.is_empty()
    }
}

impl Editor<'_> {
    /// Makes what is stored under the keys of `wanted` equal to `wanted`, and, with `prune`,
    /// removes what is stored under other keys. With `pretend` nothing is written.
    #[boxed]
    pub async fn apply(
        &self,
        author: &ChangeAuthor,
        wanted: &[KeyedOpinion],
        prune: bool,
        pretend: bool,
    ) -> Result<ApplySummary, EditError> {
        check_author(author)?;
        for (key, opinion) in wanted {
            self.check_scope(&key.scope)?;
            self.check_known(&key.about)?;
            self.check_file(key, &opinion.into())?;
            candor_resolve::check_opinion(opinion)?;
        }
        let before = self.stored().await?;
        let mut applied = ApplySummary::default();
        let mut plan = Vec::new();
        for (key, opinion) in wanted {
            let old = before.get(key);
            let said = |entry: &OpinionEntry| some_opinion(&entry.opinion);
            if old.and_then(said) == some_opinion(opinion) {
                applied.unchanged += 1;
                continue;
            }
            match old {
                Some(_) => applied.changed.push(key.clone()),
                None => applied.added.push(key.clone()),
            }
            plan.push((key.clone(), old, said_by(author, key, opinion)));
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
        let nothing = Opinion::default();
        for (key, old, new) in &plan {
            let old = old.map_or(&nothing, |old| &old.opinion);
            self.check_own_opinion(key, old, new)?;
        }
        if !pretend && !plan.is_empty() {
            self.carry_out(author, plan).await?;
        }
        Ok(applied)
    }

    async fn carry_out(
        &self,
        author: &ChangeAuthor,
        plan: Vec<(OpinionKey, Option<&OpinionEntry>, Opinion)>,
    ) -> Result<(), EditError> {
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
        let written = self.store().write_opinions(&writes, &changes).await?;
        self.gateway.catch_up_with(Some(written)).await;
        Ok(())
    }

    async fn stored(&self) -> Result<HashMap<OpinionKey, OpinionEntry>, EditError> {
        let entries = self.opinions().await?;
        Ok(entries
            .into_iter()
            .filter(|entry| entry.version.is_some())
            .map(|entry| (entry.key.clone(), entry))
            .collect())
    }
}

/// The same opinion with the applying editor as its author, each field with its own reason.
pub(super) fn said_by(author: &ChangeAuthor, key: &OpinionKey, opinion: &Opinion) -> Opinion {
    opinion.clone().map_provenance(|before| {
        let why = before.why.as_deref().map(str::to_owned);
        let author = ChangeAuthor {
            why: why.or_else(|| author.why.clone()),
            ..author.clone()
        };
        provenance(&author, key)
    })
}
