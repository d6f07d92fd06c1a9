//! One upstream with a relay and a gateway in front of it, each a process of its own.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, Result};
use http::Uri;
use tokio::time::timeout;

use crate::args::LoadOperation;
use crate::era::BenchEra;
use crate::gateway::{
    GatewayFolder, SOURCE, ServedGateway, this_program, trusted_source, upstream,
};
use crate::load::report::LoadReport;
use crate::load::request_plan::RequestPlan;
use crate::load::session::until_right;
use crate::process;
use crate::run::scenario::{LoadScenario, RunTarget};
use crate::server_process::ServerProcess;

/// Between two questions whether a server is ready.
const PAUSE: Duration = Duration::from_millis(50);
/// Calls before each measurement, so that connections and caches are warm.
const WARM_UP: Duration = Duration::from_millis(300);
/// How much longer than its measurement a load generator may live.
const LOAD_SLACK: Duration = Duration::from_mins(1);

/// The processes of one plan. Dropping it ends them.
#[derive(Debug)]
pub(crate) struct RunStack {
    upstream: ServerProcess,
    relay: ServerProcess,
    candor: Option<ServedGateway>,
}

impl RunStack {
    /// Starts the processes and waits until each of them lists every tool.
    pub(crate) async fn start(era: BenchEra, tools: u32, binary: Option<&Path>) -> Result<Self> {
        let tools = tools as usize;
        let upstream = upstream(era, tools).await?;
        let to = upstream.url().to_string();
        let arguments = ["relay", "--with-parent", "--to", &to];
        let relay = ServerProcess::start(this_program(&arguments)?, &[]).await?;
        let candor = match binary {
            Some(binary) => {
                let folder = GatewayFolder::new(binary, &["--transparent", SOURCE])?;
                let source = trusted_source(SOURCE, upstream.url());
                Some(folder.serve(&source, Vec::new()).await?)
            }
            None => None,
        };
        let stack = Self {
            upstream,
            relay,
            candor,
        };
        for target in stack.targets() {
            let url = stack.url(target);
            let list = RequestPlan::new(url, era, LoadOperation::List, tools)?;
            let ready = until_right(&list, PAUSE).await;
            ready.with_context(|| format!("{target} does not serve what it should"))?;
        }
        Ok(stack)
    }

    /// Whom the clients can talk to.
    pub(crate) fn targets(&self) -> impl Iterator<Item = RunTarget> + use<> {
        let own = [RunTarget::Direct, RunTarget::Relay].into_iter();
        own.chain(self.candor.is_some().then_some(RunTarget::Candor))
    }

    fn hop(&self, target: RunTarget) -> Option<&ServerProcess> {
        match target {
            RunTarget::Direct => None,
            RunTarget::Relay => Some(&self.relay),
            RunTarget::Candor => self.candor.as_ref().map(|candor| &candor.process),
        }
    }

    fn url(&self, target: RunTarget) -> &Uri {
        self.hop(target).unwrap_or(&self.upstream).url()
    }

    /// Puts load on one target and returns what the load generator saw. The CPU times are those
    /// of the upstream, of the hop if there is one, and of the generator.
    pub(crate) async fn load(
        &self,
        scenario: LoadScenario,
        target: RunTarget,
        seconds: Duration,
    ) -> Result<LoadReport> {
        let url = self.url(target).to_string();
        let length = seconds.as_secs_f64().to_string();
        let (tools, clients) = (scenario.tools.to_string(), scenario.clients.to_string());
        let operation = scenario.operation.name();
        let mut command = this_program(&["load", "--url", &url, "--operation", operation])?;
        command.args(["--era", scenario.era.name(), "--tools", &tools]);
        command.args(["--clients", &clients, "--seconds", &length]);
        let warm_up = seconds.min(WARM_UP).as_secs_f64().to_string();
        command.args(["--warm-up", &warm_up]);
        for server in [Some(&self.upstream), self.hop(target)]
            .into_iter()
            .flatten()
        {
            command.args(["--watch", &server.pid().to_string()]);
        }
        command.stdin(Stdio::null()).kill_on_drop(true);
        let output = timeout(seconds + LOAD_SLACK, command.output()).await;
        let output = output.context("the load generator hangs")??;
        serde_json::from_slice(&output.stdout).with_context(|| {
            let said = String::from_utf8_lossy(&output.stderr);
            let (status, said) = (output.status, said.trim_end());
            format!("the load generator failed with {status}: {said}")
        })
    }

    /// The most memory the gateway has had resident so far.
    pub(crate) fn candor_peak_rss_kib(&self) -> Result<Option<u64>> {
        let candor = self.hop(RunTarget::Candor).map(ServerProcess::pid);
        candor.map(process::peak_rss_kib).transpose()
    }

    /// Ends all processes, the ones in front first.
    pub(crate) async fn stop(self) {
        if let Some(candor) = self.candor {
            candor.stop().await;
        }
        self.relay.stop().await;
        self.upstream.stop().await;
    }
}
