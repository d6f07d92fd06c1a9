//! Setting and withdrawing opinions about tools.

use std::sync::Arc;

use candor_boxed::boxed;
use candor_model::{
    AnnotationAuthor, ChangeAuthor, FieldName, FieldOpinion, Opinion, OpinionEdit, OpinionKey,
    OpinionScope, Provenance, QualifiedName, ToolPattern,
};
use candor_resolve::OpinionOrigin;
use candor_store::{OpinionWrite, WrittenOpinions};

use super::record::{check_author, record, some_opinion};
use super::retry::retry_stale;
use super::{EditError, Editor, OpinionEntry};
use crate::clock::now_micros;

impl Editor<'_> {
    /// All opinions of people, including those of the file, in a stable order.
    #[boxed]
    pub async fn opinions(&self) -> Result<Vec<OpinionEntry>, EditError> {
        let stored = self.store().opinions().await?;
        let mut entries: Vec<_> = stored
            .into_iter()
            .map(|stored| OpinionEntry {
                key: stored.key,
                opinion: stored.opinion,
                version: Some(stored.version),
            })
            .collect();
        let snapshot = self.gateway.snapshot();
        let declared = snapshot
            .settings
            .opinions
            .entries()
            .filter(|(origin, ..)| *origin == OpinionOrigin::File);
        entries.extend(declared.map(|(_, key, opinion)| OpinionEntry {
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

    /// The opinion stored under one key. If there is none, an empty one of version 0.
    #[boxed]
    pub async fn opinion(&self, key: &OpinionKey) -> Result<OpinionEntry, EditError> {
        self.check_scope(&key.scope)?;
        let stored = self.store().opinion(key).await?;
        Ok(match stored {
            Some(stored) => OpinionEntry {
                key: stored.key,
                opinion: stored.opinion,
                version: Some(stored.version),
            },
            None => OpinionEntry {
                key: key.clone(),
                opinion: Opinion::default(),
                version: Some(0),
            },
        })
    }

    /// Changes the opinion under one key. With `expected`, only if it is still at that version;
    /// without, concurrent changes are kept.
    #[boxed]
    pub async fn amend(
        &self,
        author: &ChangeAuthor,
        key: &OpinionKey,
        amendment: &OpinionEdit,
        expected: Option<u64>,
    ) -> Result<OpinionEntry, EditError> {
        check_author(author)?;
        self.check_amendment(key, amendment)?;
        let (amended, written) = {
            let _alone = self.gateway.lock_edits().await;
            retry_stale(&format!("`{key}`"), expected, || {
                Box::pin(self.try_amend(author, key, amendment, expected))
            })
            .await?
        };
        self.gateway.catch_up_with(written).await;
        Ok(amended)
    }

    async fn try_amend(
        &self,
        author: &ChangeAuthor,
        key: &OpinionKey,
        amendment: &OpinionEdit,
        expected: Option<u64>,
    ) -> Result<(OpinionEntry, Option<WrittenOpinions>), EditError> {
        let before = self.opinion(key).await?;
        check_version(key, expected, &before)?;
        let opinion = before.opinion.clone();
        let after = opinion.amended(amendment, &provenance(author, key));
        self.write(author, key, &before, after).await
    }

    /// Removes the opinion under one key.
    #[boxed]
    pub async fn withdraw(
        &self,
        author: &ChangeAuthor,
        key: &OpinionKey,
        expected: Option<u64>,
    ) -> Result<(), EditError> {
        check_author(author)?;
        let before = self.opinion(key).await?;
        check_version(key, expected, &before)?;
        if before.opinion.is_empty() {
            return Err(self.nothing_said(key));
        }
        let nothing = Opinion::default();
        let (_, written) = self.write(author, key, &before, nothing).await?;
        self.gateway.catch_up_with(written).await;
        Ok(())
    }

    /// The error if there is nothing to remove: there is no opinion, or it is the file's.
    fn nothing_said(&self, key: &OpinionKey) -> EditError {
        let snapshot = self.gateway.snapshot();
        let mut file = snapshot
            .settings
            .opinions
            .entries()
            .filter(|(origin, ..)| *origin == OpinionOrigin::File);
        match file.find(|(_, declared, _)| declared == key) {
            Some((.., opinion)) => EditError::Declared {
                what: format!("`{key}`"),
                place: place(opinion.fields().map(FieldOpinion::provenance)),
            },
            None => EditError::Unknown(format!("`{key}` has no override to remove")),
        }
    }

    /// Writes the opinion. Returns the current entry, and what the catalogue must catch up with.
    async fn write(
        &self,
        author: &ChangeAuthor,
        key: &OpinionKey,
        before: &OpinionEntry,
        after: Opinion,
    ) -> Result<(OpinionEntry, Option<WrittenOpinions>), EditError> {
        candor_resolve::check_opinion(&after)?;
        self.check_own_opinion(key, &before.opinion, &after)?;
        let (old, new) = (some_opinion(&before.opinion), some_opinion(&after));
        if old == new {
            // The original author stays. The caller still waits until that revision takes effect;
            // an entry that another process has just removed has none.
            let revision = before.version.filter(|version| *version > 0);
            let written = revision.map(|revision| WrittenOpinions {
                revision,
                entries: Vec::new(),
            });
            return Ok((before.clone(), written));
        }
        let change = record(author, "annotations.amend", key.to_string(), old, new);
        let write = OpinionWrite {
            key: key.clone(),
            expected: before.version.unwrap_or(0),
            opinion: Some(after.clone()),
        };
        let written = self.store().write_opinions(&[write], &[change]).await?;
        let entry = OpinionEntry {
            key: key.clone(),
            opinion: after,
            version: written.versions().next(),
        };
        Ok((entry, Some(written)))
    }

    /// Checks whether this edit is allowed: the tools and the scope exist, and the file does not
    /// declare the fields.
    pub(super) fn check_amendment(
        &self,
        key: &OpinionKey,
        amendment: &OpinionEdit,
    ) -> Result<(), EditError> {
        self.check_scope(&key.scope)?;
        if amendment.is_empty() {
            return Err(EditError::Invalid(
                "no change given: name at least one field to set, unset or remove".to_owned(),
            ));
        }
        if amendment.says_something() {
            self.check_known(&key.about)?;
        }
        self.check_file(key, amendment)
    }

    pub(super) fn check_scope(&self, scope: &OpinionScope) -> Result<(), EditError> {
        match scope {
            OpinionScope::Everywhere => Ok(()),
            OpinionScope::Environment(name) => self.check_environment(name),
            OpinionScope::Toolset(name) => self.check_toolset(name),
        }
    }

    /// Refuses a tool that was never seen: most likely a typing error.
    pub(super) fn check_known(&self, about: &ToolPattern) -> Result<(), EditError> {
        if about.as_exact().is_some_and(|name| self.knows(&name)) {
            return Ok(());
        }
        let names = self.known_names();
        if names.iter().any(|name| about.matches(name)) {
            return Ok(());
        }
        let wanted = about.to_string();
        if about.is_wild() {
            return Err(EditError::Unknown(format!(
                "`{wanted}` matches no tool; `candor tools` lists those that are known"
            )));
        }
        let nearest = names
            .iter()
            .map(ToString::to_string)
            .map(|name| (strsim::jaro_winkler(&name, &wanted), name))
            .filter(|(likeness, _)| *likeness > 0.85)
            .max_by(|a, b| a.0.total_cmp(&b.0));
        Err(EditError::Unknown(match nearest {
            Some((_, name)) => format!("there is no tool `{wanted}`; did you mean `{name}`?"),
            None => {
                format!("there is no tool `{wanted}`; `candor tools` lists those that are known")
            }
        }))
    }

    /// Whether a tool exists now or was seen before.
    pub(super) fn knows(&self, name: &QualifiedName) -> bool {
        let snapshot = self.gateway.snapshot();
        snapshot.pins.contains_key(name)
            || self.gateway.catalogue().named(name).is_some()
            || snapshot.drifts.iter().any(|drift| drift.name == *name)
    }

    /// All tools that exist now or were seen before.
    pub(super) fn known_names(&self) -> Vec<QualifiedName> {
        let snapshot = self.gateway.snapshot();
        let catalogue = self.gateway.catalogue();
        let pinned = snapshot.pins.keys().cloned();
        let drifting = snapshot.drifts.iter().map(|drift| drift.name.clone());
        let here = catalogue.tools().iter().map(|tool| tool.name.clone());
        let names: std::collections::BTreeSet<_> = pinned.chain(drifting).chain(here).collect();
        names.into_iter().collect()
    }

    pub(super) fn check_file(
        &self,
        key: &OpinionKey,
        amendment: &OpinionEdit,
    ) -> Result<(), EditError> {
        let snapshot = self.gateway.snapshot();
        let opinions = &snapshot.settings.opinions;
        for field in amendment.fields() {
            let declared = match field {
                FieldName::Hint(hint) => {
                    let said = opinions.file_says_hint(key, hint);
                    said.map(|said| &said.provenance)
                }
                FieldName::Title => opinions.file_says_title(key).map(|said| &said.provenance),
                FieldName::Confirm => {
                    let said = opinions.file_says_confirm(key);
                    said.map(|said| &said.provenance)
                }
                FieldName::Extra(extra) => {
                    let said = opinions.file_says_extra(key, extra);
                    said.map(|said| &said.provenance)
                }
                FieldName::Case(condition, hint) => {
                    let of_case = opinions.file_says_case(key, condition, hint);
                    let said = of_case.or_else(|| opinions.file_says_hint(key, hint));
                    said.map(|said| &said.provenance)
                }
            };
            if let Some(provenance) = declared {
                return Err(EditError::Declared {
                    what: format!("`{}` of `{key}`", field.key()),
                    place: place([provenance]),
                });
            }
        }
        Ok(())
    }
}

/// The place in the file of the first of these.
fn place<'a>(provenances: impl IntoIterator<Item = &'a Arc<Provenance>>) -> String {
    let mut provenances = provenances.into_iter();
    let first = provenances.find_map(|provenance| match &provenance.author {
        AnnotationAuthor::File(place) => Some(place.to_string()),
        _ => None,
    });
    first.unwrap_or_else(|| "the configuration file".to_owned())
}

/// The provenance of an editor's opinion under a key.
pub(super) fn provenance(author: &ChangeAuthor, key: &OpinionKey) -> Arc<Provenance> {
    Arc::new(Provenance {
        layer: key.scope.layer(),
        author: AnnotationAuthor::Person(author.name.as_str().into()),
        about: Some(key.about.to_string().into()),
        at_micros: Some(now_micros()),
        why: author.why.as_deref().map(Into::into),
    })
}

/// Checks whether an entry is still at the version that the editor has read.
fn check_version(
    key: &OpinionKey,
    expected: Option<u64>,
    entry: &OpinionEntry,
) -> Result<(), EditError> {
    let found = entry.version.unwrap_or(0);
    match expected {
        None => Ok(()),
        Some(expected) if expected == found => Ok(()),
        Some(0) => Err(EditError::Stale {
            what: format!("`{key}`, which had no override,"),
            found,
        }),
        Some(_) => Err(EditError::Stale {
            what: format!("`{key}`"),
            found,
        }),
    }
}
