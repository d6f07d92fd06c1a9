//! Operations that the host performs for a worker.

use std::collections::HashMap;
use std::future;
use std::sync::Arc;
use std::time::Duration;

use candor_functions::{FunctionDefinition, ToolCapabilities};
use candor_model::Hints;
use serde::Deserialize;
use serde_json::value::{RawValue, to_raw_value};
use tokio::sync::OwnedSemaphorePermit;
use tokio::task::{Id, JoinSet};
use tokio::time::sleep;

use crate::fetch::{self, FetchArgs};
use crate::protocol::{HostOp, OpOutcome, OpReply};
use crate::services::CallServices;

/// The maximum number of concurrent operations per worker.
const MAX_AT_ONCE: usize = 1_000;
/// Practically never, for timers beyond the clock's range.
const FAR: Duration = Duration::from_hours(24);

/// The permitted operations.
#[derive(Clone)]
pub(crate) enum OpPermission {
    /// The program is being loaded: only timers.
    Load,
    /// Running tests: timers, and checking whether one of these tools may send a request.
    Test(Arc<[FunctionDefinition]>),
    /// The call was cancelled: nothing is permitted.
    Over,
    /// A call: what its grant allows.
    Call(Arc<CallServices>),
}

/// The ops that are under way. Dropping it ends them.
pub(crate) struct RunningOps {
    leave: OpPermission,
    running: JoinSet<FinishedOp>,
    numbers: HashMap<Id, u64>,
}

/// The result of an operation, with the permit to hold it in memory.
pub(crate) struct FinishedOp {
    outcome: OpOutcome,
    _room: Option<OwnedSemaphorePermit>,
}

#[derive(Deserialize)]
struct JudgeArgs {
    tool: String,
    request: FetchArgs,
}

#[derive(Deserialize)]
struct SleepArgs {
    ms: f64,
}

// === impl RunningOps ===

impl RunningOps {
    pub(crate) fn new(leave: OpPermission) -> Self {
        Self {
            leave,
            running: JoinSet::new(),
            numbers: HashMap::new(),
        }
    }

    pub(crate) fn begin(&mut self, op: HostOp) {
        let HostOp { op, kind, args } = op;
        let is_full = self.running.len() >= MAX_AT_ONCE;
        let leave = self.leave.clone();
        let task = self.running.spawn(async move {
            if is_full {
                let sentence = format!("more than {MAX_AT_ONCE} things are waited for at once");
                return error("RangeError", sentence).into();
            }
            perform(leave, &kind, &args).await
        });
        self.numbers.insert(task.id(), op);
    }

    /// The next one that is over; waits for ever if there is none. Dropping the future loses
    /// nothing.
    pub(crate) async fn next(&mut self) -> OpReply {
        let Some(ended) = self.running.join_next_with_id().await else {
            return future::pending().await;
        };
        let (id, outcome) = match ended {
            Ok((id, finished)) => (id, finished.outcome),
            Err(failed) => {
                let outcome = error("Error", "the gateway failed at it".to_owned());
                (failed.id(), outcome)
            }
        };
        let op = self.numbers.remove(&id).unwrap_or_default();
        OpReply { op, outcome }
    }
}

// === impl FinishedOp ===

impl FinishedOp {
    pub(crate) fn new(outcome: OpOutcome, room: OwnedSemaphorePermit) -> Self {
        Self {
            outcome,
            _room: Some(room),
        }
    }
}

impl From<OpOutcome> for FinishedOp {
    fn from(outcome: OpOutcome) -> Self {
        Self {
            outcome,
            _room: None,
        }
    }
}

async fn perform(leave: OpPermission, kind: &str, args: &RawValue) -> FinishedOp {
    let reason = match (leave, kind) {
        (OpPermission::Over, _) => {
            return error("AbortError", "the call was cancelled".to_owned()).into();
        }
        (_, "sleep") => return rest(args).await.into(),
        (OpPermission::Call(services), "fetch") => return services.fetch(args).await,
        (OpPermission::Call(services), "elicit") => return services.elicit(args).await.into(),
        (OpPermission::Test(tools), "judge") => return judge(&tools, args).into(),
        (OpPermission::Load, "fetch") => "requests can be made only while a tool is called",
        (OpPermission::Load, "elicit") => "questions can be asked only while a tool is called",
        (OpPermission::Test(_), "fetch") => "tests have no network; set the answer with `respond`",
        (OpPermission::Test(_), "elicit") => "there is no user to ask in tests",
        (OpPermission::Load | OpPermission::Test(_) | OpPermission::Call(_), _) => {
            "there is no such thing to be done"
        }
    };
    error("TypeError", reason.to_owned()).into()
}

async fn rest(args: &RawValue) -> OpOutcome {
    let Ok(SleepArgs { ms }) = serde_json::from_str(args.get()) else {
        return error("TypeError", "the time to wait is no number".to_owned());
    };
    let time = Duration::try_from_secs_f64(ms.max(0.0) / 1_000.0).unwrap_or(FAR);
    sleep(time.min(FAR)).await;
    done(&())
}

/// Whether a tool may send a request that a test answers.
fn judge(tools: &[FunctionDefinition], args: &RawValue) -> OpOutcome {
    let Ok(JudgeArgs { tool, request }) = serde_json::from_str(args.get()) else {
        return error("TypeError", "this is no request".to_owned());
    };
    let Some(tool) = tools.iter().find(|one| one.name == tool) else {
        return error("TypeError", format!("there is no tool `{tool}`"));
    };
    match fetch::judge(&ToolCapabilities::of(tool, Hints::UNSET), request) {
        Ok(()) => done(&()),
        Err(refused) => error("TypeError", refused.to_string()),
    }
}

/// It was done.
pub(crate) fn done(value: &impl serde::Serialize) -> OpOutcome {
    match to_raw_value(value) {
        Ok(json) => OpOutcome::Ok(json),
        Err(failed) => error("Error", failed.to_string()),
    }
}

/// It was not.
pub(crate) fn error(name: &str, message: String) -> OpOutcome {
    OpOutcome::Error {
        name: name.to_owned(),
        message,
    }
}

#[cfg(test)]
mod tests {
    use candor_model::Hint;

    use super::*;

    fn op(op: u64, kind: &str, args: &str) -> HostOp {
        HostOp {
            op,
            kind: kind.to_owned(),
            args: RawValue::from_string(args.to_owned()).expect("JSON"),
        }
    }

    fn test() -> OpPermission {
        let hints = Hints::UNSET.with(Hint::OpenWorld, false);
        let tool = FunctionDefinition {
            hints,
            ..FunctionDefinition::new("a", "A.")
        };
        OpPermission::Test(Arc::from([tool]))
    }

    async fn refusal(leave: OpPermission, kind: &str, args: &str) -> (u64, String) {
        let mut ops = RunningOps::new(leave);
        ops.begin(op(7, kind, args));
        let OpReply { op, outcome } = ops.next().await;
        match outcome {
            OpOutcome::Ok(json) => panic!("{json}"),
            OpOutcome::Error { name, message } => (op, format!("{name}: {message}")),
        }
    }

    #[tokio::test]
    async fn what_may_not_be_done_is_refused() {
        for (leave, kind, args, expect) in [
            (
                OpPermission::Load,
                "fetch",
                "{}",
                "TypeError: requests can be made only while a tool",
            ),
            (
                OpPermission::Load,
                "elicit",
                "{}",
                "TypeError: questions can be asked only while a tool",
            ),
            (test(), "fetch", "{}", "TypeError: tests have no network"),
            (test(), "judge", "{}", "TypeError: this is no request"),
            (
                test(),
                "judge",
                r#"{"tool":"b","request":{"method":"GET","url":"http://a.example/","headers":[]}}"#,
                "TypeError: there is no tool `b`",
            ),
            (
                test(),
                "judge",
                r#"{"tool":"a","request":{"method":"GET","url":"http://a.example/","headers":[]}}"#,
                "TypeError: `GET` to `a.example` was refused: the tool says `openWorldHint: false`",
            ),
            (
                OpPermission::Load,
                "judge",
                "{}",
                "TypeError: there is no such thing",
            ),
            (test(), "elicit", "{}", "TypeError: there is no user to ask"),
            (test(), "dance", "{}", "TypeError: there is no such thing"),
            (
                OpPermission::Load,
                "sleep",
                "{}",
                "TypeError: the time to wait is no number",
            ),
            (
                OpPermission::Over,
                "sleep",
                r#"{"ms":0}"#,
                "AbortError: the call was cancelled",
            ),
            (
                OpPermission::Over,
                "fetch",
                "{}",
                "AbortError: the call was cancelled",
            ),
        ] {
            let (op, told) = refusal(leave, kind, args).await;
            assert_eq!(op, 7);
            assert!(told.starts_with(expect), "{told}");
        }
    }

    #[tokio::test]
    async fn timers_end_in_their_order() {
        let mut ops = RunningOps::new(OpPermission::Load);
        for (number, ms) in [(1, "1e300"), (2, "100"), (3, "-5")] {
            ops.begin(op(number, "sleep", &format!(r#"{{"ms":{ms}}}"#)));
        }
        assert_eq!(ops.next().await.op, 3);
        assert_eq!(ops.next().await.op, 2);
        assert_eq!(ops.running.len(), 1, "one waits for ever");
    }

    #[tokio::test]
    async fn so_many_things_can_be_waited_for() {
        let mut ops = RunningOps::new(OpPermission::Load);
        for number in 0..=MAX_AT_ONCE as u64 {
            ops.begin(op(number, "sleep", r#"{"ms":600000}"#));
        }
        let OpReply { op, outcome } = ops.next().await;
        assert_eq!(op, MAX_AT_ONCE as u64);
        assert!(matches!(outcome, OpOutcome::Error { name, .. } if name == "RangeError"));
    }
}
