//! Step 5: the source is asked, and what it says is passed on until it has answered.

use std::time::Duration;

use candor_model::{Author, Door, EnvironmentName, Era};
use candor_sources::{Ask, Conversation, Question, Said, Variables};
use candor_wire::{RawJson, RawObject, method};
use serde_json::Value;
use tokio::time::{Instant, timeout_at};

use crate::admit::AdmittedCall;
use crate::arrival::Client;
use crate::audit::Entry;
use crate::finish::{self, Reply};
use crate::gateway::Gateway;
use crate::management::{self, Builtin};
use crate::refusal::Refusal;
use crate::resolve::{Deed, Target};

/// A call that a source is working on.
pub(crate) struct Delivery {
    gateway: Gateway,
    client: Client,
    target: Target,
    entry: Entry,
    /// Gone when the call is over. Dropped before that, it tells the source that nobody waits.
    conversation: Option<Conversation>,
    clock: Clock,
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

pub(crate) async fn dispatch(
    gateway: &Gateway,
    call: AdmittedCall,
    mut entry: Entry,
) -> Result<Delivery, Reply> {
    let (caller, deed) = call.into_call().into_parts();
    let client = caller.client().clone();
    let (target, params, headers) = match deed {
        Deed::Ask {
            target,
            params,
            headers,
        } => (target, params, headers),
        Deed::Manage { builtin, arguments } => {
            return Err(manage(gateway, &client, builtin, &arguments, &mut entry).await);
        }
    };
    let environment = client.endpoint.environment.clone();
    let variables = match variables(gateway, &target, environment.as_ref()).await {
        Ok(variables) => variables,
        Err(refusal) => {
            let (kind, revision) = (target.kind(), client.revision);
            return Err(finish::refuse(&mut entry, &refusal, kind, revision));
        }
    };
    let question = Question {
        method: target.method(),
        params,
        subject: Some(target.own_name().to_owned()),
        headers,
        asker: client.asker(),
        repeatable: target.is_repeatable(),
        environment,
        variables,
    };
    let times = target.server().times;
    let clock = Clock::start(times.silence, times.ceiling);
    // A server may take its time before it answers even the headers of a request.
    let asked = timeout_at(clock.deadline(), target.server().source.ask(question)).await;
    let refusal = match asked {
        Ok(Ok(conversation)) => {
            let gateway = gateway.clone();
            let conversation = Some(conversation);
            return Ok(Delivery {
                gateway,
                client,
                target,
                entry,
                conversation,
                clock,
            });
        }
        Ok(Err(error)) => Refusal::Source(error),
        Err(_) => timed_out(&target, times.silence),
    };
    Err(finish::refuse(
        &mut entry,
        &refusal,
        target.kind(),
        client.revision,
    ))
}

/// The variables of the client's environment, for sources that Candor calls itself. Servers are
/// given theirs when they are started.
async fn variables(
    gateway: &Gateway,
    target: &Target,
    environment: Option<&EnvironmentName>,
) -> Result<Variables, Refusal> {
    if !target.server().source.is_from_document() {
        return Ok(Variables::default());
    }
    let opened = gateway.variables(environment).await;
    opened.map_err(|error| Refusal::Variables(error.to_string()))
}

/// Does what a management tool says. Nobody needs to be waited for.
async fn manage(
    gateway: &Gateway,
    client: &Client,
    builtin: &Builtin,
    arguments: &Value,
    entry: &mut Entry,
) -> Reply {
    let author = Author {
        name: client.principal.clone(),
        door: Door::Mcp,
        why: None,
    };
    let answer = management::call(gateway, &client.endpoint, builtin, &author, arguments).await;
    Ok(finish::managed(entry, &answer, client.era()))
}

// === impl Delivery ===

impl Delivery {
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

    pub(crate) fn digest(&self) -> candor_model::Digest {
        self.entry.digest()
    }

    /// Gives out the next thing that happens. After `Over` there is nothing more.
    pub(crate) async fn next(&mut self) -> Delivered {
        let Some(conversation) = &mut self.conversation else {
            return std::future::pending().await;
        };
        let Ok(said) = timeout_at(self.clock.deadline(), conversation.next()).await else {
            return self.time_out().await;
        };
        match said {
            Some(Said::Notification { method, params }) => {
                self.clock.sign(&method);
                Delivered::Notification { method, params }
            }
            // The source has made sure that this client can be asked.
            Some(Said::Ask(ask)) => {
                self.clock.waits_for_client = true;
                Delivered::Ask(ask)
            }
            Some(Said::Answer(answer)) => self.over(answer),
            Some(Said::Lost(error)) => self.refuse(&Refusal::Source(error)),
            None => self.refuse(&Refusal::Cancelled),
        }
    }

    fn over(&mut self, answer: Result<RawJson, RawJson>) -> Delivered {
        self.conversation = None;
        let metrics = self.gateway.metrics();
        let finished = finish::finish(&self.target, &self.client, answer, metrics);
        Delivered::Over(finished.close(&mut self.entry))
    }

    fn refuse(&mut self, refusal: &Refusal) -> Delivered {
        self.conversation = None;
        let kind = self.target.kind();
        Delivered::Over(finish::refuse(
            &mut self.entry,
            refusal,
            kind,
            self.client.revision,
        ))
    }

    async fn time_out(&mut self) -> Delivered {
        if let Some(conversation) = self.conversation.take() {
            conversation.cancel("the call took too long").await;
        }
        let refusal = timed_out(&self.target, self.clock.exceeded());
        self.refuse(&refusal)
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
