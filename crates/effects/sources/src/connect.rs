//! Connects to a configured origin and completes the handshake.
//!
//! Two things must be determined: the era that the server speaks, and for a plain URL the
//! transport. The era is set by the operator, cached, or probed. If a cached era fails, it is
//! probed again once, since servers are upgraded.

mod answer;
mod error;
mod greet;
mod probe;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use candor_model::{McpEra, McpRevision};
use candor_wire::link::{HttpSpec, LinkEndpoint, LinkInbox, LinkLimits, ServerLink};

use crate::inventory::ServerFacts;
use crate::refusals;
use crate::shared::SourceShared;
use crate::spec::{OriginSpec, SourceSpec};
use crate::start_queue;

pub(crate) use error::ConnectError;

/// The maximum start time that a program gets after repeated failures.
const LONGEST_START: Duration = Duration::from_mins(10);

/// A server after the handshake.
pub(crate) struct ConnectedServer {
    pub(crate) link: ServerLink,
    pub(crate) inbox: LinkInbox,
    pub(crate) era: McpEra,
    pub(crate) revision: McpRevision,
    pub(crate) facts: ServerFacts,
}

/// The endpoint and limits of an attempt.
struct ConnectAttempt<'a> {
    endpoint: LinkEndpoint,
    limits: LinkLimits,
    opened: &'a OpenedLinks,
}

/// The links that one attempt has opened. An abandoned process is ended before the next one starts,
/// and none is left behind when the attempt is dropped.
#[derive(Debug, Default)]
pub(crate) struct OpenedLinks(Mutex<Vec<ServerLink>>);

/// Connects and performs the handshake. `known` is the cached era, `failures` the number of
/// consecutive failed attempts.
pub(crate) async fn connect(
    shared: &Arc<SourceShared>,
    known: Option<McpEra>,
    failures: u32,
    opened: &OpenedLinks,
) -> Result<ConnectedServer, ConnectError> {
    let spec = &shared.spec;
    let target = |endpoint| ConnectAttempt {
        endpoint,
        limits: spec.limits.link(),
        opened,
    };
    match &spec.origin {
        OriginSpec::Stdio(stdio) => {
            let mut stdio = stdio.clone();
            if let Some(confine) = &mut stdio.confine {
                confine.observer = Some(refusals::observer(shared));
            }
            let mut target = target(LinkEndpoint::Stdio(stdio));
            target.limits.connect_timeout = patience(spec.limits.start_timeout, failures);
            Box::pin(start_queue::in_turn(by_era(&target, spec.era, known))).await
        }
        OriginSpec::StreamableHttp(http) => {
            by_era(&target(LinkEndpoint::Http(http.clone())), spec.era, known).await
        }
        // HTTP+SSE exists only in the legacy era.
        OriginSpec::Sse(http) => greet::legacy(&target(LinkEndpoint::Sse(http.clone()))).await,
        OriginSpec::Http(http) => either_http(spec, http, known, opened).await,
        OriginSpec::OpenApi(_)
        | OriginSpec::Functions(_)
        | OriginSpec::Pack(_)
        | OriginSpec::NotStarted { .. } => Err(ConnectError::NoServer),
    }
}

/// The time limit for a program to answer, which grows with each failure. On a busy machine, or
/// while it is being installed, it takes longer, and would never start if it were ended after the
/// same time again.
fn patience(limit: Duration, failures: u32) -> Duration {
    limit
        .saturating_mul(failures.saturating_add(1))
        .min(LONGEST_START.max(limit))
}

/// Streamable HTTP, then HTTP+SSE if the server refuses the former.
async fn either_http(
    spec: &SourceSpec,
    http: &HttpSpec,
    known: Option<McpEra>,
    opened: &OpenedLinks,
) -> Result<ConnectedServer, ConnectError> {
    let limits = spec.limits.link();
    let streamable = ConnectAttempt {
        endpoint: LinkEndpoint::Http(http.clone()),
        limits: limits.clone(),
        opened,
    };
    match by_era(&streamable, spec.era, known).await {
        Err(first) if first.is_refusal() && spec.era != Some(McpEra::Modern) => {
            let sse = ConnectAttempt {
                endpoint: LinkEndpoint::Sse(http.clone()),
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
    target: &ConnectAttempt<'_>,
    fixed: Option<McpEra>,
    known: Option<McpEra>,
) -> Result<ConnectedServer, ConnectError> {
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

async fn with_era(
    target: &ConnectAttempt<'_>,
    era: McpEra,
) -> Result<ConnectedServer, ConnectError> {
    match era {
        McpEra::Legacy => greet::legacy(target).await,
        McpEra::Modern => greet::modern(target).await,
    }
}

// === impl ConnectAttempt ===

impl ConnectAttempt<'_> {
    async fn open(&self) -> Result<(ServerLink, LinkInbox), ConnectError> {
        self.opened.close().await;
        let (link, inbox) = Box::pin(ServerLink::open(&self.endpoint, &self.limits)).await?;
        self.opened.links().push(link.clone());
        Ok((link, inbox))
    }
}

// === impl OpenedLinks ===

impl OpenedLinks {
    /// Releases the links once the last one is in use.
    pub(crate) fn forget(&self) {
        self.links().clear();
    }

    /// Closes all links that were not released.
    pub(crate) async fn close(&self) {
        // Removed one by one, each only after it was closed, since this future may be dropped too.
        loop {
            let Some(link) = self.links().last().cloned() else {
                return;
            };
            link.close().await;
            self.links().pop();
        }
    }

    fn links(&self) -> MutexGuard<'_, Vec<ServerLink>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_attempt_may_take_longer_up_to_a_bound() {
        let limit = Duration::from_secs(30);
        let times = [0, 1, 5, 1_000, u32::MAX].map(|failures| patience(limit, failures));
        assert_eq!(times.map(|time| time.as_secs()), [30, 60, 180, 600, 600]);
        // A configured limit above the bound is kept.
        let long = Duration::from_mins(20);
        assert_eq!(patience(long, 7), long);
    }
}
