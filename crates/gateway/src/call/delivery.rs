//! Step 6: the source handles the call; its events are forwarded until it has answered.

mod questions;

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use candor_boxed::boxed;
use candor_model::{CallKind, CallOutcome};
use candor_sources::{CallEvent, CallRemark, InputRequest, SourceCall, SourceError, SourceState};
use candor_wire::method;
use tokio::time::{Instant, timeout_at};

use crate::call::NextStep;
use crate::call::coalesce::LeadingRead;
use crate::call::dispatch::DispatchedCall;
use crate::call::finish::{self, CallReply, FinishedReply};
use crate::call::incoming::ClientContext;
use crate::call::page_consent::{self, PageVerdict, WaitingConsents};
use crate::call::refusal::CallRefusal;
use crate::call::resolve::CallTarget;
use crate::call::result_cache::OngoingWrite;
use crate::call::retry;
use crate::gateway::Gateway;

/// How long to wait for a lost source to recover before it is asked again.
const RECOVERY: Duration = Duration::from_secs(3);

/// A call that a source is handling.
pub(crate) struct Delivery {
    gateway: Gateway,
    pub(crate) call: Box<DispatchedCall>,
    /// `None` before the source is asked and once the call is over. Dropping it earlier cancels the
    /// call at the source.
    source_call: Option<SourceCall>,
    clock: SilenceClock,
    /// Whether the client has received any event of the call. If so, the call cannot be restarted.
    heard: bool,
    /// The error of an earlier attempt that may have reached the source.
    unknown: Option<SourceError>,
    write: Option<OngoingWrite>,
    /// Held for the calls that are coalesced with this one.
    lead: Option<LeadingRead>,
    /// Questions that are forwarded once a person has agreed to see them.
    consents: WaitingConsents,
    /// How often the source was told that a page is declined.
    declines: u32,
}

/// Tracks when the source has been silent for too long.
struct SilenceClock {
    silence: Duration,
    ceiling: Instant,
    last_sign: Instant,
    /// While the client is asked for input, the source is expected to be silent.
    waits_for_client: bool,
}

// === impl Delivery ===

impl Delivery {
    /// Sends the call to its source.
    pub(crate) async fn begin(
        gateway: &Gateway,
        call: Box<DispatchedCall>,
        write: Option<OngoingWrite>,
        lead: Option<LeadingRead>,
    ) -> NextStep {
        let times = call.target.server().times;
        let mut delivery = Box::new(Self {
            gateway: gateway.clone(),
            call,
            source_call: None,
            clock: SilenceClock::start(times.silence, times.ceiling),
            heard: false,
            unknown: None,
            write,
            lead,
            consents: WaitingConsents::default(),
            declines: 0,
        });
        let asked = delivery.ask().await;
        delivery.asked(asked).await
    }

    /// Sends the request, and retries where that is allowed.
    async fn ask(&mut self) -> Result<(), CallRefusal> {
        loop {
            self.call.entry.attempt();
            // A server may take a while before it sends even the headers of its response.
            let asked = {
                let source = &self.call.target.server().source;
                // Pinned here, because it is too large to be moved into the timeout.
                let asking = pin!(source.ask(Arc::clone(&self.call.request)));
                timeout_at(self.clock.deadline(), asking).await
            };
            match asked {
                Ok(Ok(source_call)) => {
                    self.source_call = Some(source_call);
                    return Ok(());
                }
                Ok(Err(error)) => self.pause(error).await?,
                Err(_) => return Err(timed_out(&self.call.target, self.clock.exceeded())),
            }
        }
    }

    /// Waits before the next attempt, or fails if there is none. Sources that Candor runs itself
    /// retry on their own.
    #[cold]
    #[boxed]
    async fn pause(&mut self, error: SourceError) -> Result<(), CallRefusal> {
        let own = self.call.target.server().source.is_own();
        let asked = self.call.entry.attempts();
        let pause = retry::pause(&error, asked, self.call.request.repeatable);
        let Some(pause) = pause.filter(|_| !self.heard && !own) else {
            return Err(CallRefusal::Source(self.worst(error)));
        };
        tracing::info!(call.id = %self.call.entry.id(), error = error.sentence(), "A call gets no answer and is tried again");
        if error.outcome_is_unknown() {
            self.unknown.get_or_insert(error);
        }
        tokio::time::sleep(pause).await;
        self.recovery().await;
        self.clock.last_sign = Instant::now();
        Ok(())
    }

    /// The error to report if the last attempt failed with this one. An earlier attempt that may
    /// have taken effect takes precedence.
    fn worst(&mut self, error: SourceError) -> SourceError {
        match self.unknown.take() {
            Some(earlier) if !error.outcome_is_unknown() => earlier,
            _ => error,
        }
    }

    /// Waits briefly until the source is ready again.
    async fn recovery(&mut self) {
        let mut state = self.call.target.server().source.watch_state();
        let end = self.clock.ceiling.min(Instant::now() + RECOVERY);
        // The result does not matter: the next attempt shows whether the source is ready.
        let _ = timeout_at(end, state.wait_for(SourceState::is_ready)).await;
    }

    /// Waits for the next event. Returns the event for the client, if there is one, and the next
    /// step.
    pub(crate) async fn advance(mut self: Box<Self>) -> (Option<CallEvent>, NextStep) {
        let deadline = self.clock.deadline();
        let Some(source_call) = &mut self.source_call else {
            return (None, self.refuse(&CallRefusal::Cancelled).await);
        };
        let event = tokio::select! {
            biased;
            (question, agreed) = self.consents.next(), if !self.consents.is_empty() => {
                return self.consented(question, agreed).await;
            }
            event = timeout_at(deadline, source_call.next()) => event,
        };
        match event {
            Ok(Some(Ok(CallEvent::Done(answer)))) => (None, self.finish(answer).await),
            Ok(Some(Ok(CallEvent::Notification(notification)))) => {
                self.clock.sign(&notification.method);
                self.heard = true;
                let event = CallEvent::Notification(notification);
                (Some(event), NextStep::Deliver(self))
            }
            Ok(Some(Ok(event))) => self.relay(event).await,
            Ok(Some(Err(error))) => (None, self.again(error).await),
            Ok(None) => (None, self.refuse(&CallRefusal::Cancelled).await),
            Err(_) => (None, self.time_out().await),
        }
    }

    /// Handles an event that few calls have.
    #[cold]
    #[boxed]
    async fn relay(mut self: Box<Self>, event: CallEvent) -> (Option<CallEvent>, NextStep) {
        match event {
            // A completion cannot ask its client; dropping the question answers it with an error.
            CallEvent::Input(_) if self.call.target.kind() == CallKind::Completion => {}
            // The source has checked that this client can be asked.
            CallEvent::Input(input) => match self.judge(&input) {
                PageVerdict::PassOn => return self.pass_on(input).await,
                PageVerdict::AskFirst(form) => {
                    let form = self.consents.keep(input, form);
                    return self.ask_client(form).await;
                }
                PageVerdict::Decline(why) => {
                    page_consent::log_decline(self.call.target.server(), why);
                    self.decline(input).await;
                }
            },
            CallEvent::Withdrawn => {}
            CallEvent::Remark(remark) => self.remark(&remark),
            event @ (CallEvent::Paused(_) | CallEvent::Notification(_)) => {
                return (Some(event), NextStep::Deliver(self));
            }
            CallEvent::Done(answer) => return (None, self.finish(answer).await),
        }
        (None, NextStep::Deliver(self))
    }

    /// Handles a person's answer whether a question may be shown.
    #[cold]
    #[boxed]
    async fn consented(
        mut self: Box<Self>,
        question: InputRequest,
        agreed: bool,
    ) -> (Option<CallEvent>, NextStep) {
        if agreed {
            return self.pass_on(question).await;
        }
        self.decline(question).await;
        (None, NextStep::Deliver(self))
    }

    /// Parks the call until its client comes back, within the caller's limit. Beyond it, the call
    /// is cancelled at its source.
    async fn park(self: Box<Self>, input: InputRequest) -> NextStep {
        let gateway = self.gateway.clone();
        let asked = input
            .params
            .as_ref()
            .map_or(0, |params| params.as_bytes().len());
        let bytes = self.call.entry.request_bytes().saturating_add(asked);
        match gateway.hold_waiting(&self.call.client.identity, bytes) {
            Ok(held) => NextStep::Reply(Ok(gateway.parked().park(self, input, held))),
            Err(reached) => self.refuse(&CallRefusal::NotParked(reached)).await,
        }
    }

    /// Records in the audit what a tool attempted, or what prevented it.
    fn remark(&mut self, remark: &CallRemark) {
        if let CallRemark::Violation(_) = remark {
            let target = &self.call.target;
            let source = target.server().source.name();
            self.gateway.metrics().breach(source, target.own_name());
        }
        self.call.entry.remark(remark.to_string());
    }

    /// Handles the loss of the source before it answered: retries if that is allowed.
    #[cold]
    #[boxed]
    async fn again(mut self: Box<Self>, error: SourceError) -> NextStep {
        self.source_call = None;
        let asked = match self.pause(error).await {
            Ok(()) => self.ask().await,
            Err(refusal) => Err(refusal),
        };
        self.asked(asked).await
    }

    /// The step after the source was asked.
    async fn asked(self: Box<Self>, asked: Result<(), CallRefusal>) -> NextStep {
        match asked {
            Ok(()) => NextStep::Deliver(self),
            Err(refusal) => self.refuse(&refusal).await,
        }
    }

    /// Handles the source's answer.
    async fn finish(mut self: Box<Self>, answer: CallReply) -> NextStep {
        self.source_call = None;
        self.count_attempts();
        let call = &*self.call;
        let finished = finish::finish(&call.target, &call.client, answer.clone(), &self.gateway);
        if finished.may_ask() {
            return self.finish_question(answer, finished).await;
        }
        self.share(&answer, &finished);
        self.end_write().await;
        NextStep::Reply(finished.close(&mut self.call.entry))
    }

    /// Handles an answer in which a client may find a question.
    #[cold]
    #[boxed]
    async fn finish_question(
        mut self: Box<Self>,
        answer: CallReply,
        finished: FinishedReply,
    ) -> NextStep {
        if !self.is_clear(&answer) {
            let refusal = self.unclear();
            return self.refuse(&refusal).await;
        }
        let is_question = finished.outcome() == CallOutcome::InputRequired;
        if is_question && let Some(request) = self.declined(&answer) {
            let asked = self.ask_again(request).await;
            return self.asked(asked).await;
        }
        if is_question {
            // Calls that wait for this one's answer make their own.
            self.lead = None;
        } else {
            self.share(&answer, &finished);
        }
        self.end_write().await;
        let reply = finished.close(&mut self.call.entry);
        NextStep::Reply(if is_question {
            self.continuable(reply)
        } else {
            reply
        })
    }

    /// Hands the final answer to everyone else who wants it: the calls that wait for it, the cache
    /// and the keeper.
    fn share(&mut self, answer: &CallReply, finished: &FinishedReply) {
        let lead = self.lead.take();
        if finished.is_task() {
            return;
        }
        if let Some(lead) = lead {
            lead.share(answer);
        }
        let call = &*self.call;
        if finished.outcome() == CallOutcome::Ok
            && call.terms.preferences.cache.is_some()
            && let Some(key) = call.cache_key()
            && let Ok(answer) = answer
        {
            self.gateway.result_cache().keep(key.clone(), answer);
        }
        if let Some(keeper) = self.gateway.call_keeper() {
            keeper.keep(&call.target, &call.request.params, answer);
        }
    }

    /// Takes over the number of attempts from sources made from an OpenAPI document, which count
    /// their own.
    fn count_attempts(&mut self) {
        let call = &mut *self.call;
        if call.target.server().source.is_from_document() {
            call.entry.tried(call.request.tries.count());
        }
    }

    /// Ends the write: what was read during it may be stale.
    async fn end_write(&mut self) {
        if let Some(write) = self.write.take() {
            write.end().await;
        }
    }

    #[cold]
    #[boxed]
    async fn refuse(mut self: Box<Self>, refusal: &CallRefusal) -> NextStep {
        self.source_call = None;
        self.count_attempts();
        if let Some(lead) = self.lead.take() {
            lead.fail(refusal);
        }
        self.end_write().await;
        NextStep::Reply(finish::refuse(&mut self.call.entry, refusal))
    }

    #[cold]
    #[boxed]
    async fn time_out(mut self: Box<Self>) -> NextStep {
        if let Some(source_call) = self.source_call.take() {
            source_call.cancel("the call took too long").await;
        }
        let refusal = timed_out(&self.call.target, self.clock.exceeded());
        self.refuse(&refusal).await
    }

    /// Continues a parked call whose client has come back.
    pub(crate) fn resumed(&mut self, client: Arc<ClientContext>) {
        self.call.client = client;
        self.clock.last_sign = Instant::now();
        self.clock.waits_for_client = false;
    }
}

// === impl SilenceClock ===

impl SilenceClock {
    fn start(silence: Duration, ceiling: Duration) -> Self {
        let now = Instant::now();
        Self {
            silence,
            ceiling: now + ceiling,
            last_sign: now,
            waits_for_client: false,
        }
    }

    fn sign(&mut self, said: &str) {
        if said == method::PROGRESS || self.waits_for_client {
            self.last_sign = Instant::now();
            self.waits_for_client = false;
        }
    }

    fn deadline(&self) -> Instant {
        if self.waits_for_client {
            self.ceiling
        } else {
            self.ceiling.min(self.last_sign + self.silence)
        }
    }

    /// The limit that was exceeded, for the error message.
    fn exceeded(&self) -> Duration {
        if Instant::now() >= self.ceiling {
            self.ceiling
                .duration_since(self.last_sign)
                .max(self.silence)
        } else {
            self.silence
        }
    }
}

fn timed_out(target: &CallTarget, limit: Duration) -> CallRefusal {
    CallRefusal::TimedOut {
        source_name: target.server().source.name().clone(),
        limit,
    }
}
