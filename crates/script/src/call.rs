//! One call, from the free worker to the result.

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;

use candor_functions::{Definition, Grant};
use candor_model::Place;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;
use tokio::time::Instant;

use crate::desk::{Connections, Desk};
use crate::error::titled;
use crate::frame::{
    Call, CallContext, CallerContext, FromWorker, Limit, Say, ScriptError, ToWorker,
};
use crate::ops::{Leave, Ops};
use crate::spec::ScriptLimits;
use crate::talk::Log;
use crate::workers::{End, Lease, Pool, Tenant, deadline, milliseconds};
use crate::{CallFailure, Job};

/// What a call needs beside the job.
pub(crate) struct Caller<'a> {
    pub(crate) pool: &'a Arc<Pool>,
    pub(crate) limits: &'a ScriptLimits,
    pub(crate) connections: &'a Arc<Connections>,
    pub(crate) definition: &'a Definition,
}

/// What came of one attempt.
enum Attempt {
    /// The call is over.
    Over(Result<Box<RawValue>, CallFailure>),
    /// The worker had died before it heard of the call: nothing has happened.
    Again,
}

// === impl Caller ===

impl Caller<'_> {
    /// Makes the call. Dropping the future cancels it.
    pub(crate) async fn call(&self, job: &Job) -> Result<Box<RawValue>, CallFailure> {
        let deadline = deadline(self.limits.time);
        let tenant = Tenant::new(job.environment.as_deref(), &job.variables, &job.plain);
        let call = self.frame(job)?;
        loop {
            let lease = self.pool.lease(&tenant, deadline).await?;
            match self.attempt(lease, job, &call, deadline).await {
                Attempt::Over(result) => return result,
                Attempt::Again => {}
            }
        }
    }

    async fn attempt(
        &self,
        mut lease: Lease,
        job: &Job,
        call: &ToWorker,
        deadline: Instant,
    ) -> Attempt {
        let Some(worker) = lease.worker() else {
            return Attempt::Again;
        };
        let scrub = worker.scrub(&job.variables, &job.plain);
        if let Err(error) = worker.ask(call) {
            // Nothing was said to it, and the next call may be shorter.
            lease.give_back();
            let detail = error.to_string();
            return Attempt::Over(Err(CallFailure::InputTooLarge { detail }));
        }
        let desk = Arc::new(Desk::new(
            Arc::clone(&job.host),
            Grant::of(self.definition, job.known),
            scrub,
            Arc::clone(self.connections),
            *self.limits,
            deadline,
        ));
        let heard = tokio::select! {
            biased;
            heard = listen(&mut lease, &desk) => Some(heard),
            () = desk.patience.over() => None,
        };
        match heard {
            Some(Ok(last)) => Attempt::Over(self.conclude(lease, last, &desk).await),
            Some(Err(cause)) => self.bury(lease, cause).await,
            None => {
                finish(lease, true).await;
                let limit = self.limits.time;
                Attempt::Over(Err(CallFailure::Timeout { limit }))
            }
        }
    }

    /// The worker had its last word.
    async fn conclude(
        &self,
        lease: Lease,
        last: Last,
        desk: &Desk,
    ) -> Result<Box<RawValue>, CallFailure> {
        let limit = self.limits.max_result;
        match last {
            // A worker measures by itself; one that does not is none of ours any more.
            Last::Done { result, .. } if result.get().len() > limit => {
                finish(lease, true).await;
                Err(CallFailure::TooLarge { limit })
            }
            Last::Done { result, retire } => {
                finish(lease, retire).await;
                sound(desk.clean_result(result))
            }
            Last::Threw { error, retire } => {
                let is_spent = matches!(error.limit, Some(Limit::Processor | Limit::Memory));
                finish(lease, retire || is_spent).await;
                Err(self.threw(error, desk))
            }
        }
    }

    /// The worker said no more.
    async fn bury(&self, lease: Lease, cause: io::Error) -> Attempt {
        let is_fresh = lease.is_fresh();
        let Some((worker, _slot)) = lease.take() else {
            return Attempt::Again;
        };
        // Whatever a tool does to the world it has the host do, so one that has said nothing has
        // done nothing.
        let is_unheard = !is_fresh && !worker.has_spoken();
        match worker.autopsy(cause).await {
            End::Otherwise(_) if is_unheard => Attempt::Again,
            end => Attempt::Over(Err(self.ended(end))),
        }
    }

    fn frame(&self, job: &Job) -> Result<ToWorker, CallFailure> {
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
            .map_err(|error| CallFailure::InputTooLarge {
                detail: error.to_string(),
            })?;
        Ok(ToWorker::Call(Call {
            tool: job.tool.clone(),
            input: job.input.clone(),
            context,
            cpu_ms: milliseconds(self.limits.cpu),
            max_result: self.limits.max_result as u64,
        }))
    }

    /// What a worker said of a call that has no result.
    fn threw(&self, error: ScriptError, desk: &Desk) -> CallFailure {
        match error.limit {
            Some(Limit::Processor) => self.ended(End::Processor),
            Some(Limit::Memory) => self.ended(End::Memory),
            Some(Limit::Result) => CallFailure::TooLarge {
                limit: self.limits.max_result,
            },
            None => CallFailure::Threw {
                message: desk.clean(&titled(&error.name, &error.message)),
                place: error.place.map(|place| Place {
                    file: place.file,
                    position: Some((place.line as usize, place.column as usize)),
                }),
                stack: error.stack.iter().map(|line| desk.clean(line)).collect(),
            },
        }
    }

    fn ended(&self, end: End) -> CallFailure {
        match end {
            End::Memory => CallFailure::Memory {
                limit: self.limits.heap,
            },
            End::Processor => CallFailure::Processor {
                limit: self.limits.cpu,
            },
            End::Otherwise(verdict) => CallFailure::Crashed { verdict },
        }
    }
}

/// What every result has.
#[derive(Deserialize)]
struct Shape {
    #[serde(rename = "content")]
    _content: Vec<IgnoredAny>,
}

/// The last word of a worker about a call.
enum Last {
    Done { result: Box<RawValue>, retire: bool },
    Threw { error: ScriptError, retire: bool },
}

/// Hears a worker out, and passes on what it says meanwhile.
async fn listen(lease: &mut Lease, desk: &Arc<Desk>) -> io::Result<Last> {
    let worker = lease.worker().ok_or(io::ErrorKind::UnexpectedEof)?;
    let limits = &desk.limits;
    let mut log = Log::new(limits.max_log_lines, limits.max_log_bytes);
    let mut ops = Ops::new(Leave::Call(Arc::clone(desk)));
    loop {
        match worker.listen(&mut ops).await? {
            FromWorker::Done { result, retire } => return Ok(Last::Done { result, retire }),
            FromWorker::Threw { error, retire } => return Ok(Last::Threw { error, retire }),
            FromWorker::Say(said) => pass_on(&said, &mut log, desk),
            _ => {
                let text = "it answered what nobody asked";
                return Err(io::Error::new(io::ErrorKind::InvalidData, text));
            }
        }
    }
}

fn pass_on(said: &Say, log: &mut Log, desk: &Desk) {
    if let Some(line) = log.line(said) {
        desk.host.log(line.level, &desk.clean(&line.text));
    } else if let Some(progress) = log.progress(said) {
        let message = progress.message.map(|message| desk.clean(&message));
        let total = progress.total.filter(|total| total.is_finite());
        desk.host.progress(progress.done, total, message.as_deref());
    }
}

/// A result that a client can read. Our own JavaScript makes it, but a program that changes what
/// all objects have in common can spoil it.
fn sound(result: Box<RawValue>) -> Result<Box<RawValue>, CallFailure> {
    match serde_json::from_str::<Shape>(result.get()) {
        Ok(_) => Ok(result),
        Err(_) => Err(CallFailure::Threw {
            message: "its result is spoilt: it has no list `content`".to_owned(),
            place: None,
            stack: Vec::new(),
        }),
    }
}

/// The call is over: the worker is kept, or ends before its slot is free.
async fn finish(lease: Lease, retire: bool) {
    if !retire {
        lease.give_back();
    } else if let Some((mut worker, _slot)) = lease.take() {
        worker.kill().await;
    }
}
