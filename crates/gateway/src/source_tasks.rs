//! Tasks of sources: calls that continue at their source after it has answered.
//!
//! Two sources may use the same id, and a client must not reach another client's task. So a client
//! gets an id of ours, in which the source, its own id and the caller are sealed. No state has to
//! be kept, and every serving process can open it.

mod known_tasks;
mod sealed_id;
mod task_watch;

use std::sync::Arc;
use std::time::Duration;

use candor_boxed::boxed;
use candor_model::{Hints, Role, SourceTrust};
use candor_sources::{AttemptCount, CallEvent, SourceRequest};
use candor_wire::{ErrorObject, RawJson, RawObject, code, meta, method};

pub(crate) use known_tasks::KnownTasks;
pub(crate) use sealed_id::SealedTaskId;
pub use task_watch::TaskWatch;

use crate::call::finish::CallReply;
use crate::call::incoming::ClientContext;
use crate::call::{page_consent, server_question};
use crate::catalogue::ServedSource;
use crate::gateway::Gateway;

/// A task at a source, for a client that may ask about it.
pub(crate) struct SourceTask<'a> {
    client: &'a ClientContext,
    /// The sealed id that the client uses.
    presented: String,
    /// The source's own id.
    own: String,
    server: Arc<ServedSource>,
}

// === impl SourceTask ===

impl<'a> SourceTask<'a> {
    /// The task that the parameters of a request name, if it is a task of a source.
    pub(crate) fn named(
        gateway: &Gateway,
        client: &'a ClientContext,
        params: &RawObject,
    ) -> Option<Result<Self, RawJson>> {
        let presented = params.get_string("taskId")?;
        let id = SealedTaskId::open(gateway.keyring(), &presented)?;
        Some(Self::found(gateway, client, presented, id))
    }

    fn found(
        gateway: &Gateway,
        client: &'a ClientContext,
        presented: String,
        id: SealedTaskId,
    ) -> Result<Self, RawJson> {
        let identity = &client.identity;
        if id.principal != identity.name {
            return Err(invalid("there is no such task: it never was yours"));
        }
        if !identity.may(Role::Caller) || !gateway.still_works(identity) {
            return Err(invalid("you may no longer make calls"));
        }
        let catalogue = gateway.catalogue();
        let mut tools = catalogue.tools().iter();
        let Some(tool) = tools.find(|tool| tool.name.source().as_str() == id.source) else {
            let source = &id.source;
            return Err(internal(format!(
                "the source `{source}` is not there; ask again when it is back"
            )));
        };
        Ok(Self {
            client,
            presented,
            own: id.task,
            server: Arc::clone(&tool.server),
        })
    }

    /// The status of the task.
    pub(crate) async fn get(&self, params: &RawObject) -> CallReply {
        let answer = self.ask(method::TASKS_GET, params.clone()).await?;
        self.shown(&answer).await
    }

    /// The result of the task, once it is available (2025-11-25).
    async fn result(&self, params: &RawObject) -> CallReply {
        let limit = self.server.times.ceiling;
        let asked = self.ask_within(limit, method::TASKS_RESULT, params.clone());
        let answer = asked.await?;
        Ok(self.related(&answer).unwrap_or(answer))
    }

    /// Forwards the client's answers.
    pub(crate) async fn update(&self, params: &RawObject) -> CallReply {
        self.ask(method::TASKS_UPDATE, params.clone()).await
    }

    /// Cancels the task.
    pub(crate) async fn cancel(&self, params: &RawObject) -> CallReply {
        let answer = self.ask(method::TASKS_CANCEL, params.clone()).await?;
        match RawObject::parse(&answer) {
            Ok(members) if members.get("taskId").is_some() => self.shown(&answer).await,
            _ => Ok(answer),
        }
    }

    /// The result with the related task's id replaced by the client's.
    fn related(&self, answer: &RawJson) -> Option<RawJson> {
        let mut members = RawObject::parse(answer).ok()?;
        let mut about = RawObject::parse(members.get("_meta")?).ok()?;
        let mut task = RawObject::parse(about.get(meta::RELATED_TASK)?).ok()?;
        task.set("taskId", RawJson::string(&self.presented));
        about.set(meta::RELATED_TASK, task.to_json());
        members.set("_meta", about.to_json());
        Some(members.to_json())
    }

    /// A task as its client sees it: with the client's id, and with questions that name their
    /// server.
    async fn shown(&self, answer: &RawJson) -> CallReply {
        let Ok(mut members) = RawObject::parse(answer) else {
            let name = self.server.source.name();
            return Err(internal(format!(
                "the answer of `{name}` names something twice, and could be read in two ways"
            )));
        };
        members.set("taskId", RawJson::string(&self.presented));
        if let Some(requests) = members.get("inputRequests") {
            let passed = self.passed_on(requests).await;
            members.set("inputRequests", passed);
        }
        Ok(members.to_json())
    }

    /// The questions that reach the client. Pages of an untrusted source are declined: they require
    /// consent, which cannot be given in the middle of a task.
    async fn passed_on(&self, requests: &RawJson) -> RawJson {
        let mut kept = RawObject::parse(requests).unwrap_or_default();
        let verdicts = page_consent::judge_all(&self.server, self.client, requests);
        if let Some(verdicts) = verdicts.filter(|_| self.server.trust == SourceTrust::Untrusted) {
            let mut declined = verdicts.declined;
            for (key, _) in verdicts.forms.iter() {
                declined.set(key, page_consent::declined());
            }
            for (key, _) in declined.iter() {
                kept.remove(key);
            }
            page_consent::log_decline(&self.server, "it is part of a task");
            let answers = RawObject::from_iter([("inputResponses", declined.to_json())]);
            // Best effort: the source asks again if this fails.
            let _ = self.ask(method::TASKS_UPDATE, answers).await;
        }
        let kept = kept.to_json();
        server_question::all_named(&self.server, &kept).unwrap_or(kept)
    }

    /// Sends a request about the task to its source.
    async fn ask(&self, method: &'static str, params: RawObject) -> CallReply {
        let limit = self.server.times.silence;
        self.ask_within(limit, method, params).await
    }

    async fn ask_within(
        &self,
        limit: Duration,
        method: &'static str,
        mut params: RawObject,
    ) -> CallReply {
        params.set("taskId", RawJson::string(&self.own));
        let request = SourceRequest {
            method: method.into(),
            params,
            subject: Some(self.own.clone()),
            headers: Vec::new(),
            asker: self.client.asker(),
            repeatable: true,
            tries: AttemptCount::default(),
            environment: self.client.endpoint.environment.clone(),
            variables: Arc::default(),
            plain: Arc::default(),
            principal: Some(self.client.principal().to_owned()),
            hints: Hints::UNSET,
            needs_task: false,
            only_reads: false,
            call: None,
        };
        let answered = tokio::time::timeout(limit, self.answer(request)).await;
        answered.unwrap_or_else(|_| {
            let name = self.server.source.name();
            let sentence = format!("`{name}` did not answer within {limit:?}");
            Err(internal(sentence))
        })
    }

    async fn answer(&self, request: SourceRequest) -> CallReply {
        let asked = self.server.source.ask(Arc::new(request)).await;
        let mut call = asked.map_err(|error| internal(error.sentence()))?;
        loop {
            match call.next().await {
                Some(Ok(CallEvent::Done(answer))) => return answer,
                // Other events have no receiver during such a request.
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(internal(error.sentence())),
                None => return Err(internal("the source gave no answer")),
            }
        }
    }
}

impl Gateway {
    /// The result of a task, once it is available: the result of `tasks/result`, or an error
    /// object.
    #[boxed]
    pub async fn task_result(
        &self,
        client: &ClientContext,
        params: &RawObject,
    ) -> Result<RawJson, RawJson> {
        match SourceTask::named(self, client, params) {
            Some(task) => task?.result(params).await,
            None => Err(invalid("there is no such task")),
        }
    }

    /// The tasks that a client has started: the result of `tasks/list`.
    #[boxed]
    pub async fn tasks(&self, client: &ClientContext) -> RawJson {
        let mut listed = Vec::new();
        for presented in self.known_tasks().of(client.principal()) {
            let params = RawObject::from_iter([("taskId", RawJson::string(&presented))]);
            let Some(Ok(task)) = SourceTask::named(self, client, &params) else {
                continue;
            };
            match task.get(&params).await {
                Ok(task) => listed.push(task),
                Err(_) => self.known_tasks().forget(&presented),
            }
        }
        RawObject::from_iter([("tasks", RawJson::array(&listed))]).to_json()
    }
}

fn invalid(sentence: impl Into<String>) -> RawJson {
    ErrorObject::new(code::INVALID_PARAMS, sentence).to_json()
}

fn internal(sentence: impl Into<String>) -> RawJson {
    ErrorObject::new(code::INTERNAL_ERROR, sentence).to_json()
}
