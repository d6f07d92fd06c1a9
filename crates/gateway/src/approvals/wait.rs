//! A call that waits for a decision while its client stays connected.
//!
//! The client is asked if it can be, and gets progress notifications so that it does not time out.
//! The first answer decides, wherever it is given. If none comes in time, the call is not made.

use std::sync::Arc;
use std::time::Duration;

use candor_card::ApprovalCard;
use candor_model::{Approval, ApprovalState, ChangeAuthor, ChangeChannel};
use candor_sources::{CallEvent, InputRequest};
use candor_wire::{ErrorObject, JsonRpcNotification, RawJson, RawObject, method};
use serde_json::json;
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep_until};

use super::form::{self, ClientAnswer, ClientScopes, PromptMode};
use super::gone_caller::WaitingCaller;
use super::question::Consumed;
use super::service::DecideError;
use super::tracker::WatchedApproval;
use crate::call::NextStep;
use crate::call::admit::{ApprovalRequest, PendingApproval};
use crate::call::audit::AuditEntry;
use crate::call::refusal::CallRefusal;
use crate::caller_usage::UsageGuard;
use crate::clock::now_micros;
use crate::gateway::Gateway;

/// How often a waiting client gets a progress notification.
const SIGN_OF_LIFE: Duration = Duration::from_secs(5);

/// A call whose client waits for the decision.
pub(crate) struct ApprovalWait {
    gateway: Gateway,
    request: ApprovalRequest,
    entry: Box<AuditEntry>,
    watched: WatchedApproval,
    prompt: ClientPrompt,
    deadline: Instant,
    next_sign: Instant,
    signs: u32,
    /// Whether the approval was read from the store since it is watched.
    looked: bool,
    /// Counts the call among its caller's waiting calls.
    _held: UsageGuard,
    /// Ends the question when the client disconnects, unless it comes back for the result.
    caller: Option<WaitingCaller>,
}

/// The state of the question to the client.
enum ClientPrompt {
    /// It will be asked in this form.
    Planned(PromptMode),
    /// It was asked.
    Open(PromptMode, oneshot::Receiver<Result<RawJson, ErrorObject>>),
    /// The client has sent its user to the page.
    Sent,
    /// There is no question, or it is settled.
    Closed,
}

// === impl ApprovalWait ===

impl ApprovalWait {
    /// Starts waiting.
    pub(crate) fn new(
        gateway: &Gateway,
        pending: PendingApproval,
        entry: Box<AuditEntry>,
        held: UsageGuard,
        caller: Option<WaitingCaller>,
    ) -> Self {
        let prompt = match pending.prompt_mode(gateway) {
            Some(mode) => ClientPrompt::Planned(mode),
            None => ClientPrompt::Closed,
        };
        let PendingApproval {
            request, approval, ..
        } = pending;
        let now = Instant::now();
        let left = u64::try_from(approval.expires_micros - now_micros()).unwrap_or_default();
        Self {
            gateway: gateway.clone(),
            request,
            entry,
            watched: gateway.approvals_known().watch(approval),
            prompt,
            deadline: now + Duration::from_micros(left),
            next_sign: now + Duration::from_secs(1),
            signs: 0,
            looked: false,
            _held: held,
            caller,
        }
    }

    /// Waits for the next event. Returns the event for the client, if there is one, and the next
    /// step.
    pub(crate) async fn advance(mut self: Box<Self>) -> (Option<CallEvent>, NextStep) {
        let mut approval = self.look().await;
        if approval.state_at(now_micros()) == ApprovalState::Pending
            && let Some(input) = self.put()
        {
            return (Some(CallEvent::Input(input)), NextStep::AwaitApproval(self));
        }
        loop {
            let verdict = self
                .request
                .verdict(&self.gateway, &approval, &self.entry)
                .await;
            if let Some(verdict) = verdict.transpose() {
                return self.conclude(&approval, verdict);
            }
            let (prompt, deadline, next_sign) = (&mut self.prompt, self.deadline, self.next_sign);
            tokio::select! {
                biased;
                changed = self.watched.changed() => approval = changed,
                (mode, answer) = prompt.answer() => {
                    self.prompt = ClientPrompt::Closed;
                    if let Some(decided) = self.answered(mode, answer).await {
                        approval = decided;
                    }
                }
                () = self.gateway.closing().cancelled() => {
                    let tool = self.request.subject.name().clone();
                    return self.conclude(&approval, Err(CallRefusal::Stopping { tool }));
                }
                () = sleep_until(deadline) => approval = self.look_again(approval).await,
                () = sleep_until(next_sign) => {
                    if let Some(sign) = self.sign() {
                        return (Some(sign), NextStep::AwaitApproval(self));
                    }
                }
            }
        }
    }

    /// The current state of the approval. It may have been answered after it was stored and before
    /// it was watched, so the first read goes to the store.
    async fn look(&mut self) -> Arc<Approval> {
        let known = self.watched.now();
        if std::mem::replace(&mut self.looked, true) {
            return known;
        }
        match self.gateway.store().approval(known.id).await {
            Ok(Some(latest)) if latest.version > known.version => Arc::new(latest),
            // If the store cannot be read now, it is read again at the deadline.
            Ok(_) | Err(_) => known,
        }
    }

    /// The question for the client, if it has not been asked yet.
    fn put(&mut self) -> Option<InputRequest> {
        let ClientPrompt::Planned(mode) = self.prompt else {
            return None;
        };
        self.prompt = ClientPrompt::Closed;
        let approval = self.watched.now();
        let card = ApprovalCard::from_json(&approval.card).ok()?;
        let card = card.seen_at(approval.expires_micros, now_micros());
        let page = self
            .gateway
            .policy_settings()
            .page(approval.id)
            .unwrap_or_default();
        let params = form::params(&card, approval.id, mode, &page, self.request.client());
        let (input, answer) = InputRequest::in_round(method::ELICIT.into(), Some(params));
        self.prompt = ClientPrompt::Open(mode, answer);
        Some(input)
    }

    /// Applies the client's answer. If it is not a decision, the approval stays pending for others.
    async fn answered(
        &mut self,
        mode: PromptMode,
        answer: Option<RawJson>,
    ) -> Option<Arc<Approval>> {
        let approval = self.watched.now();
        let scopes = ClientScopes::asked(self.request.client(), &approval);
        let (answer, reason) = match form::read_answer(&answer?, mode, scopes) {
            ClientAnswer::Decision(answer, reason) => (answer, reason),
            ClientAnswer::Sent => {
                self.prompt = ClientPrompt::Sent;
                return None;
            }
            ClientAnswer::Nothing => return None,
        };
        let author = ChangeAuthor {
            name: approval.binding.principal.clone(),
            channel: ChangeChannel::Client,
            why: reason,
        };
        let service = self.gateway.approvals();
        match service.decide(approval.id, answer, author).await {
            Ok(decided) | Err(DecideError::Already(decided)) => Some(Arc::new(*decided)),
            Err(error) => {
                tracing::warn!(approval.id = %approval.id, %error, "The answer of a client does not count");
                None
            }
        }
    }

    /// Checks the store at the deadline, since an answer may just have been given.
    async fn look_again(&mut self, known: Arc<Approval>) -> Arc<Approval> {
        let found = self.gateway.store().approval(known.id).await;
        let mut latest = match found {
            Ok(Some(latest)) => latest,
            Ok(None) | Err(_) => Approval::clone(&known),
        };
        if latest.state == ApprovalState::Pending {
            // Avoids waiting forever if this clock is ahead of the one that wrote the approval.
            latest.state = ApprovalState::Expired;
        }
        Arc::new(latest)
    }

    /// A progress notification, if the client requested progress.
    fn sign(&mut self) -> Option<CallEvent> {
        self.next_sign = Instant::now() + SIGN_OF_LIFE;
        let token = self.request.call.progress_token()?;
        self.signs += 1;
        // Small, so that any later progress of the source is greater.
        let progress = f64::from(self.signs) * 1e-6;
        let params = RawObject::from_iter([
            ("progressToken", token),
            ("progress", RawJson::from_value(&json!(progress))),
            (
                "message",
                RawJson::string("Waiting for a person to approve the call"),
            ),
        ]);
        Some(notification(method::PROGRESS, params.to_json()))
    }

    /// Ends the wait: withdraws the question from the client if it was asked there, and makes or
    /// refuses the call.
    fn conclude(
        mut self: Box<Self>,
        approval: &Approval,
        verdict: Result<Consumed, CallRefusal>,
    ) -> (Option<CallEvent>, NextStep) {
        let told = self.withdraw();
        let Self {
            request,
            mut entry,
            gateway,
            caller,
            ..
        } = *self;
        if let Some(caller) = caller {
            caller.released();
        }
        entry.waits_no_more();
        let admitted = verdict
            .and_then(|consumed| request.approved(&gateway, &consumed, approval, &mut entry));
        let next = match admitted {
            Ok(call) => NextStep::Dispatch(Box::new(call), entry),
            Err(refusal) => NextStep::refused(&mut entry, &refusal),
        };
        (told, next)
    }

    /// Tells the client that its question was answered elsewhere.
    fn withdraw(&mut self) -> Option<CallEvent> {
        match std::mem::replace(&mut self.prompt, ClientPrompt::Closed) {
            ClientPrompt::Open(PromptMode::Form, _) => Some(CallEvent::Withdrawn),
            ClientPrompt::Open(PromptMode::Url, _) | ClientPrompt::Sent => {
                let id = self.watched.now().id.to_string();
                let params = RawJson::from_value(&json!({"elicitationId": id}));
                Some(notification(method::ELICITATION_COMPLETE, params))
            }
            ClientPrompt::Planned(_) | ClientPrompt::Closed => None,
        }
    }
}

// === impl ClientPrompt ===

impl ClientPrompt {
    /// The client's answer, or an error if it cannot be asked; pending forever if it was not asked.
    async fn answer(&mut self) -> (PromptMode, Option<RawJson>) {
        match self {
            Self::Open(mode, answer) => {
                let answer = answer.await;
                (*mode, answer.ok().and_then(Result::ok))
            }
            Self::Planned(_) | Self::Sent | Self::Closed => std::future::pending().await,
        }
    }
}

fn notification(method: &str, params: RawJson) -> CallEvent {
    CallEvent::Notification(JsonRpcNotification {
        method: method.into(),
        params: Some(params),
    })
}
