//! Derives verdicts from observations. A contradiction is a fact; anything doubtful is unknown.

use std::collections::BTreeSet;

use candor_model::Hint;

use crate::noise::{NoiseFilter, is_own_file};
use crate::record::{CallOutcome, CallRecord, ObservedEvent, RunAction, RunRecord, StateChange};
use crate::role::ToolRole;
use crate::tool::ListedTool;
use crate::value_change::{ChangeWeight, ValueChange, ValueChangeKind};
use crate::verdict::{HintEvidence, HintFinding, HintVerdict, ToolFinding};
use crate::words::has_word;

/// The most pieces of evidence for one verdict.
const MOST: usize = 4;

/// Read tools that report about the server itself rather than about its data.
const ABOUT_ITSELF: [&str; 11] = [
    "cache",
    "stats",
    "statistics",
    "metrics",
    "history",
    "log",
    "logs",
    "usage",
    "health",
    "debug",
    "session",
];

/// The findings about each tool of a run.
pub fn judge(
    run: &RunRecord,
    tools: &[ListedTool],
    ignored: &[(String, String)],
) -> Vec<ToolFinding> {
    let noise = NoiseFilter::new(run, tools, ignored);
    let controls = run.calls.iter().filter(|record| record.is_control());
    let idle: BTreeSet<&ObservedEvent> = controls.flat_map(|record| &record.events).collect();
    let tried = tools
        .iter()
        .filter(|tool| run.calls.iter().any(|one| one.tool() == Some(&tool.name)));
    let judged = tried.map(|tool| {
        let judge = ToolJudge {
            run,
            tool,
            noise: &noise,
            idle: &idle,
        };
        judge.finding()
    });
    judged.collect()
}

struct ToolJudge<'a> {
    run: &'a RunRecord,
    tool: &'a ListedTool,
    noise: &'a NoiseFilter,
    idle: &'a BTreeSet<&'a ObservedEvent>,
}

// === impl ToolJudge ===

impl ToolJudge<'_> {
    fn records(&self) -> impl Iterator<Item = &CallRecord> {
        self.run
            .calls
            .iter()
            .filter(|one| one.tool() == Some(&self.tool.name))
    }

    fn finding(&self) -> ToolFinding {
        let calls = self
            .records()
            .filter(|one| matches!(one.action, RunAction::Call { .. }));
        let hints = Hint::ALL.map(|hint| self.hint(hint));
        ToolFinding {
            name: self.tool.name.clone(),
            definition: self.tool.definition.to_string(),
            calls: (calls.count(), self.successes()),
            hints: hints.into(),
            remarks: self.remarks(),
        }
    }

    fn successes(&self) -> usize {
        self.records().filter(|one| one.is_success()).count()
    }

    fn hint(&self, hint: Hint) -> HintFinding {
        let declared = self.tool.declared.get(hint);
        let seen = self.evidence(hint);
        // The value that the observation proves.
        let proves = !matches!(hint, Hint::ReadOnly | Hint::Idempotent);
        let (verdict, evidence) = if !seen.is_empty() {
            let verdict = match declared {
                Some(value) if value == proves => HintVerdict::Verified,
                Some(_) => HintVerdict::Contradicted,
                None => HintVerdict::Unknown,
            };
            (verdict, seen)
        } else if declared == Some(proves) {
            let text = format!("not seen in {}", self.tries());
            (HintVerdict::Unknown, vec![HintEvidence::sentence(text)])
        } else {
            self.never_seen(hint, declared)
        };
        HintFinding {
            declared,
            verdict,
            evidence,
        }
    }

    /// The verdict without any observation.
    fn never_seen(&self, hint: Hint, declared: Option<bool>) -> (HintVerdict, Vec<HintEvidence>) {
        let unknown = |text: String| (HintVerdict::Unknown, vec![HintEvidence::sentence(text)]);
        if self.successes() == 0 {
            let why = self
                .first_failure()
                .map(|why| format!(": {why}"))
                .unwrap_or_default();
            return unknown(format!("no call succeeded{why}"));
        }
        if hint == Hint::OpenWorld && !self.run.places.network {
            return unknown("connections were not observed".to_owned());
        }
        if hint != Hint::OpenWorld && self.reaches_outside() {
            return unknown("it reached outside, where nothing can be observed".to_owned());
        }
        if hint != Hint::OpenWorld && self.is_unseen() {
            let text = "it sent requests, and no read tool shows what they changed";
            return unknown(text.to_owned());
        }
        if matches!(hint, Hint::Destructive | Hint::Idempotent) && self.is_opaque(hint) {
            return unknown("it changed a file whose content is not understood".to_owned());
        }
        let reads = self.tool.declared.get(Hint::ReadOnly) == Some(true);
        if matches!(hint, Hint::Destructive | Hint::Idempotent)
            && !reads
            && !self.changes_anything()
        {
            return unknown("it was not seen to change anything".to_owned());
        }
        if hint == Hint::Idempotent && !self.was_repeated() {
            return unknown("no call that succeeded was made twice".to_owned());
        }
        let places = self.run.places.sentence();
        let text = format!(
            "never seen to differ in {}; observed: {places}",
            self.tries()
        );
        let verdict = if declared.is_some() {
            HintVerdict::Verified
        } else {
            HintVerdict::Unknown
        };
        (verdict, vec![HintEvidence::sentence(text)])
    }

    /// `6 varied calls, 5 of them successful`.
    fn tries(&self) -> String {
        let mut cases: Vec<&serde_json::Value> = Vec::new();
        let mut calls = 0;
        for record in self.records() {
            if let RunAction::Call { arguments, .. } = &record.action {
                calls += 1;
                if !cases.contains(&arguments) {
                    cases.push(arguments);
                }
            }
        }
        let (cases, good) = (cases.len(), self.successes());
        format!("{calls} calls of {cases} different cases, {good} of them successful")
    }

    fn first_failure(&self) -> Option<String> {
        self.records().find_map(|one| match &one.outcome {
            CallOutcome::ToolError(text) | CallOutcome::Failed(text) => Some(candor_text::clip(
                &candor_text::collapse_whitespace(text),
                160,
            )),
            CallOutcome::Success => None,
        })
    }

    fn was_repeated(&self) -> bool {
        let mut first = false;
        self.records().any(|one| match &one.action {
            RunAction::Call { attempt: 1, .. } => {
                first = one.is_success();
                false
            }
            RunAction::Call { .. } => first,
            _ => false,
        })
    }

    /// Whether any call was observed to have an effect.
    fn changes_anything(&self) -> bool {
        self.records().any(|record| {
            !self.changes(record).is_empty()
                || record
                    .state
                    .iter()
                    .any(|one| one.change.weight > ChangeWeight::Bookkeeping)
        })
    }

    /// Whether its effects are those of requests, and nothing shows them.
    fn is_unseen(&self) -> bool {
        let places = &self.run.places;
        let mut events = self.records().flat_map(|record| &record.events);
        !places.files && places.probes.is_empty() && events.any(ObservedEvent::is_answered)
    }

    /// Whether content other than text changed, so that a loss might have gone unnoticed.
    fn is_opaque(&self, hint: Hint) -> bool {
        let counts = |record: &&CallRecord| hint == Hint::Destructive || is_repetition(record);
        let files = self
            .records()
            .filter(counts)
            .flat_map(|record| &record.files);
        let mut held = files.filter(|change| self.noise.reason(change).is_none());
        // The server's own read tools are more conclusive than the bytes of its file.
        held.any(crate::file_tree::FileChange::is_opaque) && self.run.places.probes.is_empty()
    }

    fn evidence(&self, hint: Hint) -> Vec<HintEvidence> {
        let mut found = Vec::new();
        let mut first_succeeded = false;
        for record in self.records() {
            if matches!(record.action, RunAction::Call { attempt: 1, .. }) {
                first_succeeded = record.is_success();
            }
            let difference = match hint {
                Hint::ReadOnly => self.changes(record),
                Hint::Destructive => self.losses(record),
                Hint::Idempotent if is_repetition(record) && first_succeeded => {
                    self.repeated(record)
                }
                Hint::Idempotent => Vec::new(),
                Hint::OpenWorld => self.remote(record),
            };
            if !difference.is_empty() && found.len() < MOST {
                found.push(evidence(record, difference));
            }
        }
        found
    }

    /// All changes after a call.
    fn changes(&self, record: &CallRecord) -> Vec<String> {
        let files = record
            .files
            .iter()
            .filter(|one| self.noise.reason(one).is_none());
        let files = files.map(crate::file_tree::FileChange::sentence);
        let state = self
            .held_state(record)
            .filter(|one| one.change.weight == ChangeWeight::Strong);
        let outside = record.events.iter().filter(|event| {
            let is_held = matches!(event, ObservedEvent::Write { path, .. } if !is_own_file(path));
            is_held && !self.idle.contains(event)
        });
        let outside = outside.map(ObservedEvent::sentence);
        files
            .chain(state.map(state_sentence))
            .chain(outside)
            .collect()
    }

    /// Data that existed before and is removed or overwritten.
    fn losses(&self, record: &CallRecord) -> Vec<String> {
        let files = record
            .files
            .iter()
            .filter(|one| one.is_loss() && self.noise.reason(one).is_none());
        let files = files.map(crate::file_tree::FileChange::sentence);
        let state = self.held_state(record).filter(|one| {
            // An item that leaves one list may have moved to another, unless it was deleted.
            let removed =
                one.change.what == ValueChangeKind::Removed && self.tool.role == ToolRole::Delete;
            let replaced =
                one.change.what == ValueChangeKind::Changed && one.change.before.len() > 12;
            one.change.is_loss() && (removed || replaced)
        });
        files.chain(state.map(state_sentence)).collect()
    }

    /// The changes by the second of two identical calls.
    fn repeated(&self, record: &CallRecord) -> Vec<String> {
        let files = record
            .files
            .iter()
            .filter(|one| one.is_lasting() && self.noise.reason(one).is_none());
        let files = files.map(crate::file_tree::FileChange::sentence);
        let state = self
            .held_state(record)
            .filter(|one| one.change.weight != ChangeWeight::Bookkeeping);
        files.chain(state.map(state_sentence)).collect()
    }

    fn remote(&self, record: &CallRecord) -> Vec<String> {
        let remote = record
            .events
            .iter()
            .filter(|one| one.is_remote() && !self.idle.contains(one));
        let unique: BTreeSet<String> = remote.map(ObservedEvent::sentence).collect();
        unique.into_iter().collect()
    }

    /// Whether it tried to connect to a place where effects are not observed.
    fn reaches_outside(&self) -> bool {
        self.records().any(|record| !self.remote(record).is_empty())
    }

    /// Differences in the server's state that do not come by themselves.
    fn held_state<'r>(&'r self, record: &'r CallRecord) -> impl Iterator<Item = &'r StateChange> {
        record.state.iter().filter(|one| {
            let volatile = self.run.volatile.get(&one.probe);
            let is_volatile = volatile.is_some_and(|pointers| {
                pointers
                    .iter()
                    .any(|pointer| one.change.pointer.starts_with(pointer.as_str()))
            });
            let in_pointer = has_word(&one.change.pointer, &ABOUT_ITSELF);
            !is_volatile && !in_pointer && !has_word(&one.probe, &ABOUT_ITSELF)
        })
    }

    /// Observations that do not count against the tool.
    fn remarks(&self) -> Vec<String> {
        let mut remarks = BTreeSet::new();
        for record in self.records() {
            for change in &record.files {
                if let Some(reason) = self.noise.reason(change) {
                    remarks.insert(format!("{}: {reason}", change.sentence()));
                }
            }
            for one in &record.state {
                if one.change.weight == ChangeWeight::Weak
                    && self.tool.declared.get(Hint::ReadOnly) == Some(true)
                {
                    remarks.insert(format!(
                        "{}: a number or truth value only",
                        state_sentence(one)
                    ));
                }
            }
            let local = record.events.iter().filter(|event| {
                !event.is_remote() && !matches!(event, ObservedEvent::Write { .. })
            });
            remarks.extend(local.map(ObservedEvent::sentence));
        }
        remarks.into_iter().take(12).collect()
    }
}

fn is_repetition(record: &CallRecord) -> bool {
    matches!(record.action, RunAction::Call { attempt: 2.., .. })
}

fn state_sentence(one: &StateChange) -> String {
    let change: &ValueChange = &one.change;
    format!("{} says: {}", one.probe, change.sentence())
}

/// The requests during the call come before the differences after it.
fn evidence(record: &CallRecord, difference: Vec<String>) -> HintEvidence {
    let requests = record.events.iter().filter(|event| event.is_answered());
    let requests = requests.map(ObservedEvent::sentence);
    let mut difference: Vec<String> = requests.chain(difference).collect();
    difference.truncate(6);
    let (text, arguments) = match &record.action {
        RunAction::Call {
            about,
            arguments,
            attempt,
            ..
        } => {
            let again = if *attempt > 1 { ", called again" } else { "" };
            (format!("{about}{again}"), Some(arguments.clone()))
        }
        _ => ("after its last reply".to_owned(), None),
    };
    HintEvidence {
        text,
        arguments,
        difference,
    }
}
