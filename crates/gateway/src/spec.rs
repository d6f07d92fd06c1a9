//! What a gateway is made of, and how each source in it is treated.

use std::sync::Arc;
use std::time::Duration;

use candor_model::{Digest, Trust, Unset};
use candor_sources::{News, Source, SourceSpec};
use candor_store::{Journal, Keyring, Store};
use tokio::sync::mpsc;

use crate::catalogue::{Reading, Server};
use crate::house::House;
use crate::knowledge::Declarations;
use crate::limits::{CallTimes, Limits};
use crate::workshop::Workshop;

/// What a gateway is made of.
pub struct GatewaySpec {
    /// The sources, in the order of the configuration.
    pub sources: Vec<SourceSetup>,
    /// Whether the one source is served under its own names.
    pub transparent: bool,
    /// See [`Limits`].
    pub limits: Limits,
    /// How long calls stay in the audit.
    pub retention: Duration,
    /// Where things are kept.
    pub store: Store,
    /// Where calls are written down.
    pub journal: Journal,
    /// What the configuration file says about tools and environments.
    pub declarations: Declarations,
    /// What seals the secrets of environments, and what is handed out to be brought back.
    pub keyring: Keyring,
    /// How the house decides.
    pub house: House,
    /// Where sources are made that people add.
    pub workshop: Arc<dyn Workshop>,
    /// Whether this process also does what somebody has to do: lets questions expire, makes the
    /// calls of tasks. A process that is here for one command does not.
    pub chores: bool,
}

/// One source and how it is to be treated.
pub struct SourceSetup {
    /// How to reach it.
    pub spec: SourceSpec,
    /// Whether arguments are checked before it is asked.
    pub validate: bool,
    /// How long its calls may take.
    pub times: CallTimes,
    /// What is done where nobody says whether its tools destroy, if not as everywhere.
    pub unset: Option<Unset>,
    /// What it was when its era was remembered.
    pub fingerprint: Digest,
    /// Whether its hints are relied upon.
    pub trust: Trust,
    /// How evidence about its tools is read.
    pub reading: Reading,
    /// Whether, while it is untrusted, every change of a definition waits for somebody. A hint
    /// that becomes less careful always does.
    pub quarantines: bool,
}

// === impl SourceSetup ===

impl SourceSetup {
    /// Starts the source. What it has to say goes to `news`.
    pub(crate) fn start(self, news: &mpsc::Sender<News>) -> Server {
        Server {
            fingerprint: self.fingerprint,
            roots: self.spec.roots.clone(),
            source: Source::start(self.spec, news.clone()),
            times: self.times,
            unset: self.unset,
            validate: self.validate,
            trust: self.trust,
            reading: self.reading,
            quarantines: self.quarantines,
        }
    }
}
