//! What sources offered when they were last connected. It is listed from startup until each source
//! has answered or failed.
//!
//! The store keeps the definitions of the tools as they were sent, in their order, and the server's
//! capabilities. Only pinned definitions are listed, so that nothing is shown that was not shown
//! before. This is not an observation: the source has not sent anything yet.

use std::collections::HashMap;
use std::sync::Arc;

use candor_model::{DefinitionPin, QualifiedName, SourceName};
use candor_sources::{Inventory, ServerFacts, SourceState, ToolEntry};
use candor_store::{LISTED_MAX, RememberedSource};
use candor_wire::{RawJson, RawObject};
use serde_json::Value;

use super::ServedSource;
use crate::state::snapshot::StateSnapshot;

/// The key in a tool's `_meta` that says that it is listed from the cache.
pub(super) const REMEMBERED_META: &str = "dev.candor/remembered";

/// What one source offered.
#[derive(Debug)]
pub(crate) struct RememberedInventory {
    pub(crate) inventory: Arc<Inventory>,
    /// One per tool of the inventory: the pinned definition.
    pub(crate) pins: Vec<DefinitionPin>,
}

/// The cached inventories of sources that have neither started nor failed yet.
#[derive(Debug, Default)]
pub(crate) struct RememberedLists(HashMap<SourceName, Arc<RememberedInventory>>);

// === impl RememberedLists ===

impl RememberedLists {
    /// The cached inventories of these sources. Sources whose configuration has changed since are
    /// left out.
    pub(crate) fn new(
        servers: &[Arc<ServedSource>],
        sources: &[RememberedSource],
        snapshot: &StateSnapshot,
    ) -> Self {
        let known = servers.iter().filter_map(|server| {
            let name = server.source.name();
            let fingerprint = server.fingerprint.to_string();
            let mut same = sources.iter();
            let source = same.find(|one| one.name == *name && one.fingerprint == fingerprint)?;
            let inventory = RememberedInventory::read(source, snapshot)?;
            Some((name.clone(), Arc::new(inventory)))
        });
        Self(known.collect())
    }

    /// The cached inventory of a source that has neither started nor failed yet.
    pub(crate) fn of(&self, source: &SourceName) -> Option<Arc<RememberedInventory>> {
        self.0.get(source).cloned()
    }

    /// Removes the inventory of a source that has started, failed or been removed.
    pub(crate) fn forget(&mut self, source: &SourceName) {
        self.0.remove(source);
    }
}

// === impl RememberedInventory ===

impl RememberedInventory {
    fn read(source: &RememberedSource, snapshot: &StateSnapshot) -> Option<Self> {
        let listed = RawJson::parse(source.listed.clone()?).ok()?;
        let listed = RawObject::parse(&listed).ok()?;
        let definitions = listed.get("tools")?.elements().ok()?;
        let instructions = snapshot.instructions.iter();
        let instructions = instructions.filter(|pin| pin.source == source.name);
        let server = ServerFacts {
            name: source.server.clone(),
            version: String::new(),
            instructions: instructions.map(|pin| pin.accepted.to_string()).next(),
            capabilities: listed.get("capabilities")?.clone(),
            revision: source.revision,
        };
        let (mut tools, mut pins) = (Vec::new(), Vec::new());
        for raw in &definitions {
            if let Some((entry, pin)) = recalled(&source.name, raw, snapshot) {
                tools.push(Arc::new(entry));
                pins.push(pin);
            }
        }
        let inventory = Inventory {
            server,
            tools,
            ..Inventory::default()
        };
        Some(Self {
            inventory: Arc::new(inventory),
            pins,
        })
    }
}

/// A tool as its source listed it, if that is the pinned definition; otherwise as pinned.
fn recalled(
    source: &SourceName,
    raw: &RawJson,
    snapshot: &StateSnapshot,
) -> Option<(ToolEntry, DefinitionPin)> {
    let entry = ToolEntry::remembered(raw)?;
    let name = QualifiedName::new(source.clone(), entry.name.as_str());
    let pin = definition(&name, snapshot)?;
    let value: Value = raw.decode().ok()?;
    if candor_drift::pin(&name, &value, pin.at_micros).hash == pin.hash {
        return Some((entry, pin.clone()));
    }
    let pinned = RawJson::parse(pin.definition.to_string()).ok()?;
    Some((ToolEntry::remembered(&pinned)?, pin.clone()))
}

/// The last definition of a tool: the one that waits for a decision, otherwise the pinned one.
fn definition<'a>(name: &QualifiedName, snapshot: &'a StateSnapshot) -> Option<&'a DefinitionPin> {
    let mut drifts = snapshot.drifts.iter();
    let drifted = drifts.find(|drift| drift.name == *name);
    let pinned = || snapshot.pins.get(name).map(AsRef::as_ref);
    drifted.map(|drift| &drift.found).or_else(pinned)
}

/// What to store about a source that is ready.
pub(crate) fn seen(server: &ServedSource, at_micros: i64) -> Option<RememberedSource> {
    let SourceState::Ready { era, revision, .. } = server.source.state() else {
        return None;
    };
    let inventory = server.source.inventory();
    let facts = &inventory.server;
    let definitions = inventory.tools.iter().map(|tool| &tool.definition);
    // The size is checked first, so that a list that is too large is never serialized.
    let sizes = definitions.clone().map(RawObject::text_len);
    let is_small = sizes.sum::<usize>() <= LISTED_MAX;
    let listed = || {
        let tools = RawObject::list_to_json(definitions);
        let capabilities = ("capabilities", facts.capabilities.clone());
        RawObject::from_iter([capabilities, ("tools", tools)]).to_json()
    };
    let called = format!("{} {}", facts.name, facts.version);
    Some(RememberedSource {
        name: server.source.name().clone(),
        fingerprint: server.fingerprint.to_string(),
        era,
        revision,
        server: called.trim().to_owned(),
        seen_micros: at_micros,
        listed: is_small.then(|| listed().to_string()),
    })
}
