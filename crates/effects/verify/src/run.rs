//! A run from the start of the server to the report.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use candor_egress::{RequestReach, RequestWatch};
use candor_model::Digest;
use candor_model::glob::glob_matches;
use candor_verify::{
    ArgumentContext, CallCase, CallOutcome, CallRecord, KnownValues, ListedTool, ObservedPlaces,
    RunAction, RunRecord, ScenarioCase, ScenarioStep, VerifyReport, VerifyScenario, call_order,
    cases, judge, probe_candidates,
};
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::VerifyError;
use crate::call::Observatory;
use crate::hosted::HostedServer;
use crate::probes::ProbeSet;
use crate::programs;
use crate::recorder::RequestRecorder;
use crate::server::ToolServer;
use crate::snapshot::Snapshots;
use crate::start::ServerStart;
use crate::world::World;

/// How often a server that ends is started again.
const RESTARTS: usize = 5;
/// A read tool that takes longer is not read before and after each call: a run would take hours.
const SLOWEST_PROBE: Duration = Duration::from_secs(5);
/// A tool that is not there.
const NO_TOOL: &str = "candor_no_such_tool";

/// How a run is made.
#[derive(Clone, Debug)]
pub struct VerifyOptions {
    /// The command that starts the server.
    pub command: Vec<String>,
    /// The server, where it is in this process; then there is no command.
    pub hosted: Option<Arc<dyn HostedServer>>,
    /// How the confinement is started: the program and the arguments of its launcher.
    pub launcher: (PathBuf, Vec<String>),
    /// What the author says about it.
    pub scenario: VerifyScenario,
    /// The text of the scenario, for its digest.
    pub scenario_text: Option<String>,
    /// Only tools that match this pattern.
    pub tools: Option<String>,
    /// How long a start may take.
    pub start_time: Duration,
    /// How long a call may take.
    pub call_time: Duration,
    /// How long is waited after the last reply of a tool.
    pub late_time: Duration,
    /// The most cases of a tool.
    pub most_cases: usize,
    /// Makes texts of one run differ from those of another.
    pub seed: u64,
}

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
        report.troubles.push(format!(
            "the throw-away world could not be removed: {cause}"
        ));
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

impl<'a> VerifyRun<'a> {
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
        Ok(VerifyReport {
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
        })
    }

    /// Where differences would have been seen. What an API does behind its address is not.
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

    /// What happens at the start, without a call, and at calls that must have no effect.
    async fn controls(&mut self) {
        let started = self
            .eyes
            .settle(RunAction::Start, CallOutcome::Success, &mut self.server)
            .await;
        self.record.calls.push(started);
        sleep(self.options.late_time).await;
        let idle = self
            .eyes
            .settle(RunAction::Idle, CallOutcome::Success, &mut self.server)
            .await;
        self.record.calls.push(idle);
        // Their answers say nothing; their effects would.
        let _ = self.server.list_tools(self.options.call_time).await;
        let _ = self
            .server
            .call(NO_TOOL, &json!({}), self.options.call_time)
            .await;
        let action = RunAction::Control("a list of tools and a call of no tool".to_owned());
        let control = self
            .eyes
            .settle(action, CallOutcome::Success, &mut self.server)
            .await;
        self.record.calls.push(control);
    }

    async fn setup_calls(&mut self) -> Result<(), VerifyError> {
        let options = self.options;
        for step in &options.scenario.setup {
            let ScenarioStep::Call { tool, arguments } = step else {
                continue;
            };
            let arguments = self.filled(arguments);
            let answer = self.server.call(tool, &arguments, options.call_time).await;
            let failed = |why: String| VerifyError::Setup {
                step: tool.clone(),
                why,
            };
            let result = answer.map_err(|failure| failed(failure.sentence("")))?;
            if result.get("isError") == Some(&Value::Bool(true)) {
                return Err(failed(result.to_string()));
            }
            self.known.learn_arguments(tool, &arguments);
            self.known.learn_result(tool, &result);
            let record = self
                .eyes
                .settle(
                    RunAction::Setup(tool.clone()),
                    CallOutcome::Success,
                    &mut self.server,
                )
                .await;
            self.record.calls.push(record);
        }
        Ok(())
    }

    /// Finds the tools that show state. Each is called as any tool is first, and one that changes
    /// files or is slow is none of them.
    async fn find_probes(&mut self, tools: &[ListedTool]) {
        let limit = self.options.call_time;
        let chosen: Vec<(String, Value)> = if self.options.scenario.probes.is_empty() {
            probe_candidates(tools)
                .iter()
                .filter(|tool| !self.is_skipped(tool))
                .map(|tool| (tool.name.clone(), json!({})))
                .collect()
        } else {
            let own = &self.options.scenario.probes;
            own.iter()
                .map(|(tool, arguments)| (tool.clone(), self.filled(arguments)))
                .collect()
        };
        for (tool, arguments) in chosen {
            let mut is_unfit = false;
            for attempt in 1..=2 {
                let action = RunAction::Call {
                    tool: tool.clone(),
                    about: "a read of the state".to_owned(),
                    arguments: arguments.clone(),
                    attempt,
                };
                let begun = Instant::now();
                let (record, reply) = self.eyes.call(action, &mut self.server, limit).await;
                is_unfit |= begun.elapsed() > SLOWEST_PROBE;
                is_unfit |= (!record.files.is_empty() && attempt == 2) || record.has_strong_state();
                if let Some(result) = &reply.result {
                    self.known.learn_result(&tool, result);
                }
                self.record.calls.push(record);
                if reply.is_gone || reply.is_late {
                    is_unfit = true;
                    break;
                }
            }
            if !is_unfit {
                self.eyes
                    .probes
                    .add(&tool, &arguments, &mut self.server, limit)
                    .await;
                // Reading is not to be blamed on the next tool.
                self.eyes.forget_requests();
            }
        }
        self.eyes
            .probes
            .keep_harmless(&mut self.server, limit)
            .await;
        self.eyes.probes.learn(&mut self.server, limit).await;
        let idle = self
            .eyes
            .settle(RunAction::Idle, CallOutcome::Success, &mut self.server)
            .await;
        // What the reads themselves have done is told of in the records of those reads.
        self.record.calls.push(CallRecord {
            files: Vec::new(),
            events: Vec::new(),
            ..idle
        });
    }

    fn is_skipped(&self, tool: &ListedTool) -> bool {
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

    async fn try_tool(&mut self, tool: &ListedTool) -> Result<(), VerifyError> {
        let mut late = 0;
        for (case, expected) in self.cases(tool) {
            for attempt in 1..=2 {
                let action = RunAction::Call {
                    tool: tool.name.clone(),
                    about: case.about.clone(),
                    arguments: case.arguments.clone(),
                    attempt,
                };
                let (record, reply) = self
                    .eyes
                    .call(action, &mut self.server, self.options.call_time)
                    .await;
                if let Some(result) = &reply.result
                    && record.is_success()
                {
                    self.known.learn_arguments(&tool.name, &case.arguments);
                    self.known.learn_result(&tool.name, result);
                }
                if attempt == 1
                    && let Some(expected) = expected
                {
                    self.check(&tool.name, expected, reply.result.as_ref(), &record.outcome);
                }
                self.record.calls.push(record);
                if reply.is_gone {
                    self.restart(&tool.name, &reply.outcome).await?;
                }
                late += usize::from(reply.is_late);
                if reply.is_gone || reply.is_late {
                    break;
                }
            }
            if late >= 2 {
                self.record.troubles.push(format!(
                    "`{}` did not answer twice; its other cases were left out",
                    tool.name
                ));
                break;
            }
        }
        sleep(self.options.late_time).await;
        let action = RunAction::After {
            tool: tool.name.clone(),
        };
        let after = self
            .eyes
            .settle(action, CallOutcome::Success, &mut self.server)
            .await;
        self.record.calls.push(after);
        Ok(())
    }

    /// The author's cases, then those that follow from the schema.
    fn cases(&self, tool: &ListedTool) -> Vec<(CallCase, Option<&'a ScenarioCase>)> {
        let options: &'a VerifyOptions = self.options;
        let own = options
            .scenario
            .cases
            .iter()
            .filter(|case| case.tool == tool.name);
        let mut list: Vec<(CallCase, Option<&'a ScenarioCase>)> = own
            .map(|case| {
                let made = CallCase {
                    about: "a case of the scenario".to_owned(),
                    arguments: self.filled(&case.arguments),
                };
                (made, Some(case))
            })
            .collect();
        let facts = self
            .eyes
            .world
            .facts(self.eyes.recorder.url(), self.options.seed);
        let context = ArgumentContext {
            tool,
            facts: &facts,
            known: &self.known,
        };
        list.extend(
            cases(context, self.options.most_cases)
                .into_iter()
                .map(|case| (case, None)),
        );
        list
    }

    /// Arguments with the folders of the world in place of `{work}` and its like.
    fn filled(&self, arguments: &Value) -> Value {
        match arguments {
            Value::String(text) if text.contains('{') => {
                Value::from(self.eyes.world.word(text).unwrap_or_else(|_| text.clone()))
            }
            Value::Array(items) => items.iter().map(|item| self.filled(item)).collect(),
            Value::Object(members) => Value::Object(
                members
                    .iter()
                    .map(|(key, value)| (key.clone(), self.filled(value)))
                    .collect(),
            ),
            other => other.clone(),
        }
    }

    /// Whether a case of the scenario ended as its author expects.
    fn check(
        &mut self,
        tool: &str,
        case: &ScenarioCase,
        result: Option<&Value>,
        outcome: &CallOutcome,
    ) {
        let is_error = *outcome != CallOutcome::Success;
        if case
            .expect_error
            .is_some_and(|expected| expected != is_error)
        {
            let ended = if is_error {
                "ended in an error"
            } else {
                "succeeded"
            };
            self.record.troubles.push(format!(
                "unexpected: `{tool}` with {} {ended}",
                case.arguments
            ));
        }
        let text = result.map(ToString::to_string).unwrap_or_default();
        if let Some(expected) = &case.expect
            && !text.contains(expected.as_str())
        {
            self.record.troubles.push(format!(
                "unexpected: the result of `{tool}` does not contain {}",
                candor_text::quote(expected)
            ));
        }
    }

    /// Starts a server again that has ended in a call.
    async fn restart(&mut self, tool: &str, outcome: &CallOutcome) -> Result<(), VerifyError> {
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
