//! The pinned definitions of tools, and their drifts.
//!
//! [`Pins`] are in memory only: they return what is to be stored, and the pin writer stores it.
//! They are compared again after every reload, so that decisions made in another process apply here
//! too.

use std::collections::{HashMap, HashSet};
use std::mem;
use std::sync::Arc;

use candor_drift::{DriftVerdict, compare, renames};
use candor_model::{DefinitionPin, Digest, DriftRecord, QualifiedName, SourceName, SourceTrust};
use candor_store::DEFINITION_MAX;

use super::instruction_pins::InstructionChange;

/// The pinned definition of every tool, and the drifts that wait for a decision.
#[derive(Debug, Default)]
pub(crate) struct Pins {
    accepted: HashMap<QualifiedName, Arc<DefinitionPin>>,
    drifts: HashMap<QualifiedName, Arc<DriftRecord>>,
    /// Pins of this process that the store may not contain yet. Without them, a reload would make a
    /// source that was just accepted look unknown, and accept whatever it has added since.
    unwritten: HashMap<QualifiedName, Arc<DefinitionPin>>,
    /// The definitions that people have accepted. A source that goes back to one of them has made
    /// no new change.
    known: Arc<HashSet<(QualifiedName, Digest)>>,
}

/// The result of an inspection, to be stored.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct PinChanges {
    /// Seen for the first time, and accepted.
    pub(crate) first: Vec<DefinitionPin>,
    /// Changed, and accepted without a decision.
    pub(crate) moved: Vec<DriftRecord>,
    /// Changed or added, and quarantined until a person decides.
    pub(crate) held: Vec<DriftRecord>,
    /// No longer awaiting a decision: equal to the pin again, or removed before it was accepted.
    pub(crate) cleared: Vec<QualifiedName>,
    /// The change of the source's instructions, if there is one.
    pub(crate) instructions: Option<InstructionChange>,
}

/// How strictly a source's changes are handled.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DriftStrictness {
    pub(crate) trust: SourceTrust,
    /// Whether changes of an untrusted source are quarantined even if they loosen nothing.
    pub(crate) quarantines: bool,
}

// === impl Pins ===

impl Pins {
    pub(crate) fn new(
        pins: HashMap<QualifiedName, Arc<DefinitionPin>>,
        drifts: Vec<DriftRecord>,
    ) -> Self {
        Self {
            accepted: pins,
            drifts: drifts
                .into_iter()
                .map(|drift| (drift.name.clone(), Arc::new(drift)))
                .collect(),
            unwritten: HashMap::new(),
            known: Arc::default(),
        }
    }

    /// Sets the definitions that people have accepted.
    #[must_use]
    pub(crate) fn knowing(mut self, known: &Arc<HashSet<(QualifiedName, Digest)>>) -> Self {
        self.known = Arc::clone(known);
        self
    }

    /// Takes over the current contents of the store. Pins that are not stored yet are kept, as are
    /// those that are too large to be stored.
    pub(crate) fn reload(
        &mut self,
        pins: HashMap<QualifiedName, Arc<DefinitionPin>>,
        drifts: Vec<DriftRecord>,
        known: &Arc<HashSet<(QualifiedName, Digest)>>,
    ) {
        let before = mem::replace(self, Self::new(pins, drifts).knowing(known));
        let written: HashSet<SourceName> = before
            .unwritten
            .keys()
            .map(QualifiedName::source)
            .filter(|source| self.is_accepted(source))
            .cloned()
            .collect();
        let unwritten = before.unwritten.into_iter();
        self.unwritten = unwritten
            .filter(|(name, pin)| {
                !written.contains(name.source()) || pin.definition.len() > DEFINITION_MAX
            })
            .collect();
        for (name, pin) in &self.unwritten {
            let pinned = self.accepted.entry(name.clone());
            pinned.or_insert_with(|| Arc::clone(pin));
        }
    }

    /// Whether tools of this source have been pinned before. A list without tools accepts nothing,
    /// so that a server that starts slowly is not pinned to an empty list.
    fn is_accepted(&self, source: &SourceName) -> bool {
        self.accepted.keys().any(|name| name.source() == source)
    }

    /// Compares a source's current definitions with their pins. The first list of a source and
    /// changes that need no decision are accepted at once.
    pub(crate) fn inspect(
        &mut self,
        source: &SourceName,
        found: &[&DefinitionPin],
        strictness: DriftStrictness,
    ) -> PinChanges {
        let mut findings = PinChanges::default();
        let holds_new = strictness.holds_untrusted() && self.is_accepted(source);
        let twins = self.renamed_pins(source, found);
        for pin in found {
            let pinned = twins
                .get(&pin.name)
                .or_else(|| self.accepted.get(&pin.name));
            let Some(held_to) = pinned.cloned() else {
                self.first_sight(pin, holds_new, &mut findings);
                continue;
            };
            self.weigh(&held_to, pin, strictness, &mut findings);
        }
        findings.cleared.extend(self.withdrawn(source, found));
        self.take(&findings);
        findings
    }

    /// Handles a tool without a pin and without a renamed pin. A tool that is held as a rename
    /// stays held, even if the tool it was taken for has come back.
    fn first_sight(&self, found: &DefinitionPin, holds_new: bool, findings: &mut PinChanges) {
        match self.drifts.get(&found.name) {
            None if holds_new => findings.held.push(added(found)),
            None => findings.first.push(found.clone()),
            Some(known) if known.is_added() && !holds_new => {
                // The source has become trusted, or its changes are only recorded.
                findings.first.push(found.clone());
                findings.cleared.push(found.name.clone());
            }
            Some(known) if known.found.hash == found.hash => {}
            Some(known) => findings.held.push(DriftRecord {
                found: found.clone(),
                ..known.as_ref().clone()
            }),
        }
    }

    /// New tools that disappeared before anyone accepted them. They are removed, so that a source
    /// that invents names cannot fill the store. A source with an empty list may still be starting,
    /// so nothing is removed.
    fn withdrawn(&self, source: &SourceName, found: &[&DefinitionPin]) -> Vec<QualifiedName> {
        if found.is_empty() {
            return Vec::new();
        }
        let here: HashSet<_> = found.iter().map(|pin| &pin.name).collect();
        let added = self.drifts.values().filter(|drift| drift.is_added());
        let mut gone: Vec<_> = added
            .map(|drift| &drift.name)
            .filter(|name| name.source() == source && !here.contains(name))
            .cloned()
            .collect();
        gone.sort();
        gone
    }

    fn weigh(
        &self,
        held_to: &DefinitionPin,
        found: &DefinitionPin,
        strictness: DriftStrictness,
        findings: &mut PinChanges,
    ) {
        let renamed = held_to.name != found.name;
        let (differences, loosens, tightens) = match compare(held_to, found) {
            DriftVerdict::Same => return self.unchanged(found, findings),
            // Back to a definition that a person has accepted, unless it is less careful than the
            // current one.
            DriftVerdict::Changed(change) if !change.loosens && self.is_known(found) => {
                return self.unchanged(found, findings);
            }
            DriftVerdict::Tightened(found) => (found.differences, false, true),
            DriftVerdict::Changed(found) => (found.differences, found.loosens, false),
        };
        let quarantined = loosens || (strictness.holds_untrusted() && !tightens);
        let drift = DriftRecord {
            name: found.name.clone(),
            renamed_from: renamed.then(|| held_to.name.clone()),
            pinned: Some(held_to.hash),
            found: found.clone(),
            differences,
            loosens,
            quarantined,
        };
        if !quarantined {
            findings.moved.push(drift);
        } else if self
            .drifts
            .get(&drift.name)
            .is_none_or(|known| known.found.hash != drift.found.hash)
        {
            findings.held.push(drift);
        }
    }

    /// Clears the drift of a tool that needs no decision, if it has one.
    fn unchanged(&self, found: &DefinitionPin, findings: &mut PinChanges) {
        // A contradiction shown by calls of this very definition still needs a person's decision.
        let waits = |drift: &DriftRecord| drift.is_contradicted() && drift.found.hash == found.hash;
        if self
            .drifts
            .get(&found.name)
            .is_some_and(|drift| !waits(drift))
        {
            findings.cleared.push(found.name.clone());
        }
    }

    /// Whether a person has accepted this definition before.
    fn is_known(&self, found: &DefinitionPin) -> bool {
        self.known.contains(&(found.name.clone(), found.hash))
    }

    /// For tools without a pin: the pin of the removed tool that each appears to be a rename of.
    fn renamed_pins(
        &self,
        source: &SourceName,
        found: &[&DefinitionPin],
    ) -> HashMap<QualifiedName, Arc<DefinitionPin>> {
        let new: Vec<&DefinitionPin> = found
            .iter()
            .copied()
            .filter(|pin| !self.accepted.contains_key(&pin.name))
            .collect();
        if new.is_empty() {
            return HashMap::new();
        }
        let here: HashSet<_> = found.iter().map(|pin| &pin.name).collect();
        let mut gone: Vec<&Arc<DefinitionPin>> = self
            .accepted
            .values()
            .filter(|pin| pin.name.source() == source && !here.contains(&pin.name))
            .collect();
        gone.sort_by(|a, b| a.name.cmp(&b.name));
        let candidates: Vec<&DefinitionPin> = gone.iter().map(AsRef::as_ref).collect();
        renames(&candidates, &new)
            .into_iter()
            .map(|(old, now)| (new[now].name.clone(), Arc::clone(gone[old])))
            .collect()
    }

    fn take(&mut self, findings: &PinChanges) {
        for pin in &findings.first {
            let (name, pin) = (pin.name.clone(), Arc::new(pin.clone()));
            self.unwritten.insert(name.clone(), Arc::clone(&pin));
            self.accepted.insert(name, pin);
        }
        for drift in &findings.moved {
            if let Some(old) = &drift.renamed_from {
                self.accepted.remove(old);
            }
            self.drifts.remove(&drift.name);
            let pin = Arc::new(drift.found.clone());
            self.accepted.insert(drift.name.clone(), pin);
        }
        for drift in &findings.held {
            self.drifts
                .insert(drift.name.clone(), Arc::new(drift.clone()));
        }
        for name in &findings.cleared {
            self.drifts.remove(name);
        }
    }

    /// The drift that keeps a definition from being served, if there is one.
    pub(crate) fn quarantine(
        &self,
        name: &QualifiedName,
        found: &DefinitionPin,
    ) -> Option<Arc<DriftRecord>> {
        self.drifts
            .get(name)
            .filter(|drift| drift.quarantined && drift.found.hash == found.hash)
            .cloned()
    }

    /// The pinned definition of a tool.
    pub(crate) fn pinned(&self, name: &QualifiedName) -> Option<&DefinitionPin> {
        self.accepted.get(name).map(AsRef::as_ref)
    }

    /// What the source declared about a tool before and merely omits now.
    pub(crate) fn carried(&self, found: &DefinitionPin) -> Vec<(String, String)> {
        match self.accepted.get(&found.name) {
            Some(pinned) if pinned.hash != found.hash => candor_drift::carried(pinned, found),
            _ => Vec::new(),
        }
    }
}

// === impl DriftStrictness ===

impl DriftStrictness {
    /// Whether every change or addition of the source is held for a person's decision.
    pub(crate) fn holds_untrusted(self) -> bool {
        self.trust == SourceTrust::Untrusted && self.quarantines
    }
}

/// The drift of a tool that its source did not offer when its tools were first pinned.
fn added(found: &DefinitionPin) -> DriftRecord {
    DriftRecord {
        name: found.name.clone(),
        renamed_from: None,
        pinned: None,
        found: found.clone(),
        differences: vec![NEW.to_owned()],
        loosens: false,
        quarantined: true,
    }
}

/// The difference that is shown for a new tool.
const NEW: &str = "new tool: the source did not offer it when its tools were first pinned";

/// Members of a definition that a message may name.
const MEMBERS: [&str; 12] = [
    "readOnlyHint",
    "destructiveHint",
    "idempotentHint",
    "openWorldHint",
    "name",
    "title",
    "description",
    "inputSchema",
    "outputSchema",
    "annotations",
    "icons",
    "execution",
];

/// How a message names the HTTP request of a tool.
const REQUEST: &str = "the request behind it";

/// What has changed, for a message that a model may read. It names only the members, because the
/// new text itself has not been accepted.
pub(crate) fn reason(drift: &DriftRecord) -> String {
    if drift.is_added() {
        return "it is new and not accepted yet".to_owned();
    }
    if drift.is_contradicted() {
        return "calls showed that it does not behave as it declares".to_owned();
    }
    let mut fields: Vec<&str> = Vec::new();
    for line in &drift.differences {
        let end = line.find([':', ' ', '.']).unwrap_or(line.len());
        // Unknown names of members are also the source's own text.
        let known = MEMBERS.iter().find(|member| **member == &line[..end]);
        let field = match known {
            // Of everything in `_meta`, only the request is pinned.
            None if &line[..end] == "_meta" => REQUEST,
            None => "another member",
            Some(known) => known,
        };
        if !fields.contains(&field) {
            fields.push(field);
        }
    }
    let what = match fields.as_slice() {
        [] => "its definition has changed".to_owned(),
        fields => format!("its definition has changed ({})", fields.join(", ")),
    };
    match (drift.loosens, fields.contains(&REQUEST)) {
        (true, true) => format!("it would make another request; {what}"),
        (true, false) => format!("a hint became less careful; {what}"),
        (false, _) => what,
    }
}

#[cfg(test)]
mod tests;
