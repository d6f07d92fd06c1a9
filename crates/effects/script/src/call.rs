//! One call, from acquiring a worker to the result.

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;

use candor_functions::{FunctionDefinition, ToolCapabilities};
use candor_model::FilePosition;
use candor_workers::{WorkerExit, deadline};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;
use tokio::time::Instant;

use crate::error::titled;
use crate::log::CallLog;
use crate::ops::{OpPermission, RunningOps};
use crate::protocol::{
    CallContext, CallerContext, FromWorker, ProgramMessage, ThrownError, ToWorker, WorkerCall,
    WorkerLimit, WorkerTask,
};
use crate::services::{CallServices, ProgramConnections};
use crate::spec::ScriptLimits;
use crate::workers::{ProgramPool, WorkerLease, WorkerTenant, milliseconds};
use crate::{JobSubject, ScriptCallError, ScriptJob};

/// The context of a call.
pub(crate) struct CallRunner<'a> {
    pub(crate) pool: &'a Arc<ProgramPool>,
    pub(crate) limits: &'a ScriptLimits,
    pub(crate) connections: &'a Arc<ProgramConnections>,
    pub(crate) definition: &'a FunctionDefinition,
}

/// The result of one attempt.
enum CallAttempt {
    /// The call is over.
    Over(Result<Box<RawValue>, ScriptCallError>),
    /// The worker had died before it received the call: nothing has happened.
    Again,
}

// === impl CallRunner ===

impl CallRunner<'_> {
    /// Makes the call. Dropping the future cancels it.
    pub(crate) async fn call(&self, job: &ScriptJob) -> Result<Box<RawValue>, ScriptCallError> {
        let deadline = deadline(self.limits.time);
        let (principal, environment) =
            (job.caller.principal.as_deref(), job.environment.as_deref());
        let tenant = WorkerTenant::new(principal, environment, &job.variables, &job.plain);
        let call = self.frame(job)?;
        loop {
            let lease = self.pool.lease(&tenant, deadline).await?;
            match self.attempt(lease, job, &call, deadline).await {
                CallAttempt::Over(result) => return result,
                CallAttempt::Again => {}
            }
        }
    }

    async fn attempt(
        &self,
        mut lease: WorkerLease,
        job: &ScriptJob,
        call: &ToWorker,
        deadline: Instant,
    ) -> CallAttempt {
        let Some(worker) = lease.worker() else {
            return CallAttempt::Again;
        };
        let scrub = worker.scrub(&job.variables, &job.plain);
        if let Err(error) = worker.ask(call) {
            // Nothing was sent to it, and the next call may be shorter.
            lease.give_back();
            let detail = error.to_string();
            return CallAttempt::Over(Err(ScriptCallError::InputTooLarge { detail }));
        }
        let services = Arc::new(CallServices::new(
            Arc::clone(&job.host),
            ToolCapabilities::of(self.definition, job.known),
            scrub,
            Arc::clone(self.connections),
            *self.limits,
            deadline,
        ));
        let heard = tokio::select! {
            biased;
            heard = listen(&mut lease, &services) => Some(heard),
            () = services.deadline.over() => None,
        };
        match heard {
            Some(Ok(last)) => CallAttempt::Over(self.conclude(lease, job, last, &services).await),
            Some(Err(cause)) => self.bury(lease, cause).await,
            None => {
                finish(lease, true).await;
                let limit = self.limits.time;
                CallAttempt::Over(Err(ScriptCallError::Timeout { limit }))
            }
        }
    }

    /// Handles the worker's final message.
    async fn conclude(
        &self,
        lease: WorkerLease,
        job: &ScriptJob,
        last: CallEnd,
        services: &CallServices,
    ) -> Result<Box<RawValue>, ScriptCallError> {
        let limit = self.limits.max_result;
        match last {
            // Workers check the size themselves; one that does not is no longer trusted.
            CallEnd::Done { result, .. } if result.get().len() > limit => {
                finish(lease, true).await;
                Err(ScriptCallError::TooLarge { limit })
            }
            CallEnd::Done { result, retire } => {
                finish(lease, retire).await;
                sound(services.clean_result(result), &job.subject)
            }
            CallEnd::Threw { error, retire } => {
                let is_spent = matches!(
                    error.limit,
                    Some(WorkerLimit::Processor | WorkerLimit::Memory)
                );
                finish(lease, retire || is_spent).await;
                Err(self.threw(error, services))
            }
        }
    }

    /// Handles a worker that stopped without a final message.
    async fn bury(&self, lease: WorkerLease, cause: io::Error) -> CallAttempt {
        let is_fresh = lease.is_fresh();
        let Some((worker, _slot)) = lease.take() else {
            return CallAttempt::Again;
        };
        // All external effects of a tool go through the host, so a worker that has sent nothing has
        // had no effect.
        let is_unheard = !is_fresh && !worker.has_spoken();
        match worker.diagnose(cause).await {
            exit @ (WorkerExit::Memory | WorkerExit::Processor) => {
                CallAttempt::Over(Err(self.ended(exit)))
            }
            _ if is_unheard => CallAttempt::Again,
            exit => CallAttempt::Over(Err(self.ended(exit))),
        }
    }

    fn frame(&self, job: &ScriptJob) -> Result<ToWorker, ScriptCallError> {
        let variables = job.variables.iter();
        let env: BTreeMap<&str, &str> = variables
            .map(|(name, value)| (name.as_str(), value.expose().as_str()))
            .collect();
        let context = CallContext {
            env,
            caller: CallerContext {
                principal: job.caller.principal.as_deref(),
                client: job.caller.client.as_deref(),
                environment: job.caller.environment.as_deref(),
            },
            meta: job.meta.as_deref(),
        };
        let context = context
            .to_raw()
            .map_err(|error| ScriptCallError::InputTooLarge {
                detail: error.to_string(),
            })?;
        let task = match &job.subject {
            JobSubject::Tool { name, input } => WorkerTask::Tool {
                name: name.clone(),
                input: input.clone(),
            },
            JobSubject::Resource { uri } => WorkerTask::Resource { uri: uri.clone() },
        };
        Ok(ToWorker::Call(WorkerCall {
            task,
            context,
            cpu_ms: milliseconds(self.limits.cpu),
            max_result: self.limits.max_result as u64,
        }))
    }

    /// Interprets a worker's error.
    fn threw(&self, error: ThrownError, services: &CallServices) -> ScriptCallError {
        match error.limit {
            Some(WorkerLimit::Processor) => self.ended(WorkerExit::Processor),
            Some(WorkerLimit::Memory) => self.ended(WorkerExit::Memory),
            Some(WorkerLimit::Result) => ScriptCallError::TooLarge {
                limit: self.limits.max_result,
            },
            None => ScriptCallError::Threw {
                message: services.clean(&titled(&error.name, &error.message)),
                place: error.place.map(|place| FilePosition {
                    file: place.file,
                    position: Some((place.line as usize, place.column as usize)),
                }),
                stack: error
                    .stack
                    .iter()
                    .map(|line| services.clean(line))
                    .collect(),
            },
        }
    }

    fn ended(&self, end: WorkerExit) -> ScriptCallError {
        match end {
            WorkerExit::Memory => ScriptCallError::Memory {
                limit: self.limits.heap,
            },
            WorkerExit::Processor => ScriptCallError::Processor {
                limit: self.limits.cpu,
            },
            other => ScriptCallError::Crashed {
                detail: other.to_string(),
            },
        }
    }
}

/// The common members of all tool results.
#[derive(Deserialize)]
struct ToolShape {
    #[serde(rename = "content")]
    _content: Vec<IgnoredAny>,
}

/// The common members of all read results.
#[derive(Deserialize)]
struct ResourceShape {
    #[serde(rename = "contents")]
    _contents: Vec<IgnoredAny>,
}

/// The worker's final message about a call.
enum CallEnd {
    Done { result: Box<RawValue>, retire: bool },
    Threw { error: ThrownError, retire: bool },
}

/// Processes a worker's messages until the call ends.
async fn listen(lease: &mut WorkerLease, services: &Arc<CallServices>) -> io::Result<CallEnd> {
    let worker = lease.worker().ok_or(io::ErrorKind::UnexpectedEof)?;
    let limits = &services.limits;
    let mut log = CallLog::new(limits.max_log_lines, limits.max_log_bytes);
    let mut ops = RunningOps::new(OpPermission::Call(Arc::clone(services)));
    loop {
        match worker.listen(&mut ops).await? {
            FromWorker::Done { result, retire } => return Ok(CallEnd::Done { result, retire }),
            FromWorker::Threw { error, retire } => return Ok(CallEnd::Threw { error, retire }),
            FromWorker::Say(said) => pass_on(&said, &mut log, services),
            _ => {
                let text = "it answered a question that was not asked";
                return Err(io::Error::new(io::ErrorKind::InvalidData, text));
            }
        }
    }
}

fn pass_on(said: &ProgramMessage, log: &mut CallLog, services: &CallServices) {
    if let Some(line) = log.line(said) {
        services.host.log(line.level, &services.clean(&line.text));
    } else if let Some(progress) = log.progress(said) {
        let message = progress.message.map(|message| services.clean(&message));
        let total = progress.total.filter(|total| total.is_finite());
        services
            .host
            .progress(progress.done, total, message.as_deref());
    }
}

/// A result that a client can read. Our own JavaScript makes it, but a program that changes what
/// all objects have in common can spoil it.
fn sound(result: Box<RawValue>, subject: &JobSubject) -> Result<Box<RawValue>, ScriptCallError> {
    let text = result.get();
    let (is_sound, list) = match subject {
        JobSubject::Tool { .. } => (serde_json::from_str::<ToolShape>(text).is_ok(), "content"),
        JobSubject::Resource { .. } => (
            serde_json::from_str::<ResourceShape>(text).is_ok(),
            "contents",
        ),
    };
    if is_sound {
        return Ok(result);
    }
    Err(ScriptCallError::Threw {
        message: format!("its result is spoilt: it has no list `{list}`"),
        place: None,
        stack: Vec::new(),
    })
}

/// Ends the call: the worker is kept, or ends before its slot is released.
async fn finish(lease: WorkerLease, retire: bool) {
    if !retire {
        lease.give_back();
    } else if let Some((mut worker, _slot)) = lease.take() {
        worker.kill().await;
    }
}
