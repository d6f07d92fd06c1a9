//! Sources that people added while the gateway ran: sealed, opened and made.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use candor_model::{Diagnostic, SourceName, SourceText, Trust};
use candor_store::{Keyring, SealError, StoredSource};
use serde_json::{Value, json};

use crate::spec::SourceSetup;
use crate::workshop::{SourcePlan, Workshop};

/// What to do about one that cannot be made, where nobody knows better.
const WAY_OUT: &str = "start it anew once that is mended, or remove it and add it again";

/// Makes those that are to be served, and knows which those are.
pub(crate) struct Saved {
    pub(crate) workshop: Arc<dyn Workshop>,
    pub(crate) keyring: Arc<Keyring>,
    /// Names that the configuration has given away; those win.
    pub(crate) taken: HashSet<SourceName>,
    /// Whether any are served: not where one source is served as if Candor were not there.
    pub(crate) served: bool,
    /// The versions of those that were made, or could not be.
    standing: HashMap<SourceName, u64>,
    /// Those that could not be.
    unmade: BTreeMap<SourceName, Arc<Unmade>>,
}

/// A source that somebody added and that cannot be made.
#[derive(Debug)]
pub(crate) struct Unmade {
    pub(crate) name: SourceName,
    pub(crate) version: u64,
    /// What somebody wanted of it, as far as that can be read.
    pub(crate) trust: Trust,
    /// Why not, each with the way out.
    pub(crate) findings: Vec<Diagnostic>,
}

/// What would be done for a source, or why it cannot be used.
pub(crate) type Planned = Result<SourcePlan, Vec<Diagnostic>>;

/// What is done for each, worked out once: a source may come with a large document.
#[derive(Debug, Default)]
pub(crate) struct Plans(Mutex<HashMap<SourceName, (u64, Planned)>>);

/// What has changed among them.
#[derive(Default)]
pub(crate) struct Movement {
    /// Those that are new, or are something else now.
    pub(crate) come: Vec<SourceSetup>,
    /// Those that are no more.
    pub(crate) gone: Vec<SourceName>,
    /// All that cannot be made now, by name, whether that is new or not.
    pub(crate) unmade: Vec<Arc<Unmade>>,
}

// === impl Plans ===

impl Plans {
    /// The plan of a source at its version.
    pub(crate) fn of(&self, stored: &StoredSource, plan: impl FnOnce() -> Planned) -> Planned {
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

// === impl Saved ===

impl Saved {
    pub(crate) fn new(
        workshop: Arc<dyn Workshop>,
        keyring: Arc<Keyring>,
        taken: HashSet<SourceName>,
        served: bool,
    ) -> Self {
        Self {
            workshop,
            keyring,
            taken,
            served,
            standing: HashMap::new(),
            unmade: BTreeMap::new(),
        }
    }

    /// Makes what is new in `stored`. One that cannot be made is told of, and tried again when it
    /// is written anew.
    pub(crate) async fn keep_up(&mut self, stored: &[StoredSource]) -> Movement {
        let mut movement = Movement::default();
        if !self.served {
            return movement;
        }
        let wanted: HashMap<&SourceName, &StoredSource> = stored
            .iter()
            .filter(|source| !self.taken.contains(&source.name))
            .map(|source| (&source.name, source))
            .collect();
        self.standing.retain(|name, _| {
            let stays = wanted.contains_key(name);
            if !stays {
                movement.gone.push(name.clone());
            }
            stays
        });
        self.unmade.retain(|name, _| wanted.contains_key(name));
        for source in stored.iter().filter(|one| wanted.contains_key(&one.name)) {
            if self.standing.get(&source.name) == Some(&source.version) {
                continue;
            }
            let name = &source.name;
            let replaced = self.standing.insert(name.clone(), source.version);
            self.unmade.remove(name);
            match self.make(source).await {
                Ok(setup) => movement.come.push(setup),
                Err(unmade) => {
                    let reason = sentence(&unmade.findings);
                    tracing::warn!(source.name = %name, "The saved source `{name}` cannot be used: {reason}");
                    self.unmade.insert(name.clone(), Arc::new(unmade));
                    if replaced.is_some() {
                        movement.gone.push(name.clone());
                    }
                }
            }
        }
        movement.unmade = self.unmade.values().cloned().collect();
        movement
    }

    async fn make(&self, stored: &StoredSource) -> Result<SourceSetup, Unmade> {
        let text = open(&self.keyring, stored)
            .map_err(|error| Unmade::of(stored, Trust::Untrusted, vec![sealed(&error)]))?;
        self.workshop.make(&text).await.map_err(|findings| {
            let plan = self.workshop.plan(&text);
            let trust = plan.map_or(Trust::Untrusted, |plan| plan.trust);
            Unmade::of(stored, trust, findings)
        })
    }
}

// === impl Unmade ===

impl Unmade {
    fn of(stored: &StoredSource, trust: Trust, mut findings: Vec<Diagnostic>) -> Self {
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

/// Why a source cannot be opened.
pub(crate) fn sealed(error: &SealError) -> Diagnostic {
    let message = format!("it cannot be opened: {error}");
    let hint = "it was sealed with a key that this gateway does not have; give it that key, or \
                remove the source and add it again";
    Diagnostic::error("source::sealed", message).with_hint(hint)
}

/// What was found, in one sentence.
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
