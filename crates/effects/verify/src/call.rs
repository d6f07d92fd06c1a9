//! One call, and the changes afterwards.

use std::time::Duration;

use candor_egress::RequestWatch;
use candor_verify::{CallOutcome, CallRecord, FileTree, RunAction, StateChange};
use serde_json::Value;
use tokio::time::{Instant, sleep};

use crate::events;
use crate::hosted;
use crate::probes::ProbeSet;
use crate::recorder::RequestRecorder;
use crate::server::{RequestFailure, ToolServer};
use crate::snapshot::Snapshots;
use crate::world::World;

/// The interval between two equal snapshots.
const PAUSE: Duration = Duration::from_millis(50);
/// How long to wait for pending writes.
const SETTLE: Duration = Duration::from_secs(2);

/// The observed places.
pub(crate) struct Observatory<'a> {
    pub(crate) world: &'a World,
    pub(crate) recorder: &'a RequestRecorder,
    /// The requests of this process, where the server is in it.
    pub(crate) watch: Option<RequestWatch>,
    pub(crate) snapshots: Snapshots,
    /// The last snapshot of the files.
    pub(crate) tree: FileTree,
    pub(crate) probes: ProbeSet,
    /// Observations that were dropped because there were too many.
    pub(crate) missed: u64,
}

/// The result of a call.
pub(crate) struct CallReply {
    pub(crate) outcome: CallOutcome,
    /// The result, possibly with `isError` set.
    pub(crate) result: Option<Value>,
    /// Whether the server must be started again.
    pub(crate) is_gone: bool,
    /// Whether it did not answer in time.
    pub(crate) is_late: bool,
}

// === impl Observatory ===

impl Observatory<'_> {
    /// Waits until the files no longer change, and gives what has become of them.
    pub(crate) async fn settle(
        &mut self,
        action: RunAction,
        outcome: CallOutcome,
        server: &mut ToolServer,
    ) -> CallRecord {
        let begun = Instant::now();
        let root = self.world.root();
        let mut last = self.snapshots.take(root);
        loop {
            sleep(PAUSE).await;
            let next = self.snapshots.take(root);
            if next == last || begun.elapsed() > SETTLE {
                last = next;
                break;
            }
            last = next;
        }
        let files = self.tree.changes_to(&last);
        self.tree = last;
        CallRecord {
            action,
            outcome,
            files,
            state: Vec::new(),
            events: self.events(server),
        }
    }

    fn events(&mut self, server: &mut ToolServer) -> Vec<candor_verify::ObservedEvent> {
        let (observed, missed) = server.observations();
        self.missed = missed;
        let seen = observed
            .iter()
            .filter_map(|one| events::event(one, self.world.root()));
        let requests = self.watch.iter().flat_map(hosted::requests);
        let mut found: Vec<_> = seen.chain(self.recorder.take()).chain(requests).collect();
        found.sort();
        found.dedup();
        found
    }

    /// Calls a tool and looks at everything afterwards.
    pub(crate) async fn call(
        &mut self,
        action: RunAction,
        server: &mut ToolServer,
        limit: Duration,
    ) -> (CallRecord, CallReply) {
        let RunAction::Call {
            tool, arguments, ..
        } = &action
        else {
            let reply = CallReply {
                outcome: CallOutcome::Success,
                result: None,
                is_gone: false,
                is_late: false,
            };
            return (
                self.settle(action, CallOutcome::Success, server).await,
                reply,
            );
        };
        let reply = CallReply::of(server.call(tool, arguments, limit).await, server);
        let mut record = self.settle(action, reply.outcome.clone(), server).await;
        if !reply.is_gone {
            record.state = self.state(server, limit).await;
        }
        (record, reply)
    }

    /// The changes in read tools' results.
    async fn state(&mut self, server: &mut ToolServer, limit: Duration) -> Vec<StateChange> {
        let changes = self.probes.read_changes(server, limit).await;
        // Reading is not to be blamed on the next call.
        self.tree = self.snapshots.take(self.world.root());
        server.observations();
        self.forget_requests();
        changes
    }

    /// Forgets what the hosted server has requested until now.
    pub(crate) fn forget_requests(&self) {
        if let Some(watch) = &self.watch {
            watch.take();
        }
    }
}

// === impl CallReply ===

impl CallReply {
    fn of(answer: Result<Value, RequestFailure>, server: &ToolServer) -> Self {
        let (outcome, result, is_gone, is_late) = match answer {
            Ok(result) if result.get("isError") == Some(&Value::Bool(true)) => {
                let text = result
                    .pointer("/content/0/text")
                    .and_then(Value::as_str)
                    .unwrap_or("an error without a text");
                (
                    CallOutcome::ToolError(candor_text::clip(text, 300)),
                    Some(result),
                    false,
                    false,
                )
            }
            Ok(result) => (CallOutcome::Success, Some(result), false, false),
            Err(failure) => {
                let is_gone = matches!(failure, RequestFailure::Gone(_));
                let is_late = matches!(failure, RequestFailure::Late(_));
                let words = if is_gone {
                    server.last_words()
                } else {
                    String::new()
                };
                (
                    CallOutcome::Failed(candor_text::clip(&failure.sentence(&words), 300)),
                    None,
                    is_gone,
                    is_late,
                )
            }
        };
        Self {
            outcome,
            result,
            is_gone,
            is_late,
        }
    }
}
