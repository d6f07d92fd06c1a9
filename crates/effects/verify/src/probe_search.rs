//! Finds the tools that show the server's state.

use std::time::{Duration, Instant};

use candor_verify::{CallOutcome, CallRecord, ListedTool, RunAction, probe_candidates};
use serde_json::{Value, json};

use crate::run::VerifyRun;

/// A read tool that takes longer is not read before and after each call: a run would take hours.
const SLOWEST_PROBE: Duration = Duration::from_secs(5);

impl VerifyRun<'_> {
    /// Finds the tools that show state. Each is called as any tool is first, and one that changes
    /// files or is slow is none of them.
    pub(crate) async fn find_probes(&mut self, tools: &[ListedTool]) {
        let limit = self.options.call_time;
        for (tool, arguments) in self.possible_probes(tools) {
            if self.is_probe(&tool, &arguments).await {
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
        // Effects of the reads themselves are in the records of those reads.
        self.record.calls.push(CallRecord {
            files: Vec::new(),
            events: Vec::new(),
            ..idle
        });
    }

    /// The calls named by the author, or else those that look like reads without arguments.
    fn possible_probes(&self, tools: &[ListedTool]) -> Vec<(String, Value)> {
        let own = &self.options.scenario.probes;
        if !own.is_empty() {
            let filled = own
                .iter()
                .map(|(tool, arguments)| (tool.clone(), self.filled(arguments)));
            return filled.collect();
        }
        probe_candidates(tools)
            .iter()
            .filter(|tool| !self.is_skipped(tool))
            .map(|tool| (tool.name.clone(), json!({})))
            .collect()
    }

    /// Whether a call answers quickly and changes nothing, tried twice.
    async fn is_probe(&mut self, tool: &str, arguments: &Value) -> bool {
        let mut is_fit = true;
        for attempt in 1..=2 {
            let action = RunAction::Call {
                tool: tool.to_owned(),
                about: "a read of the state".to_owned(),
                arguments: arguments.clone(),
                attempt,
            };
            let begun = Instant::now();
            let limit = self.options.call_time;
            let (record, reply) = self.eyes.call(action, &mut self.server, limit).await;
            is_fit &= begun.elapsed() <= SLOWEST_PROBE;
            is_fit &= (record.files.is_empty() || attempt == 1) && !record.has_strong_state();
            if let Some(result) = &reply.result {
                self.known.learn_result(tool, result);
            }
            self.record.calls.push(record);
            if reply.is_gone || reply.is_late {
                return false;
            }
        }
        is_fit
    }
}
