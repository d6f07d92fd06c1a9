//! The gateway on a socket, and its graceful shutdown.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use axum::http::header::ACCEPT;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use candor_api::ApiConfig;
use candor_boxed::boxed;
use candor_config::{ServerSettings, Settings};
use candor_dashboard_site::DashboardConfig;
use candor_gateway::Gateway;
use candor_mcp::{HttpConfig, McpEndpoints};
use candor_registry_client::{RegistryClient, SharedCatalogue};
use candor_registry_server::RegistryConfig;
use candor_web::HostCheck;
use tokio::net::TcpListener;
use tokio::sync::Mutex;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;
use url::Url;

use crate::announced_address::{AnnouncedAddress, StartNotes};
use crate::assemble::{AssembledGateway, SourceStartup, assemble, open_store, record_declarations};
use crate::client_socket::{ClientSocket, SocketClients};
use crate::connections::{ConnectionLimits, ServedRoutes};
use crate::error::StartError;
use crate::reload::{ConfigurationFollower, ServedConfiguration, SharedWebhooks};
use crate::token_need::TokenNeed;
use crate::{connections, health, webhooks};

/// How long calls in flight have to finish after the signal.
const DRAIN: Duration = Duration::from_secs(10);

/// A gateway that listens.
pub struct RunningServer {
    address: SocketAddr,
    assembled: AssembledGateway,
    webhooks: SharedWebhooks,
    /// Reads the configuration again when it changes.
    follower: Option<JoinHandle<()>>,
    stop: CancellationToken,
    server: JoinHandle<()>,
    /// Serves the clients of the socket in the data directory.
    clients: Option<JoinHandle<()>>,
}

/// Starts everything. Returns as soon as the socket is open; sources keep starting.
#[boxed]
pub async fn serve(settings: &Settings, demo: bool) -> Result<RunningServer, StartError> {
    let wanted = settings.server.listen;
    let need = TokenNeed::of(settings);
    if let Some(need) = need
        && !has_tokens(settings).await?
    {
        return Err(need.without_tokens());
    }
    let failed = |cause| StartError::Bind {
        address: wanted,
        cause,
    };
    let listener = TcpListener::bind(wanted).await.map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;

    let waking = SourceStartup::Serving { at: Some(address) };
    let assembled = assemble(settings, demo, waking).await?;
    let gateway = assembled.gateway();
    record_declarations(gateway, settings).await;
    let stop = CancellationToken::new();
    let routes = routes(settings, gateway, &stop);
    let webhooks = webhooks::start(&settings.policy.webhooks, gateway)?;
    say_who_needs_tokens(need);
    let server = tokio::spawn(accept(listener, routes, stop.clone()));
    Ok(RunningServer {
        address,
        assembled,
        webhooks: Arc::new(Mutex::new(Some(webhooks))),
        follower: None,
        stop,
        server,
        clients: None,
    })
}

/// The host and port of the gateway's own address, under which it is served without being listed.
fn host_of(url: &str) -> Option<String> {
    let url = Url::parse(url).ok()?;
    let host = url.host_str()?;
    Some(match url.port() {
        Some(port) => format!("{host}:{port}"),
        None => host.to_owned(),
    })
}

/// Tells the user who starts the gateway what its callers must present.
fn say_who_needs_tokens(need: Option<TokenNeed>) {
    match need {
        Some(reason) => tracing::info!(%reason, "Every request needs a token"),
        None => {
            tracing::info!(
                "Calls from this machine need no token; changes need the owner's secret"
            );
        }
    }
}

fn routes(settings: &Settings, gateway: &Gateway, stop: &CancellationToken) -> ServedRoutes {
    let own = gateway.policy_settings().public_url.clone();
    let listed = settings.server.allowed_hosts.iter().cloned();
    let config = HttpConfig {
        allowed_hosts: listed.chain(own.as_deref().and_then(host_of)).collect(),
        allowed_origins: settings.server.allowed_origins.clone(),
        ..HttpConfig::local(stop.clone())
    };
    let api = ApiConfig {
        hosts: HostCheck::new(&config.allowed_hosts, &config.allowed_origins),
        keep_alive: config.keep_alive,
        shutdown: stop.clone(),
        catalogue: catalogue(settings),
    };
    let catalogue = api.catalogue.clone();
    let hosts = api.hosts.clone();
    let pages = DashboardConfig {
        hosts: api.hosts.clone(),
        keep_alive: api.keep_alive,
        shutdown: stop.clone(),
    };
    let registry = RegistryConfig {
        hosts: api.hosts.clone(),
        access: settings.catalogue.serve,
        namespace: settings.catalogue.namespace.clone(),
    };
    let messages = McpEndpoints::new(gateway.clone(), config);
    let router = messages
        .router()
        .merge(candor_api::router(gateway.clone(), api))
        .merge(candor_registry_server::router(gateway.clone(), registry))
        .merge(candor_dashboard_site::router(
            gateway.clone(),
            pages,
            catalogue,
        ))
        .merge(health::router(gateway.clone(), hosts))
        .fallback(not_found);
    ServedRoutes {
        messages: Some(messages),
        router,
    }
}

/// The servers that could be added. Nothing is asked before a user looks.
fn catalogue(settings: &Settings) -> Option<Arc<SharedCatalogue>> {
    let client = RegistryClient::new(&settings.server.data, &settings.catalogue);
    match client {
        Ok(client) if client.is_on() => Some(Arc::new(SharedCatalogue::new(client))),
        Ok(_) => None,
        Err(error) => {
            tracing::warn!(%error, "The catalogue cannot be used");
            None
        }
    }
}

/// Whether there is an active token.
async fn has_tokens(settings: &Settings) -> Result<bool, StartError> {
    let store = open_store(settings).await?;
    let tokens = store.tokens().await;
    store.close().await;
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let now = i64::try_from(now.unwrap_or_default().as_micros()).unwrap_or(i64::MAX);
    Ok(tokens?.iter().any(|token| token.works_at(now)))
}

/// A page for browsers, and a sentence for everything else.
async fn not_found(uri: Uri, headers: HeaderMap) -> Response {
    let accepts = headers.get(ACCEPT).and_then(|value| value.to_str().ok());
    if accepts.is_some_and(|kinds| kinds.contains("text/html")) {
        return candor_dashboard_site::not_found_page(uri.path());
    }
    let sentence = format!(
        "Page not found: `{}`. The MCP endpoint is `/mcp`, the API is at `/api/v1`, the dashboard \
         at `/`; `/readyz` shows the status of the sources.\n",
        uri.path()
    );
    (StatusCode::NOT_FOUND, sentence).into_response()
}

async fn accept(listener: TcpListener, routes: ServedRoutes, stop: CancellationToken) {
    let limits = ConnectionLimits::of_system();
    tokio::select! {
        () = connections::serve(listener, routes, limits, stop.clone()) => {}
        () = async { stop.cancelled().await; tokio::time::sleep(DRAIN).await } => {
            tracing::warn!("Calls that were still running were cancelled");
        }
    }
}

// === impl RunningServer ===

impl RunningServer {
    /// The address it listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The gateway behind the socket.
    pub fn gateway(&self) -> &Gateway {
        self.assembled.gateway()
    }

    /// A URL that signs the owner in to the dashboard, once, within 10 minutes. It must be kept
    /// secret, so print it only where the owner alone can read it.
    #[boxed]
    pub async fn sign_in_link(&self) -> Result<String, StartError> {
        let link = self.gateway().page_sessions().owner_link().await?;
        let settings = self.gateway().policy_settings();
        let address = settings.public_url.as_deref();
        let address = address.map_or_else(|| format!("http://{}", self.address), str::to_owned);
        Ok(format!("{address}{}", link.path.expose()))
    }

    /// Reads the configuration again whenever its file changes, and keeps what is announced of the
    /// gateway up to date.
    pub fn follow(
        &mut self,
        configuration: ServedConfiguration,
        announced: Option<(AnnouncedAddress, StartNotes)>,
    ) -> io::Result<()> {
        let reloader = self.assembled.reloader(&configuration);
        let webhooks = Some(Arc::clone(&self.webhooks));
        let follower = ConfigurationFollower::new(configuration, reloader, announced, webhooks)?;
        self.follower = Some(tokio::spawn(follower.run(self.stop.clone())));
        Ok(())
    }

    /// Serves the clients that start `candor stdio` on this data directory, too. No other gateway
    /// may serve it.
    pub fn serve_clients(&mut self, settings: &ServerSettings) -> io::Result<()> {
        let clients = SocketClients {
            gateway: self.gateway().clone(),
            transparent: settings.transparent.as_ref().map(ToString::to_string),
        };
        let socket = ClientSocket::open(&settings.data)?;
        let serving = socket.serve(clients, self.stop.clone(), DRAIN);
        self.clients = Some(tokio::spawn(serving));
        Ok(())
    }

    /// Accepts no more requests, lets those in flight finish, ends all children and closes the
    /// audit log.
    #[boxed]
    pub async fn stop(self) {
        self.gateway().close();
        self.stop.cancel();
        let _ = self.server.await;
        if let Some(clients) = self.clients {
            let _ = clients.await;
        }
        if let Some(follower) = self.follower {
            let _ = follower.await;
        }
        if let Some(webhooks) = self.webhooks.lock().await.take() {
            webhooks.stop().await;
        }
        self.assembled.stop().await;
    }
}
