//! From a source's settings to the source.

use std::sync::Arc;
use std::time::Duration;

use candor_config::{
    DriftMode, Flavour, InferenceSettings, LimitSettings, Settings, SourceSettings, Transport,
};
use candor_gateway::limits::CallTimes;
use candor_gateway::{Reading, SourceSetup};
use candor_jq::Workers;
use candor_model::{DestructivePolicy, Era, Pin, QualifiedName};
use candor_sources::{OriginSpec, SourceLimits, SourceSpec};
use candor_store::{Store, StoreError};
use candor_wire::RawJson;
use candor_wire::link::{HttpSpec, StdioSpec};

use crate::error::StartError;
use crate::{functions, openapi, pack};

/// How long a child has to end by itself.
const STOP_GRACE: Duration = Duration::from_secs(3);

/// By how much the gateway waits longer for a function than the function may take.
const HEADSTART: Duration = Duration::from_secs(2);

/// What sources are made with, beside their settings.
#[derive(Clone)]
pub(crate) struct Workshop {
    /// Those who work on `_select`.
    pub(crate) selecting: Option<Arc<Workers>>,
    /// Where packs keep what they know.
    pub(crate) store: Store,
}

/// A configured source. Secrets stay wrapped until the connection is made.
pub(crate) fn configured(
    source: &SourceSettings,
    settings: &Settings,
    remembered: Option<Era>,
    workshop: &Workshop,
) -> Result<SourceSetup, StartError> {
    let limits = &settings.limits;
    let label = source.name.to_string();
    let timeout = source.call_timeout.unwrap_or(limits.call_timeout);
    let origin = match &source.transport {
        Transport::Stdio {
            command,
            args,
            env,
            cwd,
        } => OriginSpec::Stdio(StdioSpec {
            label,
            command: command.as_str().to_owned(),
            args: args.iter().map(|arg| arg.as_str().to_owned()).collect(),
            env: env.clone(),
            cwd: cwd.clone(),
        }),
        Transport::Http {
            url,
            headers,
            flavour,
        } => {
            let spec = HttpSpec {
                label,
                url: url.url().clone(),
                headers: headers.clone(),
            };
            match flavour {
                Flavour::Auto => OriginSpec::Http(spec),
                Flavour::Streamable => OriginSpec::StreamableHttp(spec),
                Flavour::Sse => OriginSpec::Sse(spec),
            }
        }
        Transport::OpenApi(api) => {
            let selecting = workshop.selecting.as_ref();
            OriginSpec::OpenApi(Arc::new(openapi::spec(api, timeout, selecting)))
        }
        Transport::Functions(functions) => {
            OriginSpec::Functions(Arc::new(functions::spec(functions, timeout)))
        }
        Transport::Pack(pack) => OriginSpec::Pack(pack::toolbox(pack, &workshop.store)?),
    };
    let mut times = times(limits, source.call_timeout);
    if matches!(source.transport, Transport::Functions(_)) {
        // A function has a clock of its own, which can say better what happened.
        times.silence = times.silence.saturating_add(HEADSTART);
    }
    let mut bounds = bounds(limits);
    bounds.concurrent_calls = source.concurrent_calls.unwrap_or(limits.concurrent_calls);
    Ok(SourceSetup {
        spec: SourceSpec {
            name: source.name.clone(),
            origin,
            era: source.era,
            remembered,
            limits: bounds,
            roots: source.roots.clone(),
        },
        validate: source.validate_arguments,
        times,
        unset: source.unset,
        fingerprint: source.fingerprint(),
        trust: source.trust,
        reading: reading(settings.inference, source.destructive, source.open_world),
        quarantines: source.drift == DriftMode::Quarantine,
    })
}

/// How evidence is read; what a source says of its own goes first.
pub(crate) fn reading(
    inference: InferenceSettings,
    destructive: Option<DestructivePolicy>,
    open_world: Option<bool>,
) -> Reading {
    Reading {
        enabled: inference.enabled,
        destructive: destructive.unwrap_or(inference.destructive),
        open_world: open_world.or(inference.open_world),
        titles: inference.titles,
    }
}

/// How long calls may take; what a source says of its own goes first.
pub(crate) fn times(limits: &LimitSettings, own: Option<Duration>) -> CallTimes {
    CallTimes {
        silence: own.unwrap_or(limits.call_timeout),
        ceiling: limits.call_ceiling.max(own.unwrap_or_default()),
    }
}

/// Replaces each source by what the store remembers of it: the definitions that were agreed to,
/// and those that wait for somebody.
pub(crate) async fn put_to_sleep(
    sources: &mut [SourceSetup],
    store: &Store,
) -> Result<(), StoreError> {
    let drifts = store.drifts().await?;
    let changed = |name: &QualifiedName| {
        let mut drifts = drifts.iter();
        drifts.any(|drift| drift.name == *name || drift.renamed_from.as_ref() == Some(name))
    };
    let mut known: Vec<Pin> = store.pins().await?;
    known.retain(|pin| !changed(&pin.name));
    known.extend(drifts.iter().map(|drift| drift.found.clone()));
    // A pack is part of this program, and never asleep.
    let sleepers = sources
        .iter_mut()
        .filter(|setup| !matches!(setup.spec.origin, OriginSpec::Pack(_)));
    for setup in sleepers {
        let own = known
            .iter()
            .filter(|pin| *pin.name.source() == setup.spec.name);
        let definitions = own.filter_map(|pin| RawJson::parse(pin.definition.to_string()).ok());
        let from_document = matches!(setup.spec.origin, OriginSpec::OpenApi(_));
        setup.spec.origin = OriginSpec::Asleep {
            definitions: definitions.collect(),
            from_document,
        };
    }
    Ok(())
}

/// The bounds of a source that says nothing of its own.
pub(crate) fn bounds(limits: &LimitSettings) -> SourceLimits {
    SourceLimits {
        max_message: limits.reply,
        start_timeout: limits.start_timeout,
        concurrent_calls: limits.concurrent_calls,
        stop_grace: STOP_GRACE,
        ..SourceLimits::default()
    }
}
