//! What a gateway is made of, and how each source in it is treated.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use candor_model::{Digest, SourceTrust, UnsetPolicy};
use candor_sources::{SourceEvent, SourceHandle, SourceSpec};
use candor_store::{Journal, Keyring, Store};
use tokio::sync::mpsc;

use crate::catalogue::{EvidenceSettings, ServedSource};
use crate::limits::{CallTimeouts, GatewayLimits};
use crate::sources::factory::SourceFactory;
use crate::state::policy_settings::GatewayPolicySettings;
use crate::state::snapshot::FileDeclarations;

/// What a gateway is made of.
pub struct GatewaySpec {
    /// The sources, in the order of the configuration.
    pub sources: Vec<SourceSetup>,
    /// Whether the one source is served under its own names.
    pub transparent: bool,
    /// Limits of requests, sessions and the start.
    pub limits: GatewayLimits,
    /// How long calls stay in the audit.
    pub retention: Duration,
    /// Whether the arguments of calls are kept for that time, too.
    pub keep_arguments: bool,
    /// Where things are kept.
    pub store: Store,
    /// Where calls are written down.
    pub journal: Journal,
    /// What the configuration file says about tools and environments.
    pub declarations: FileDeclarations,
    /// What seals the secrets of environments, and what is handed out to be brought back.
    pub keyring: Keyring,
    /// The policy settings of the configuration file.
    pub policy_settings: GatewayPolicySettings,
    /// Where sources are made that people add.
    pub source_factory: Arc<dyn SourceFactory>,
    /// Whether this process also does background chores: expires approvals, makes the
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
    pub times: CallTimeouts,
    /// How unset hints of its tools are treated, if not by the default.
    pub unset: Option<UnsetPolicy>,
    /// What it was when its era was remembered.
    pub fingerprint: Digest,
    /// Whether its hints are relied upon.
    pub trust: SourceTrust,
    /// How evidence about its tools is read.
    pub reading: EvidenceSettings,
    /// Whether, while it is untrusted, every change of a definition is quarantined. A hint
    /// that becomes less careful always does.
    pub quarantines: bool,
}

/// How a source is treated, whatever it is and however it is reached. It can change while the
/// source runs.
#[derive(Clone, Debug, PartialEq)]
pub struct SourceTreatment {
    /// Whether arguments are checked before it is asked.
    pub validate: bool,
    /// How long its calls may take.
    pub times: CallTimeouts,
    /// How unset hints of its tools are treated, if not by the default.
    pub unset: Option<UnsetPolicy>,
    /// Whether its hints are relied upon.
    pub trust: SourceTrust,
    /// How evidence about its tools is read.
    pub reading: EvidenceSettings,
    /// Whether, while it is untrusted, every change of a definition is quarantined.
    pub quarantines: bool,
}

// === impl SourceSetup ===

impl SourceSetup {
    /// How the source is to be treated.
    pub fn treatment(&self) -> SourceTreatment {
        SourceTreatment {
            validate: self.validate,
            times: self.times,
            unset: self.unset,
            trust: self.trust,
            reading: self.reading,
            quarantines: self.quarantines,
        }
    }

    /// Starts the source. What it has to say goes to `news`.
    pub(crate) fn start(self, news: &mpsc::Sender<SourceEvent>) -> ServedSource {
        ServedSource {
            fingerprint: self.fingerprint,
            roots: self.spec.roots.clone(),
            source: SourceHandle::start(self.spec, news.clone()),
            times: self.times,
            unset: self.unset,
            validate: self.validate,
            trust: self.trust,
            reading: self.reading,
            quarantines: self.quarantines,
            offered: AtomicBool::new(false),
        }
    }
}

// === impl ServedSource ===

impl ServedSource {
    /// The same running source, treated differently from now on.
    pub(crate) fn treated(&self, treatment: &SourceTreatment) -> Self {
        Self {
            source: self.source.clone(),
            fingerprint: self.fingerprint,
            roots: self.roots.clone(),
            offered: AtomicBool::new(self.offered.load(Ordering::Acquire)),
            times: treatment.times,
            unset: treatment.unset,
            validate: treatment.validate,
            trust: treatment.trust,
            reading: treatment.reading,
            quarantines: treatment.quarantines,
        }
    }
}
