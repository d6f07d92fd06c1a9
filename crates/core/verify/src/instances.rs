//! Whether two instances of a server share state: data written through one is visible through the
//! other.

use std::collections::{BTreeMap, BTreeSet};

use candor_model::Hint;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::record::{CallRecord, RunAction, RunRecord};
use crate::tool::ListedTool;
use crate::value_change::{ChangeWeight, ValueChange, compare};

/// The result of starting a server twice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InstanceFinding {
    /// Whether data written through one instance was visible through the other.
    pub shared: bool,
    /// The observation, as a sentence.
    pub evidence: String,
}

/// The places in read tools' results, by tool, as JSON pointers.
pub type StatePlaces = BTreeMap<String, BTreeSet<String>>;

/// The places that calls of a run have changed. Differences elsewhere, such as a process id or
/// cached data, say nothing about shared state.
pub fn written_places(run: &RunRecord, tools: &[ListedTool]) -> StatePlaces {
    let mut places = StatePlaces::new();
    let writes = run
        .calls
        .iter()
        .filter(|record| writer(record, tools).is_some());
    for change in writes.flat_map(|record| &record.state) {
        if change.change.weight == ChangeWeight::Strong {
            let known = places.entry(change.probe.clone()).or_default();
            known.insert(change.change.pointer.clone());
        }
    }
    places
}

/// The tools whose calls have changed something that a read tool shows, in the order of the run.
pub fn state_writers<'t>(run: &RunRecord, tools: &'t [ListedTool]) -> Vec<&'t ListedTool> {
    let mut writers: Vec<&ListedTool> = Vec::new();
    for record in run.calls.iter().filter(|record| record.has_strong_state()) {
        if let Some(tool) = writer(record, tools)
            && !writers.iter().any(|known| known.name == tool.name)
        {
            writers.push(tool);
        }
    }
    writers
}

/// The called tool, unless it is declared read-only.
fn writer<'t>(record: &CallRecord, tools: &'t [ListedTool]) -> Option<&'t ListedTool> {
    let RunAction::Call { tool: name, .. } = &record.action else {
        return None;
    };
    let tool = tools.iter().find(|tool| tool.name == *name)?;
    (tool.declared.get(Hint::ReadOnly) != Some(true)).then_some(tool)
}

/// The difference between two results of the same tool, limited to these places.
pub fn state_difference(
    one: &Value,
    other: &Value,
    volatile: &BTreeSet<String>,
    places: &BTreeSet<String>,
) -> Option<ValueChange> {
    let found = compare(one, other, volatile);
    let mut found = found
        .into_iter()
        .filter(|change| change.weight == ChangeWeight::Strong);
    found.find(|change| places.iter().any(|place| overlap(place, &change.pointer)))
}

/// Whether one place is the other or lies in it.
fn overlap(one: &str, other: &str) -> bool {
    let lies_in = |inner: &str, outer: &str| {
        inner
            .strip_prefix(outer)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    lies_in(one, other) || lies_in(other, one)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn places(all: &[&str]) -> BTreeSet<String> {
        all.iter().map(|place| (*place).to_owned()).collect()
    }

    #[test]
    fn only_what_was_written_counts() {
        let one = json!({"notes": ["a", "b"], "server": "first"});
        let other = json!({"notes": ["a"], "server": "second"});
        let differs = |written: &[&str]| {
            let found = state_difference(&one, &other, &places(&[]), &places(written));
            found.map(|change| change.pointer)
        };
        assert!(differs(&["/notes"]).is_some());
        assert!(differs(&["/notes/*"]).is_some());
        assert_eq!(differs(&["/note"]), None);
        assert_eq!(differs(&[]), None);
        assert_eq!(
            state_difference(&one, &one, &places(&[]), &places(&["/notes"])),
            None
        );
    }
}
