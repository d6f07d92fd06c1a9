//! One call of an MCP server, from the request to the answer.
//!
//! The request may be sent more than once: over a new session when the server no longer knows the
//! old one, and with a legacy client's answers to the questions of a modern server.

use std::pin::Pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use candor_model::McpEra;
use candor_wire::link::{Exchange, ExchangeEvent, LinkError, PendingExchange};
use candor_wire::{
    JsonError, JsonRpcMessage, JsonRpcNotification, RawJson, RawObject, meta, method,
};
use tokio::sync::oneshot;
use tokio::time::Instant;

use super::awaited_task::{self, AwaitedTask, TaskStep};
use super::{CallEvent, SourceCall};
use crate::active_calls::ActiveCall;
use crate::call_slots::CallSlot;
use crate::error::SourceError;
use crate::mrtr::{self, InputRound, RoundResult, RoundStep};
use crate::request::{OutgoingRequest, RequestTarget, SourceRequest};
use crate::router;
use crate::rpc;
use crate::session::ServerSession;
use crate::shared::{ActorCommand, SourceShared};

/// How long an answer waits for earlier notifications that arrive on another path.
const FENCE: Duration = Duration::from_millis(50);

/// One call of a server, through reconnections and rounds of questions.
pub(crate) struct ServerCall {
    shared: Arc<SourceShared>,
    session: Arc<ServerSession>,
    request: Arc<SourceRequest>,
    phase: ServerCallPhase,
    /// The id of the current request.
    id: u64,
    active: Option<Arc<ActiveCall>>,
    /// The client's progress token.
    token: Option<RawJson>,
    /// The answers to the questions of the last round.
    more: RawObject,
    rounds: u32,
    renewed: bool,
    /// The awaited task, if the client does not support tasks.
    task: AwaitedTask,
    permit: Option<CallSlot>,
}

/// The connection that replaces an expired one.
type PendingRenewal = Pin<Box<dyn Future<Output = Result<Arc<ServerSession>, SourceError>> + Send>>;

/// The phase of a call.
enum ServerCallPhase {
    /// The request is being sent. Over HTTP this lasts until the server begins to answer, and a
    /// legacy server may ask questions meanwhile.
    Sending(PendingExchange),
    /// The server has received the request.
    Open(Exchange),
    /// A modern server has questions first.
    InputRound(InputRound),
    /// The task is polled again after a delay.
    Pausing(Pin<Box<tokio::time::Sleep>>),
    /// The session has expired; a new one is being established.
    Renewing(PendingRenewal),
    /// The answer was received; earlier notifications may still have to be routed.
    Fenced {
        answer: Result<RawJson, RawJson>,
        fence: Option<AnswerFence>,
    },
    /// The call is complete.
    Done,
}

/// Completes once everything that arrived before the answer was routed.
struct AnswerFence {
    passed: oneshot::Receiver<()>,
    until: Instant,
}

/// An event of a phase.
enum PhaseEvent {
    Call(CallEvent),
    Sent(Result<Exchange, LinkError>),
    Message(Option<Result<JsonRpcMessage, LinkError>>),
    Again(RawObject),
    Resend,
    Answer(Result<RawJson, RawJson>),
    Renewed(Result<Arc<ServerSession>, SourceError>),
}

// === impl ServerCall ===

impl ServerCall {
    /// Begins the call. A request to a program is sent now; one over HTTP when the call is first
    /// polled, which saves going through all layers once more.
    pub(crate) async fn begin(
        shared: &Arc<SourceShared>,
        request: Arc<SourceRequest>,
    ) -> Result<SourceCall, SourceError> {
        let session = shared.ready()?;
        let permit = shared.place(request.principal.as_deref())?;
        let mut call = Self {
            shared: Arc::clone(shared),
            session,
            request,
            phase: ServerCallPhase::Done,
            id: 0,
            active: None,
            token: None,
            more: RawObject::default(),
            rounds: 0,
            renewed: false,
            task: AwaitedTask::default(),
            permit: Some(permit),
        };
        if let Some(more) = call.task.begin(&call.request, call.session.era) {
            call.more = more;
        }
        call.put().map_err(|error| call.unsendable(&error))?;
        if call.session.link.kind() != "http"
            && let Err(error) = call.phase.nudge().await
            && let Some(last) = call.failed(error)
        {
            return match last {
                Err(error) if !error.outcome_is_unknown() => Err(error),
                last => Ok(SourceCall::ended(last)),
            };
        }
        Ok(SourceCall::with_server(call))
    }

    /// The next event; see [`SourceCall::next`].
    pub(super) async fn next(&mut self) -> Option<Result<CallEvent, SourceError>> {
        loop {
            let event = self.phase.next(self.active.as_deref()).await?;
            if let Some(said) = self.take(event) {
                return Some(said);
            }
        }
    }

    /// Cancels the call; see [`SourceCall::cancel`].
    pub(super) async fn cancel(mut self: Box<Self>, reason: &str) {
        let unanswered = self.phase.is_unanswered();
        if unanswered && !self.session.closes_to_cancel() {
            self.session.say(rpc::cancelled(self.id, reason)).await;
        }
        self.finish();
    }

    /// Sends the request, with the answers of the last round of questions.
    fn put(&mut self) -> Result<(), JsonError> {
        self.leave();
        let id = self.session.link.next_id();
        let legacy_asker = self.request.asker.era == McpEra::Legacy;
        let target = RequestTarget {
            revision: self.session.revision,
            level: (self.session.era == McpEra::Modern && legacy_asker)
                .then(|| self.shared.level())
                .flatten(),
        };
        let OutgoingRequest { bytes, token } =
            OutgoingRequest::write(id, &self.request, &target, &self.more)?;
        self.id = id;
        self.token = token;
        if self.session.shares_inbox() {
            let asker = &self.request.asker;
            let call = self.request.call.clone();
            let active = ActiveCall::new(asker.key, asker.capabilities.clone(), call);
            self.session.active_calls.join(id, Arc::clone(&active));
            self.active = Some(active);
        }
        let headers = self.session.headers_of(&self.request);
        let sending = self.session.link.request(id, bytes, &headers);
        self.phase = ServerCallPhase::Sending(sending);
        Ok(())
    }

    /// Handles an event of the phase; returns the resulting event of the call, if there is one.
    fn take(&mut self, event: PhaseEvent) -> Option<Result<CallEvent, SourceError>> {
        match event {
            PhaseEvent::Call(event) => Some(Ok(event)),
            PhaseEvent::Sent(Ok(exchange)) => {
                self.phase = ServerCallPhase::Open(exchange);
                None
            }
            PhaseEvent::Sent(Err(error)) | PhaseEvent::Message(Some(Err(error))) => {
                self.failed(error)
            }
            PhaseEvent::Message(Some(Ok(message))) => self.heard(message),
            PhaseEvent::Message(None) => self.failed(rpc::unanswered()),
            PhaseEvent::Again(more) => {
                match self.task.answers(&self.request, more.clone()) {
                    Some(update) => self.request = Arc::from(update),
                    None => self.more = more,
                }
                self.again()
            }
            PhaseEvent::Resend => self.again(),
            PhaseEvent::Answer(outcome) => Some(self.end(Ok(CallEvent::Done(outcome)))),
            PhaseEvent::Renewed(Ok(session)) => {
                self.session = session;
                self.again()
            }
            PhaseEvent::Renewed(Err(error)) => Some(self.end(Err(error))),
        }
    }

    fn heard(&mut self, message: JsonRpcMessage) -> Option<Result<CallEvent, SourceError>> {
        self.session.heard();
        match message {
            JsonRpcMessage::Notification(notification) => {
                let notification = router::remark(&self.session, notification)?;
                self.remark(notification)
            }
            JsonRpcMessage::Request(request) if self.session.era == McpEra::Modern => {
                // Modern servers must not send requests, and over HTTP there is no way to answer.
                tracing::debug!(
                    source = %self.shared.name(), method = %request.method,
                    "a request of a modern server is dropped"
                );
                None
            }
            JsonRpcMessage::Request(request) => {
                let capabilities = &self.request.asker.capabilities;
                let input = router::servable(&self.session, capabilities, request)?;
                Some(Ok(CallEvent::Input(input)))
            }
            JsonRpcMessage::Response(response) => self.answered(response.outcome),
        }
    }

    /// A notification inside the call, with the client's own progress token restored.
    fn remark(
        &self,
        mut notification: JsonRpcNotification,
    ) -> Option<Result<CallEvent, SourceError>> {
        if &*notification.method == method::PROGRESS {
            let token = self.token.clone()?;
            let mut members = RawObject::parse(&notification.params?).ok()?;
            members.set(meta::PROGRESS_TOKEN, token);
            notification.params = Some(members.to_json());
        }
        Some(Ok(CallEvent::Notification(notification)))
    }

    fn answered(
        &mut self,
        outcome: Result<RawJson, RawJson>,
    ) -> Option<Result<CallEvent, SourceError>> {
        let era = self.session.era;
        let outcome = match self.task.read(&self.request, era, &outcome) {
            Some(TaskStep::Send(request, pause)) => {
                self.leave();
                self.request = Arc::from(request);
                self.more = RawObject::default();
                self.phase = ServerCallPhase::Pausing(Box::pin(tokio::time::sleep(pause)));
                return None;
            }
            Some(TaskStep::Ask(question)) => Ok(question),
            Some(TaskStep::Answer(answer)) => {
                self.task = AwaitedTask::default();
                answer
            }
            None => outcome,
        };
        let asker = &self.request.asker;
        if let (Ok(result), McpEra::Modern, McpEra::Legacy) = (&outcome, era, asker.era) {
            match mrtr::read(result, self.rounds, &asker.capabilities) {
                RoundResult::Final => {}
                RoundResult::Requests(round) => {
                    self.leave();
                    self.rounds += 1;
                    self.phase = ServerCallPhase::InputRound(round);
                    return None;
                }
                RoundResult::Malformed(error) => {
                    return Some(self.end(Ok(CallEvent::Done(Err(error.to_json())))));
                }
            }
        }
        self.remember_task(&outcome);
        // Refusals of the program before its answer belong to the call.
        self.session.link.settle_refusals();
        // A task continues after this answer, and may have questions.
        let begins_task = self.request.params.get("task").is_some();
        if let Some(active) = self.active.as_ref().filter(|_| !begins_task) {
            active.set_answered();
        }
        let may_be_remarked = self.session.logs_to_inbox() && !self.session.link.is_inbox_read();
        if self.active.is_some() && may_be_remarked {
            let (pass, passed) = oneshot::channel();
            self.shared.order(ActorCommand::Fence(pass));
            self.phase = ServerCallPhase::fenced(outcome, passed);
            return None;
        }
        if self.active.as_ref().is_some_and(|active| active.has_mail()) {
            self.phase = ServerCallPhase::Fenced {
                answer: outcome,
                fence: None,
            };
            return None;
        }
        Some(self.end(Ok(CallEvent::Done(outcome))))
    }

    /// Remembers a task that the read-only instance has created, so that requests about it go
    /// there.
    fn remember_task(&self, outcome: &Result<RawJson, RawJson>) {
        if !self.shared.spec.instance.is_read_only() {
            return;
        }
        if let Some(task) = outcome.as_ref().ok().and_then(awaited_task::task_of) {
            self.shared.remember_task(task);
        }
    }

    /// Handles a lost request or answer.
    fn failed(&mut self, error: LinkError) -> Option<Result<CallEvent, SourceError>> {
        match &error {
            // The server answered 404 for the session, so it cannot have run the call.
            LinkError::SessionExpired => {
                let old = self.session.serial;
                self.shared.order(ActorCommand::Expired(old));
                if !self.renewed {
                    self.renewed = true;
                    self.leave();
                    let shared = Arc::clone(&self.shared);
                    self.phase =
                        ServerCallPhase::Renewing(Box::pin(
                            async move { shared.renewed(old).await },
                        ));
                    return None;
                }
            }
            LinkError::Connect { .. } => self
                .shared
                .order(ActorCommand::Suspect(self.session.serial)),
            _ => {}
        }
        let name = self.shared.name().clone();
        Some(self.end(Err(SourceError::Lost { name, cause: error })))
    }

    /// Sends the request again.
    fn again(&mut self) -> Option<Result<CallEvent, SourceError>> {
        let error = self.put().err()?;
        let error = self.unsendable(&error);
        Some(self.end(Err(error)))
    }

    fn unsendable(&self, error: &JsonError) -> SourceError {
        SourceError::Refused {
            name: self.shared.name().clone(),
            reason: format!("`_meta` is not an object with each key once: {error}"),
        }
    }

    fn end(&mut self, last: Result<CallEvent, SourceError>) -> Result<CallEvent, SourceError> {
        self.finish();
        last
    }

    fn finish(&mut self) {
        self.leave();
        self.cancel_task();
        self.phase = ServerCallPhase::Done;
        self.permit = None;
    }

    /// Cancels the task, because its result is no longer awaited.
    fn cancel_task(&mut self) {
        let task = std::mem::take(&mut self.task);
        if let Some(id) = task.running() {
            let request = awaited_task::cancellation(&self.request, id);
            self.session.ask_later(&request);
        }
    }

    fn leave(&mut self) {
        if self.active.take().is_some() {
            self.session.active_calls.leave(self.id);
        }
    }
}

impl Drop for ServerCall {
    fn drop(&mut self) {
        self.leave();
        self.cancel_task();
        if self.phase.is_unanswered() {
            self.session.give_up(self.id, "the client no longer waits");
        }
    }
}

// === impl ServerCallPhase ===

impl ServerCallPhase {
    fn fenced(answer: Result<RawJson, RawJson>, passed: oneshot::Receiver<()>) -> Self {
        Self::Fenced {
            answer,
            fence: Some(AnswerFence {
                passed,
                until: Instant::now() + FENCE,
            }),
        }
    }

    /// Whether the server has an unanswered request.
    fn is_unanswered(&self) -> bool {
        matches!(self, Self::Sending(_) | Self::Open(_))
    }

    /// Polls a request once, so that it starts now rather than when the call is polled.
    async fn nudge(&mut self) -> Result<(), LinkError> {
        let Self::Sending(sending) = self else {
            return Ok(());
        };
        let outcome =
            std::future::poll_fn(|context| Poll::Ready(sending.as_mut().poll(context))).await;
        if let Poll::Ready(outcome) = outcome {
            match outcome {
                Ok(exchange) => *self = Self::Open(exchange),
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// Waits for the next event, or for mail. Cancel-safe. `None` when the call is complete.
    async fn next(&mut self, active: Option<&ActiveCall>) -> Option<PhaseEvent> {
        let event = match self {
            Self::Sending(sending) => tokio::select! {
                biased;
                event = mail(active) => PhaseEvent::Call(event),
                outcome = sending => PhaseEvent::Sent(outcome),
            },
            Self::Open(exchange) => tokio::select! {
                biased;
                event = mail(active) => PhaseEvent::Call(event),
                event = exchange.next_event() => match event.transpose() {
                    Ok(Some(ExchangeEvent::Paused(pause))) => PhaseEvent::Call(CallEvent::Paused(pause)),
                    Ok(Some(ExchangeEvent::Message(message))) => PhaseEvent::Message(Some(Ok(message))),
                    Ok(None) => PhaseEvent::Message(None),
                    Err(error) => PhaseEvent::Message(Some(Err(error))),
                },
            },
            Self::InputRound(round) => match round.next().await {
                RoundStep::Ask(ask) => PhaseEvent::Call(CallEvent::Input(ask)),
                RoundStep::Again(more) => PhaseEvent::Again(more),
                RoundStep::Refused(error) => PhaseEvent::Answer(Err(error.to_json())),
            },
            Self::Pausing(pause) => {
                pause.await;
                PhaseEvent::Resend
            }
            Self::Renewing(renewing) => PhaseEvent::Renewed(renewing.await),
            Self::Fenced { answer, fence } => {
                if let Some(AnswerFence { passed, until }) = fence {
                    tokio::select! {
                        biased;
                        event = mail(active) => return Some(PhaseEvent::Call(event)),
                        _ = tokio::time::timeout_at(*until, passed) => *fence = None,
                    }
                }
                match active.and_then(ActiveCall::take) {
                    Some(event) => PhaseEvent::Call(event),
                    None => PhaseEvent::Answer(answer.clone()),
                }
            }
            Self::Done => return None,
        };
        Some(event)
    }
}

async fn mail(active: Option<&ActiveCall>) -> CallEvent {
    match active {
        Some(active) => active.next().await,
        None => std::future::pending().await,
    }
}
