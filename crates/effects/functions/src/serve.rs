//! A toolbox as a server of its own, over stdio and over HTTP, in both eras of the protocol.

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

/// How long calls that have been cancelled may take to end when the server does.
const LAST_MOMENT: Duration = Duration::from_secs(3);

/// A toolbox on its way to being served.
///
/// By default the variables of the process are those of the tools, and only public addresses can
/// be reached.
#[derive(Clone)]
pub struct ToolServer {
    toolbox: Toolbox,
    variables: Arc<BTreeMap<String, Secret<String>>>,
    private: bool,
    loud: bool,
}

/// Why a server ended, or did not begin.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ToolServerError {
    /// A definition that the protocol cannot carry.
    #[error("the definition of `{name}` cannot be sent")]
    Definition {
        /// The name of the tool.
        name: String,
        /// What is wrong with it.
        #[source]
        cause: serde_json::Error,
    },
    /// No conversation came about.
    #[error("the client and this server did not come to terms")]
    Handshake(#[source] Box<ServerInitializeError>),
    /// The connections could not be served.
    #[error("the server broke down")]
    Io(#[from] io::Error),
    /// The task that serves has panicked.
    #[error("the server broke down")]
    Panicked(#[from] tokio::task::JoinError),
}

/// What all conversations of a server share.
struct ServerShared {
    toolbox: Toolbox,
    tools: Vec<Tool>,
    variables: Arc<BTreeMap<String, Secret<String>>>,
    private: bool,
    loud: bool,
    parking: SuspendedCalls,
    calls: TaskTracker,
}

/// Serves the tools over standard input and output, until the input ends.
pub async fn serve_stdio(toolbox: Toolbox) -> Result<(), ToolServerError> {
    ToolServer::new(toolbox).stdio().await
}

/// Serves the tools over HTTP at `/mcp`, until `shutdown` is there.
pub async fn serve_http(
    toolbox: Toolbox,
    listener: TcpListener,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ToolServerError> {
    ToolServer::new(toolbox).http(listener, shutdown).await
}

// === impl ToolServer ===

impl ToolServer {
    /// A server for a toolbox.
    pub fn new(toolbox: Toolbox) -> Self {
        // What is no text cannot be asked for by a name that is.
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

    /// Whether tools may reach addresses that are not public.
    #[must_use]
    pub fn allow_private(mut self, private: bool) -> Self {
        self.private = private;
        self
    }

    /// The variables that the tools can read, instead of those of the process.
    #[must_use]
    pub fn variables(mut self, variables: BTreeMap<String, Secret<String>>) -> Self {
        self.variables = Arc::new(variables);
        self
    }

    /// Whether what tools try and may not do is also written to standard error.
    fn loud(mut self) -> Self {
        self.loud = true;
        self
    }

    /// Serves over standard input and output, until the input ends.
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

    /// Serves over HTTP at `/mcp`, until `shutdown` is there.
    ///
    /// Callers are not authenticated, so the listener belongs on loopback, or behind something
    /// that asks. Requests from web pages are refused.
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
    /// Ends what is still going on, and waits for it, though not for ever.
    async fn close(&self) {
        self.parking.clear();
        self.calls.close();
        let _ = tokio::time::timeout(LAST_MOMENT, self.calls.wait()).await;
    }
}
