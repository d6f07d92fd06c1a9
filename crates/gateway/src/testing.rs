//! Helpers that the unit tests of this crate share.

use std::time::Duration;

use candor_model::{Digest, SourceName, SourceTrust};
use candor_sources::{InstanceSpec, OriginSpec, SourceLimits, SourceSpec};

use crate::catalogue::EvidenceSettings;
use crate::limits::CallTimeouts;
use crate::sources::spec::SourceSetup;

/// A source with the usual settings.
pub(crate) fn setup(name: SourceName, trust: SourceTrust, origin: OriginSpec) -> SourceSetup {
    SourceSetup {
        fingerprint: Digest::of(name.as_str()),
        spec: SourceSpec {
            name,
            origin,
            era: None,
            remembered: None,
            limits: SourceLimits::default(),
            roots: Vec::new(),
            instance: InstanceSpec::Only,
        },
        validate: true,
        times: CallTimeouts {
            silence: Duration::from_mins(1),
            ceiling: Duration::from_mins(2),
        },
        unset: None,
        trust,
        reading: EvidenceSettings::default(),
        quarantines: true,
    }
}
