//! A conversation with a server.

use std::sync::Arc;

use candor_model::McpEra;
use candor_wire::link::LinkError;
use candor_wire::{
    JsonError, JsonRpcMessage, JsonRpcNotification, RawJson, RawObject, meta, method,
};
use tokio::sync::{OwnedSemaphorePermit, oneshot};

use super::phase::{PhaseEvent, ServerCallPhase};
use super::{SourceCall, SourceCallEvent};
use crate::active_calls::ActiveCall;
use crate::error::SourceError;
use crate::mrtr::{self, RoundResult};
use crate::outgoing::{self, OutgoingRequest, RequestTarget};
use crate::request::SourceRequest;
use crate::router;
use crate::rpc;
use crate::session::ServerSession;
use crate::shared::{ActorCommand, SourceShared};

/// One question to one server, through retries and rounds.
pub(crate) struct ServerCall {
    shared: Arc<SourceShared>,
    session: Arc<ServerSession>,
    question: SourceRequest,
    phase: ServerCallPhase,
    /// The id of the current request.
    id: u64,
    flight: Option<Arc<ActiveCall>>,
    /// The client's progress token.
    token: Option<RawJson>,
    /// What a modern server wanted to know in the last round.
    more: RawObject,
    rounds: u32,
    renewed: bool,
    permit: Option<OwnedSemaphorePermit>,
}

// === impl Talk ===

impl ServerCall {
    /// Puts a question to the source's server.
    pub(crate) async fn begin(
        shared: &Arc<SourceShared>,
        question: SourceRequest,
    ) -> Result<SourceCall, SourceError> {
        let session = shared.ready()?;
        let permit = shared.place()?;
        let mut talk = Self {
            shared: Arc::clone(shared),
            session,
            question,
            phase: ServerCallPhase::Done,
            id: 0,
            flight: None,
            token: None,
            more: RawObject::default(),
            rounds: 0,
            renewed: false,
            permit: Some(permit),
        };
        talk.put().map_err(|error| talk.unsendable(&error))?;
        if let Err(error) = talk.phase.nudge().await
            && let Some(said) = talk.failed(error)
        {
            return match said {
                SourceCallEvent::Lost(error) if !error.outcome_is_unknown() => Err(error),
                said => {
                    talk.leave();
                    Ok(SourceCall(super::SourceCallKind::Ready(Some(said))))
                }
            };
        }
        Ok(SourceCall::with_server(talk))
    }

    /// See [`Conversation::next`].
    pub(super) async fn next(&mut self) -> Option<SourceCallEvent> {
        loop {
            let event = self.phase.next(self.flight.as_deref()).await?;
            if let Some(said) = self.take(event) {
                return Some(said);
            }
        }
    }

    /// See [`Conversation::cancel`].
    pub(super) async fn cancel(mut self: Box<Self>, reason: &str) {
        let unanswered = self.phase.is_unanswered();
        if unanswered && !self.session.closes_to_cancel() {
            self.session.say(rpc::cancelled(self.id, reason)).await;
        }
        self.finish();
    }

    /// Sends the question, with what the last round brought.
    fn put(&mut self) -> Result<(), JsonError> {
        self.leave();
        let id = self.session.link.next_id();
        let legacy_asker = self.question.asker.era == McpEra::Legacy;
        let towards = RequestTarget {
            revision: self.session.revision,
            level: (self.session.era == McpEra::Modern && legacy_asker)
                .then(|| self.shared.level())
                .flatten(),
        };
        let OutgoingRequest { bytes, token } =
            outgoing::write(id, &self.question, &towards, &self.more)?;
        self.id = id;
        self.token = token;
        if self.session.shares_inbox() {
            let asker = &self.question.asker;
            let flight = ActiveCall::new(asker.key, asker.capabilities.clone());
            self.session.flights.join(id, Arc::clone(&flight));
            self.flight = Some(flight);
        }
        let mut headers = self
            .session
            .headers(self.question.method, self.question.subject.as_deref());
        if self.session.closes_to_cancel() {
            headers.params.clone_from(&self.question.headers);
        }
        headers.trace.clone_from(&self.question.asker.trace);
        let link = self.session.link.clone();
        self.phase =
            ServerCallPhase::Sending(Box::pin(
                async move { link.request(id, bytes, &headers).await },
            ));
        Ok(())
    }

    /// Takes in an event; gives what is to be said of it.
    fn take(&mut self, event: PhaseEvent) -> Option<SourceCallEvent> {
        match event {
            PhaseEvent::Mail(said) | PhaseEvent::Ask(said) => Some(said),
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
                self.more = more;
                self.again()
            }
            PhaseEvent::Answer(outcome) => Some(self.end(SourceCallEvent::Answer(outcome))),
            PhaseEvent::Renewed(Ok(session)) => {
                self.session = session;
                self.again()
            }
            PhaseEvent::Renewed(Err(error)) => Some(self.end(SourceCallEvent::Lost(error))),
        }
    }

    fn heard(&mut self, message: JsonRpcMessage) -> Option<SourceCallEvent> {
        self.session.heard();
        match message {
            JsonRpcMessage::Notification(notification) => {
                let notification = router::remark(&self.session, notification)?;
                self.remark(notification)
            }
            JsonRpcMessage::Request(request) if self.session.era == McpEra::Modern => {
                // Modern servers must not ask, and over HTTP there is no way to answer.
                tracing::debug!(
                    source = %self.shared.name(), method = %request.method,
                    "a request of a modern server is dropped"
                );
                None
            }
            JsonRpcMessage::Request(request) => {
                let capabilities = &self.question.asker.capabilities;
                router::servable(&self.session, capabilities, request).map(SourceCallEvent::Ask)
            }
            JsonRpcMessage::Response(response) => self.answered(response.outcome),
        }
    }

    /// A remark inside the call. Progress gets the client's own token back.
    fn remark(&self, notification: JsonRpcNotification) -> Option<SourceCallEvent> {
        let JsonRpcNotification { method, params } = notification;
        if &*method != method::PROGRESS {
            return Some(SourceCallEvent::Notification { method, params });
        }
        let token = self.token.clone()?;
        let mut members = RawObject::parse(&params?).ok()?;
        members.set(meta::PROGRESS_TOKEN, token);
        Some(SourceCallEvent::Notification {
            method,
            params: Some(members.to_json()),
        })
    }

    fn answered(&mut self, outcome: Result<RawJson, RawJson>) -> Option<SourceCallEvent> {
        let asker = &self.question.asker;
        if let (Ok(result), McpEra::Modern, McpEra::Legacy) =
            (&outcome, self.session.era, asker.era)
        {
            match mrtr::read(result, self.rounds, &asker.capabilities) {
                RoundResult::Final => {}
                RoundResult::Requests(round) => {
                    self.leave();
                    self.rounds += 1;
                    self.phase = ServerCallPhase::InputRound(round);
                    return None;
                }
                RoundResult::Malformed(error) => {
                    return Some(self.end(SourceCallEvent::Answer(Err(error.to_json()))));
                }
            }
        }
        if let Some(flight) = self
            .flight
            .as_ref()
            .filter(|_| self.session.logs_to_inbox())
        {
            flight.set_answered();
            let (pass, passed) = oneshot::channel();
            self.shared.order(ActorCommand::Fence(pass));
            self.phase = ServerCallPhase::fenced(outcome, passed);
            return None;
        }
        Some(self.end(SourceCallEvent::Answer(outcome)))
    }

    /// The request or its answer did not make it.
    fn failed(&mut self, error: LinkError) -> Option<SourceCallEvent> {
        match &error {
            // The server said 404 to the session, so it cannot have run the call.
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
        Some(self.end(SourceCallEvent::Lost(SourceError::Lost {
            name,
            cause: error,
        })))
    }

    /// Sends the question once more.
    fn again(&mut self) -> Option<SourceCallEvent> {
        let error = self.put().err()?;
        let error = self.unsendable(&error);
        Some(self.end(SourceCallEvent::Lost(error)))
    }

    fn unsendable(&self, error: &JsonError) -> SourceError {
        SourceError::Refused {
            name: self.shared.name().clone(),
            reason: format!("`_meta` is not an object with each key once: {error}"),
        }
    }

    fn end(&mut self, said: SourceCallEvent) -> SourceCallEvent {
        self.finish();
        said
    }

    fn finish(&mut self) {
        self.leave();
        self.phase = ServerCallPhase::Done;
        self.permit = None;
    }

    fn leave(&mut self) {
        if self.flight.take().is_some() {
            self.session.flights.leave(self.id);
        }
    }
}

impl Drop for ServerCall {
    fn drop(&mut self) {
        self.leave();
        if self.phase.is_unanswered() {
            self.session.give_up(self.id, "the client no longer waits");
        }
    }
}
