//! Starts the server a second time, and checks whether both instances share state.

use std::collections::BTreeMap;

use candor_verify::{
    ArgumentContext, InstanceFinding, ListedTool, StatePlaces, cases, state_difference,
    state_writers, written_places,
};
use serde_json::Value;

use crate::run::VerifyRun;
use crate::server::ToolServer;

/// The maximum number of writing tools to try.
const MOST_WRITERS: usize = 3;
/// The maximum number of cases per tool.
const MOST_CASES: usize = 3;
/// Makes the arguments differ from all earlier ones.
const OTHER_SEED: u64 = 0x5EED;

/// The result of each read tool.
type StateReading = BTreeMap<String, Value>;

// === impl VerifyRun ===

impl VerifyRun<'_> {
    /// Whether data written through one instance is visible through another running concurrently.
    /// `None` if no read tool shows what any call has written.
    pub(crate) async fn check_instances(
        &mut self,
        tools: &[ListedTool],
    ) -> Option<InstanceFinding> {
        let places = written_places(&self.record, tools);
        // An API is a single instance, and functions are stateless.
        if places.is_empty() || self.options.hosted.is_some() {
            return None;
        }
        let mut second = match self.second_instance().await {
            Ok(second) => second,
            Err(why) => {
                return Some(InstanceFinding {
                    shared: false,
                    evidence: format!("a second instance could not run beside the first: {why}"),
                });
            }
        };
        let found = self.compare_instances(tools, &places, &mut second).await;
        second.stop().await;
        found
    }

    async fn second_instance(&self) -> Result<ToolServer, String> {
        let limit = self.options.start_time;
        let started = self.start.start(self.eyes.world, limit);
        started.await.map_err(|error| error.to_string())
    }

    async fn compare_instances(
        &mut self,
        tools: &[ListedTool],
        places: &StatePlaces,
        second: &mut ToolServer,
    ) -> Option<InstanceFinding> {
        let ours = self.reading().await;
        let theirs = self.reading_of(second).await;
        if let Some(probe) = self.differing(&ours, &theirs, places) {
            return Some(InstanceFinding {
                shared: false,
                evidence: format!(
                    "`{probe}` of a second instance does not show what was written through the first"
                ),
            });
        }
        // It was started later and may have read what was there then. What is written now shows
        // whether it reads it again.
        let writers = state_writers(&self.record, tools).into_iter();
        for tool in writers.take(MOST_WRITERS) {
            if let Some(found) = self.write_again(tool, places, second).await {
                return Some(found);
            }
        }
        None
    }

    /// Writes through the first instance and reads through both. None, if nothing was written.
    async fn write_again(
        &mut self,
        tool: &ListedTool,
        places: &StatePlaces,
        second: &mut ToolServer,
    ) -> Option<InstanceFinding> {
        for arguments in self.other_cases(tool) {
            let before = self.reading().await;
            let limit = self.options.call_time;
            // Whether it succeeds shows in what is read.
            let _ = self.server.call(&tool.name, &arguments, limit).await;
            let after = self.reading().await;
            if self.differing(&before, &after, places).is_none() {
                continue;
            }
            let theirs = self.reading_of(second).await;
            let missed = self.differing(&after, &theirs, places);
            let name = &tool.name;
            return Some(InstanceFinding {
                shared: missed.is_none(),
                evidence: match missed {
                    Some(probe) => format!(
                        "what `{name}` wrote through one instance was not shown by `{probe}` of the other"
                    ),
                    None => format!(
                        "what `{name}` wrote through one instance was shown by the other at once"
                    ),
                },
            });
        }
        None
    }

    fn other_cases(&self, tool: &ListedTool) -> Vec<Value> {
        let seed = self.options.seed ^ OTHER_SEED;
        let facts = self.eyes.world.facts(self.eyes.recorder.url(), seed);
        let context = ArgumentContext {
            tool,
            facts: &facts,
            known: &self.known,
        };
        let made = cases(context, MOST_CASES).into_iter();
        made.map(|case| case.arguments).collect()
    }

    async fn reading(&mut self) -> StateReading {
        let limit = self.options.call_time;
        self.eyes.probes.values(&mut self.server, limit).await
    }

    async fn reading_of(&self, server: &mut ToolServer) -> StateReading {
        self.eyes
            .probes
            .values(server, self.options.call_time)
            .await
    }

    /// A read tool whose result differs at the written places.
    fn differing(
        &self,
        one: &StateReading,
        other: &StateReading,
        places: &StatePlaces,
    ) -> Option<String> {
        let volatile = &self.eyes.probes.volatile;
        let differs = |probe: &&String| {
            let readings = one.get(*probe).zip(other.get(*probe));
            let place = places.get(*probe);
            let nothing = std::collections::BTreeSet::new();
            let volatile = volatile.get(*probe).unwrap_or(&nothing);
            readings.zip(place).is_some_and(|((one, other), place)| {
                state_difference(one, other, volatile, place).is_some()
            })
        };
        places.keys().find(differs).cloned()
    }
}
