//! Creates a source from its settings.

use std::sync::Arc;
use std::time::Duration;

use candor_config::{
    DriftMode, HttpFlavour, InferenceSettings, LimitSettings, Settings, SourceSettings,
    TransportSettings,
};
use candor_gateway::limits::CallTimeouts;
use candor_gateway::{EvidenceSettings, SourceSetup, SourceTreatment};
use candor_jq::FilterWorkers;
use candor_model::{DefinitionPin, DestructivePolicy, McpEra, QualifiedName};
use candor_sources::{InstanceSpec, OriginSpec, SourceLimits, SourceSpec};
use candor_store::{Keyring, Store, StoreError};
use candor_wire::RawJson;
use candor_wire::link::{HttpSpec, StdioSpec};

use crate::error::StartError;
use crate::{confinement, functions, openapi, pack};

/// How long a child process may take to exit by itself.
const STOP_GRACE: Duration = Duration::from_secs(3);

/// How much longer the gateway waits than a function's own timeout.
const HEADSTART: Duration = Duration::from_secs(2);

/// Dependencies of sources besides their settings.
#[derive(Clone)]
pub(crate) struct SourceDependencies {
    /// The workers for `_select`.
    pub(crate) selecting: Option<Arc<FilterWorkers>>,
    /// The database of packs.
    pub(crate) store: Store,
    /// The keys that seal the packs' data about callers.
    pub(crate) keyring: Arc<Keyring>,
}

/// A configured source. Secrets stay wrapped until the connection is made.
pub(crate) async fn configured(
    source: &SourceSettings,
    settings: &Settings,
    remembered: Option<McpEra>,
    dependencies: &SourceDependencies,
) -> Result<SourceSetup, StartError> {
    let limits = &settings.limits;
    let label = source.name.to_string();
    let timeout = source.call_timeout.unwrap_or(limits.call_timeout);
    let origin = match &source.transport {
        TransportSettings::Stdio {
            command,
            args,
            env,
            inherit_env,
            cwd,
        } => OriginSpec::Stdio(StdioSpec {
            label,
            command: command.as_str().to_owned(),
            args: args.iter().map(|arg| arg.as_str().to_owned()).collect(),
            env: env.clone(),
            inherit: [inherit_env.as_slice(), &source.confine.environment].concat(),
            cwd: cwd.clone(),
            confine: confinement::of(source, settings).map(Box::new),
        }),
        TransportSettings::Http {
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
                HttpFlavour::Auto => OriginSpec::Http(spec),
                HttpFlavour::Streamable => OriginSpec::StreamableHttp(spec),
                HttpFlavour::Sse => OriginSpec::Sse(spec),
            }
        }
        TransportSettings::OpenApi(api) => {
            let selecting = dependencies.selecting.as_ref();
            OriginSpec::OpenApi(Arc::new(openapi::spec(api, timeout, selecting)))
        }
        TransportSettings::Functions(functions) => {
            OriginSpec::Functions(Arc::new(functions::spec(functions, timeout)))
        }
        TransportSettings::Pack(pack) => {
            OriginSpec::Pack(pack::toolbox(pack, &dependencies.store, &dependencies.keyring).await?)
        }
    };
    let instance = match &origin {
        OriginSpec::Stdio(program) => confinement::instance(source, settings, program),
        _ => InstanceSpec::Only,
    };
    let treatment = treatment(source, settings);
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
            instance,
        },
        validate: treatment.validate,
        times: treatment.times,
        unset: treatment.unset,
        fingerprint: source.fingerprint(),
        trust: treatment.trust,
        reading: treatment.reading,
        quarantines: treatment.quarantines,
    })
}

/// The options of a configured source, independent of its transport.
pub(crate) fn treatment(source: &SourceSettings, settings: &Settings) -> SourceTreatment {
    let mut times = times(&settings.limits, source.call_timeout);
    if matches!(source.transport, TransportSettings::Functions(_)) {
        // A function has its own timeout, with a better message.
        times.silence = times.silence.saturating_add(HEADSTART);
    }
    SourceTreatment {
        validate: source.validate_arguments,
        times,
        unset: source.unset,
        trust: source.trust,
        reading: reading(settings.inference, source.destructive, source.open_world),
        quarantines: source.drift == DriftMode::Quarantine,
    }
}

/// The inference settings; those of the source take precedence.
pub(crate) fn reading(
    inference: InferenceSettings,
    destructive: Option<DestructivePolicy>,
    open_world: Option<bool>,
) -> EvidenceSettings {
    EvidenceSettings {
        enabled: inference.enabled,
        destructive: destructive.unwrap_or(inference.destructive),
        open_world: open_world.or(inference.open_world),
        titles: inference.titles,
    }
}

/// The call timeouts; those of the source take precedence.
pub(crate) fn times(limits: &LimitSettings, own: Option<Duration>) -> CallTimeouts {
    CallTimeouts {
        silence: own.unwrap_or(limits.call_timeout),
        ceiling: limits.call_ceiling.max(own.unwrap_or_default()),
    }
}

/// Replaces each source by what the store remembers of it: the pinned definitions
/// and those that have drifted.
pub(crate) async fn use_remembered_definitions(
    sources: &mut [SourceSetup],
    store: &Store,
) -> Result<(), StoreError> {
    let drifts = store.drifts().await?;
    let changed = |name: &QualifiedName| {
        let mut drifts = drifts.iter();
        drifts.any(|drift| drift.name == *name || drift.renamed_from.as_ref() == Some(name))
    };
    let mut known: Vec<DefinitionPin> = store.pins().await?;
    known.retain(|pin| !changed(&pin.name));
    known.extend(drifts.iter().map(|drift| drift.found.clone()));
    // A pack is part of this program and always available.
    let sleepers = sources
        .iter_mut()
        .filter(|setup| !matches!(setup.spec.origin, OriginSpec::Pack(_)));
    for setup in sleepers {
        let own = known
            .iter()
            .filter(|pin| *pin.name.source() == setup.spec.name);
        let definitions = own.filter_map(|pin| RawJson::parse(pin.definition.to_string()).ok());
        let from_document = matches!(setup.spec.origin, OriginSpec::OpenApi(_));
        setup.spec.instance = InstanceSpec::Only;
        setup.spec.origin = OriginSpec::NotStarted {
            definitions: definitions.collect(),
            from_document,
        };
    }
    Ok(())
}

/// The default limits of a source.
pub(crate) fn bounds(limits: &LimitSettings) -> SourceLimits {
    SourceLimits {
        max_message: limits.reply,
        start_timeout: limits.start_timeout,
        concurrent_calls: limits.concurrent_calls,
        stop_grace: STOP_GRACE,
        ..SourceLimits::default()
    }
}
