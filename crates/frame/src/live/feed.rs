//! What happens, for one who listens: which kinds of things have changed, each told at most once
//! in a while.

use std::time::Duration;

use bytes::Bytes;
use candor_gateway::{Gateway, Stir};
use candor_model::Identity;
use candor_store::Folded;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;

use crate::pages::Pages;

/// How long a kind is kept back after it was told. Looking again takes the browser longer.
const PAUSE: Duration = Duration::from_millis(250);

/// How long ago the page may have been asked for whose script listens now. The script itself looks
/// again at a page that is older.
const LATE: Duration = Duration::from_secs(1);

/// What may have changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Questions to people.
    Approvals,
    /// How sources are, or what they bring.
    Sources,
    /// What people have said or decided.
    Said,
    /// What was called.
    Calls,
    /// Calls that people try from a page.
    Trials,
}

/// One listener.
pub(super) struct Feed {
    gateway: Gateway,
    identity: Identity,
    stirs: Receiver<Stir>,
    audited: Folded,
    trials: watch::Receiver<()>,
    shutdown: CancellationToken,
    keep_alive: Duration,
    next_sign: Instant,
    /// What was heard and not told yet.
    heard: Vec<Kind>,
    /// When it may be told.
    open: Instant,
}

// === impl Kind ===

impl Kind {
    const ALL: [Self; 5] = [
        Self::Approvals,
        Self::Sources,
        Self::Said,
        Self::Calls,
        Self::Trials,
    ];

    const fn of(stir: Stir) -> Self {
        match stir {
            Stir::Approvals => Self::Approvals,
            Stir::Sources => Self::Sources,
            Stir::Said => Self::Said,
        }
    }

    const fn word(self) -> &'static str {
        match self {
            Self::Approvals => "approvals",
            Self::Sources => "sources",
            Self::Said => "said",
            Self::Calls => "calls",
            Self::Trials => "trials",
        }
    }
}

// === impl Feed ===

impl Feed {
    /// Hears what happens from now on, and what may have happened since the page was drawn.
    pub(super) fn begin(pages: &Pages, identity: Identity) -> Self {
        let gateway = pages.gateway.clone();
        let (missed, stirs) = gateway.stirs(LATE);
        let missed = missed.into_iter().map(Kind::of);
        let now = Instant::now();
        Self {
            stirs,
            audited: gateway.audited(),
            trials: pages.trials.listen(),
            gateway,
            identity,
            shutdown: pages.shutdown.clone(),
            keep_alive: pages.keep_alive,
            next_sign: now + pages.keep_alive,
            // Only the page of a call that is tried looks at trials, and its call may be over.
            heard: missed.chain([Kind::Trials]).collect(),
            open: now,
        }
    }

    /// The next events, or a sign of life. Nothing when it is over: the gateway stops, or the
    /// token of whoever listens works no more.
    pub(super) async fn next(&mut self) -> Option<Bytes> {
        while !self.shutdown.is_cancelled() && self.gateway.still_works(&self.identity) {
            let now = Instant::now();
            if !self.heard.is_empty() && self.open <= now {
                self.open = now + PAUSE;
                self.next_sign = now + self.keep_alive;
                return Some(self.tell());
            }
            self.listen().await?;
        }
        None
    }

    /// Waits for what happens next, or for the time to tell of it.
    async fn listen(&mut self) -> Option<()> {
        let wake = if self.heard.is_empty() {
            self.next_sign
        } else {
            self.open
        };
        tokio::select! {
            biased;
            () = self.shutdown.cancelled() => return None,
            heard = self.stirs.recv() => self.hear(&heard.map(Kind::of))?,
            more = self.audited.next() => {
                if !more {
                    return None;
                }
                self.note(Kind::Calls);
            }
            rung = self.trials.changed() => {
                rung.ok()?;
                self.note(Kind::Trials);
            }
            () = sleep_until(wake) => {
                // Calls that other replicas have made are heard of by nobody; so they are looked
                // for now and then, which is a sign of life besides.
                if self.heard.is_empty() {
                    self.note(Kind::Calls);
                }
            }
        }
        Some(())
    }

    /// Whoever was too slow has missed anything.
    fn hear(&mut self, heard: &Result<Kind, RecvError>) -> Option<()> {
        match heard {
            Ok(kind) => self.note(*kind),
            Err(RecvError::Lagged(_)) => self.heard = Kind::ALL.to_vec(),
            Err(RecvError::Closed) => return None,
        }
        Some(())
    }

    fn note(&mut self, kind: Kind) {
        if !self.heard.contains(&kind) {
            self.heard.push(kind);
        }
    }

    fn tell(&mut self) -> Bytes {
        let told = self.heard.drain(..);
        let events = told.map(|kind| format!("event: {}\ndata:\n\n", kind.word()));
        events.collect::<String>().into()
    }
}
