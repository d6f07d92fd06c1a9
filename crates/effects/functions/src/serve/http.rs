//! The server over HTTP.

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

/// Where the tools are.
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
        // Streams that wait for something to happen would keep the server open.
        closing.cancel();
    };
    axum::serve(listener, router)
        .with_graceful_shutdown(ended)
        .await
}

/// A page in a browser must not reach a server on the same machine, be it under its own name or
/// under one that points here. A server on another address than loopback is
/// called by names that are not known here.
fn config(local: bool) -> StreamableHttpServerConfig {
    let config = StreamableHttpServerConfig::default().enforce_origin_validation();
    if local {
        config
    } else {
        config.disable_allowed_hosts()
    }
}
