//! The parts of a gateway, and the settings of each source.

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

/// The parts of a gateway.
pub struct GatewaySpec {
    /// The sources, in the order of the configuration.
    pub sources: Vec<SourceSetup>,
    /// Whether the single source is served under its own names.
    pub transparent: bool,
    /// Limits of requests, sessions and the start.
    pub limits: GatewayLimits,
    /// How long calls stay in the audit.
    pub retention: Duration,
    /// Whether the arguments of calls are kept for that time, too.
    pub keep_arguments: bool,
    /// The database of the gateway.
    pub store: Store,
    /// The journal for audit entries.
    pub journal: Journal,
    /// The declarations about tools and environments in the configuration file.
    pub declarations: FileDeclarations,
    /// Seals the secrets of environments, and states that clients bring back.
    pub keyring: Keyring,
    /// The policy settings of the configuration file.
    pub policy_settings: GatewayPolicySettings,
    /// The factory for added sources.
    pub source_factory: Arc<dyn SourceFactory>,
    /// Whether this process also performs background chores: expires approvals, makes the calls of
    /// tasks. A process that runs a single command does not.
    pub chores: bool,
}

/// One source and its settings.
pub struct SourceSetup {
    /// How to connect to it.
    pub spec: SourceSpec,
    /// Whether arguments are validated before it is asked.
    pub validate: bool,
    /// The time limits of its calls.
    pub times: CallTimeouts,
    /// How unset hints of its tools are treated, if not by the default.
    pub unset: Option<UnsetPolicy>,
    /// The fingerprint of its configuration, under which its era is cached.
    pub fingerprint: Digest,
    /// Whether its hints are relied on.
    pub trust: SourceTrust,
    /// How evidence about its tools is read.
    pub reading: EvidenceSettings,
    /// Whether, while it is untrusted, every change of a definition is quarantined. A change that
    /// loosens a hint always is.
    pub quarantines: bool,
}

/// The settings of a source that do not depend on its kind or connection. They can change while the
/// source runs.
#[derive(Clone, Debug, PartialEq)]
pub struct SourceTreatment {
    /// Whether arguments are validated before it is asked.
    pub validate: bool,
    /// The time limits of its calls.
    pub times: CallTimeouts,
    /// How unset hints of its tools are treated, if not by the default.
    pub unset: Option<UnsetPolicy>,
    /// Whether its hints are relied on.
    pub trust: SourceTrust,
    /// How evidence about its tools is read.
    pub reading: EvidenceSettings,
    /// Whether, while it is untrusted, every change of a definition is quarantined.
    pub quarantines: bool,
}

// === impl SourceSetup ===

impl SourceSetup {
    /// The settings that can change while the source runs.
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

    /// Starts the source. Its events go to `news`.
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
    /// The same running source with other settings.
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
