//! A call that its server makes a task of, for a client that does not come back for tasks.
//!
//! Some tools run as a task only. A client that does not ask for one would get an error, so Candor
//! asks for the task, waits for its result and gives that: the client sees one long call. In the
//! older form the request for the result waits at the server; in the newer one the task is looked
//! at from time to time, and what it asks is put to the client as in any other call.

use std::time::Duration;

use candor_model::McpEra;
use candor_wire::{ErrorObject, RawJson, RawObject, code, meta, method};
use serde_json::json;

use crate::request::{ClientProfile, SourceRequest};

/// How long to wait before a task is looked at again, where the server does not say.
const POLL: Duration = Duration::from_secs(1);
/// The shortest and the longest wait that a server can ask for.
const SHORTEST_POLL: Duration = Duration::from_millis(20);
const LONGEST_POLL: Duration = Duration::from_secs(30);

/// How far the task of a call has come.
#[derive(Debug, Default)]
pub(super) enum AwaitedTask {
    /// The call is an ordinary one.
    #[default]
    None,
    /// The server was asked to make a task of it.
    Wanted,
    /// The task runs at the server under this id.
    Running(String),
}

/// What the answer to a request means for a task.
#[derive(Debug)]
pub(super) enum TaskStep {
    /// It is the answer of the call.
    Answer(Result<RawJson, RawJson>),
    /// Send this after a while.
    Send(Box<SourceRequest>, Duration),
    /// The task wants to know something: an input-required result.
    Ask(RawJson),
}

// === impl AwaitedTask ===

impl AwaitedTask {
    /// Whether a request has to ask for a task; gives the parameters on top.
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

    /// What an answer means. None: it has nothing to do with a task that is waited for.
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

    /// The server makes the call as a task only. It has not begun, so it can be made again.
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

    /// The server has made a task of it, or answers at once.
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

    /// The request that brings a client's answers to the task.
    pub(super) fn answers(
        &self,
        request: &SourceRequest,
        answers: RawObject,
    ) -> Option<Box<SourceRequest>> {
        let id = self.running()?;
        Some(about(request, id, method::TASKS_UPDATE, answers))
    }
}

/// The id of the task that a server has made of a call, if the result says so.
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

/// How a task of the newer form stands.
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

/// A request about a task, on behalf of the same client.
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

/// The request by which a task is given up.
pub(super) fn cancellation(request: &SourceRequest, id: &str) -> Box<SourceRequest> {
    about(request, id, method::TASKS_CANCEL, RawObject::default())
}

/// A result without what says that it is that of a task, which its client knows nothing of.
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

/// Whether an error says that the client lacks nothing but tasks.
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

/// The client, as one that knows tasks: Candor does it in its place.
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

/// After how long a task is looked at again.
fn pause(task: &RawObject) -> Duration {
    let said = task
        .get("pollIntervalMs")
        .and_then(|json| json.decode::<u64>().ok());
    let pause = said.map_or(POLL, Duration::from_millis);
    pause.clamp(SHORTEST_POLL, LONGEST_POLL)
}

#[cfg(test)]
mod tests;
