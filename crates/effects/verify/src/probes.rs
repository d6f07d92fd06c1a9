//! Observes the server's state through its read tools.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use candor_verify::{ChangeWeight, StateChange, as_value, compare};
use serde_json::Value;
use tokio::time::sleep;

use crate::server::ToolServer;

/// Clocks have a resolution of seconds; spontaneous changes occur within this time.
const TICK: Duration = Duration::from_millis(1100);
/// How often a difference is confirmed.
const CONFIRMATIONS: usize = 2;

/// The read tools, their last results, and which members change spontaneously.
#[derive(Debug, Default)]
pub(crate) struct ProbeSet {
    probes: Vec<StateProbe>,
    pub(crate) volatile: BTreeMap<String, BTreeSet<String>>,
    confirmed: BTreeMap<(String, String), usize>,
}

#[derive(Debug)]
struct StateProbe {
    tool: String,
    arguments: Value,
    last: Value,
}

// === impl ProbeSet ===

impl ProbeSet {
    /// The names of the tools.
    pub(crate) fn names(&self) -> Vec<String> {
        self.probes.iter().map(|probe| probe.tool.clone()).collect()
    }

    /// Adds a tool if it can be called and its results are stable.
    pub(crate) async fn add(
        &mut self,
        tool: &str,
        arguments: &Value,
        server: &mut ToolServer,
        limit: Duration,
    ) {
        let Some(first) = read(tool, arguments, server, limit).await else {
            return;
        };
        let Some(second) = read(tool, arguments, server, limit).await else {
            return;
        };
        let changes = compare(&first, &second, &BTreeSet::new());
        let pointers: BTreeSet<String> = changes.into_iter().map(|one| one.pointer).collect();
        if pointers.iter().any(|pointer| is_whole(pointer)) {
            return;
        }
        self.volatile.insert(tool.to_owned(), pointers);
        self.probes.push(StateProbe {
            tool: tool.to_owned(),
            arguments: arguments.clone(),
            last: second,
        });
    }

    /// Removes every tool whose call changes another one's result.
    pub(crate) async fn keep_harmless(&mut self, server: &mut ToolServer, limit: Duration) {
        let mut at = 0;
        while at < self.probes.len() {
            let probe = self.probes.remove(at);
            // The first read is the state before.
            self.read_raw(server, limit).await;
            let _ = read(&probe.tool, &probe.arguments, server, limit).await;
            let changes = self.read_raw(server, limit).await;
            if !changes
                .iter()
                .any(|one| one.change.weight == ChangeWeight::Strong)
            {
                self.probes.insert(at, probe);
                at += 1;
            }
        }
    }

    /// Reads again after an idle period: any difference is spontaneous.
    pub(crate) async fn learn(&mut self, server: &mut ToolServer, limit: Duration) {
        for _ in 0..2 {
            sleep(TICK).await;
            for (probe, pointer) in self
                .read_raw(server, limit)
                .await
                .iter()
                .map(|one| (&one.probe, &one.change.pointer))
            {
                self.volatile
                    .entry(probe.clone())
                    .or_default()
                    .insert(pointer.clone());
            }
        }
        let volatile = &self.volatile;
        self.probes.retain(|probe| {
            let pointers = volatile.get(&probe.tool);
            !pointers.is_some_and(|pointers| pointers.iter().any(|pointer| is_whole(pointer)))
        });
    }

    /// The differences since the last read. A new difference is confirmed by a later read: if that
    /// differs again, it is spontaneous.
    pub(crate) async fn read_changes(
        &mut self,
        server: &mut ToolServer,
        limit: Duration,
    ) -> Vec<StateChange> {
        let changes = self.read_raw(server, limit).await;
        let is_new = |one: &StateChange| {
            let key = (one.probe.clone(), one.change.pointer.clone());
            self.confirmed
                .get(&key)
                .is_none_or(|times| *times < CONFIRMATIONS)
        };
        if !changes.iter().any(is_new) {
            return changes;
        }
        for one in &changes {
            *self
                .confirmed
                .entry((one.probe.clone(), one.change.pointer.clone()))
                .or_default() += 1;
        }
        sleep(TICK).await;
        for one in self.read_raw(server, limit).await {
            self.volatile
                .entry(one.probe)
                .or_default()
                .insert(one.change.pointer);
        }
        changes
    }

    /// The current result of each tool, from any instance of the server. Not stored.
    pub(crate) async fn values(
        &self,
        server: &mut ToolServer,
        limit: Duration,
    ) -> BTreeMap<String, Value> {
        let mut values = BTreeMap::new();
        for probe in &self.probes {
            if let Some(value) = read(&probe.tool, &probe.arguments, server, limit).await {
                values.insert(probe.tool.clone(), value);
            }
        }
        values
    }

    async fn read_raw(&mut self, server: &mut ToolServer, limit: Duration) -> Vec<StateChange> {
        let mut changes = Vec::new();
        let nothing = BTreeSet::new();
        for probe in &mut self.probes {
            let Some(now) = read(&probe.tool, &probe.arguments, server, limit).await else {
                continue;
            };
            let volatile = self.volatile.get(&probe.tool).unwrap_or(&nothing);
            let found = compare(&probe.last, &now, volatile);
            changes.extend(found.into_iter().map(|change| StateChange {
                probe: probe.tool.clone(),
                change,
            }));
            probe.last = now;
        }
        changes
    }
}

/// Whether a place is the tool's whole result.
fn is_whole(pointer: &str) -> bool {
    pointer.is_empty() || pointer == "/*"
}

/// The result of a read tool; `None` if the call fails.
async fn read(
    tool: &str,
    arguments: &Value,
    server: &mut ToolServer,
    limit: Duration,
) -> Option<Value> {
    let result = server.call(tool, arguments, limit).await.ok()?;
    if result.get("isError") == Some(&Value::Bool(true)) {
        return None;
    }
    if let Some(structured) = result.get("structuredContent") {
        return Some(structured.clone());
    }
    let blocks = result.get("content")?.as_array()?;
    let texts: Vec<&str> = blocks
        .iter()
        .filter_map(|block| block.get("text")?.as_str())
        .collect();
    Some(as_value(&texts.join("\n")))
}
