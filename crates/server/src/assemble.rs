//! The gateway without a face: database, journal and sources put together.

use candor_config::Settings;
use candor_gateway::{Gateway, GatewaySpec, Limits, SourceSetup};
use candor_model::{Era, SourceName};
use candor_store::{Journal, Store, Target};

use crate::error::StartError;
use crate::setup;

/// The name of the source that is served when nothing is configured.
pub const DEMO: &str = "bookshop";

/// Opens what is kept and starts every enabled source, or the demo where the settings come from
/// no file. In transparent mode only that one source is started.
pub async fn assemble(settings: &Settings, demo: bool) -> Result<Gateway, StartError> {
    let store = open_store(settings).await?;
    let (journal, recovered) = Journal::open(&settings.server.data.join("journal"), &store).await?;
    if recovered.unknown > 0 {
        tracing::warn!(
            calls = recovered.unknown,
            "Calls were under way when an earlier process ended; their outcome is unknown"
        );
    }
    let transparent = settings.server.transparent.as_ref();
    let mut sources = Vec::new();
    for source in &settings.sources {
        if source.enabled && transparent.is_none_or(|name| *name == source.name) {
            let remembered = remembered_era(&store, source).await;
            sources.push(setup::configured(source, &settings.limits, remembered));
        }
    }
    if demo {
        sources.extend(demo_source(settings));
    }
    Ok(Gateway::start(GatewaySpec {
        transparent: transparent.is_some() && sources.len() == 1,
        sources,
        limits: Limits {
            request_body: settings.limits.request_body,
            sessions: settings.limits.sessions,
            session_idle: settings.limits.session_idle,
            start: settings.limits.start_timeout,
        },
        retention: settings.audit.retention,
        store,
        journal,
    }))
}

/// Opens the database that the settings name.
pub async fn open_store(settings: &Settings) -> Result<Store, StartError> {
    let target = match &settings.server.database_url {
        Some(url) => Target::Postgres(url.clone()),
        None => Target::Sqlite(settings.server.data.join("candor.db")),
    };
    Ok(Store::open(&target).await?)
}

fn demo_source(settings: &Settings) -> Option<SourceSetup> {
    SourceName::parse(DEMO)
        .ok()
        .map(|name| setup::demo(name, &settings.limits))
}

/// What was found last time saves the probe; a database that cannot tell costs only that.
async fn remembered_era(store: &Store, source: &candor_config::SourceSettings) -> Option<Era> {
    match store.remembered(&source.name, &source.fingerprint()).await {
        Ok(remembered) => remembered.map(|remembered| remembered.era),
        Err(error) => {
            tracing::warn!(source.name = %source.name, %error, "What was remembered of the source cannot be read");
            None
        }
    }
}
