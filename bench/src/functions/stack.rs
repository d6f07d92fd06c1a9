//! The servers that answer: Node twice, and a gateway that serves functions, tools in Rust and Node.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};
use http::Uri;
use tokio::time::{Instant, sleep, timeout};

use crate::args::{LoadArgs, LoadOperation};
use crate::functions::folder::{FunctionsFolder, ServedSource};
use crate::functions::node::{NodeRuntime, SessionMode};
use crate::functions::single_caller::{ERA, SingleCaller};
use crate::functions::target::FunctionTarget;
use crate::load;
use crate::load::report::LoadReport;
use crate::server_process::ServerProcess;

/// How long a server may take from its first word to its first right answer.
const READY_LIMIT: Duration = Duration::from_secs(30);
/// Between two questions whether a server is ready.
const PAUSE: Duration = Duration::from_millis(20);
/// Calls before each measurement, so that connections, workers and compilers are warm.
const WARM_UP: Duration = Duration::from_millis(500);

/// One measurement: who is asked for what, and for how long.
#[derive(Debug, Clone, Copy)]
pub(super) struct FunctionLoad {
    pub(super) operation: LoadOperation,
    pub(super) target: FunctionTarget,
    pub(super) clients: u16,
    /// It ends after this time or so many calls, whatever is earlier.
    pub(super) seconds: Duration,
    pub(super) calls: u64,
}

/// The servers. Dropping it ends them.
#[derive(Debug)]
pub(super) struct FunctionStack {
    stateless: ServerProcess,
    sessions: ServerProcess,
    candor: ServerProcess,
    _folder: FunctionsFolder,
}

// === impl FunctionStack ===

impl FunctionStack {
    /// Starts the servers and waits until each of them answers.
    pub(super) async fn start(binary: &Path, node: &NodeRuntime) -> Result<Self> {
        let folder = FunctionsFolder::new(binary)?;
        let stateless =
            ServerProcess::start(node.command(&folder, SessionMode::Stateless), None).await?;
        let sessions =
            ServerProcess::start(node.command(&folder, SessionMode::Sessions), None).await?;
        let candor = folder.serve(ServedSource::All(stateless.url())).await?;
        let stack = Self {
            stateless,
            sessions,
            candor,
            _folder: folder,
        };
        for operation in [
            LoadOperation::Area,
            LoadOperation::Bill,
            LoadOperation::Gtin,
        ] {
            for target in FunctionTarget::ALL
                .into_iter()
                .filter(|it| it.can(operation))
            {
                let ready = until_answered(stack.url(target), operation, target).await;
                ready.with_context(|| format!("{} does not answer", target.name()))?;
            }
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
            FunctionTarget::Behind => vec![self.candor.pid(), self.stateless.pid()],
            FunctionTarget::Script | FunctionTarget::Pack => vec![self.candor.pid()],
        }
    }

    /// Puts load on one target. The CPU times are those of the servers, and of this process last.
    pub(super) async fn load(&self, load: FunctionLoad) -> Result<LoadReport> {
        let args = LoadArgs {
            url: self.url(load.target).clone(),
            era: ERA,
            operation: load.operation,
            tool: Some(load.target.tool(load.operation)),
            tools: 0,
            clients: load.clients,
            seconds: load.seconds,
            warm_up: load.seconds.min(WARM_UP),
            max_calls: load.calls,
            watch: self.pids(load.target),
        };
        let report = load::measure(&args).await;
        report.with_context(|| format!("cannot measure {}", load.target.name()))
    }

    /// Ends all processes, the one in front first.
    pub(super) async fn stop(self) {
        self.candor.stop().await;
        self.sessions.stop().await;
        self.stateless.stop().await;
    }
}

/// A gateway listens before it has read its sources, so its first answers may be that it knows no
/// such tool.
async fn until_answered(url: &Uri, operation: LoadOperation, target: FunctionTarget) -> Result<()> {
    let tool = target.tool(operation);
    let limit = Instant::now() + READY_LIMIT;
    loop {
        let asking = async {
            let mut caller = SingleCaller::open(url, operation, &tool).await?;
            let answer = caller.ask(1).await;
            caller.close().await;
            answer
        };
        match timeout(READY_LIMIT, asking).await.context("no answer")? {
            Ok(_) => return Ok(()),
            Err(error) if Instant::now() >= limit => return Err(error),
            Err(_) => sleep(PAUSE).await,
        }
    }
}
