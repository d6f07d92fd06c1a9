//! Imports, copies and restores whole toolsets, with the opinions about tools in them. Each is one
//! transaction, so a toolset never exists without the opinions that make it careful.

use candor_boxed::boxed;
use candor_model::{
    ChangeAuthor, ChangeRecord, Opinion, OpinionKey, OpinionScope, ToolNotes, ToolPattern, Toolset,
    ToolsetName,
};
use candor_store::{StoredGlobalNotes, StoredToolset, ToolsetVersion, WholeToolset};
use serde_json::{Map, Value};

use super::apply::said_by;
use super::note::NOTES_MAX;
use super::record::{check_author, notes_json, opinion_json, record, some_opinion};
use super::retry::retry_stale;
use super::toolset::{check_shape, describe, named, subject, unknown};
use super::{EditError, Editor, KeyedOpinion, OpinionEntry, ToolsetDetails};

/// Toolsets and notes to import.
#[derive(Clone, Copy, Debug, Default)]
pub struct ToolsetImport<'a> {
    /// The toolsets to create.
    pub toolsets: &'a [Toolset],
    /// The opinions about tools in them.
    pub said: &'a [KeyedOpinion],
    /// Notes that apply in every toolset.
    pub notes: &'a [ToolNotes],
    /// Whether an existing toolset gets the description, members and notes of the imported one. Its
    /// settings and its opinions about tools stay.
    pub replace: bool,
}

/// The new toolset with its current version, and the record of the change.
type ReplacedToolset = ((Toolset, u64), ChangeRecord);

impl Editor<'_> {
    /// Imports everything or nothing. Members that match nothing here are kept, since their source
    /// may be added later. An existing global note stays as it is; if it differs from the imported
    /// one, nothing is imported.
    #[boxed]
    pub async fn import_toolsets(
        &self,
        author: &ChangeAuthor,
        baggage: &ToolsetImport<'_>,
    ) -> Result<(), EditError> {
        check_author(author)?;
        let mut whole = Vec::with_capacity(baggage.toolsets.len());
        let (mut changes, mut replaced) = (Vec::new(), Vec::new());
        for toolset in baggage.toolsets {
            self.check_own(&toolset.name)?;
            check_shape(toolset)?;
            if baggage.replace
                && let Some(stored) = self.store().toolset(&toolset.name).await?
            {
                replaced.push(self.replaced(author, stored, toolset)?);
                continue;
            }
            self.check_own_toolset(None, Some(toolset))?;
            changes.push(made(author, "toolset.import", toolset));
            whole.push(WholeToolset::from(toolset.clone()));
        }
        let (replaced, more): (Vec<_>, Vec<_>) = replaced.into_iter().flatten().unzip();
        changes.extend(more);
        for (key, opinion) in baggage.said {
            self.check_known(&key.about)?;
            self.check_own_opinion(key, &Opinion::default(), opinion)?;
            let own = |one: &&mut WholeToolset| is_in(key, &one.toolset.name);
            let place = whole.iter_mut().find(own).ok_or_else(|| {
                EditError::Invalid(format!("`{key}` belongs to no toolset that is imported"))
            })?;
            say(place, author, key, opinion, &mut changes)?;
        }
        {
            let _alone = self.gateway.lock_edits().await;
            let notes = self.joined(author, baggage.notes, &mut changes).await?;
            let store = self.store();
            let made = store.take_over_toolsets(&whole, &replaced, notes.as_ref(), &changes);
            made.await?;
        }
        self.gateway.catch_up().await;
        Ok(())
    }

    /// A toolset with the contents of another, its version, and the record of the change; `None` if
    /// that changes nothing.
    fn replaced(
        &self,
        author: &ChangeAuthor,
        stored: StoredToolset,
        by: &Toolset,
    ) -> Result<Option<ReplacedToolset>, EditError> {
        let before = stored.toolset;
        let after = Toolset {
            description: by.description.clone(),
            members: by.members.clone(),
            notes: by.notes.clone(),
            ..before.clone()
        };
        if after == before {
            return Ok(None);
        }
        check_shape(&after)?;
        self.check_own_toolset(Some(&before), Some(&after))?;
        let (old, new) = (describe(&before), describe(&after));
        let about = subject(&after.name);
        let change = record(author, "toolset.import", about, Some(old), Some(new));
        Ok(Some(((after, stored.version), change)))
    }

    /// The global notes with the imported ones added; `None` if that changes nothing.
    async fn joined(
        &self,
        author: &ChangeAuthor,
        more: &[ToolNotes],
        changes: &mut Vec<ChangeRecord>,
    ) -> Result<Option<StoredGlobalNotes>, EditError> {
        let before = self.store().global_notes().await?;
        let mut after = before.clone();
        for entry in more {
            join(&mut after.notes, entry)?;
        }
        if after == before {
            return Ok(None);
        }
        let (old, new) = (notes_json(&before.notes), notes_json(&after.notes));
        let what = "notes everywhere";
        changes.push(record(author, "notes.import", what, Some(old), Some(new)));
        Ok(Some(after))
    }

    /// Copies a toolset, with its notes and its opinions about tools. Members that match nothing
    /// now are copied, too.
    #[boxed]
    pub async fn clone_toolset(
        &self,
        author: &ChangeAuthor,
        name: &ToolsetName,
        new: &ToolsetName,
    ) -> Result<ToolsetDetails, EditError> {
        let mut author = author.clone();
        author.why = author.why.or_else(|| Some(format!("a copy of `{name}`")));
        check_author(&author)?;
        self.check_own(new)?;
        // Retried if the original changes concurrently, so that the copy is consistent.
        retry_stale(&named(name), None, || {
            Box::pin(self.try_clone(&author, name, new))
        })
        .await?;
        self.gateway.catch_up().await;
        self.toolset(new).await
    }

    async fn try_clone(
        &self,
        author: &ChangeAuthor,
        name: &ToolsetName,
        new: &ToolsetName,
    ) -> Result<(), EditError> {
        let (original, version) = if self.is_declared(name) {
            let snapshot = self.gateway.snapshot();
            let declared = snapshot
                .settings
                .toolsets
                .get(name)
                .ok_or_else(|| unknown(name))?;
            (Toolset::clone(declared), None)
        } else {
            let stored = self.stored_toolset(name, None).await?;
            (stored.toolset, Some(stored.version))
        };
        let mut copy = WholeToolset::from(Toolset {
            name: new.clone(),
            ..original
        });
        let mut changes = vec![made(author, "toolset.clone", &copy.toolset)];
        for (about, opinion) in self.said_in(name).await? {
            let scope = OpinionScope::Toolset(new.clone());
            let key = OpinionKey { scope, about };
            say(&mut copy, author, &key, &opinion, &mut changes)?;
        }
        let store = self.store();
        match version {
            Some(version) => drop(store.copy_toolset(name, version, &copy, &changes).await?),
            None => store.create_toolsets(&[copy], None, &changes).await?,
        }
        Ok(())
    }

    /// Restores an earlier version of a toolset with its opinions about tools, even after it was
    /// deleted. The current state stays readable as a version.
    #[boxed]
    pub async fn restore_toolset(
        &self,
        author: &ChangeAuthor,
        name: &ToolsetName,
        version: u64,
    ) -> Result<ToolsetDetails, EditError> {
        check_author(author)?;
        self.check_own(name)?;
        let versions = self.toolset_versions(name).await?;
        let found = versions.into_iter().find(|one| one.number == version);
        let was = found.and_then(|found| {
            let ToolsetVersion {
                toolset, opinions, ..
            } = found;
            Some((toolset?, opinions))
        });
        let Some((toolset, opinions)) = was else {
            return Err(EditError::Unknown(format!(
                "the toolset `{name}` has no version {version} to go back to"
            )));
        };
        // The toolset may have had another name in that version.
        let toolset = Toolset {
            name: name.clone(),
            ..toolset
        };
        {
            let _alone = self.gateway.lock_edits().await;
            let opinions = opinions.as_deref();
            retry_stale(&named(name), None, || {
                Box::pin(self.try_restore(author, &toolset, opinions))
            })
            .await?;
        }
        self.gateway.catch_up().await;
        self.toolset(name).await
    }

    async fn try_restore(
        &self,
        author: &ChangeAuthor,
        toolset: &Toolset,
        opinions: Option<&[(ToolPattern, Opinion)]>,
    ) -> Result<(), EditError> {
        let name = &toolset.name;
        let now = self.store().toolset(name).await?;
        let said = self.said_in(name).await?;
        let is_so = opinions.is_none_or(|opinions| *opinions == *said);
        if is_so && now.as_ref().is_some_and(|now| now.toolset == *toolset) {
            return Ok(());
        }
        self.check_own_restore(now.as_ref().map(|now| &now.toolset), toolset, opinions)
            .await?;
        let old = now
            .as_ref()
            .map(|now| whole_json(&now.toolset, Some(&said)));
        let new = Some(whole_json(toolset, opinions));
        let change = record(author, "toolset.restore", subject(name), old, new);
        let expected = now.map_or(0, |now| now.version);
        let store = self.store();
        let restored = store.restore_toolset(toolset, opinions, expected, &change);
        match restored.await.map_err(EditError::from) {
            // Removed or created concurrently: handled like a changed version.
            Err(EditError::Unknown(_) | EditError::Exists(_)) => Err(EditError::Stale {
                what: named(name),
                found: 0,
            }),
            done => done.map(drop),
        }
    }

    /// Refuses a version that requires less approval than the current one.
    async fn check_own_restore(
        &self,
        now: Option<&Toolset>,
        toolset: &Toolset,
        opinions: Option<&[(ToolPattern, Opinion)]>,
    ) -> Result<(), EditError> {
        self.check_own_toolset(now, Some(toolset))?;
        let Some(opinions) = opinions else {
            return Ok(());
        };
        let nothing = Opinion::default();
        let mut said = self.opinions().await?;
        said.retain(|entry| entry.version.is_some() && is_in(&entry.key, &toolset.name));
        for (about, after) in opinions {
            let before = said.iter().find(|entry| entry.key.about == *about);
            let before = before.map_or(&nothing, |entry| &entry.opinion);
            let scope = OpinionScope::Toolset(toolset.name.clone());
            let about = about.clone();
            self.check_own_opinion(&OpinionKey { scope, about }, before, after)?;
        }
        said.retain(|entry| opinions.iter().all(|(about, _)| *about != entry.key.about));
        let mut gone = said.iter();
        gone.try_for_each(|entry| self.check_own_opinion(&entry.key, &entry.opinion, &nothing))
    }

    /// The opinions about tools in one toolset, by pattern. The file takes precedence over the
    /// store.
    async fn said_in(&self, name: &ToolsetName) -> Result<Vec<(ToolPattern, Opinion)>, EditError> {
        let mut said: Vec<(ToolPattern, Opinion)> = Vec::new();
        for OpinionEntry { key, opinion, .. } in self.opinions().await? {
            if !is_in(&key, name) || opinion.is_empty() {
                continue;
            }
            match said.last_mut().filter(|(last, _)| *last == key.about) {
                Some((_, stored)) => *stored = std::mem::take(stored).under(&opinion),
                None => said.push((key.about, opinion)),
            }
        }
        Ok(said)
    }
}

/// Adds notes to existing ones. A name can occur only once per tool.
fn join(all: &mut Vec<ToolNotes>, more: &ToolNotes) -> Result<(), EditError> {
    let tool = &more.tool;
    let same = |entry: &&mut ToolNotes| match tool.name() {
        Some(name) => entry.tool.name() == Some(name),
        None => entry.tool == *tool,
    };
    let Some(entry) = all.iter_mut().find(same) else {
        all.push(more.clone());
        return Ok(());
    };
    for note in &more.notes {
        let name = note.name();
        match entry.notes.iter().find(|known| known.name() == name) {
            None => entry.notes.push(note.clone()),
            Some(known) if known == note => {}
            Some(_) => {
                return Err(EditError::Exists(format!(
                    "there is a note `{name}` on `{tool}` for every toolset already, which says \
                     something else; change or remove it first"
                )));
            }
        }
    }
    match entry.notes.len() {
        ..=NOTES_MAX => Ok(()),
        _ => Err(EditError::Invalid(format!(
            "`{tool}` would have more than {NOTES_MAX} notes; remove some first"
        ))),
    }
}

fn is_in(key: &OpinionKey, name: &ToolsetName) -> bool {
    matches!(&key.scope, OpinionScope::Toolset(scope) if scope == name)
}

/// Adds an opinion to a toolset, with the importing editor as its author.
fn say(
    place: &mut WholeToolset,
    author: &ChangeAuthor,
    key: &OpinionKey,
    opinion: &Opinion,
    changes: &mut Vec<ChangeRecord>,
) -> Result<(), EditError> {
    candor_resolve::check_opinion(opinion)?;
    let opinion = said_by(author, key, opinion);
    let new = some_opinion(&opinion);
    let subject = key.to_string();
    changes.push(record(author, "annotations.apply", subject, None, new));
    place.opinions.push((key.about.clone(), opinion));
    Ok(())
}

fn made(author: &ChangeAuthor, action: &str, toolset: &Toolset) -> ChangeRecord {
    let new = Some(describe(toolset));
    record(author, action, subject(&toolset.name), None, new)
}

/// A toolset for the history, with its opinions if they are known.
fn whole_json(toolset: &Toolset, opinions: Option<&[(ToolPattern, Opinion)]>) -> Value {
    let mut whole = describe(toolset);
    if let Some(opinions) = opinions {
        let said = opinions.iter();
        let said = said.map(|(about, opinion)| (about.to_string(), opinion_json(opinion)));
        whole["annotations"] = Value::Object(said.collect::<Map<_, _>>());
    }
    whole
}
