//! Sources, as a configuration would have them.

use std::time::Duration;

use candor_gateway::limits::CallTimeouts;
use candor_gateway::{EvidenceSettings, SourceSetup};
use candor_model::{Digest, SourceName, SourceTrust};
use candor_sources::{InstanceSpec, OriginSpec, SourceLimits, SourceSpec};
use candor_testkit::ServerHandle;
use candor_wire::link::HttpSpec;

/// A server that listens.
pub fn http_source(name: &str, trust: SourceTrust, upstream: &ServerHandle) -> SourceSetup {
    let origin = OriginSpec::StreamableHttp(HttpSpec {
        label: name.to_owned(),
        url: upstream.url().parse().expect("a URL"),
        headers: Vec::new(),
    });
    let name = SourceName::parse(name).expect("a name");
    source_setup(name, trust, origin)
}

/// The same for a source of any origin.
pub fn source_setup(name: SourceName, trust: SourceTrust, origin: OriginSpec) -> SourceSetup {
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
