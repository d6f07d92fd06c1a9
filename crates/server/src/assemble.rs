//! The gateway without a face: database, journal and sources put together.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;

use candor_bookshop::Bookshop;
use candor_config::{AuthMode, SecretKey, Settings, SourceSettings, Transport};
use candor_gateway::{
    Declarations, DeclaredEnvironment, DeclaredNotes, DeclaredToolset, Gateway, GatewaySpec, House,
    Limits, SourceSetup, Style,
};
use candor_model::{Era, SourceName};
use candor_store::{Journal, Keyring, KeyringError, Store, Target};

use crate::demo::{self, DEMO};
use crate::error::StartError;
use crate::setup::{self, Workshop};
use crate::workbench::Workbench;
use crate::{openapi, pack};

/// A gateway, and what is open beside it for its sake.
pub struct Assembled {
    gateway: Gateway,
    shop: Option<Bookshop>,
}

/// Whether sources are started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waking {
    /// All of them, by a process that goes on serving and does the chores of the house.
    Serving {
        /// Where it listens, if it does.
        at: Option<SocketAddr>,
    },
    /// All of them, for one command.
    Everybody,
    /// None: what is known of them is enough.
    Nobody,
}

/// Opens what is kept and starts every enabled source, or the demo where the settings come from
/// no file. In transparent mode only that one source is started. With [`Waking::Nobody`] the
/// sources are as they were when they were last seen; the demo is part of this program and always
/// awake.
pub async fn assemble(
    settings: &Settings,
    demo: bool,
    waking: Waking,
) -> Result<Assembled, StartError> {
    let store = open_store(settings).await?;
    let (journal, recovered) = Journal::open(&settings.server.data.join("journal"), &store).await?;
    if recovered.unknown > 0 {
        tracing::warn!(
            calls = recovered.unknown,
            "Calls were under way when an earlier process ended; their outcome is unknown"
        );
    }
    let workshop = Workshop {
        selecting: openapi::workers(),
        store: store.clone(),
    };
    let mut sources = configured(settings, &workshop).await?;
    if waking == Waking::Nobody {
        setup::put_to_sleep(&mut sources, &store).await?;
    }
    let mut shop = None;
    if demo && let Ok(name) = SourceName::parse(DEMO) {
        let (open, url) = demo::open()?;
        shop = Some(open);
        let selecting = workshop.selecting.as_ref();
        sources.push(demo::source(name, settings, url, selecting));
        // Who wants to see one source as it is does not want another beside it.
        if settings.server.transparent.is_none() {
            sources.push(demo::pack(settings, &workshop).await?);
        }
    }
    let workbench = Workbench {
        settings: settings.clone(),
        workshop,
        asleep: waking == Waking::Nobody,
    };
    let started = Gateway::start(GatewaySpec {
        transparent: settings.server.transparent.is_some() && sources.len() == 1,
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
        declarations: declarations(settings),
        keyring: keyring(&settings.server.secret_key)?,
        house: house(settings, waking),
        workshop: Arc::new(workbench),
        chores: matches!(waking, Waking::Serving { .. }),
    });
    // It is large, and begun once.
    let gateway = Box::pin(started).await?;
    Ok(Assembled { gateway, shop })
}

/// Writes into the history of changes what the file declares otherwise than when it was last
/// served.
pub async fn note_declarations(gateway: &Gateway, settings: &Settings) {
    let declarations = declarations(settings);
    let noted = candor_gateway::desk::note_declarations(gateway.store(), &declarations);
    if let Err(error) = noted.await {
        tracing::warn!(%error, "What the configuration file declares could not be written down");
    }
}

/// What the file says about tools and environments.
fn declarations(settings: &Settings) -> Declarations {
    let opinions = settings.opinions.iter();
    let environments = settings.environments.iter();
    let toolsets = settings.toolsets.iter();
    let notes = settings.notes.iter();
    Declarations {
        opinions: opinions
            .map(|declared| (declared.key.clone(), declared.opinion.clone()))
            .collect(),
        environments: environments
            .map(|declared| DeclaredEnvironment {
                environment: declared.environment.clone(),
                variables: declared.variables.clone(),
                place: declared.place.to_string(),
            })
            .collect(),
        toolsets: toolsets
            .map(|declared| DeclaredToolset {
                toolset: declared.toolset.clone(),
                place: declared.place.to_string(),
            })
            .collect(),
        notes: notes
            .map(|(notes, place)| DeclaredNotes {
                notes: notes.clone(),
                place: place.to_string(),
            })
            .collect(),
        preferences: {
            let house = (None, settings.policy.preferences);
            let toolsets = settings.policy.toolsets.iter();
            let toolsets = toolsets.map(|(name, edits, _)| (Some(name.clone()), *edits));
            let all = std::iter::once(house).chain(toolsets);
            all.filter(|(_, edits)| !edits.is_empty()).collect()
        },
        // A source that is served as if Candor were not there brings no tools of Candor's.
        management: settings.endpoint.management && settings.server.transparent.is_none(),
        style: Style {
            profile: settings.endpoint.profile,
            provenance: settings.endpoint.provenance,
            budget: settings.endpoint.budget,
        },
    }
}

/// How the house decides.
fn house(settings: &Settings, waking: Waking) -> House {
    let server = &settings.server;
    let policy = &settings.policy;
    let listens = match waking {
        Waking::Serving { at } => at,
        Waking::Everybody | Waking::Nobody => Some(server.listen),
    };
    let address = || Some(format!("http://{}", reachable(listens?)));
    let public = server.public_url.as_ref().map(ToString::to_string);
    let public = public.map(|url| url.trim_end_matches('/').to_owned());
    House {
        policy: policy.policy.clone(),
        approval_timeout: policy.approval_timeout,
        standing_expiry: policy.standing_expiry,
        self_approval: policy.self_approval,
        tokens_needed: tokens_needed(settings),
        public_url: public.or_else(address),
    }
}

/// Whether everybody must present a token.
pub(crate) fn tokens_needed(settings: &Settings) -> bool {
    match settings.server.auth {
        AuthMode::Required => true,
        AuthMode::Auto => !settings.server.is_loopback(),
    }
}

/// An address that a browser on this machine can open: listening everywhere is no place to go.
fn reachable(address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        return SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), address.port());
    }
    address
}

/// What seals the secrets of environments. A key that nobody supplied is made.
pub fn keyring(key: &SecretKey) -> Result<Keyring, KeyringError> {
    match key {
        SecretKey::File(path) => Keyring::load_or_create(path),
        SecretKey::Given(keys) => Keyring::parse(keys.expose()),
    }
}

/// Opens the database that the settings name.
pub async fn open_store(settings: &Settings) -> Result<Store, StartError> {
    let target = match &settings.server.database_url {
        Some(url) => Target::Postgres(url.clone()),
        None => Target::Sqlite(settings.server.data.join("candor.db")),
    };
    Ok(Store::open(&target).await?)
}

/// Every source that is to be served.
async fn configured(
    settings: &Settings,
    workshop: &Workshop,
) -> Result<Vec<SourceSetup>, StartError> {
    let transparent = settings.server.transparent.as_ref();
    let mut sources = Vec::new();
    for source in &settings.sources {
        if source.enabled && transparent.is_none_or(|name| *name == source.name) {
            sources.push(setup(source, settings, workshop).await?);
        }
    }
    Ok(sources)
}

/// One source, with what is remembered of it and what it needs to begin.
pub(crate) async fn setup(
    source: &SourceSettings,
    settings: &Settings,
    workshop: &Workshop,
) -> Result<SourceSetup, StartError> {
    let remembered = remembered_era(&workshop.store, source).await;
    if let Transport::Pack(pack) = &source.transport {
        pack::furnish(pack, &workshop.store).await?;
    }
    setup::configured(source, settings, remembered, workshop)
}

/// What was found last time saves the probe; a database that cannot tell costs only that.
async fn remembered_era(store: &Store, source: &SourceSettings) -> Option<Era> {
    match store.remembered(&source.name, &source.fingerprint()).await {
        Ok(remembered) => remembered.map(|remembered| remembered.era),
        Err(error) => {
            tracing::warn!(source.name = %source.name, %error, "What was remembered of the source cannot be read");
            None
        }
    }
}

// === impl Assembled ===

impl Assembled {
    /// The gateway.
    pub fn gateway(&self) -> &Gateway {
        &self.gateway
    }

    /// Stops the gateway, and after it what its sources needed.
    pub async fn stop(self) {
        self.gateway.stop().await;
        if let Some(shop) = self.shop {
            shop.close().await;
        }
    }
}

#[cfg(test)]
mod tests;
