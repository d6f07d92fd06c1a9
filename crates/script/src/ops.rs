//! What a worker has the host do for it.

use std::collections::HashMap;
use std::future;
use std::sync::Arc;
use std::time::Duration;

use candor_functions::{Definition, Grant};
use candor_model::Hints;
use serde::Deserialize;
use serde_json::value::{RawValue, to_raw_value};
use tokio::sync::OwnedSemaphorePermit;
use tokio::task::{Id, JoinSet};
use tokio::time::sleep;

use crate::desk::Desk;
use crate::fetch::{self, FetchArgs};
use crate::frame::{Op, OpOutcome, Reply};

/// How many ops of one worker may be under way.
const MAX_AT_ONCE: usize = 1_000;
/// As good as never, for sleeps that no clock can count to.
const FAR: Duration = Duration::from_hours(24);

/// What may be done, and for whom.
#[derive(Clone)]
pub(crate) enum Leave {
    /// The program is being loaded: only timers.
    Load,
    /// Its tests are run: timers, and the word whether one of these tools may send something.
    Test(Arc<[Definition]>),
    /// Nobody waits for the call any more: nothing.
    Over,
    /// A call: what its grant allows.
    Call(Arc<Desk>),
}

/// The ops that are under way. Dropping it ends them.
pub(crate) struct Ops {
    leave: Leave,
    running: JoinSet<Finished>,
    numbers: HashMap<Id, u64>,
}

/// What came of an op, and the right to hold it in memory.
pub(crate) struct Finished {
    outcome: OpOutcome,
    _room: Option<OwnedSemaphorePermit>,
}

#[derive(Deserialize)]
struct Judge {
    tool: String,
    request: FetchArgs,
}

#[derive(Deserialize)]
struct Sleep {
    ms: f64,
}

// === impl Ops ===

impl Ops {
    pub(crate) fn new(leave: Leave) -> Self {
        Self {
            leave,
            running: JoinSet::new(),
            numbers: HashMap::new(),
        }
    }

    /// Begins one.
    pub(crate) fn begin(&mut self, op: Op) {
        let Op { op, kind, args } = op;
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
    pub(crate) async fn next(&mut self) -> Reply {
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
        Reply { op, outcome }
    }
}

// === impl Finished ===

impl Finished {
    pub(crate) fn new(outcome: OpOutcome, room: OwnedSemaphorePermit) -> Self {
        Self {
            outcome,
            _room: Some(room),
        }
    }
}

impl From<OpOutcome> for Finished {
    fn from(outcome: OpOutcome) -> Self {
        Self {
            outcome,
            _room: None,
        }
    }
}

async fn perform(leave: Leave, kind: &str, args: &RawValue) -> Finished {
    let reason = match (leave, kind) {
        (Leave::Over, _) => return error("AbortError", "the call was cancelled".to_owned()).into(),
        (_, "sleep") => return rest(args).await.into(),
        (Leave::Call(desk), "fetch") => return desk.fetch(args).await,
        (Leave::Call(desk), "elicit") => return desk.elicit(args).await.into(),
        (Leave::Test(tools), "judge") => return judge(&tools, args).into(),
        (Leave::Load, "fetch") => "requests can be made only while a tool is called",
        (Leave::Load, "elicit") => "questions can be asked only while a tool is called",
        (Leave::Test(_), "fetch") => "tests reach nobody; say what is answered with `respond`",
        (Leave::Test(_), "elicit") => "there is nobody to ask in tests",
        (Leave::Load | Leave::Test(_) | Leave::Call(_), _) => "there is no such thing to be done",
    };
    error("TypeError", reason.to_owned()).into()
}

async fn rest(args: &RawValue) -> OpOutcome {
    let Ok(Sleep { ms }) = serde_json::from_str(args.get()) else {
        return error("TypeError", "the time to wait is no number".to_owned());
    };
    let time = Duration::try_from_secs_f64(ms.max(0.0) / 1_000.0).unwrap_or(FAR);
    sleep(time.min(FAR)).await;
    done(&())
}

/// Whether a tool may send a request that a test answers.
fn judge(tools: &[Definition], args: &RawValue) -> OpOutcome {
    let Ok(Judge { tool, request }) = serde_json::from_str(args.get()) else {
        return error("TypeError", "this is no request".to_owned());
    };
    let Some(tool) = tools.iter().find(|one| one.name == tool) else {
        return error("TypeError", format!("there is no tool `{tool}`"));
    };
    match fetch::judge(&Grant::of(tool, Hints::UNSET), request) {
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

    fn op(op: u64, kind: &str, args: &str) -> Op {
        Op {
            op,
            kind: kind.to_owned(),
            args: RawValue::from_string(args.to_owned()).expect("JSON"),
        }
    }

    fn test() -> Leave {
        let hints = Hints::UNSET.with(Hint::OpenWorld, false);
        let tool = Definition {
            hints,
            ..Definition::new("a", "A.")
        };
        Leave::Test(Arc::from([tool]))
    }

    async fn refusal(leave: Leave, kind: &str, args: &str) -> (u64, String) {
        let mut ops = Ops::new(leave);
        ops.begin(op(7, kind, args));
        let Reply { op, outcome } = ops.next().await;
        match outcome {
            OpOutcome::Ok(json) => panic!("{json}"),
            OpOutcome::Error { name, message } => (op, format!("{name}: {message}")),
        }
    }

    #[tokio::test]
    async fn what_may_not_be_done_is_refused() {
        for (leave, kind, args, expect) in [
            (
                Leave::Load,
                "fetch",
                "{}",
                "TypeError: requests can be made only while a tool",
            ),
            (
                Leave::Load,
                "elicit",
                "{}",
                "TypeError: questions can be asked only while a tool",
            ),
            (test(), "fetch", "{}", "TypeError: tests reach nobody"),
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
                Leave::Load,
                "judge",
                "{}",
                "TypeError: there is no such thing",
            ),
            (test(), "elicit", "{}", "TypeError: there is nobody to ask"),
            (test(), "dance", "{}", "TypeError: there is no such thing"),
            (
                Leave::Load,
                "sleep",
                "{}",
                "TypeError: the time to wait is no number",
            ),
            (
                Leave::Over,
                "sleep",
                r#"{"ms":0}"#,
                "AbortError: the call was cancelled",
            ),
            (
                Leave::Over,
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
        let mut ops = Ops::new(Leave::Load);
        for (number, ms) in [(1, "1e300"), (2, "100"), (3, "-5")] {
            ops.begin(op(number, "sleep", &format!(r#"{{"ms":{ms}}}"#)));
        }
        assert_eq!(ops.next().await.op, 3);
        assert_eq!(ops.next().await.op, 2);
        assert_eq!(ops.running.len(), 1, "one waits for ever");
    }

    #[tokio::test]
    async fn so_many_things_can_be_waited_for() {
        let mut ops = Ops::new(Leave::Load);
        for number in 0..=MAX_AT_ONCE as u64 {
            ops.begin(op(number, "sleep", r#"{"ms":600000}"#));
        }
        let Reply { op, outcome } = ops.next().await;
        assert_eq!(op, MAX_AT_ONCE as u64);
        assert!(matches!(outcome, OpOutcome::Error { name, .. } if name == "RangeError"));
    }
}
