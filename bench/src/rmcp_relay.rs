//! A relay on the official SDK: what one hop costs when every message is read into typed values
//! and written again.
//!
//! rmcp's server on one side and its client on the other, with connections that are kept open, one
//! client for each core so that none of them is the bottleneck.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context, Result};
use http::Uri;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, ErrorData, Implementation, ListToolsResult,
    PaginatedRequestParams, ProtocolVersion, ServerCapabilities, ServerConfig,
};
use rmcp::service::{
    ClientLifecycleMode, ClientServiceExt, Peer, RequestContext, RoleClient, RunningService,
    ServiceError,
};
use rmcp::transport::streamable_http_client::StreamableHttpClientTransportConfig;
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::{
    StreamableHttpClientTransport, StreamableHttpServerConfig, StreamableHttpService,
};
use rmcp::{RoleServer, ServerHandler};

use crate::args::RelayArgs;
use crate::serve;

/// Far above the most clients of a benchmark, so that no call waits for another one here.
const MOST_AT_ONCE: usize = 4096;

type RelayClient = RunningService<RoleClient, ()>;

/// What all requests share: the clients of the server behind, used in turn.
#[derive(Clone)]
struct RmcpRelay {
    clients: Arc<Vec<RelayClient>>,
    next: Arc<AtomicUsize>,
}

/// Runs the relay until its parent ends.
pub(crate) async fn command(args: &RelayArgs) -> Result<()> {
    let relay = RmcpRelay::to(&args.to).await?;
    let (listener, url) = serve::listen().await?;
    let config = StreamableHttpServerConfig::default()
        .with_legacy_session_mode(false)
        .with_json_response(true);
    let sessions = Arc::<NeverSessionManager>::default();
    let service = StreamableHttpService::new(move || Ok(relay.clone()), sessions, config);
    let handler = move |request| {
        let service = service.clone();
        async move { service.handle(request).await }
    };
    let work = serve::answer(listener, handler);
    serve::run("rmcp relay", &url, work, args.with_parent).await
}

// === impl RmcpRelay ===

impl RmcpRelay {
    /// A relay to the server at `target`, which must speak the modern era.
    async fn to(target: &Uri) -> Result<Self> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let pool = reqwest::Client::builder().tcp_nodelay(true).build()?;
        let mut clients = Vec::new();
        for _ in 0..cores {
            let config = StreamableHttpClientTransportConfig::with_uri(target.to_string())
                .max_concurrent_requests(MOST_AT_ONCE);
            let transport = StreamableHttpClientTransport::with_client(pool.clone(), config);
            let lifecycle = ClientLifecycleMode::Discover {
                preferred_versions: vec![ProtocolVersion::V_2026_07_28],
            };
            let client = ().serve_with_lifecycle(transport, lifecycle).await;
            clients.push(client.with_context(|| format!("cannot talk to `{target}`"))?);
        }
        Ok(Self {
            clients: Arc::new(clients),
            next: Arc::default(),
        })
    }

    fn peer(&self) -> Result<&Peer<RoleClient>, ErrorData> {
        let at = self.next.fetch_add(1, Ordering::Relaxed) % self.clients.len().max(1);
        let client = self.clients.get(at).map(RelayClient::peer);
        client.ok_or_else(|| ErrorData::internal_error("there is no client", None))
    }
}

impl ServerHandler for RmcpRelay {
    fn get_info(&self) -> ServerConfig {
        let can = ServerCapabilities::builder().enable_tools().build();
        let name = Implementation::new("candor-bench-rmcp-relay", env!("CARGO_PKG_VERSION"));
        ServerConfig::new(can).with_server_info(name)
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        self.peer()?.list_tools(request).await.map_err(refused)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        self.peer()?.call_tool_once(request).await.map_err(refused)
    }
}

/// What the server behind has said against a request, or why it could not be asked.
fn refused(error: ServiceError) -> ErrorData {
    match error {
        ServiceError::McpError(error) => error,
        other => ErrorData::internal_error(other.to_string(), None),
    }
}
