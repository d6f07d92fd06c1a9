//! Awaits the task that a server makes of a call, for a client that does not support tasks.
//!
//! Some tools run as a task only. A client that does not request one would get an error, so Candor
//! requests the task, waits for its result and returns that: the client sees one long call. In the
//! legacy form the request for the result blocks at the server; in the modern one the task is
//! polled, and its questions are put to the client as in any other call.

use std::time::Duration;

use candor_model::McpEra;
use candor_wire::{ErrorObject, RawJson, RawObject, code, meta, method};
use serde_json::json;

use crate::request::{ClientProfile, SourceRequest};

/// The polling interval if the server does not set one.
const POLL: Duration = Duration::from_secs(1);
/// The minimum and maximum polling interval that a server can set.
const SHORTEST_POLL: Duration = Duration::from_millis(20);
const LONGEST_POLL: Duration = Duration::from_secs(30);

/// The task of a call, if there is one.
#[derive(Debug, Default)]
pub(super) enum AwaitedTask {
    /// An ordinary call.
    #[default]
    None,
    /// The server was asked to create a task.
    Wanted,
    /// The task runs at the server under this id.
    Running(String),
}

/// What the answer to a request means for the task.
#[derive(Debug)]
pub(super) enum TaskStep {
    /// The answer of the call.
    Answer(Result<RawJson, RawJson>),
    /// Send this request after a delay.
    Send(Box<SourceRequest>, Duration),
    /// The task has questions: an input-required result.
    Ask(RawJson),
}

// === impl AwaitedTask ===

impl AwaitedTask {
    /// Whether a request has to ask for a task; returns the additional parameters.
    pub(super) fn begin(&mut self, request: &SourceRequest, server: McpEra) -> Option<RawObject> {
        let asks_already = request.params.get("task").is_some();
        if server == McpEra::Modern || !request.needs_task || asks_already {
            return None;
        }
        *self = Self::Wanted;
        Some(RawObject::from_iter([(
            "task",
            RawObject::default().to_json(),
        )]))
    }

    /// The id of the task, while it runs.
    pub(super) fn running(&self) -> Option<&str> {
        match self {
            Self::Running(id) => Some(id),
            Self::None | Self::Wanted => None,
        }
    }

    /// Interprets an answer. `None`: it does not concern an awaited task.
    pub(super) fn read(
        &mut self,
        request: &SourceRequest,
        server: McpEra,
        answer: &Result<RawJson, RawJson>,
    ) -> Option<TaskStep> {
        match (&*self, server) {
            (Self::None, McpEra::Modern) => self.ask_for_one(request, answer.as_ref().err()?),
            (Self::None, McpEra::Legacy) => None,
            (Self::Wanted, era) => self.begun(request, era, answer.as_ref().ok()?),
            (Self::Running(_), McpEra::Legacy) => Some(TaskStep::Answer(unrelated(answer))),
            (Self::Running(id), McpEra::Modern) => Some(looked_at(request, id, answer)),
        }
    }

    /// Repeats the call as a task, if the server accepts it only as one. It has not started, so
    /// this is safe.
    fn ask_for_one(&mut self, request: &SourceRequest, error: &RawJson) -> Option<TaskStep> {
        let is_call = request.method == method::TOOLS_CALL;
        if !is_call || request.asker.era == McpEra::Modern || !wants_tasks(error) {
            return None;
        }
        *self = Self::Wanted;
        let again = SourceRequest {
            asker: knowing_tasks(&request.asker),
            ..request.clone()
        };
        Some(TaskStep::Send(Box::new(again), Duration::ZERO))
    }

    /// Handles the answer to a request for a task: the server has created one, or answers at once.
    fn begun(
        &mut self,
        request: &SourceRequest,
        server: McpEra,
        result: &RawJson,
    ) -> Option<TaskStep> {
        let members = RawObject::parse(result).ok()?;
        let task = match server {
            McpEra::Legacy if members.get("content").is_none() => {
                RawObject::parse(members.get("task")?).ok()?
            }
            McpEra::Modern if members.get_string("resultType")? == "task" => members,
            _ => return None,
        };
        let id = task.get_string("taskId")?;
        let step = match server {
            McpEra::Legacy => {
                let result = about(request, &id, method::TASKS_RESULT, RawObject::default());
                TaskStep::Send(result, Duration::ZERO)
            }
            McpEra::Modern => {
                let look = about(request, &id, method::TASKS_GET, RawObject::default());
                TaskStep::Send(look, pause(&task))
            }
        };
        *self = Self::Running(id);
        Some(step)
    }

    /// The request that sends a client's answers to the task.
    pub(super) fn answers(
        &self,
        request: &SourceRequest,
        answers: RawObject,
    ) -> Option<Box<SourceRequest>> {
        let id = self.running()?;
        Some(about(request, id, method::TASKS_UPDATE, answers))
    }
}

/// The id of the task that a server has made of a call, if the result contains one.
pub(super) fn task_of(result: &RawJson) -> Option<String> {
    if !result.may_mention("taskId") {
        return None;
    }
    let members = RawObject::parse(result).ok()?;
    let legacy = || {
        RawObject::parse(members.get("task")?)
            .ok()?
            .get_string("taskId")
    };
    members.get_string("taskId").or_else(legacy)
}

/// Interprets the status of a modern task.
fn looked_at(request: &SourceRequest, id: &str, answer: &Result<RawJson, RawJson>) -> TaskStep {
    let look = |task: &RawObject| {
        let look = about(request, id, method::TASKS_GET, RawObject::default());
        TaskStep::Send(look, pause(task))
    };
    let task = match answer {
        Err(error) => return TaskStep::Answer(Err(error.clone())),
        Ok(answer) => RawObject::parse(answer).unwrap_or_default(),
    };
    if request.method == method::TASKS_UPDATE {
        return look(&task);
    }
    let lacks = |what: &str| {
        let sentence = format!("the server's task is over, and it has no `{what}`");
        Err(ErrorObject::new(code::INTERNAL_ERROR, sentence).to_json())
    };
    match task.get_string("status").as_deref() {
        Some("completed") => {
            let result = task.get("result").cloned();
            TaskStep::Answer(result.map_or_else(|| lacks("result"), Ok))
        }
        Some("failed") => {
            let error = task.get("error").cloned();
            TaskStep::Answer(error.map_or_else(|| lacks("error"), Err))
        }
        Some("cancelled") => {
            let sentence = "the server has given the task up";
            let error = ErrorObject::new(code::INTERNAL_ERROR, sentence).to_json();
            TaskStep::Answer(Err(error))
        }
        Some("input_required") => {
            let requests = task.get("inputRequests").cloned();
            let requests = requests.unwrap_or_else(|| RawObject::default().to_json());
            let kind = RawJson::string("input_required");
            let members = [("resultType", kind), ("inputRequests", requests)];
            TaskStep::Ask(RawObject::from_iter(members).to_json())
        }
        _ => look(&task),
    }
}

/// A request about a task, for the same client.
fn about(
    request: &SourceRequest,
    id: &str,
    method: &'static str,
    mut params: RawObject,
) -> Box<SourceRequest> {
    params.set("taskId", RawJson::string(id));
    Box::new(SourceRequest {
        method: method.into(),
        params,
        subject: Some(id.to_owned()),
        headers: Vec::new(),
        ..request.clone()
    })
}

/// The request that cancels a task.
pub(super) fn cancellation(request: &SourceRequest, id: &str) -> Box<SourceRequest> {
    about(request, id, method::TASKS_CANCEL, RawObject::default())
}

/// The result without the reference to its task, which the client does not know.
fn unrelated(answer: &Result<RawJson, RawJson>) -> Result<RawJson, RawJson> {
    let stripped = |result: &RawJson| {
        let mut members = RawObject::parse(result).ok()?;
        let mut about = RawObject::parse(members.get("_meta")?).ok()?;
        about.remove(meta::RELATED_TASK)?;
        if about.is_empty() {
            members.remove("_meta");
        } else {
            members.set("_meta", about.to_json());
        }
        Some(members.to_json())
    };
    match answer {
        Ok(result) => Ok(stripped(result).unwrap_or_else(|| result.clone())),
        Err(error) => Err(error.clone()),
    }
}

/// Whether an error says that support for tasks is the only missing capability.
fn wants_tasks(error: &RawJson) -> bool {
    let wanted = || {
        let error = RawObject::parse(error).ok()?;
        let data = RawObject::parse(error.get("data")?).ok()?;
        let needed = RawObject::parse(data.get("requiredCapabilities")?).ok()?;
        let extensions = RawObject::parse(needed.get("extensions")?).ok()?;
        let only = needed.iter().count() == 1 && extensions.iter().count() == 1;
        extensions.get(meta::TASKS).filter(|_| only).map(drop)
    };
    ErrorObject::from_json(error).code == code::MISSING_CLIENT_CAPABILITY && wanted().is_some()
}

/// The client's profile with support for tasks, which Candor provides in its place.
fn knowing_tasks(asker: &ClientProfile) -> ClientProfile {
    let open = |json: &RawJson| RawObject::parse(json).unwrap_or_default();
    let mut capabilities = open(&asker.capabilities);
    let mut extensions = capabilities.get("extensions").map(open).unwrap_or_default();
    extensions.set(meta::TASKS, RawJson::from_value(&json!({})));
    capabilities.set("extensions", extensions.to_json());
    ClientProfile {
        capabilities: capabilities.to_json(),
        ..asker.clone()
    }
}

/// The polling interval of a task.
fn pause(task: &RawObject) -> Duration {
    let said = task
        .get("pollIntervalMs")
        .and_then(|json| json.decode::<u64>().ok());
    let pause = said.map_or(POLL, Duration::from_millis);
    pause.clamp(SHORTEST_POLL, LONGEST_POLL)
}

#[cfg(test)]
mod tests;
