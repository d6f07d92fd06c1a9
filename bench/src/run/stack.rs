//! One upstream with all targets in front of it, each a process of its own.

use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, Result};
use tokio::time::timeout;

use crate::gateway::{this_program, upstream};
use crate::load::report::LoadReport;
use crate::load::request_plan::RequestPlan;
use crate::load::session::until_right;
use crate::process;
use crate::run::RunSetup;
use crate::run::hop::RunHop;
use crate::run::measured::MeasuredRound;
use crate::run::plan::StackPlan;
use crate::run::scenario::{LoadScenario, UpstreamTransport};
use crate::run::target::RunTarget;
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
    upstream: Option<ServerProcess>,
    pub(crate) hops: Vec<RunHop>,
}

// === impl RunStack ===

impl RunStack {
    /// Starts the processes and waits until each of them answers as it should. A target that is not
    /// there on this machine is left out; `skip` is told which and why.
    pub(crate) async fn start(
        plan: &StackPlan,
        setup: &RunSetup,
        skip: &mut impl FnMut(RunTarget, String),
    ) -> Result<Self> {
        let upstream = match plan.transport {
            UpstreamTransport::Http => Some(upstream(plan.era, plan.tools as usize).await?),
            UpstreamTransport::Stdio => None,
        };
        let mut stack = Self {
            upstream,
            hops: Vec::new(),
        };
        for &target in plan.targets.iter().filter(|target| setup.has(**target)) {
            match stack.ready(target, plan, setup).await {
                Ok(hop) => stack.hops.push(hop),
                Err(error) if setup.may_lack(target) => skip(target, format!("{error:#}")),
                Err(error) => {
                    return Err(error.context(format!("{target} does not serve what it should")));
                }
            }
        }
        Ok(stack)
    }

    /// Starts a target and waits until it answers the first question of the plan.
    async fn ready(&self, target: RunTarget, plan: &StackPlan, setup: &RunSetup) -> Result<RunHop> {
        let behind = self.upstream.as_ref().map(ServerProcess::url);
        let hop = RunHop::start(target, plan, setup, behind).await?;
        for url in &hop.urls {
            for scenario in plan.scenarios.iter().take(1) {
                let tools = plan.tools as usize;
                let asked = RequestPlan::new(url, plan.era, scenario.operation, tools)?;
                until_right(&asked.named(hop.tool.as_deref()), PAUSE).await?;
            }
        }
        Ok(hop)
    }

    /// Puts load on one target and returns what the load generator saw.
    pub(crate) async fn load(
        &self,
        scenario: LoadScenario,
        target: RunTarget,
        seconds: Duration,
    ) -> Result<MeasuredRound> {
        let hop = self.hops.iter().find(|hop| hop.target == target);
        let hop = hop.context("the target is not there")?;
        let (first, others) = hop
            .urls
            .split_first()
            .context("the target has no address")?;
        let length = seconds.as_secs_f64().to_string();
        let (tools, clients) = (scenario.tools.to_string(), scenario.clients.to_string());
        let (operation, first) = (scenario.operation.name(), first.to_string());
        let mut command = this_program(&["load", "--url", &first, "--operation", operation])?;
        command.args(["--era", scenario.era.name(), "--tools", &tools]);
        command.args(["--clients", &clients, "--seconds", &length]);
        let warm_up = seconds.min(WARM_UP).as_secs_f64().to_string();
        command.args(["--warm-up", &warm_up]);
        for url in others {
            command.args(["--also", &url.to_string()]);
        }
        if let Some(tool) = &hop.tool {
            command.args(["--tool", tool]);
        }
        let upstream = self.upstream.as_ref().map(ServerProcess::pid);
        let pids = hop.pids();
        for pid in upstream.iter().chain(&pids) {
            command.args(["--watch", &pid.to_string()]);
        }
        command.stdin(Stdio::null()).kill_on_drop(true);
        let output = timeout(seconds + LOAD_SLACK, command.output()).await;
        let output = output.context("the load generator hangs")??;
        let report: Result<LoadReport, _> = serde_json::from_slice(&output.stdout);
        let report = report.with_context(|| {
            let said = String::from_utf8_lossy(&output.stderr);
            let (status, said) = (output.status, said.trim_end());
            format!("the load generator failed with {status}: {said}")
        })?;
        Ok(MeasuredRound::new(report, upstream, &pids))
    }

    /// Ends a target before the others.
    pub(crate) async fn remove(&mut self, target: RunTarget) {
        if let Some(at) = self.hops.iter().position(|hop| hop.target == target) {
            self.hops.remove(at).stop().await;
        }
    }

    /// The most memory each target has had resident so far, in KiB.
    pub(crate) fn peaks(&self) -> Result<Vec<(RunTarget, u64)>> {
        let mut peaks = Vec::new();
        for hop in self.hops.iter().filter(|hop| !hop.pids().is_empty()) {
            let kib: Result<Vec<u64>> = hop.pids().into_iter().map(process::peak_rss_kib).collect();
            peaks.push((hop.target, kib?.into_iter().sum()));
        }
        Ok(peaks)
    }

    /// Ends all processes, the ones in front first.
    pub(crate) async fn stop(self) {
        for hop in self.hops {
            hop.stop().await;
        }
        if let Some(upstream) = self.upstream {
            upstream.stop().await;
        }
    }
}
