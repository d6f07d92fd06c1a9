//! Sources of the configuration.

use std::time::Duration;

use candor_gateway::limits::CallTimes;
use candor_gateway::{Reading, SourceSetup};
use candor_model::{Digest, SourceName, Trust};
use candor_sources::{OriginSpec, SourceLimits, SourceSpec};
use candor_testkit::Handle;
use candor_wire::link::HttpSpec;

/// A server that listens.
pub fn source(name: &str, trust: Trust, upstream: &Handle) -> SourceSetup {
    let origin = OriginSpec::StreamableHttp(HttpSpec {
        label: name.to_owned(),
        url: upstream.url().parse().expect("a URL"),
        headers: Vec::new(),
    });
    let name = SourceName::parse(name).expect("a name");
    source_of(name, trust, origin)
}

/// The same for what comes from anywhere.
pub fn source_of(name: SourceName, trust: Trust, origin: OriginSpec) -> SourceSetup {
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
