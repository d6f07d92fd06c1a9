//! Sources that people added while the gateway ran: sealing, opening and creating them.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use candor_model::{Diagnostic, SourceName, SourceText, SourceTrust};
use candor_store::{Keyring, SealError, StoredSource};
use serde_json::{Value, json};

use crate::sources::factory::{SourceFactory, SourcePlan};
use crate::sources::spec::{SourceSetup, SourceTreatment};

/// The hint for an unusable source whose finding has none.
const WAY_OUT: &str = "restart it once that is fixed, or remove it and add it again";

/// Creates the added sources that are to be served, and keeps track of them.
pub(crate) struct AddedSources {
    pub(crate) factory: Arc<dyn SourceFactory>,
    pub(crate) keyring: Arc<Keyring>,
    /// Names that the configuration uses, which take precedence.
    pub(crate) taken: HashSet<SourceName>,
    /// Whether added sources are served at all: not in transparent mode.
    pub(crate) served: bool,
    /// The versions that were created, or could not be.
    versions: HashMap<SourceName, u64>,
    /// Those that could not be created.
    unusable: BTreeMap<SourceName, Arc<UnusableSource>>,
}

/// An added source that cannot be used.
#[derive(Debug)]
pub(crate) struct UnusableSource {
    pub(crate) name: SourceName,
    pub(crate) version: u64,
    /// The requested trust, if it can be read.
    pub(crate) trust: SourceTrust,
    /// The reasons, each with a hint.
    pub(crate) findings: Vec<Diagnostic>,
}

/// The plan of a source, or why it cannot be used.
pub(crate) type PlanResult = Result<SourcePlan, Vec<Diagnostic>>;

/// The plans of sources, cached because a source may come with a large document.
#[derive(Debug, Default)]
pub(crate) struct SourcePlans(Mutex<HashMap<SourceName, (u64, PlanResult)>>);

/// The changes of the added sources.
#[derive(Default)]
pub(crate) struct SourcesUpdate {
    /// New and changed sources.
    pub(crate) started: Vec<SourceSetup>,
    /// Removed sources.
    pub(crate) stopped: Vec<SourceName>,
    /// Sources that keep running with other settings.
    pub(crate) treated: Vec<(SourceName, SourceTreatment)>,
    /// All sources that cannot be created now, by name, whether that is new or not.
    pub(crate) unusable: Vec<Arc<UnusableSource>>,
}

// === impl SourcesUpdate ===

impl SourcesUpdate {
    /// Whether all sources keep running unchanged.
    pub(crate) fn changes_nothing(&self) -> bool {
        self.started.is_empty() && self.stopped.is_empty() && self.treated.is_empty()
    }
}

// === impl SourcePlans ===

impl SourcePlans {
    /// The plan of a source at its version.
    pub(crate) fn of(
        &self,
        stored: &StoredSource,
        plan: impl FnOnce() -> PlanResult,
    ) -> PlanResult {
        let mut plans = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match plans.get(&stored.name) {
            Some((version, known)) if *version == stored.version => known.clone(),
            _ => {
                let made = plan();
                plans.insert(stored.name.clone(), (stored.version, made.clone()));
                made
            }
        }
    }
}

// === impl AddedSources ===

impl AddedSources {
    pub(crate) fn new(
        factory: Arc<dyn SourceFactory>,
        keyring: Arc<Keyring>,
        taken: HashSet<SourceName>,
        served: bool,
    ) -> Self {
        Self {
            factory,
            keyring,
            taken,
            served,
            versions: HashMap::new(),
            unusable: BTreeMap::new(),
        }
    }

    /// Creates the new and changed sources in `stored`. A source that cannot be created is
    /// reported, and tried again when a new version is stored.
    pub(crate) async fn update(&mut self, stored: &[StoredSource]) -> SourcesUpdate {
        let mut update = SourcesUpdate::default();
        if !self.served {
            return update;
        }
        let wanted: HashMap<&SourceName, &StoredSource> = stored
            .iter()
            .filter(|source| !self.taken.contains(&source.name))
            .map(|source| (&source.name, source))
            .collect();
        self.versions.retain(|name, _| {
            let stays = wanted.contains_key(name);
            if !stays {
                update.stopped.push(name.clone());
            }
            stays
        });
        self.unusable.retain(|name, _| wanted.contains_key(name));
        for source in stored.iter().filter(|one| wanted.contains_key(&one.name)) {
            if self.versions.get(&source.name) == Some(&source.version) {
                continue;
            }
            let name = &source.name;
            let replaced = self.versions.insert(name.clone(), source.version);
            self.unusable.remove(name);
            match self.make(source).await {
                Ok(setup) => update.started.push(setup),
                Err(unusable) => {
                    let reason = sentence(&unusable.findings);
                    tracing::warn!(source.name = %name, "The saved source `{name}` cannot be used: {reason}");
                    self.unusable.insert(name.clone(), Arc::new(unusable));
                    if replaced.is_some() {
                        update.stopped.push(name.clone());
                    }
                }
            }
        }
        update.unusable = self.unusable.values().cloned().collect();
        update
    }

    /// The new settings of the running sources after a change of the configuration.
    pub(crate) async fn treatments(
        &self,
        stored: &[StoredSource],
    ) -> Vec<(SourceName, SourceTreatment)> {
        let mut treatments = Vec::new();
        for source in stored {
            let is_served = self.versions.get(&source.name) == Some(&source.version);
            if is_served
                && !self.unusable.contains_key(&source.name)
                && let Ok(setup) = self.make(source).await
            {
                treatments.push((source.name.clone(), setup.treatment()));
            }
        }
        treatments
    }

    async fn make(&self, stored: &StoredSource) -> Result<SourceSetup, UnusableSource> {
        let text = open(&self.keyring, stored).map_err(|error| {
            UnusableSource::of(stored, SourceTrust::Untrusted, vec![sealed(&error)])
        })?;
        self.factory.make(&text).await.map_err(|findings| {
            let plan = self.factory.plan(&text);
            let trust = plan.map_or(SourceTrust::Untrusted, |plan| plan.trust);
            UnusableSource::of(stored, trust, findings)
        })
    }
}

// === impl UnusableSource ===

impl UnusableSource {
    fn of(stored: &StoredSource, trust: SourceTrust, mut findings: Vec<Diagnostic>) -> Self {
        findings.sort_by_key(|found| std::cmp::Reverse(found.severity));
        for found in &mut findings {
            found.hint.get_or_insert_with(|| WAY_OUT.to_owned());
        }
        Self {
            name: stored.name.clone(),
            version: stored.version,
            trust,
            findings,
        }
    }
}

/// The diagnostic for a source that cannot be decrypted.
pub(crate) fn sealed(error: &SealError) -> Diagnostic {
    let message = format!("it cannot be opened: {error}");
    let hint = "it was sealed with a key that this gateway does not have; give it that key, or \
                remove the source and add it again";
    Diagnostic::error("source::sealed", message).with_hint(hint)
}

/// All findings in one sentence.
pub(crate) fn sentence(findings: &[Diagnostic]) -> String {
    let messages: Vec<_> = findings.iter().map(|found| &*found.message).collect();
    messages.join("; ")
}

/// Seals a source for the store.
pub(crate) fn seal(keyring: &Keyring, text: &SourceText) -> Result<String, SealError> {
    let document = text.document.as_ref();
    let document = document.map(|(name, text)| json!({"name": name, "text": text}));
    let body = json!({"toml": text.toml, "document": document});
    keyring.seal_text(&purpose(&text.name), body.to_string().as_bytes())
}

/// Opens a source from the store.
pub(crate) fn open(keyring: &Keyring, stored: &StoredSource) -> Result<SourceText, SealError> {
    let bytes = keyring.open_text(&purpose(&stored.name), &stored.sealed)?;
    let body: Value = serde_json::from_slice(&bytes).map_err(|_| SealError::Garbled)?;
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let document = &body["document"];
    Ok(SourceText {
        name: stored.name.clone(),
        toml: text(&body["toml"]).ok_or(SealError::Garbled)?,
        document: text(&document["name"]).zip(text(&document["text"])),
    })
}

fn purpose(name: &SourceName) -> String {
    format!("source {name}")
}

#[cfg(test)]
mod tests;
