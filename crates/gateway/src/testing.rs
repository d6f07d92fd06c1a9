//! What the unit tests of this crate share.

use std::time::Duration;

use candor_model::{Digest, SourceName, Trust};
use candor_sources::{OriginSpec, SourceLimits, SourceSpec};

use crate::catalogue::Reading;
use crate::limits::CallTimes;
use crate::spec::SourceSetup;

/// A source that is treated as most are.
pub(crate) fn setup(name: SourceName, trust: Trust, origin: OriginSpec) -> SourceSetup {
    SourceSetup {
        fingerprint: Digest::of(name.as_str()),
        spec: SourceSpec {
            name,
            origin,
            era: None,
            remembered: None,
            limits: SourceLimits::default(),
            roots: Vec::new(),
        },
        validate: true,
        times: CallTimes {
            silence: Duration::from_mins(1),
            ceiling: Duration::from_mins(2),
        },
        unset: None,
        trust,
        reading: Reading::default(),
        quarantines: true,
    }
}
