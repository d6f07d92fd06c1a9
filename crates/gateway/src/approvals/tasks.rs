//! Tasks: calls that continue without their client, so that a person can take hours to decide.
//!
//! A client that supports the tasks extension gets a task instead of waiting. The task is stored
//! with the sealed call; when it is approved, one of the serving processes makes the call and
//! stores its result. That process holds a lease, which it renews. If it stops renewing it, the
//! call is not repeated, since it may have taken effect.

mod run;
mod sealed;
mod view;

use candor_boxed::boxed;
use candor_model::{
    Approval, ApprovalAnswer, ApprovalId, ApprovalState, ChangeAuthor, ChangeChannel, McpEra,
    PrincipalKey, TaskId, TaskRecord,
};
use candor_wire::{ErrorObject, RawJson, RawObject, code};

use crate::approvals::capabilities::ApprovalCapabilities;
use crate::approvals::question::full_or_failed;
use crate::approvals::{ClientAnswer, ClientScopes, DecideError, PromptMode, QUESTION, form};
use crate::call::incoming::ClientContext;
use crate::call::refusal::CallRefusal;
use crate::call::resolve::ResolvedCall;
use crate::clock::{micros, now_micros};
use crate::gateway::Gateway;
use crate::source_tasks::SourceTask;

pub(crate) use run::wake;

/// How long a result is kept after the approval could last have been answered.
const KEPT: std::time::Duration = std::time::Duration::from_hours(24);

/// Checks whether the caller may store another task for a request of this size. This comes before a
/// person is asked, so that no one decides about a call that is then refused.
pub(crate) async fn check_room(
    gateway: &Gateway,
    client: &ClientContext,
    bytes: usize,
) -> Result<(), CallRefusal> {
    let caller = PrincipalKey::of(&client.identity);
    let room = gateway
        .store()
        .check_task_room(&caller, bytes, now_micros());
    room.await.map_err(|error| full_or_failed(gateway, error))
}

/// Creates a task for a call that waits for this approval.
pub(crate) async fn begin(
    gateway: &Gateway,
    call: &ResolvedCall,
    approval: &Approval,
) -> Result<RawJson, CallRefusal> {
    let now = now_micros();
    let client = call.client();
    let task = TaskRecord {
        id: TaskId::fresh(),
        principal: client.principal().to_owned(),
        approval: approval.id,
        call: sealed::seal_call(gateway, call)?,
        outcome: None,
        cancelled: false,
        runner: None,
        created_micros: now,
        updated_micros: now,
        expires_micros: approval.expires_micros + micros(KEPT),
    };
    let kept = gateway.store().add_task(&task).await;
    kept.map_err(|error| full_or_failed(gateway, error))?;
    // The approval may have been given before the task was stored.
    wake(gateway, approval.id);
    Ok(view::begun(&task, &view::message(gateway, approval)))
}

impl Gateway {
    /// The status of a task: the result of `tasks/get`, or an error object.
    #[boxed]
    pub async fn task(
        &self,
        client: &ClientContext,
        params: &RawObject,
    ) -> Result<RawJson, RawJson> {
        if let Some(task) = SourceTask::named(self, client, params) {
            return task?.get(params).await;
        }
        let task = self.find_task(client, params).await?;
        let approval = self.store().approval(task.approval).await.map_err(failed)?;
        // Read again, because a process claims the task before it consumes the approval.
        let task = self.find_task(client, params).await?;
        let asks = ApprovalCapabilities::of(client);
        Ok(view::detailed(self, &task, approval.as_ref(), asks, client).await)
    }

    /// Accepts a client's answers for a task.
    #[boxed]
    pub async fn update_task(
        &self,
        client: &ClientContext,
        params: &RawObject,
    ) -> Result<RawJson, RawJson> {
        if let Some(task) = SourceTask::named(self, client, params) {
            return task?.update(params).await;
        }
        let task = self.find_task(client, params).await?;
        let responses = params.get("inputResponses");
        let responses = responses.and_then(|all| RawObject::parse(all).ok());
        let Some(answer) = responses.as_ref().and_then(|all| all.get(QUESTION)) else {
            return Ok(view::acknowledged());
        };
        let approval = self.store().approval(task.approval).await.map_err(failed)?;
        let Some(approval) = approval else {
            return Ok(view::acknowledged());
        };
        if let ClientAnswer::Decision(answer, why) = form::read_answer(
            answer,
            PromptMode::Form,
            ClientScopes::asked(client, &approval),
        ) {
            let author = by(client, why);
            match self.approvals().decide(approval.id, answer, author).await {
                Ok(_) | Err(DecideError::Already(_)) => {}
                Err(error) => return Err(invalid(error.to_string())),
            }
        }
        Ok(view::acknowledged())
    }

    /// Cancels a task. What has been done is not undone.
    #[boxed]
    pub async fn cancel_task(
        &self,
        client: &ClientContext,
        params: &RawObject,
    ) -> Result<RawJson, RawJson> {
        if let Some(task) = SourceTask::named(self, client, params) {
            return task?.cancel(params).await;
        }
        let task = self.find_task(client, params).await?;
        let cancelled = self.store().cancel_task(&task.id, now_micros()).await;
        if cancelled.map_err(failed)? {
            let author = by(client, Some("the client took the call back".to_owned()));
            // A decision is no longer needed; if there was an earlier one, this fails harmlessly.
            let _ = self
                .approvals()
                .decide(task.approval, ApprovalAnswer::Deny, author)
                .await;
        }
        Ok(view::acknowledged())
    }

    /// The task that a client names, if it is the client's own.
    async fn find_task(
        &self,
        client: &ClientContext,
        params: &RawObject,
    ) -> Result<TaskRecord, RawJson> {
        let text = params.get_string("taskId").unwrap_or_default();
        // Task ids have the form of the extension, which clients of the legacy era do not know.
        let id = TaskId::presented(&text).filter(|_| client.era() == McpEra::Modern);
        let found = match id {
            Some(id) => self.store().task(&id).await.map_err(failed)?,
            None => None,
        };
        found
            .filter(|task| task.principal == client.principal())
            .filter(|task| now_micros() < task.expires_micros)
            .ok_or_else(|| {
                let shown: String = text.chars().take(64).collect();
                invalid(format!(
                    "there is no task `{shown}`: it has been forgotten, or never was yours"
                ))
            })
    }
}

/// Whether the approval was granted and the call has not been made yet.
fn is_due(approval: &Approval) -> bool {
    approval.state_at(now_micros()) == ApprovalState::Approved
}

fn by(client: &ClientContext, why: Option<String>) -> ChangeAuthor {
    ChangeAuthor {
        name: client.principal().to_owned(),
        channel: ChangeChannel::Client,
        why,
    }
}

fn invalid(sentence: impl Into<String>) -> RawJson {
    ErrorObject::new(code::INVALID_PARAMS, sentence).to_json()
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "it is the argument of `map_err`"
)]
fn failed(error: candor_store::StoreError) -> RawJson {
    ErrorObject::new(code::INTERNAL_ERROR, error.to_string()).to_json()
}

/// The tasks that wait for an approval.
async fn waiting(gateway: &Gateway, approval: ApprovalId) -> Vec<TaskRecord> {
    match gateway.store().task_of(approval).await {
        Ok(tasks) => tasks,
        Err(error) => {
            tracing::warn!(%error, "The tasks that wait for an approval cannot be read");
            Vec::new()
        }
    }
}
