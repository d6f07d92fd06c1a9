//! Sources that people add, preview and remove.

mod local;
mod preview;

use candor_boxed::boxed;
use candor_model::{
    ChangeAuthor, ChangeRecord, Diagnostic, SourceInput, SourceName, SourceText, SourceTrust,
};
use candor_store::StoredSource;
use serde_json::{Value, json};

use super::record::{check_author, record};
use super::{EditError, Editor};
use crate::sources::added::{self, PlanResult};
use crate::sources::factory::SourcePlan;

pub use local::LocalAccess;
pub use preview::{PreviewTool, SourcePreview};

/// A source that was described and is not started yet. It may contain secrets, so it prints only
/// its name.
#[derive(Clone, Debug)]
pub struct SourceDraft {
    /// The name of the source.
    pub name: SourceName,
    text: SourceText,
}

/// A source that was added while the gateway ran.
#[derive(Clone, Debug)]
pub struct SavedSource {
    /// The name of the source.
    pub name: SourceName,
    /// The current version of the source.
    pub version: u64,
    /// Its plan, or why it cannot be used.
    pub plan: PlanResult,
    /// Whether the configuration has a source of the same name, which takes precedence.
    pub hidden: bool,
}

/// Why a source was not started or saved. In that case nothing was changed.
#[derive(Debug, thiserror::Error)]
pub enum SaveSourceError {
    /// It accesses the gateway's machine in a way that is not allowed over HTTP.
    #[error(transparent)]
    Local(#[from] LocalAccess),
    /// It cannot be used as described.
    #[error("{}", added::sentence(.0))]
    Findings(Vec<Diagnostic>),
    /// It cannot be saved.
    #[error(transparent)]
    Edit(#[from] EditError),
}

impl Editor<'_> {
    /// Turns a filled-in form into a draft. Nothing is started or saved.
    pub fn draft_source(&self, input: &SourceInput) -> Result<SourceDraft, Vec<Diagnostic>> {
        let text = self.gateway.source_factory().write(input)?;
        Ok(SourceDraft::of(text))
    }

    /// The servers of an `.mcp.json`, and diagnostics about those that are left out.
    pub fn drafts_of_mcp_json(
        &self,
        text: &str,
        trust: Option<SourceTrust>,
    ) -> Result<(Vec<SourceDraft>, Vec<Diagnostic>), Vec<Diagnostic>> {
        let (texts, findings) = self.gateway.source_factory().of_mcp_json(text, trust)?;
        let drafts = texts.into_iter().map(SourceDraft::of);
        Ok((drafts.collect(), findings))
    }

    /// The plan of a source, if it is allowed. Nothing is started.
    pub fn plan_source(&self, draft: &SourceDraft) -> Result<SourcePlan, SaveSourceError> {
        let plan = self.gateway.source_factory().plan(&draft.text);
        let plan = plan.map_err(SaveSourceError::Findings)?;
        self.check_local(&plan)?;
        Ok(plan)
    }

    /// Whether sources may be added that start a program or use a path of the gateway's machine.
    pub fn allows_commands(&self) -> bool {
        self.gateway.source_factory().allows_commands()
    }

    /// Starts a source, examines what it offers, and stops it. Nothing is saved, and clients are
    /// not notified.
    #[boxed]
    pub async fn preview_source(
        &self,
        draft: &SourceDraft,
    ) -> Result<SourcePreview, SaveSourceError> {
        let plan = self.plan_source(draft)?;
        let setup = self.gateway.source_factory().make(&draft.text).await;
        let setup = setup.map_err(SaveSourceError::Findings)?;
        Ok(preview::look(plan, setup, self.gateway.limits().start).await)
    }

    /// Saves a source and starts it; returns its version. Its tools appear in the catalogue once it
    /// is ready, which this does not wait for.
    #[boxed]
    pub async fn add_source(
        &self,
        draft: &SourceDraft,
        author: &ChangeAuthor,
    ) -> Result<u64, SaveSourceError> {
        check_author(author)?;
        let plan = self.plan_source(draft)?;
        let name = &draft.name;
        self.check_free(name)?;
        let sealed = self.seal_source(&draft.text)?;
        let new = Some(told(&plan));
        let change = record(author, "source.add", subject(name), None, new);
        let added = self.store().add_saved_source(name, &sealed, &change).await;
        let version = added.map_err(EditError::from)?;
        self.gateway.catch_up().await;
        Ok(version)
    }

    /// Sets the trust in a saved source. With `expected`, only if it is still at that version. The
    /// source is restarted. Trust can be withdrawn from every source, but given only to one that
    /// could be added now.
    #[boxed]
    pub async fn trust_source(
        &self,
        name: &SourceName,
        trust: SourceTrust,
        expected: Option<u64>,
        author: &ChangeAuthor,
    ) -> Result<u64, SaveSourceError> {
        check_author(author)?;
        let stored = self.saved_source(name, expected).await?;
        let text = self.open_source(&stored)?;
        let factory = self.gateway.source_factory();
        let before = factory.plan(&text).ok();
        let changed = factory.with_trust(&text, trust);
        let after = factory.plan(&changed).map_err(SaveSourceError::Findings)?;
        if trust == SourceTrust::Trusted {
            self.check_local(&after)?;
        }
        let (old, new) = (before.as_ref().map(told), Some(told(&after)));
        let change = record(author, "source.trust", subject(name), old, new);
        let sealed = self.seal_source(&changed)?;
        let store = self.store();
        let updated = store.update_saved_source(name, &sealed, stored.version, &change);
        let version = updated.await.map_err(EditError::from)?;
        self.gateway.catch_up().await;
        Ok(version)
    }

    /// Stops a saved source and removes it, with the pins of its tools. With `expected`, only if it
    /// is still at that version.
    #[boxed]
    pub async fn remove_source(
        &self,
        name: &SourceName,
        expected: Option<u64>,
        author: &ChangeAuthor,
    ) -> Result<(), EditError> {
        check_author(author)?;
        let stored = self.saved_source(name, expected).await?;
        let text = self.open_source(&stored).ok();
        let plan = text.and_then(|text| self.gateway.source_factory().plan(&text).ok());
        let old = plan.as_ref().map(told);
        let change = record(author, "source.remove", subject(name), old, None);
        let store = self.store();
        store
            .remove_saved_source(name, stored.version, &change)
            .await?;
        self.gateway.catch_up().await;
        Ok(())
    }

    /// Restarts a source, whether it was added or comes from the configuration. Other replicas have
    /// connections of their own. A saved source that could not be created is tried again by every
    /// replica; its status shows whether that succeeded.
    #[boxed]
    pub async fn restart_source(
        &self,
        name: &SourceName,
        author: &ChangeAuthor,
    ) -> Result<(), EditError> {
        check_author(author)?;
        let change = record(author, "source.restart", subject(name), None, None);
        let servers = self.gateway.servers();
        let mut servers = servers.iter();
        let Some(server) = servers.find(|server| server.source.name() == name) else {
            return self.save_again(name, &change).await;
        };
        server.source.restart();
        Ok(self.store().note_change(&change).await?)
    }

    /// Saves an unusable source again unchanged, so that every replica retries it.
    async fn save_again(&self, name: &SourceName, change: &ChangeRecord) -> Result<(), EditError> {
        if !self
            .gateway
            .unusable_sources()
            .iter()
            .any(|one| one.name == *name)
        {
            return Err(unknown(name));
        }
        let stored = self.saved_source(name, None).await?;
        let sealed = self.seal_source(&self.open_source(&stored)?)?;
        let store = self.store();
        store
            .update_saved_source(name, &sealed, stored.version, change)
            .await?;
        self.gateway.catch_up().await;
        Ok(())
    }

    /// All added sources, by name, as this process knows them.
    pub fn saved_sources(&self) -> Vec<SavedSource> {
        let snapshot = self.gateway.snapshot();
        let view = |stored: &StoredSource| SavedSource {
            hidden: self.gateway.declares(&stored.name),
            name: stored.name.clone(),
            version: stored.version,
            plan: self.gateway.plans().of(stored, || self.plan_saved(stored)),
        };
        snapshot.added_sources.iter().map(view).collect()
    }

    fn plan_saved(&self, stored: &StoredSource) -> PlanResult {
        match added::open(self.gateway.keyring(), stored) {
            Ok(text) => self.gateway.source_factory().plan(&text),
            Err(error) => Err(vec![added::sealed(&error)]),
        }
    }

    /// Re-encrypts all added sources with the newest key; returns their number.
    pub(super) async fn reseal_sources(&self, author: &ChangeAuthor) -> Result<usize, EditError> {
        let mut anew = self.store().saved_sources().await?;
        for stored in &mut anew {
            let text = self.open_source(stored)?;
            stored.sealed = self.seal_source(&text)?;
        }
        let change = record(author, "source.reseal", "sources", None, None);
        self.store().reseal_saved_sources(&anew, &change).await?;
        Ok(anew.len())
    }

    /// Refuses sources that run or read something on the gateway's machine, unless that is allowed.
    fn check_local(&self, plan: &SourcePlan) -> Result<(), LocalAccess> {
        match LocalAccess::of(plan) {
            Some(access) if !self.allows_commands() => Err(access),
            _ => Ok(()),
        }
    }

    fn check_free(&self, name: &SourceName) -> Result<(), EditError> {
        if self.gateway.declares(name) {
            return Err(EditError::Exists(format!(
                "the configuration gives a source `{name}` already; choose another name"
            )));
        }
        Ok(())
    }

    async fn saved_source(
        &self,
        name: &SourceName,
        expected: Option<u64>,
    ) -> Result<StoredSource, EditError> {
        let stored = self.store().saved_sources().await?.into_iter();
        let mut stored = stored.filter(|source| source.name == *name);
        let Some(stored) = stored.next() else {
            if self.gateway.declares(name) {
                return Err(EditError::Declared {
                    what: subject(name),
                    place: "the configuration".to_owned(),
                });
            }
            return Err(unknown(name));
        };
        if expected.is_some_and(|expected| expected != stored.version) {
            return Err(EditError::Stale {
                what: subject(name),
                found: stored.version,
            });
        }
        Ok(stored)
    }

    fn open_source(&self, stored: &StoredSource) -> Result<SourceText, EditError> {
        added::open(self.gateway.keyring(), stored).map_err(|error| {
            EditError::Invalid(format!(
                "the source `{}` cannot be opened: {error}",
                stored.name
            ))
        })
    }

    fn seal_source(&self, text: &SourceText) -> Result<String, EditError> {
        added::seal(self.gateway.keyring(), text)
            .map_err(|error| EditError::Invalid(format!("the source cannot be sealed: {error}")))
    }
}

// === impl SourceDraft ===

impl SourceDraft {
    /// A draft of a source that already has the form of a configuration file.
    pub fn of(text: SourceText) -> Self {
        Self {
            name: text.name.clone(),
            text,
        }
    }
}

fn subject(name: &SourceName) -> String {
    format!("source `{name}`")
}

/// The source as it is shown in the history, without anything that may be a credential.
fn told(plan: &SourcePlan) -> Value {
    json!({
        "kind": plan.kind,
        "runs": plan.runs,
        "reaches": plan.reaches,
        "reads": plan.reads,
        "variables": plan.variables,
        "headers": plan.headers,
        "trust": plan.trust.as_str(),
    })
}

fn unknown(name: &SourceName) -> EditError {
    EditError::Unknown(format!("there is no source `{name}`"))
}
