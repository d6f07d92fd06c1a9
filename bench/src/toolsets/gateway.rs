//! A gateway in front of many tools, with many toolsets over them.

use std::path::Path;

use anyhow::Result;
use http::Uri;

use crate::era::BenchEra;
use crate::gateway::{GatewayFolder, SOURCE, trusted_source, until_listed, upstream};
use crate::server_process::ServerProcess;
use crate::single_connection::SingleConnection;
use crate::toolsets::plan::ToolsetPlan;

/// The gateway and the servers. Dropping it ends all of them.
#[derive(Debug)]
pub(crate) struct ToolsetsGateway {
    pub(crate) plan: ToolsetPlan,
    candor: ServerProcess,
    upstream: ServerProcess,
    /// A server with as many tools as one toolset has.
    small: ServerProcess,
    _folder: GatewayFolder,
}

// === impl ToolsetsGateway ===

impl ToolsetsGateway {
    /// Starts everything and waits until the last toolset is served. `more` is added to the
    /// configuration; it is told where the small server is.
    pub(crate) async fn start(
        binary: &Path,
        plan: ToolsetPlan,
        more: impl FnOnce(&Uri) -> String,
    ) -> Result<Self> {
        let large = upstream(BenchEra::Modern, plan.tools).await?;
        let small = upstream(BenchEra::Modern, plan.size).await?;
        let text = trusted_source(SOURCE, large.url()) + &more(small.url());
        let folder = GatewayFolder::new(binary, &text)?;
        folder.write("toolsets.toml", &plan.file())?;
        let candor = folder.serve(Some(large.url()), &[]).await?;
        until_listed(candor.url(), "/mcp", |tools| tools.len() >= plan.tools).await?;
        folder.run(&["toolset", "import", "toolsets.toml"]).await?;
        let last = format!("/mcp/{}", plan.name(plan.toolsets - 1));
        until_listed(candor.url(), &last, |tools| tools.len() == plan.size).await?;
        Ok(Self {
            plan,
            candor,
            upstream: large,
            small,
            _folder: folder,
        })
    }

    /// The endpoint of the gateway.
    pub(crate) fn url(&self) -> &Uri {
        self.candor.url()
    }

    /// A client at an endpoint of the gateway.
    pub(crate) async fn connect(&self, path: &str) -> Result<SingleConnection> {
        SingleConnection::open(self.candor.url(), path).await
    }

    /// A client of the server that is behind the gateway.
    pub(crate) async fn direct(&self) -> Result<SingleConnection> {
        SingleConnection::open(self.upstream.url(), "/mcp").await
    }

    /// A client of the server with as many tools as one toolset has.
    pub(crate) async fn direct_small(&self) -> Result<SingleConnection> {
        SingleConnection::open(self.small.url(), "/mcp").await
    }

    pub(crate) async fn stop(self) {
        self.candor.stop().await;
        self.upstream.stop().await;
        self.small.stop().await;
    }
}
