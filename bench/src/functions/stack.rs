//! The servers that answer: Node twice, and a gateway that serves functions, tools in Rust and Node.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};
use http::Uri;

use crate::args::LoadArgs;
use crate::functions::folder::{everything, folder};
use crate::functions::measure::LoadRow;
use crate::functions::node::NodeRuntime;
use crate::functions::target::{ERA, FunctionTarget};
use crate::gateway::ServedGateway;
use crate::load;
use crate::load::report::LoadReport;
use crate::load::session::until_right;
use crate::server_process::ServerProcess;

/// Between two questions whether a server is ready.
const PAUSE: Duration = Duration::from_millis(20);
/// Calls before each measurement, so that connections, workers and compilers are warm.
const WARM_UP: Duration = Duration::from_millis(500);

/// The servers. Dropping it ends them.
#[derive(Debug)]
pub(super) struct FunctionStack {
    stateless: ServerProcess,
    sessions: ServerProcess,
    candor: ServedGateway,
}

// === impl FunctionStack ===

impl FunctionStack {
    /// Starts the servers and waits until each of them answers.
    pub(super) async fn start(binary: &Path, node: &NodeRuntime) -> Result<Self> {
        let folder = folder(binary)?;
        let stateless = node.serve(&folder, FunctionTarget::Stateless).await?;
        let sessions = node.serve(&folder, FunctionTarget::Sessions).await?;
        let configuration = everything(stateless.url());
        let stack = Self {
            stateless,
            sessions,
            candor: folder.serve(&configuration, Vec::new()).await?,
        };
        for (operation, target) in FunctionTarget::with_operations() {
            let requests = target.requests(stack.url(target), operation)?;
            let ready = until_right(&requests, PAUSE).await;
            ready.with_context(|| format!("{} does not answer", target.name()))?;
        }
        Ok(stack)
    }

    fn url(&self, target: FunctionTarget) -> &Uri {
        match target {
            FunctionTarget::Stateless => self.stateless.url(),
            FunctionTarget::Sessions => self.sessions.url(),
            FunctionTarget::Script | FunctionTarget::Behind | FunctionTarget::Pack => {
                self.candor.url()
            }
        }
    }

    /// The processes that work for a call.
    fn pids(&self, target: FunctionTarget) -> Vec<u32> {
        match target {
            FunctionTarget::Stateless => vec![self.stateless.pid()],
            FunctionTarget::Sessions => vec![self.sessions.pid()],
            FunctionTarget::Behind => vec![self.candor.process.pid(), self.stateless.pid()],
            FunctionTarget::Script | FunctionTarget::Pack => vec![self.candor.process.pid()],
        }
    }

    /// Puts load on one target, for so long or with so many calls, whatever is earlier. The CPU times
    /// are those of the servers, and of this process last.
    pub(super) async fn load(
        &self,
        row: &LoadRow,
        seconds: Duration,
        max_calls: u64,
    ) -> Result<LoadReport> {
        let args = LoadArgs {
            url: self.url(row.target).clone(),
            also: Vec::new(),
            era: ERA,
            operation: row.operation,
            tool: Some(row.target.tool(row.operation)),
            tools: 0,
            clients: row.clients,
            seconds,
            warm_up: seconds.min(WARM_UP),
            max_calls,
            watch: self.pids(row.target),
        };
        let report = load::measure(&args).await;
        report.with_context(|| format!("cannot measure {}", row.target.name()))
    }

    /// Ends all processes, the one in front first.
    pub(super) async fn stop(self) {
        self.candor.stop().await;
        self.sessions.stop().await;
        self.stateless.stop().await;
    }
}
