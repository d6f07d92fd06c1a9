//! Step 5: the source is asked, unless the answer is there already or on its way.

use candor_model::{Author, Digest, Door, EnvironmentName, Reused, SourceName};
use candor_sources::{Question, Tries};
use candor_wire::{RawObject, meta};
use serde_json::Value;

use crate::admit::{AdmittedCall, Terms};
use crate::arrival::Client;
use crate::audit::Entry;
use crate::delivery::Delivery;
use crate::finish::{self, Reply};
use crate::flights::{Boarded, Follow, Landed};
use crate::gateway::Gateway;
use crate::kept::Read;
use crate::management::{self, Builtin};
use crate::refusal::Refusal;
use crate::resolve::{Deed, Target};
use crate::wallet::Opened;

/// What became of a call that was admitted.
pub(crate) enum Dispatched {
    /// Its source works on it.
    Delivery(Box<Delivery>),
    /// The same is being read for somebody else.
    Following(Box<Following>),
}

/// A call that waits for another one's answer.
pub(crate) struct Following {
    follow: Follow,
    dispatch: Box<Dispatch>,
}

/// A write that is under way. Dropping it says that nobody waits for it any more.
pub(crate) struct Writing(Option<(Gateway, SourceName)>);

/// A call on its way to its source.
pub(crate) struct Dispatch {
    pub(crate) client: Client,
    pub(crate) target: Target,
    pub(crate) question: Question,
    pub(crate) terms: Terms,
    pub(crate) entry: Entry,
    /// What it reads, where it only reads.
    read: Option<Read>,
}

pub(crate) async fn dispatch(
    gateway: &Gateway,
    call: AdmittedCall,
    mut entry: Entry,
) -> Result<Dispatched, Reply> {
    let (call, terms) = call.into_parts();
    let (caller, deed) = call.into_parts();
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
    let opened = match variables(gateway, &target, environment.as_ref()).await {
        Ok(opened) => opened,
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
        repeatable: terms.preferences.trust_idempotent_retries && target.is_repeatable(),
        tries: Tries::default(),
        environment,
        variables: opened.variables,
        plain: opened.plain,
        principal: Some(client.principal().to_owned()),
        hints: target.hints(),
    };
    let read = read(gateway, &client, &target, entry.digest());
    let dispatch = Box::new(Dispatch {
        client,
        target,
        question,
        terms,
        entry,
        read,
    });
    dispatch.start(gateway).await
}

/// What a call reads, where it is relied upon to do nothing else.
fn read(gateway: &Gateway, client: &Client, target: &Target, arguments: Digest) -> Option<Read> {
    let Target::Tool(offered) = target else {
        return None;
    };
    if !offered.effective.relied.is_read_only() {
        return None;
    }
    let environment = client.endpoint.environment.as_ref();
    let tool = &offered.tool;
    let kept = gateway.kept();
    Some(kept.read(
        client.principal(),
        environment,
        &tool.name,
        tool.hash,
        arguments,
    ))
}

// === impl Dispatch ===

impl Dispatch {
    /// Answers from what is there, joins a call that is under way, or asks the source.
    async fn start(mut self: Box<Self>, gateway: &Gateway) -> Result<Dispatched, Reply> {
        if let Some(reply) = self.kept(gateway) {
            return Err(reply);
        }
        let mut lead = None;
        if let Some(read) = self.read.as_ref().filter(|_| self.collapses()) {
            match gateway.flights().board(read, self.entry.id()) {
                Boarded::Leads(first) => lead = Some(first),
                Boarded::Follows(follow) => {
                    let dispatch = self;
                    return Ok(Dispatched::Following(Box::new(Following {
                        follow,
                        dispatch,
                    })));
                }
            }
        }
        let writing = self.announce_write(gateway).await;
        let delivery = Delivery::new(gateway, *self, writing, lead);
        let delivery = delivery.begin().await?;
        Ok(Dispatched::Delivery(delivery))
    }

    /// The result of an earlier call, where the endpoint wants such.
    fn kept(&mut self, gateway: &Gateway) -> Option<Reply> {
        let limit = self.terms.preferences.cache?;
        let (answer, age) = gateway.kept().find(self.keeps()?, limit)?;
        let age_ms = u64::try_from(age.as_millis()).unwrap_or(u64::MAX);
        self.entry.reuse(Reused::Kept { age_ms });
        Some(self.finished(gateway, Ok(answer)))
    }

    /// What it reads, where that may be kept: nobody else can change it.
    pub(crate) fn keeps(&self) -> Option<&Read> {
        let Target::Tool(offered) = &self.target else {
            return None;
        };
        let outside = offered.effective.relied.may_reach_outside();
        self.read.as_ref().filter(|_| !outside)
    }

    /// Whether somebody else's answer will do. Whoever wants to hear of progress must ask.
    fn collapses(&self) -> bool {
        let params = &self.question.params;
        let meta = params
            .get("_meta")
            .and_then(|meta| RawObject::parse(meta).ok());
        let hears = meta.is_some_and(|meta| meta.get(meta::PROGRESS_TOKEN).is_some());
        let goes_on = params.get("requestState").is_some();
        self.terms.preferences.collapse && !hears && !goes_on
    }

    /// Whatever is not relied upon to read only makes what was read stale, here and elsewhere.
    async fn announce_write(&self, gateway: &Gateway) -> Option<Writing> {
        if self.read.is_some() || !matches!(self.target, Target::Tool(_)) {
            return None;
        }
        let source = self.target.server().source.name();
        Some(Writing::begin(gateway, source).await)
    }

    fn finished(&mut self, gateway: &Gateway, answer: Reply) -> Reply {
        let metrics = gateway.metrics();
        let finished = finish::finish(&self.target, &self.client, answer, metrics);
        finished.close(&mut self.entry)
    }
}

// === impl Following ===

impl Following {
    /// Waits for the other call. If that is given up, this one takes its place.
    pub(crate) async fn land(self, gateway: &Gateway) -> Result<Dispatched, Reply> {
        let Self {
            mut follow,
            mut dispatch,
        } = self;
        let Some((landed, with)) = follow.landed().await else {
            return Box::pin(dispatch.start(gateway)).await;
        };
        dispatch.entry.reuse(Reused::Shared { with });
        Err(match landed {
            Landed::Answer(answer) => dispatch.finished(gateway, answer),
            Landed::Nothing(refusal) => {
                let (kind, revision) = (dispatch.target.kind(), dispatch.client.revision);
                finish::refuse(&mut dispatch.entry, &refusal, kind, revision)
            }
        })
    }
}

// === impl Writing ===

impl Writing {
    /// What was read before is stale from now on.
    async fn begin(gateway: &Gateway, source: &SourceName) -> Self {
        written(gateway, source).await;
        Self(Some((gateway.clone(), source.clone())))
    }

    /// What was read meanwhile is stale, too.
    pub(crate) async fn end(mut self) {
        if let Some((gateway, source)) = self.0.take() {
            written(&gateway, &source).await;
        }
    }
}

impl Drop for Writing {
    /// Nobody waits for it any more, which does not mean that it was not done.
    fn drop(&mut self) {
        if let Some((gateway, source)) = self.0.take() {
            gateway.kept().forget(&source);
            let told = gateway.clone();
            gateway.spawn(async move { tell(&told, &source).await });
        }
    }
}

/// Something is written through a source: also a read that is under way may be older.
async fn written(gateway: &Gateway, source: &SourceName) {
    gateway.kept().forget(source);
    tell(gateway, source).await;
}

/// Tells other processes, where results are kept.
async fn tell(gateway: &Gateway, source: &SourceName) {
    if !gateway.known().said.keeps_results() {
        return;
    }
    // Apart, since it is rare.
    let told = Box::pin(gateway.store().note_write(source));
    if let Err(error) = told.await {
        tracing::warn!(%error, "Other processes were not told that something is written, and may show what was before until it is too old");
    }
}

/// The variables of the client's environment, for sources that Candor calls itself. Servers are
/// given theirs when they are started.
async fn variables(
    gateway: &Gateway,
    target: &Target,
    environment: Option<&EnvironmentName>,
) -> Result<Opened, Refusal> {
    if !target.server().source.takes_variables() {
        return Ok(Opened::default());
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
        name: client.principal().to_owned(),
        door: Door::Mcp,
        why: None,
    };
    let answer = management::call(gateway, &client.endpoint, builtin, &author, arguments).await;
    Ok(finish::managed(entry, &answer, client.era()))
}
