//! A call that a source is working on: what it says is passed on until it has answered.

use std::time::Duration;

use candor_model::{Digest, Era, Outcome};
use candor_sources::{Ask, Conversation, Question, Said, SourceError, State};
use candor_wire::{RawJson, RawObject, method};
use tokio::time::{Instant, timeout_at};

use crate::admit::Terms;
use crate::approvals::Continued;
use crate::arrival::Client;
use crate::audit::Entry;
use crate::clock::{micros, now_micros};
use crate::dispatch::{Dispatch, Writing};
use crate::finish::{self, Reply};
use crate::flights::Lead;
use crate::gateway::Gateway;
use crate::kept::Read;
use crate::refusal::Refusal;
use crate::resolve::Target;
use crate::retry;

/// How long a source may take to come back before it is asked again.
const RECOVERY: Duration = Duration::from_secs(3);

/// A call that a source is working on.
pub(crate) struct Delivery {
    gateway: Gateway,
    client: Client,
    target: Target,
    terms: Terms,
    entry: Entry,
    question: Question,
    /// Gone when the call is over. Dropped before that, it tells the source that nobody waits.
    conversation: Option<Conversation>,
    clock: Clock,
    /// Whether the client has heard anything of it yet. Then it cannot begin anew.
    heard: bool,
    /// A try that may have arrived, and got no answer.
    unknown: Option<SourceError>,
    writing: Option<Writing>,
    read: Option<Read>,
    /// Others who wait for the same answer.
    lead: Option<Lead>,
}

/// When the source has been silent for too long.
struct Clock {
    silence: Duration,
    ceiling: Instant,
    last_sign: Instant,
    /// While somebody is thinking about a question of the source's, its silence is not its fault.
    waits_for_client: bool,
}

/// What a delivery gives out.
pub(crate) enum Delivered {
    Notification {
        method: Box<str>,
        params: Option<RawJson>,
    },
    Ask(Ask),
    Over(Reply),
}

// === impl Delivery ===

impl Delivery {
    /// Asks the source.
    pub(crate) async fn begin(mut self: Box<Self>) -> Result<Box<Self>, Reply> {
        match self.ask().await {
            Ok(()) => Ok(self),
            Err(refusal) => Err(self.refused(&refusal).await),
        }
    }

    /// A call that is about to be made.
    pub(crate) fn new(
        gateway: &Gateway,
        dispatch: Dispatch,
        writing: Option<Writing>,
        lead: Option<Lead>,
    ) -> Box<Self> {
        let times = dispatch.target.server().times;
        let read = dispatch.keeps().cloned();
        Box::new(Self {
            gateway: gateway.clone(),
            client: dispatch.client,
            target: dispatch.target,
            terms: dispatch.terms,
            entry: dispatch.entry,
            question: dispatch.question,
            conversation: None,
            clock: Clock::start(times.silence, times.ceiling),
            heard: false,
            unknown: None,
            writing,
            read,
            lead,
        })
    }

    /// Asks the source, and again where that is right.
    async fn ask(&mut self) -> Result<(), Refusal> {
        let source = self.target.server().source.clone();
        loop {
            self.entry.attempt();
            // A server may take its time before it answers even the headers of a request.
            let asked = source.ask(self.question.clone());
            match timeout_at(self.clock.deadline(), asked).await {
                Ok(Ok(conversation)) => {
                    self.conversation = Some(conversation);
                    return Ok(());
                }
                Ok(Err(error)) => self.pause(error).await?,
                Err(_) => return Err(timed_out(&self.target, self.clock.exceeded())),
            }
        }
    }

    /// Waits before the source is asked again, if it is. What Candor calls itself has its own
    /// ways of trying again.
    async fn pause(&mut self, error: SourceError) -> Result<(), Refusal> {
        let own = self.target.server().source.is_own();
        let asked = self.entry.attempts();
        let pause = retry::pause(&error, asked, self.question.repeatable);
        let Some(pause) = pause.filter(|_| !self.heard && !own) else {
            return Err(Refusal::Source(self.worst(error)));
        };
        tracing::info!(call.id = %self.entry.id(), error = error.sentence(), "A call gets no answer and is tried again");
        if error.outcome_is_unknown() {
            self.unknown.get_or_insert(error);
        }
        tokio::time::sleep(pause).await;
        self.recovery().await;
        self.clock.last_sign = Instant::now();
        Ok(())
    }

    /// Why there is no answer, if this is how the last try ended: where an earlier one may have
    /// taken effect, nothing that came after it makes that undone.
    fn worst(&mut self, error: SourceError) -> SourceError {
        match self.unknown.take() {
            Some(earlier) if !error.outcome_is_unknown() => earlier,
            _ => error,
        }
    }

    /// Waits for a while until the source is there again.
    async fn recovery(&mut self) {
        let mut state = self.target.server().source.watch_state();
        let end = self.clock.ceiling.min(Instant::now() + RECOVERY);
        // Whether it is there or not, asking it tells.
        let _ = timeout_at(end, state.wait_for(State::is_ready)).await;
    }

    pub(crate) fn client(&self) -> &Client {
        &self.client
    }

    pub(crate) fn target(&self) -> &Target {
        &self.target
    }

    /// Whether these parameters name what is being called.
    pub(crate) fn is_called(&self, params: &RawObject) -> bool {
        match &self.target {
            Target::Tool(offered) => {
                params.get_string("name").as_deref() == Some(offered.tool.exposed.as_str())
            }
            Target::Prompt { exposed, .. } => params.get_string("name").as_deref() == Some(exposed),
            Target::Resource { uri, .. } => params.get_string("uri").as_deref() == Some(uri),
        }
    }

    pub(crate) fn digest(&self) -> Digest {
        self.entry.digest()
    }

    /// Gives out the next thing that happens. After `Over` there is nothing more.
    pub(crate) async fn next(&mut self) -> Delivered {
        loop {
            let Some(conversation) = &mut self.conversation else {
                return std::future::pending().await;
            };
            let Ok(said) = timeout_at(self.clock.deadline(), conversation.next()).await else {
                return self.time_out().await;
            };
            match said {
                Some(Said::Notification { method, params }) => {
                    self.clock.sign(&method);
                    self.heard = true;
                    return Delivered::Notification { method, params };
                }
                // The source has made sure that this client can be asked.
                Some(Said::Ask(ask)) => {
                    self.clock.waits_for_client = true;
                    self.heard = true;
                    return Delivered::Ask(ask);
                }
                Some(Said::Breach(breach)) => {
                    let source = self.target.server().source.name();
                    let tool = self.target.own_name();
                    self.gateway.metrics().breach(source, tool);
                    self.entry.remark(breach.to_string());
                }
                Some(Said::Stopped(sentence)) => self.entry.remark(sentence),
                Some(Said::Answer(answer)) => return self.over(answer).await,
                Some(Said::Lost(error)) => {
                    if let Err(refusal) = Box::pin(self.again(error)).await {
                        return self.refuse(&refusal).await;
                    }
                }
                None => return self.refuse(&Refusal::Cancelled).await,
            }
        }
    }

    /// The source was lost before it answered: it is asked again, where that is right.
    async fn again(&mut self, error: SourceError) -> Result<(), Refusal> {
        self.conversation = None;
        self.pause(error).await?;
        self.ask().await
    }

    async fn over(&mut self, answer: Reply) -> Delivered {
        self.conversation = None;
        self.count_tries();
        let metrics = self.gateway.metrics();
        let finished = finish::finish(&self.target, &self.client, answer.clone(), metrics);
        let ended = finished.outcome();
        if let Some(lead) = self.lead.take()
            && ended != Outcome::InputRequired
        {
            lead.land(&answer);
        }
        if let (Outcome::Ok, Some(read), Ok(answer)) = (ended, self.read.take(), &answer)
            && self.terms.preferences.cache.is_some()
        {
            self.gateway.kept().keep(read, answer);
        }
        self.close_write().await;
        let reply = finished.close(&mut self.entry);
        Delivered::Over(match ended {
            Outcome::InputRequired => self.continued(reply),
            _ => reply,
        })
    }

    /// What Candor calls itself says how often it tried.
    fn count_tries(&mut self) {
        if self.target.server().source.is_from_document() {
            self.entry.tried(self.question.tries.count());
        }
    }

    /// What was read while something was being written may be stale.
    async fn close_write(&mut self) {
        if let Some(writing) = self.writing.take() {
            writing.end().await;
        }
    }

    /// The source asks for more in the middle of a call that somebody has agreed to: when the
    /// client comes back, it is the same call, and nobody is asked again.
    fn continued(&self, reply: Reply) -> Reply {
        let (Some((id, bound)), Ok(result)) = (&self.terms.approval, &reply) else {
            return reply;
        };
        let Ok(mut members) = RawObject::parse(result) else {
            return reply;
        };
        let until = now_micros() + micros(self.gateway.house().approval_timeout);
        let theirs = members.get_string("requestState");
        match Continued::seal(&self.gateway, *id, bound, until, theirs) {
            Ok(state) => {
                members.set("requestState", RawJson::string(&state));
                Ok(members.to_json())
            }
            Err(refusal) => refusal.reply(self.target.kind(), self.client.revision),
        }
    }

    async fn refuse(&mut self, refusal: &Refusal) -> Delivered {
        Delivered::Over(self.refused(refusal).await)
    }

    async fn refused(&mut self, refusal: &Refusal) -> Reply {
        self.conversation = None;
        self.count_tries();
        if let Some(lead) = self.lead.take() {
            lead.fail(refusal);
        }
        self.close_write().await;
        let (kind, revision) = (self.target.kind(), self.client.revision);
        finish::refuse(&mut self.entry, refusal, kind, revision)
    }

    async fn time_out(&mut self) -> Delivered {
        if let Some(conversation) = self.conversation.take() {
            conversation.cancel("the call took too long").await;
        }
        let refusal = timed_out(&self.target, self.clock.exceeded());
        self.refuse(&refusal).await
    }

    /// Whether asks must be parked because the client cannot be asked in the middle of a call.
    pub(crate) fn parks(&self) -> bool {
        self.client.era() == Era::Modern
    }

    /// The client has come back to a parked call.
    pub(crate) fn resumed(&mut self, client: Client) {
        self.client = client;
        self.clock.last_sign = Instant::now();
        self.clock.waits_for_client = false;
    }
}

// === impl Clock ===

impl Clock {
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

    /// The limit that was exceeded, for the sentence.
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

fn timed_out(target: &Target, limit: Duration) -> Refusal {
    Refusal::TimedOut {
        source_name: target.server().source.name().clone(),
        limit,
    }
}
