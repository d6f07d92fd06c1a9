//! The event feed of one open page: which topics changed, debounced.

use std::time::Duration;

use bytes::Bytes;
use candor_gateway::records::JournalProgress;
use candor_gateway::{Gateway, UiEvent};
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::watch;
use tokio::time::{Instant, sleep_until};
use tokio_util::sync::CancellationToken;

use super::reader::LiveReader;
use crate::state::DashboardState;

/// The debounce interval. A browser takes longer to reload.
const PAUSE: Duration = Duration::from_millis(250);

/// How old a page may be when its script connects. The script itself reloads older ones.
const LATE: Duration = Duration::from_secs(1);

/// What may have changed, as pages subscribe to it with `data-live`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LiveTopic {
    Approvals,
    /// The status of sources, or their tools.
    Sources,
    /// Annotations, settings and other edits.
    Said,
    Calls,
    /// Calls made from the try-it page.
    Trials,
}

/// The feed of one connection.
pub(super) struct LiveFeed {
    gateway: Gateway,
    reader: LiveReader,
    events: Receiver<UiEvent>,
    audited: JournalProgress,
    trials: watch::Receiver<()>,
    shutdown: CancellationToken,
    keep_alive: Duration,
    next_sign: Instant,
    /// The topics that changed and were not sent yet.
    heard: Vec<LiveTopic>,
    /// When they may be sent.
    open: Instant,
}

// === impl LiveTopic ===

impl LiveTopic {
    const ALL: [Self; 5] = [
        Self::Approvals,
        Self::Sources,
        Self::Said,
        Self::Calls,
        Self::Trials,
    ];

    const fn of(event: UiEvent) -> Self {
        match event {
            UiEvent::Approvals => Self::Approvals,
            UiEvent::Sources => Self::Sources,
            UiEvent::Edits => Self::Said,
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

// === impl LiveFeed ===

impl LiveFeed {
    /// Starts with what may have changed since the page was rendered.
    pub(super) fn begin(pages: &DashboardState, reader: LiveReader) -> Self {
        let gateway = pages.gateway.clone();
        let (missed, events) = gateway.ui_events(LATE);
        let missed = missed.into_iter().map(LiveTopic::of);
        let now = Instant::now();
        Self {
            events,
            audited: gateway.audited(),
            trials: pages.trials.subscribe(),
            gateway,
            reader,
            shutdown: pages.shutdown.clone(),
            keep_alive: pages.keep_alive,
            next_sign: now + pages.keep_alive,
            // Only the page of a try-it call subscribes to these, and its call may be over.
            heard: missed.chain([LiveTopic::Trials]).collect(),
            open: now,
        }
    }

    /// The next events, or a keep-alive. None once the gateway stops, the user's token is revoked
    /// or they have signed out.
    pub(super) async fn next(&mut self) -> Option<Bytes> {
        if !self.reader.is_signed_in(&self.gateway).await {
            return None;
        }
        while !self.shutdown.is_cancelled() && self.gateway.still_works(&self.reader.identity) {
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

    /// Waits for the next change, or for the time to send.
    async fn listen(&mut self) -> Option<()> {
        let wake = if self.heard.is_empty() {
            self.next_sign
        } else {
            self.open
        };
        tokio::select! {
            biased;
            () = self.shutdown.cancelled() => return None,
            heard = self.events.recv() => self.hear(&heard.map(LiveTopic::of))?,
            more = self.audited.next() => {
                if !more {
                    return None;
                }
                self.note(LiveTopic::Calls);
            }
            rung = self.trials.changed() => {
                rung.ok()?;
                self.note(LiveTopic::Trials);
            }
            () = sleep_until(wake) => {
                // Calls on other replicas send no notification here, so pages are told to look
                // now and then, which also keeps the connection alive.
                if self.heard.is_empty() {
                    self.note(LiveTopic::Calls);
                }
            }
        }
        Some(())
    }

    /// A slow subscriber may have missed any topic.
    fn hear(&mut self, heard: &Result<LiveTopic, RecvError>) -> Option<()> {
        match heard {
            Ok(kind) => self.note(*kind),
            Err(RecvError::Lagged(_)) => self.heard = LiveTopic::ALL.to_vec(),
            Err(RecvError::Closed) => return None,
        }
        Some(())
    }

    fn note(&mut self, kind: LiveTopic) {
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
