//! From a configured origin to a server that has been greeted.
//!
//! Two things have to be found out: the era that the server speaks, and for a plain URL the
//! transport. The era is fixed by the operator, or remembered, or probed. A remembered era that
//! fails is probed again once, since servers are upgraded.

mod answer;
mod error;
mod greet;
mod probe;

use std::sync::{Mutex, MutexGuard, PoisonError};

use candor_model::{Era, Revision};
use candor_wire::link::{Endpoint, HttpSpec, Inbox, Link, LinkLimits};

use crate::inventory::ServerFacts;
use crate::spec::{OriginSpec, SourceSpec};

pub(crate) use error::ConnectError;

/// A greeted server.
pub(crate) struct Connected {
    pub(crate) link: Link,
    pub(crate) inbox: Inbox,
    pub(crate) era: Era,
    pub(crate) revision: Revision,
    pub(crate) facts: ServerFacts,
}

/// Where to, and within what bounds.
struct Target<'a> {
    endpoint: Endpoint,
    limits: LinkLimits,
    opened: &'a Opened,
}

/// The links that one attempt has opened. A process that is given up is ended before the next
/// one starts, and none is left behind when the attempt is broken off.
#[derive(Debug, Default)]
pub(crate) struct Opened(Mutex<Vec<Link>>);

/// Connects and greets. `known` is the era found before.
pub(crate) async fn connect(
    spec: &SourceSpec,
    known: Option<Era>,
    opened: &Opened,
) -> Result<Connected, ConnectError> {
    let target = |endpoint| Target {
        endpoint,
        limits: spec.limits.link(),
        opened,
    };
    match &spec.origin {
        OriginSpec::Stdio(stdio) => {
            by_era(&target(Endpoint::Stdio(stdio.clone())), spec.era, known).await
        }
        OriginSpec::StreamableHttp(http) => {
            by_era(&target(Endpoint::Http(http.clone())), spec.era, known).await
        }
        // HTTP+SSE ended with the legacy era.
        OriginSpec::Sse(http) => greet::legacy(&target(Endpoint::Sse(http.clone()))).await,
        OriginSpec::Http(http) => either_http(spec, http, known, opened).await,
        OriginSpec::OpenApi(_)
        | OriginSpec::Functions(_)
        | OriginSpec::Pack(_)
        | OriginSpec::Asleep { .. } => Err(ConnectError::NoServer),
    }
}

/// Streamable HTTP, then HTTP+SSE where the server refuses the former.
async fn either_http(
    spec: &SourceSpec,
    http: &HttpSpec,
    known: Option<Era>,
    opened: &Opened,
) -> Result<Connected, ConnectError> {
    let limits = spec.limits.link();
    let streamable = Target {
        endpoint: Endpoint::Http(http.clone()),
        limits: limits.clone(),
        opened,
    };
    match by_era(&streamable, spec.era, known).await {
        Err(first) if first.is_refusal() && spec.era != Some(Era::Modern) => {
            let sse = Target {
                endpoint: Endpoint::Sse(http.clone()),
                limits,
                opened,
            };
            greet::legacy(&sse)
                .await
                .map_err(|second| ConnectError::NoTransport {
                    first: Box::new(first),
                    second: Box::new(second),
                })
        }
        outcome => outcome,
    }
}

async fn by_era(
    target: &Target<'_>,
    fixed: Option<Era>,
    known: Option<Era>,
) -> Result<Connected, ConnectError> {
    if let Some(era) = fixed {
        return with_era(target, era).await;
    }
    let Some(era) = known else {
        return probe::probe(target).await;
    };
    match with_era(target, era).await {
        Err(error) if !error.is_out_of_reach() => {
            tracing::debug!(%error, %era, "the remembered era fails; probing again");
            probe::probe(target).await
        }
        outcome => outcome,
    }
}

async fn with_era(target: &Target<'_>, era: Era) -> Result<Connected, ConnectError> {
    match era {
        Era::Legacy => greet::legacy(target).await,
        Era::Modern => greet::modern(target).await,
    }
}

// === impl Target ===

impl Target<'_> {
    async fn open(&self) -> Result<(Link, Inbox), ConnectError> {
        self.opened.close().await;
        let (link, inbox) = Box::pin(Link::open(&self.endpoint, &self.limits)).await?;
        self.opened.links().push(link.clone());
        Ok((link, inbox))
    }
}

// === impl Opened ===

impl Opened {
    /// The last link is in good hands.
    pub(crate) fn forget(&self) {
        self.links().clear();
    }

    /// Ends what was opened and not forgotten.
    pub(crate) async fn close(&self) {
        // Taken out one by one and only when it is closed, since this may be broken off too.
        loop {
            let Some(link) = self.links().last().cloned() else {
                return;
            };
            link.close().await;
            self.links().pop();
        }
    }

    fn links(&self) -> MutexGuard<'_, Vec<Link>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
