//! A run from startup to report.

use candor_egress::{RequestReach, RequestWatch};
use candor_model::Digest;
use candor_model::glob::glob_matches;
use candor_verify::{
    CallOutcome, InstanceFinding, KnownValues, ListedTool, ObservedPlaces, RunAction, RunRecord,
    VerifyReport, call_order, judge,
};

use crate::VerifyError;
use crate::call::Observatory;
use crate::options::VerifyOptions;
use crate::probes::ProbeSet;
use crate::programs;
use crate::recorder::RequestRecorder;
use crate::server::ToolServer;
use crate::snapshot::Snapshots;
use crate::start::ServerStart;
use crate::world::World;

/// How often a server that exits is restarted.
const RESTARTS: usize = 5;

/// A run in progress: the server, its observers, and the observations so far.
pub(crate) struct VerifyRun<'a> {
    pub(crate) options: &'a VerifyOptions,
    pub(crate) start: ServerStart,
    pub(crate) eyes: Observatory<'a>,
    pub(crate) server: ToolServer,
    pub(crate) known: KnownValues,
    pub(crate) record: RunRecord,
    restarts: usize,
}

/// Runs the server and judges its tools. Nothing is left behind.
pub async fn verify(options: &VerifyOptions) -> Result<VerifyReport, VerifyError> {
    let world = World::create(&options.scenario)?;
    let report = in_world(options, &world).await;
    let removed = world.remove();
    let mut report = report?;
    if let Err(cause) = removed {
        report
            .troubles
            .push(format!("the sandbox could not be removed: {cause}"));
    }
    Ok(report)
}

async fn in_world(options: &VerifyOptions, world: &World) -> Result<VerifyReport, VerifyError> {
    let recorder = RequestRecorder::start()
        .await
        .map_err(VerifyError::world("listen on this machine"))?;
    let environment = world.environment(&options.scenario, recorder.url());
    programs::prepare(&options.scenario, world, &environment).await?;
    let _service = programs::service(&options.scenario, world, &environment)?;
    let start = ServerStart::of(options, world, environment)?;
    let mut snapshots = Snapshots::default();
    let tree = snapshots.take(world.root());
    let server = start.start(world, options.start_time).await?;
    let reach = options.hosted.as_ref().map(|hosted| hosted.reach());
    let eyes = Observatory {
        world,
        recorder: &recorder,
        watch: reach.map(RequestWatch::begin),
        snapshots,
        tree,
        probes: ProbeSet::default(),
        missed: 0,
    };
    let mut run = VerifyRun {
        options,
        start,
        eyes,
        server,
        known: KnownValues::default(),
        record: RunRecord::default(),
        restarts: 0,
    };
    let listed = run.list().await?;
    let report = run.whole(&listed).await;
    run.server.stop().await;
    report
}

// === impl VerifyRun ===

impl VerifyRun<'_> {
    async fn list(&mut self) -> Result<Vec<ListedTool>, VerifyError> {
        let listed = self.server.list_tools(self.options.start_time).await;
        let entries = listed.map_err(|failure| {
            VerifyError::NoTools(format!(": {}", failure.sentence(&self.server.last_words())))
        })?;
        let tools: Vec<ListedTool> = entries.iter().filter_map(ListedTool::read).collect();
        if tools.is_empty() {
            return Err(VerifyError::NoTools(String::new()));
        }
        Ok(tools)
    }

    async fn whole(&mut self, tools: &[ListedTool]) -> Result<VerifyReport, VerifyError> {
        self.controls().await;
        self.setup_calls().await?;
        self.find_probes(tools).await;
        for tool in call_order(tools) {
            if self.is_chosen(tool) {
                self.try_tool(tool).await?;
            }
        }
        let instances = self.check_instances(tools).await;
        Ok(self.report(tools, instances))
    }

    fn report(&mut self, tools: &[ListedTool], instances: Option<InstanceFinding>) -> VerifyReport {
        self.record.volatile = self.eyes.probes.volatile.clone();
        self.record.places = self.places();
        if self.eyes.missed > 0 {
            self.record.troubles.push(format!(
                "{} observations were too many to be kept",
                self.eyes.missed
            ));
        }
        self.record
            .troubles
            .extend(self.server.gaps().iter().cloned());
        let (server, version) = self.server.identity.clone();
        VerifyReport {
            server,
            version,
            scenario: self
                .options
                .scenario_text
                .as_ref()
                .map(|text| Digest::of(text).to_string()),
            places: self.record.places.clone(),
            tools: judge(&self.record, tools, &self.options.scenario.ignore),
            troubles: std::mem::take(&mut self.record.troubles),
            instances,
        }
    }

    /// The places that are observed. What an API does internally is not.
    fn places(&self) -> ObservedPlaces {
        let probes = self.eyes.probes.names();
        let is_watched = self.server.gaps().is_empty();
        match self.options.hosted.as_ref().map(|hosted| hosted.reach()) {
            None => ObservedPlaces {
                files: true,
                outside: is_watched,
                network: is_watched,
                probes,
            },
            Some(reach) => ObservedPlaces {
                network: reach == RequestReach::ThisMachine,
                probes,
                ..ObservedPlaces::default()
            },
        }
    }

    pub(crate) fn is_skipped(&self, tool: &ListedTool) -> bool {
        self.options
            .scenario
            .skip
            .iter()
            .any(|(pattern, _)| glob_matches(pattern, &tool.name))
    }

    fn is_chosen(&self, tool: &ListedTool) -> bool {
        let asked = self
            .options
            .tools
            .as_ref()
            .is_none_or(|pattern| glob_matches(pattern, &tool.name));
        asked && !self.is_skipped(tool)
    }

    /// Starts a server again that has ended in a call.
    pub(crate) async fn restart(
        &mut self,
        tool: &str,
        outcome: &CallOutcome,
    ) -> Result<(), VerifyError> {
        let why = match outcome {
            CallOutcome::Failed(why) => why.clone(),
            _ => String::new(),
        };
        self.record
            .troubles
            .push(format!("the server ended in a call of `{tool}`: {why}"));
        self.restarts += 1;
        if self.restarts > RESTARTS {
            return Err(VerifyError::Start(format!(
                "it ended {RESTARTS} times; the last time in a call of `{tool}`"
            )));
        }
        let options = self.options;
        let server = self
            .start
            .start(self.eyes.world, options.start_time)
            .await?;
        std::mem::replace(&mut self.server, server).stop().await;
        let started = self
            .eyes
            .settle(RunAction::Start, CallOutcome::Success, &mut self.server)
            .await;
        self.record.calls.push(started);
        Ok(())
    }
}
