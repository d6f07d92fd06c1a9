//! A conversation with a server.

use std::sync::Arc;

use candor_model::Era;
use candor_wire::link::LinkError;
use candor_wire::{JsonError, Message, Notification, RawJson, RawObject, meta, method};
use tokio::sync::{OwnedSemaphorePermit, oneshot};

use super::phase::{Event, Phase};
use super::{Conversation, Said};
use crate::error::SourceError;
use crate::flights::Flight;
use crate::mrtr::{self, Read};
use crate::outgoing::{self, Outgoing, Towards};
use crate::question::Question;
use crate::router;
use crate::rpc;
use crate::session::Session;
use crate::shared::{Order, Shared};

/// One question to one server, through retries and rounds.
pub(crate) struct Talk {
    shared: Arc<Shared>,
    session: Arc<Session>,
    question: Question,
    phase: Phase,
    /// The id of the current request.
    id: u64,
    flight: Option<Arc<Flight>>,
    /// The client's progress token.
    token: Option<RawJson>,
    /// What a modern server wanted to know in the last round.
    more: RawObject,
    rounds: u32,
    renewed: bool,
    permit: Option<OwnedSemaphorePermit>,
}

// === impl Talk ===

impl Talk {
    /// Puts a question to the source's server.
    pub(crate) async fn begin(
        shared: &Arc<Shared>,
        question: Question,
    ) -> Result<Conversation, SourceError> {
        let session = shared.ready()?;
        let permit = shared.place()?;
        let mut talk = Self {
            shared: Arc::clone(shared),
            session,
            question,
            phase: Phase::Done,
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
                Said::Lost(error) if !error.outcome_is_unknown() => Err(error),
                said => {
                    talk.leave();
                    Ok(Conversation(super::Body::Ready(Some(said))))
                }
            };
        }
        Ok(Conversation::with_server(talk))
    }

    /// See [`Conversation::next`].
    pub(super) async fn next(&mut self) -> Option<Said> {
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
        let legacy_asker = self.question.asker.era == Era::Legacy;
        let towards = Towards {
            revision: self.session.revision,
            level: (self.session.era == Era::Modern && legacy_asker)
                .then(|| self.shared.level())
                .flatten(),
        };
        let Outgoing { bytes, token } = outgoing::write(id, &self.question, &towards, &self.more)?;
        self.id = id;
        self.token = token;
        if self.session.shares_inbox() {
            let asker = &self.question.asker;
            let flight = Flight::new(asker.key, asker.capabilities.clone());
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
        self.phase = Phase::Sending(Box::pin(
            async move { link.request(id, bytes, &headers).await },
        ));
        Ok(())
    }

    /// Takes in an event; gives what is to be said of it.
    fn take(&mut self, event: Event) -> Option<Said> {
        match event {
            Event::Mail(said) | Event::Ask(said) => Some(said),
            Event::Sent(Ok(exchange)) => {
                self.phase = Phase::Open(exchange);
                None
            }
            Event::Sent(Err(error)) | Event::Message(Some(Err(error))) => self.failed(error),
            Event::Message(Some(Ok(message))) => self.heard(message),
            Event::Message(None) => self.failed(rpc::unanswered()),
            Event::Again(more) => {
                self.more = more;
                self.again()
            }
            Event::Answer(outcome) => Some(self.end(Said::Answer(outcome))),
            Event::Renewed(Ok(session)) => {
                self.session = session;
                self.again()
            }
            Event::Renewed(Err(error)) => Some(self.end(Said::Lost(error))),
        }
    }

    fn heard(&mut self, message: Message) -> Option<Said> {
        self.session.heard();
        match message {
            Message::Notification(notification) => {
                let notification = router::remark(&self.session, notification)?;
                self.remark(notification)
            }
            Message::Request(request) if self.session.era == Era::Modern => {
                // Modern servers must not ask, and over HTTP there is no way to answer.
                tracing::debug!(
                    source = %self.shared.name(), method = %request.method,
                    "a request of a modern server is dropped"
                );
                None
            }
            Message::Request(request) => {
                let capabilities = &self.question.asker.capabilities;
                router::servable(&self.session, capabilities, request).map(Said::Ask)
            }
            Message::Response(response) => self.answered(response.outcome),
        }
    }

    /// A remark inside the call. Progress gets the client's own token back.
    fn remark(&self, notification: Notification) -> Option<Said> {
        let Notification { method, params } = notification;
        if &*method != method::PROGRESS {
            return Some(Said::Notification { method, params });
        }
        let token = self.token.clone()?;
        let mut members = RawObject::parse(&params?).ok()?;
        members.set(meta::PROGRESS_TOKEN, token);
        Some(Said::Notification {
            method,
            params: Some(members.to_json()),
        })
    }

    fn answered(&mut self, outcome: Result<RawJson, RawJson>) -> Option<Said> {
        let asker = &self.question.asker;
        if let (Ok(result), Era::Modern, Era::Legacy) = (&outcome, self.session.era, asker.era) {
            match mrtr::read(result, self.rounds, &asker.capabilities) {
                Read::Final => {}
                Read::Wishes(round) => {
                    self.leave();
                    self.rounds += 1;
                    self.phase = Phase::Wishes(round);
                    return None;
                }
                Read::Malformed(error) => {
                    return Some(self.end(Said::Answer(Err(error.to_json()))));
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
            self.shared.order(Order::Fence(pass));
            self.phase = Phase::fenced(outcome, passed);
            return None;
        }
        Some(self.end(Said::Answer(outcome)))
    }

    /// The request or its answer did not make it.
    fn failed(&mut self, error: LinkError) -> Option<Said> {
        match &error {
            // The server said 404 to the session, so it cannot have run the call.
            LinkError::SessionExpired => {
                let old = self.session.serial;
                self.shared.order(Order::Expired(old));
                if !self.renewed {
                    self.renewed = true;
                    self.leave();
                    let shared = Arc::clone(&self.shared);
                    self.phase =
                        Phase::Renewing(Box::pin(async move { shared.renewed(old).await }));
                    return None;
                }
            }
            LinkError::Connect { .. } => self.shared.order(Order::Suspect(self.session.serial)),
            _ => {}
        }
        let name = self.shared.name().clone();
        Some(self.end(Said::Lost(SourceError::Lost { name, cause: error })))
    }

    /// Sends the question once more.
    fn again(&mut self) -> Option<Said> {
        let error = self.put().err()?;
        let error = self.unsendable(&error);
        Some(self.end(Said::Lost(error)))
    }

    fn unsendable(&self, error: &JsonError) -> SourceError {
        SourceError::Refused {
            name: self.shared.name().clone(),
            reason: format!("`_meta` is not an object with each key once: {error}"),
        }
    }

    fn end(&mut self, said: Said) -> Said {
        self.finish();
        said
    }

    fn finish(&mut self) {
        self.leave();
        self.phase = Phase::Done;
        self.permit = None;
    }

    fn leave(&mut self) {
        if self.flight.take().is_some() {
            self.session.flights.leave(self.id);
        }
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        self.leave();
        if self.phase.is_unanswered() {
            self.session.give_up(self.id, "the client no longer waits");
        }
    }
}
