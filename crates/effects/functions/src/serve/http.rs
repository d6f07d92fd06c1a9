//! The HTTP server.

use std::future::Future;
use std::io;
use std::sync::Arc;

use axum::Router;
use axum::http::StatusCode;
use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use super::ServerShared;
use super::handler::RmcpHandler;

/// The path of the endpoint.
const PATH: &str = "/mcp";

pub(super) async fn serve(
    shared: Arc<ServerShared>,
    listener: TcpListener,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let closing = CancellationToken::new();
    let local = listener.local_addr()?.ip().is_loopback();
    let config = config(local).with_cancellation_token(closing.clone());
    let face = move || Ok(RmcpHandler::new(Arc::clone(&shared)));
    let service = StreamableHttpService::new(face, Arc::<LocalSessionManager>::default(), config);
    let router = Router::new()
        .route_service(PATH, service)
        .fallback(|| async { (StatusCode::NOT_FOUND, "the tools are at `/mcp`\n") });
    let ended = async move {
        shutdown.await;
        // Idle streams would keep the server running.
        closing.cancel();
    };
    axum::serve(listener, router)
        .with_graceful_shutdown(ended)
        .await
}

/// Protects a local server against requests from web pages, including DNS rebinding. If the server
/// listens on another address, its host names are unknown and cannot be checked.
fn config(local: bool) -> StreamableHttpServerConfig {
    let config = StreamableHttpServerConfig::default().enforce_origin_validation();
    if local {
        config
    } else {
        config.disable_allowed_hosts()
    }
}
