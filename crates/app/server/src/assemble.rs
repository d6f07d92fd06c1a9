//! Assembles the gateway without HTTP or stdio: database, journal and sources.

use std::collections::BTreeMap;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use candor_bookshop::Bookshop;
use candor_boxed::boxed;
use candor_config::{SecretKey, Settings, SourceSettings, TransportSettings};
use candor_egress::OwnListener;
use candor_gateway::{
    DeclaredEnvironment, DeclaredNotes, DeclaredToolset, EndpointStyle, FileDeclarations, Gateway,
    GatewayLimits, GatewayOwner, GatewayPolicySettings, GatewaySpec, ListSettings, SourceSetup,
    is_local_url,
};
use candor_model::{McpEra, Roles, SourceName, ToolListing, Toolset};
use candor_store::{DatabaseTarget, Journal, Keyring, KeyringError, OwnerSecret, Store, os_user};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::announced_address::{AnnouncedAddress, reachable};
use crate::demo::{self, DEMO};
use crate::error::StartError;
use crate::reload::{ConfigurationFollower, ConfigurationReloader, ServedConfiguration};
use crate::setup::{self, SourceDependencies};
use crate::source_factory::{SettingsSourceFactory, SharedSettings};
use crate::token_need::TokenNeed;
use crate::{openapi, own_address, pack};

/// A gateway, and the demo server that one of its sources may need.
pub struct AssembledGateway {
    gateway: Gateway,
    shop: Option<Bookshop>,
    /// The parts needed to apply a changed configuration.
    parts: ReloadParts,
    /// Addresses that no source may connect to, held for as long as there are sources.
    _own_listeners: Vec<OwnListener>,
}

/// The parts needed to apply a changed configuration.
#[derive(Clone)]
struct ReloadParts {
    dependencies: SourceDependencies,
    shared: Arc<SharedSettings>,
    /// The toolsets that come with each source.
    pack_toolsets: BTreeMap<SourceName, Vec<Toolset>>,
}

/// Which sources are started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SourceStartup {
    /// All of them, by a process that keeps serving and runs the background tasks.
    Serving {
        /// The address it listens on, if it does.
        at: Option<SocketAddr>,
    },
    /// All of them, for one command.
    AllSources,
    /// None: what is stored about them is enough.
    NoSources,
}

/// Opens the database and starts every enabled source, or the demo if there is no configuration
/// file. In transparent mode only that one source is started. With [`SourceStartup::NoSources`] the
/// sources are served from their cached listing; the demo is part of this program and always
/// available.
#[boxed]
pub async fn assemble(
    settings: &Settings,
    demo: bool,
    waking: SourceStartup,
) -> Result<AssembledGateway, StartError> {
    // Before there is a source that could go there.
    let own_listeners = own_listeners(settings, waking);
    let store = open_store(settings).await?;
    let owner = OwnerSecret::open_or_create(&settings.server.data)?;
    let (journal, recovered) = Journal::open(&settings.server.data.join("journal"), &store).await?;
    if recovered.unknown > 0 {
        tracing::warn!(
            calls = recovered.unknown,
            "Calls were running when an earlier process ended; their outcome is unknown"
        );
    }
    let dependencies = SourceDependencies {
        selecting: openapi::workers(),
        store: store.clone(),
        keyring: Arc::new(keyring(&settings.server.secret_key)?),
    };
    let mut sources = configured(settings, &dependencies).await?;
    if waking == SourceStartup::NoSources {
        setup::use_remembered_definitions(&mut sources, &store).await?;
    }
    let mut shop = None;
    if demo && let Ok(name) = SourceName::parse(DEMO) {
        let (open, url) = demo::open()?;
        shop = Some(open);
        let selecting = dependencies.selecting.as_ref();
        sources.push(demo::source(name, settings, url, selecting));
        // Transparent mode shows one source only.
        if settings.server.transparent.is_none() {
            sources.push(demo::pack(settings, &dependencies).await?);
        }
    }
    let own_toolsets = sources.iter();
    let own_toolsets = own_toolsets.map(|one| (one.spec.name.clone(), pack::own_toolsets(one)));
    let parts = ReloadParts {
        dependencies: dependencies.clone(),
        shared: Arc::new(SharedSettings::new(settings)),
        pack_toolsets: own_toolsets.collect(),
    };
    let source_factory = SettingsSourceFactory {
        settings: Arc::clone(&parts.shared),
        dependencies,
        asleep: waking == SourceStartup::NoSources,
    };
    let mut declared = declarations(settings);
    let offered = parts.pack_toolsets.values().flatten();
    declared
        .toolsets
        .extend(pack::undeclared(settings, offered));
    let started = Gateway::start(GatewaySpec {
        transparent: settings.server.transparent.is_some() && sources.len() == 1,
        sources,
        limits: GatewayLimits {
            request_body: settings.limits.request_body,
            sessions: settings.limits.sessions,
            sessions_per_caller: settings.limits.sessions_per_caller,
            waiting_per_caller: settings.limits.waiting_per_caller,
            tasks_per_caller: settings.limits.tasks_per_caller,
            kept_bytes_per_caller: settings.limits.kept_bytes_per_caller,
            session_idle: settings.limits.session_idle,
            start: settings.limits.start_timeout,
        },
        retention: settings.audit.retention,
        keep_arguments: settings.audit.keep_arguments,
        store,
        journal,
        declarations: declared,
        keyring: keyring(&settings.server.secret_key)?,
        policy_settings: policy_settings(settings, waking, &owner).await,
        source_factory: Arc::new(source_factory),
        chores: matches!(waking, SourceStartup::Serving { .. }),
    });
    // Boxed to keep this future small.
    let gateway = Box::pin(started).await?;
    Ok(AssembledGateway {
        gateway,
        shop,
        parts,
        _own_listeners: own_listeners,
    })
}

/// The addresses of this gateway, which its own outgoing requests must never reach: where this
/// process listens, and the configured address, where another process of the same gateway may
/// listen.
fn own_listeners(settings: &Settings, waking: SourceStartup) -> Vec<OwnListener> {
    let at = match waking {
        SourceStartup::Serving { at } => at,
        SourceStartup::AllSources | SourceStartup::NoSources => None,
    };
    let all = at.into_iter().chain([settings.server.listen]);
    // Port 0 means any port and cannot be reached.
    all.filter(|address| address.port() != 0)
        .map(OwnListener::declare)
        .collect()
}

/// Records in the history what the file declares differently than when it was last
/// served.
#[boxed]
pub async fn record_declarations(gateway: &Gateway, settings: &Settings) {
    let declarations = declarations(settings);
    let recorded = gateway.editor().record_declarations(&declarations).await;
    if let Err(error) = recorded {
        tracing::warn!(%error, "The declarations of the configuration file could not be recorded");
    }
}

/// The declarations about tools and environments in the configuration file.
pub(crate) fn declarations(settings: &Settings) -> FileDeclarations {
    let opinions = settings.opinions.iter();
    let environments = settings.environments.iter();
    let toolsets = settings.toolsets.iter();
    let notes = settings.notes.iter();
    FileDeclarations {
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
            let default_policy = (None, settings.policy.preferences);
            let toolsets = settings.policy.toolsets.iter();
            let toolsets = toolsets.map(|(name, edits, _)| (Some(name.clone()), *edits));
            let all = std::iter::once(default_policy).chain(toolsets);
            all.filter(|(_, edits)| !edits.is_empty()).collect()
        },
        // Transparent mode adds no tools of Candor.
        management: settings.endpoint.management && settings.server.transparent.is_none(),
        style: EndpointStyle {
            profile: settings.endpoint.profile,
            provenance: settings.endpoint.provenance,
            budget: settings.endpoint.budget,
            schemas: settings.endpoint.schemas,
        },
        listing: ListSettings {
            // Transparent mode lists what there is.
            listing: match settings.server.transparent {
                Some(_) => ToolListing::All,
                None => settings.endpoint.list,
            },
            budget: settings.endpoint.list_budget,
            pinned: settings.endpoint.pinned.clone(),
        },
    }
}

/// The settings of approvals and policy, and who owns the gateway.
async fn policy_settings(
    settings: &Settings,
    waking: SourceStartup,
    owner: &OwnerSecret,
) -> GatewayPolicySettings {
    let server = &settings.server;
    let policy = &settings.policy;
    // A process that does not listen names the gateway that does, whose store it shares.
    let listens = match waking {
        SourceStartup::Serving { at: Some(address) } => Some(address),
        SourceStartup::Serving { at: None }
        | SourceStartup::AllSources
        | SourceStartup::NoSources => AnnouncedAddress::find_socket(&server.data),
    };
    let public = server.public_url.as_ref().map(ToString::to_string);
    let public = match (public, listens) {
        (Some(url), _) => Some(url.trim_end_matches('/').to_owned()),
        (None, Some(address)) => Some(own_address::of(reachable(address)).await),
        (None, None) => None,
    };
    GatewayPolicySettings {
        policy: policy.policy.clone(),
        approval_timeout: policy.approval_timeout,
        standing_expiry: policy.standing_expiry,
        self_approval: policy.self_approval,
        tokens_needed: TokenNeed::of(settings).is_some(),
        local_roles: Roles::LOOKING,
        owner: Some(GatewayOwner {
            user: os_user(),
            digest: owner.digest(),
        }),
        public_url: public,
        data: Some(std::path::absolute(&server.data).unwrap_or_else(|_| server.data.clone())),
    }
}

/// The setting that implies access from other machines, if there is one: a configured address or
/// host means that there is a proxy in front.
pub fn reached_by_others(settings: &Settings) -> Option<&'static str> {
    let server = &settings.server;
    let elsewhere = |url: &str| !is_local_url(url);
    if server.public_url.as_deref().is_some_and(elsewhere) {
        return Some("server.public_url");
    }
    let local = |host: &String| is_local_url(&format!("http://{host}"));
    if !server.allowed_hosts.iter().all(local) {
        return Some("server.allowed_hosts");
    }
    let elsewhere = |origin: &String| !is_local_url(origin);
    if server.allowed_origins.iter().any(elsewhere) {
        return Some("server.allowed_origins");
    }
    None
}

/// The keys that encrypt secrets. A missing key file is created.
pub fn keyring(key: &SecretKey) -> Result<Keyring, KeyringError> {
    match key {
        SecretKey::File(path) => Keyring::load_or_create(path),
        SecretKey::Given(keys) => Keyring::parse(keys.expose()),
    }
}

/// Opens the database that the settings name.
#[boxed]
pub async fn open_store(settings: &Settings) -> Result<Store, StartError> {
    let target = match &settings.server.database_url {
        Some(url) => DatabaseTarget::Postgres(url.clone()),
        None => DatabaseTarget::Sqlite(settings.server.data.join("candor.db")),
    };
    Ok(Store::open(&target).await?)
}

/// Every enabled source.
async fn configured(
    settings: &Settings,
    dependencies: &SourceDependencies,
) -> Result<Vec<SourceSetup>, StartError> {
    let mut sources = Vec::new();
    for source in enabled(settings) {
        sources.push(setup(source, settings, dependencies).await?);
    }
    Ok(sources)
}

/// The sources that are served: all that are enabled, or in transparent mode that one.
pub(crate) fn enabled(settings: &Settings) -> Vec<&SourceSettings> {
    let transparent = settings.server.transparent.as_ref();
    let sources = settings.sources.iter();
    let enabled = sources
        .filter(|source| source.enabled && transparent.is_none_or(|name| *name == source.name));
    enabled.collect()
}

/// One source, with its cached protocol era and its sample data.
pub(crate) async fn setup(
    source: &SourceSettings,
    settings: &Settings,
    dependencies: &SourceDependencies,
) -> Result<SourceSetup, StartError> {
    let remembered = remembered_era(&dependencies.store, source).await;
    if let TransportSettings::Pack(pack) = &source.transport {
        pack::seed_sample(pack, &dependencies.store).await?;
    }
    setup::configured(source, settings, remembered, dependencies).await
}

/// The era that was found last time saves a probe; without it, the server is probed again.
async fn remembered_era(store: &Store, source: &SourceSettings) -> Option<McpEra> {
    match store.remembered(&source.name, &source.fingerprint()).await {
        Ok(remembered) => remembered.map(|remembered| remembered.era),
        Err(error) => {
            tracing::warn!(
                source.name = %source.name,
                %error,
                "The remembered protocol revision of the source cannot be read"
            );
            None
        }
    }
}

// === impl AssembledGateway ===

impl AssembledGateway {
    /// The assembled gateway.
    pub fn gateway(&self) -> &Gateway {
        &self.gateway
    }

    /// A reloader that applies a changed configuration file.
    pub(crate) fn reloader(&self, configuration: &ServedConfiguration) -> ConfigurationReloader {
        let parts = self.parts.clone();
        ConfigurationReloader {
            gateway: self.gateway.clone(),
            dependencies: parts.dependencies,
            shared: parts.shared,
            pack_toolsets: parts.pack_toolsets,
            started: configuration.origins.clone(),
            served: configuration.settings.clone(),
        }
    }

    /// Reloads the configuration whenever its file changes, until `stop`.
    pub fn follow(
        &self,
        configuration: ServedConfiguration,
        stop: CancellationToken,
    ) -> io::Result<JoinHandle<()>> {
        let reloader = self.reloader(&configuration);
        let follower = ConfigurationFollower::new(configuration, reloader, None, None)?;
        Ok(tokio::spawn(follower.run(stop)))
    }

    /// Stops the gateway, and then the demo server.
    #[boxed]
    pub async fn stop(self) {
        self.gateway.stop().await;
        if let Some(shop) = self.shop {
            shop.close().await;
        }
    }
}

#[cfg(test)]
mod tests;
