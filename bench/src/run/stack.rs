//! One upstream with a relay and a gateway in front of it, each a process of its own.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, Result};
use http::Uri;
use tokio::time::{Instant, sleep, timeout};

use crate::args::LoadOperation;
use crate::gateway::{GatewayFolder, SOURCE, this_program, trusted_source, upstream};
use crate::load::check::AnswerChecker;
use crate::load::report::LoadReport;
use crate::load::request_plan::RequestPlan;
use crate::load::session::LoadSession;
use crate::process;
use crate::run::scenario::{LoadScenario, RunTarget, ScenarioPlan};
use crate::server_process::ServerProcess;

/// How long a server may take from its first word to its first right list of tools.
const READY_LIMIT: Duration = Duration::from_secs(30);
/// Calls before each measurement, so that connections and caches are warm.
const WARM_UP: Duration = Duration::from_millis(300);
/// How much longer than its measurement a load generator may live.
const LOAD_SLACK: Duration = Duration::from_mins(1);

/// The processes of one plan. Dropping it ends them.
#[derive(Debug)]
pub(crate) struct RunStack {
    upstream: ServerProcess,
    relay: ServerProcess,
    /// The gateway and its folder.
    candor: Option<(ServerProcess, GatewayFolder)>,
}

impl RunStack {
    /// Starts the processes and waits until each of them lists every tool.
    pub(crate) async fn start(plan: &ScenarioPlan, binary: Option<&Path>) -> Result<Self> {
        let upstream = upstream(plan.era, plan.tools as usize).await?;
        let to = upstream.url().to_string();
        let arguments = ["relay", "--with-parent", "--to", &to];
        let relay = ServerProcess::start(this_program(&arguments)?, None).await?;
        let candor = match binary {
            Some(binary) => {
                let text = trusted_source(SOURCE, upstream.url());
                let folder = GatewayFolder::new(binary, &text)?;
                let flags = ["--transparent", SOURCE];
                let candor = folder.serve(Some(upstream.url()), &flags).await?;
                Some((candor, folder))
            }
            None => None,
        };
        let stack = Self {
            upstream,
            relay,
            candor,
        };
        for target in stack.targets() {
            let ready = wait_until_ready(stack.url(target), plan).await;
            ready.with_context(|| format!("{target} does not serve what it should"))?;
        }
        Ok(stack)
    }

    /// Whom the clients can talk to.
    pub(crate) fn targets(&self) -> impl Iterator<Item = RunTarget> + use<> {
        let candor = self.candor.is_some().then_some(RunTarget::Candor);
        [RunTarget::Direct, RunTarget::Relay]
            .into_iter()
            .chain(candor)
    }

    fn hop(&self, target: RunTarget) -> Option<&ServerProcess> {
        match target {
            RunTarget::Direct => None,
            RunTarget::Relay => Some(&self.relay),
            RunTarget::Candor => self.candor.as_ref().map(|(candor, _)| candor),
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
        let (url, length) = (
            self.url(target).to_string(),
            seconds.as_secs_f64().to_string(),
        );
        let (tools, clients) = (scenario.tools.to_string(), scenario.clients.to_string());
        let operation = scenario.operation.name();
        let mut command = this_program(&["load", "--url", &url, "--operation", operation])?;
        command.args(["--era", scenario.era.name(), "--tools", &tools]);
        command.args(["--clients", &clients, "--seconds", &length]);
        let warm_up = seconds.min(WARM_UP).as_secs_f64().to_string();
        command.args(["--warm-up", &warm_up]);
        let pids = [Some(&self.upstream), self.hop(target)]
            .into_iter()
            .flatten()
            .map(ServerProcess::pid);
        for pid in pids {
            command.args(["--watch", &pid.to_string()]);
        }
        command.stdin(Stdio::null()).kill_on_drop(true);
        let output = timeout(seconds + LOAD_SLACK, command.output()).await;
        let output = output.context("the load generator hangs")??;
        serde_json::from_slice(&output.stdout).with_context(|| {
            let said = String::from_utf8_lossy(&output.stderr);
            format!(
                "the load generator failed with {}: {}",
                output.status,
                said.trim_end()
            )
        })
    }

    /// The most memory the gateway has had resident so far.
    pub(crate) fn candor_peak_rss_kib(&self) -> Result<Option<u64>> {
        let candor = self.hop(RunTarget::Candor);
        candor
            .map(|candor| process::peak_rss_kib(candor.pid()))
            .transpose()
    }

    /// Ends all processes, the ones in front first.
    pub(crate) async fn stop(self) {
        if let Some((candor, _folder)) = self.candor {
            candor.stop().await;
        }
        self.relay.stop().await;
        self.upstream.stop().await;
    }
}

/// A gateway listens before it has read its sources, so its first lists may be short.
async fn wait_until_ready(url: &Uri, plan: &ScenarioPlan) -> Result<()> {
    let dialogue = RequestPlan::new(url, plan.era, LoadOperation::List)?;
    let limit = Instant::now() + READY_LIMIT;
    loop {
        let asked = timeout(READY_LIMIT, ask(&dialogue, plan.tools as usize)).await;
        match asked.context("no answer")? {
            Ok(()) => return Ok(()),
            Err(error) if Instant::now() >= limit => return Err(error),
            Err(_) => sleep(Duration::from_millis(50)).await,
        }
    }
}

async fn ask(dialogue: &RequestPlan, tools: usize) -> Result<()> {
    let mut session = LoadSession::open(dialogue).await?;
    let answer = session
        .ask(dialogue, &AnswerChecker::new(LoadOperation::List, tools))
        .await;
    session.close(dialogue).await;
    answer
}
