//! The servers that answer: Node twice, and a gateway that serves functions, tools in Rust and Node.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use http::Uri;
use tokio::time::{Instant, sleep, timeout};

use crate::args::{LoadArgs, Operation};
use crate::functions::asker::{Asker, ERA};
use crate::functions::folder::{Folder, Serves};
use crate::functions::node::{Keeping, Node};
use crate::functions::target::Target;
use crate::line::Line;
use crate::load;
use crate::load::report::LoadReport;
use crate::run::child::Child;

/// How long a server may take from its first word to its first right answer.
const READY_LIMIT: Duration = Duration::from_secs(30);
/// Between two questions whether a server is ready.
const PAUSE: Duration = Duration::from_millis(20);
/// Calls before each measurement, so that connections, workers and compilers are warm.
const WARM_UP: Duration = Duration::from_millis(500);

/// One measurement.
#[derive(Debug, Clone, Copy)]
pub(super) struct Load {
    pub(super) operation: Operation,
    pub(super) target: Target,
    pub(super) clients: u16,
    /// It ends after this time or so many calls, whatever is earlier.
    pub(super) seconds: Duration,
    pub(super) calls: u64,
}

/// The servers. Dropping it ends them.
#[derive(Debug)]
pub(super) struct Stack {
    stateless: Child,
    sessions: Child,
    candor: Child,
    _folder: Folder,
}

// === impl Stack ===

impl Stack {
    /// Starts the servers and waits until each of them answers.
    pub(super) async fn start(binary: &Path, node: &Node) -> Result<Self> {
        let folder = Folder::new()?;
        let stateless = Child::start(node.command(&folder, Keeping::Stateless), None).await?;
        let sessions = Child::start(node.command(&folder, Keeping::Sessions), None).await?;
        let url = stateless.url();
        let candor = folder.candor(binary, Serves::All(url))?;
        let candor = Child::start(candor, url.port_u16()).await?;
        let stack = Self {
            stateless,
            sessions,
            candor,
            _folder: folder,
        };
        for operation in [Operation::Area, Operation::Bill, Operation::Gtin] {
            for target in Target::ALL.into_iter().filter(|it| it.can(operation)) {
                let ready = until_answered(stack.url(target), operation, target).await;
                ready.with_context(|| format!("{} does not answer", target.name()))?;
            }
        }
        Ok(stack)
    }

    fn url(&self, target: Target) -> &Uri {
        match target {
            Target::Stateless => self.stateless.url(),
            Target::Sessions => self.sessions.url(),
            Target::Script | Target::Behind | Target::Pack => self.candor.url(),
        }
    }

    /// The processes that work for a call.
    fn pids(&self, target: Target) -> Vec<u32> {
        match target {
            Target::Stateless => vec![self.stateless.pid()],
            Target::Sessions => vec![self.sessions.pid()],
            Target::Behind => vec![self.candor.pid(), self.stateless.pid()],
            Target::Script | Target::Pack => vec![self.candor.pid()],
        }
    }

    /// Puts load on one target. The CPU times are those of the servers, and of this process last.
    pub(super) async fn load(&self, load: Load) -> Result<LoadReport> {
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
async fn until_answered(url: &Uri, operation: Operation, target: Target) -> Result<()> {
    let tool = target.tool(operation);
    let limit = Instant::now() + READY_LIMIT;
    loop {
        let asking = async {
            let mut asker = Asker::open(url, operation, &tool).await?;
            let answer = asker.ask(1).await;
            asker.close().await;
            answer
        };
        match timeout(READY_LIMIT, asking).await.context("no answer")? {
            Ok(_) => return Ok(()),
            Err(error) if Instant::now() >= limit => return Err(error),
            Err(_) => sleep(PAUSE).await,
        }
    }
}

/// Waits until a gateway lists a tool, which is not called.
pub(super) async fn until_listed(url: &Uri, tool: &str) -> Result<()> {
    let mut line = Line::open(url, "/mcp").await?;
    let limit = Instant::now() + READY_LIMIT;
    loop {
        let list = timeout(READY_LIMIT, line.list()).await;
        let list = list.context("no list")??;
        if list.tools.iter().any(|it| it["name"] == tool) {
            return Ok(());
        }
        ensure!(Instant::now() < limit, "`{tool}` is not listed");
        sleep(PAUSE).await;
    }
}
