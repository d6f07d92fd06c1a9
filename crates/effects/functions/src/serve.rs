//! Serving a toolbox over stdio and HTTP, in both eras of the protocol.

mod elicit;
mod handler;
mod host;
mod http;
mod notify;
mod program;
mod running;
mod suspended;

use std::collections::BTreeMap;
use std::future::Future;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use candor_model::Secret;
use rmcp::ServiceExt;
use rmcp::model::Tool;
use rmcp::service::{QuitReason, ServerInitializeError};
use rmcp::transport::io::stdio_pipes;
use tokio::net::TcpListener;
use tokio_util::task::TaskTracker;

use crate::Toolbox;
use handler::RmcpHandler;
use suspended::SuspendedCalls;

pub use program::main;

/// How long cancelled calls may take to end on shutdown.
const LAST_MOMENT: Duration = Duration::from_secs(3);

/// A server for a toolbox.
///
/// By default, tools can read the process's environment variables and reach only public addresses.
#[derive(Clone)]
pub struct ToolServer {
    toolbox: Toolbox,
    variables: Arc<BTreeMap<String, Secret<String>>>,
    private: bool,
    loud: bool,
}

/// Why a server ended or could not start.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ToolServerError {
    /// A definition cannot be serialized.
    #[error("the definition of `{name}` cannot be sent")]
    Definition {
        /// The name of the tool.
        name: String,
        /// The serialization error.
        #[source]
        cause: serde_json::Error,
    },
    /// The handshake failed.
    #[error("the client and this server did not come to terms")]
    Handshake(#[source] Box<ServerInitializeError>),
    /// An I/O error occurred.
    #[error("the server broke down")]
    Io(#[from] io::Error),
    /// The serving task panicked.
    #[error("the server broke down")]
    Panicked(#[from] tokio::task::JoinError),
}

/// State shared by all connections of a server.
struct ServerShared {
    toolbox: Toolbox,
    tools: Vec<Tool>,
    variables: Arc<BTreeMap<String, Secret<String>>>,
    private: bool,
    loud: bool,
    parking: SuspendedCalls,
    calls: TaskTracker,
}

/// Serves the tools over standard input and output until the input ends.
pub async fn serve_stdio(toolbox: Toolbox) -> Result<(), ToolServerError> {
    ToolServer::new(toolbox).stdio().await
}

/// Serves the tools over HTTP at `/mcp` until `shutdown` resolves.
pub async fn serve_http(
    toolbox: Toolbox,
    listener: TcpListener,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ToolServerError> {
    ToolServer::new(toolbox).http(listener, shutdown).await
}

// === impl ToolServer ===

impl ToolServer {
    /// Creates a server for a toolbox.
    pub fn new(toolbox: Toolbox) -> Self {
        // Variables that are not valid text are left out.
        let variables = std::env::vars_os().filter_map(|(name, value)| {
            let (name, value) = (name.into_string().ok()?, value.into_string().ok()?);
            Some((name, Secret::new(value)))
        });
        Self {
            toolbox,
            variables: Arc::new(variables.collect()),
            private: false,
            loud: false,
        }
    }

    /// Sets whether tools may reach private addresses.
    #[must_use]
    pub fn allow_private(mut self, private: bool) -> Self {
        self.private = private;
        self
    }

    /// Sets the variables that tools can read, instead of those of the process.
    #[must_use]
    pub fn variables(mut self, variables: BTreeMap<String, Secret<String>>) -> Self {
        self.variables = Arc::new(variables);
        self
    }

    /// Also writes violations to standard error.
    fn loud(mut self) -> Self {
        self.loud = true;
        self
    }

    /// Serves over standard input and output until the input ends.
    pub async fn stdio(self) -> Result<(), ToolServerError> {
        let shared = self.open()?;
        let running = RmcpHandler::new(Arc::clone(&shared))
            .serve(stdio_pipes())
            .await;
        let running = running.map_err(|error| ToolServerError::Handshake(Box::new(error)))?;
        let quit = running.waiting().await?;
        shared.close().await;
        match quit {
            QuitReason::JoinError(error) => Err(error.into()),
            _ => Ok(()),
        }
    }

    /// Serves over HTTP at `/mcp` until `shutdown` resolves.
    ///
    /// Callers are not authenticated, so listen on a loopback address or behind an authenticating
    /// proxy. Requests from web pages are rejected.
    pub async fn http(
        self,
        listener: TcpListener,
        shutdown: impl Future<Output = ()> + Send + 'static,
    ) -> Result<(), ToolServerError> {
        let shared = self.open()?;
        let served = http::serve(Arc::clone(&shared), listener, shutdown).await;
        shared.close().await;
        Ok(served?)
    }

    fn open(self) -> Result<Arc<ServerShared>, ToolServerError> {
        let tools = self.toolbox.definitions().map(|definition| {
            let tool = serde_json::from_value(definition.to_json());
            tool.map_err(|cause| ToolServerError::Definition {
                name: definition.name.clone(),
                cause,
            })
        });
        let tools = tools.collect::<Result<_, _>>()?;
        Ok(Arc::new(ServerShared {
            toolbox: self.toolbox,
            tools,
            variables: self.variables,
            private: self.private,
            loud: self.loud,
            parking: SuspendedCalls::default(),
            calls: TaskTracker::new(),
        }))
    }
}

// === impl ServerShared ===

impl ServerShared {
    /// Ends running calls, and waits for them with a timeout.
    async fn close(&self) {
        self.parking.clear();
        self.calls.close();
        let _ = tokio::time::timeout(LAST_MOMENT, self.calls.wait()).await;
    }
}
