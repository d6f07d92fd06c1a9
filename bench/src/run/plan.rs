//! What is measured, and on whom. The scenarios of one plan share a set of processes.

use crate::args::LoadOperation::{self, Call, Call5Mb, Call100Kb, List};
use crate::era::BenchEra;
use crate::peers::BenchPeer;
use crate::run::scenario::{LoadScenario, UpstreamTransport};
use crate::run::target::RunTarget;

/// Some scenarios on some targets.
#[derive(Debug)]
pub(crate) struct StackPlan {
    pub(crate) era: BenchEra,
    pub(crate) transport: UpstreamTransport,
    pub(crate) tools: u32,
    pub(crate) targets: Vec<RunTarget>,
    pub(crate) scenarios: Vec<LoadScenario>,
}

// === impl StackPlan ===

impl StackPlan {
    /// Everything that is measured in one era.
    pub(crate) fn of(era: BenchEra) -> Vec<Self> {
        use RunTarget::{
            Direct, Everything, EverythingPostgres, Relay, RmcpRelay, Transparent, WholeRelay,
        };
        let ours = [Direct, Relay, Transparent];
        let lists = |tools, clients| Self::new(era, tools, &ours, &[(List, clients)]);
        match era {
            BenchEra::Modern => {
                let all = [
                    &ours[..2],
                    &[WholeRelay, RmcpRelay],
                    &[Transparent, Everything, EverythingPostgres],
                ];
                let calls = [(Call, 1), (Call, 16), (Call, 64), (Call, 256)];
                let large = [(Call100Kb, 16), (Call5Mb, 4)];
                vec![
                    Self::new(era, 100, &all.concat(), &[&calls[..], &large].concat()),
                    Self::stdio(),
                    lists(100, 16),
                    lists(1_000, 16),
                    lists(10_000, 4),
                    Self::replicas(),
                ]
            }
            BenchEra::Legacy => {
                let loads = [(Call, 1), (Call, 16), (Call, 64), (List, 16)];
                let calls = Self::new(era, 100, &ours, &loads);
                vec![calls, lists(1_000, 16), Self::peers()]
            }
        }
    }

    fn new(
        era: BenchEra,
        tools: u32,
        targets: &[RunTarget],
        loads: &[(LoadOperation, u16)],
    ) -> Self {
        let scenario = |&(operation, clients): &(LoadOperation, u16)| LoadScenario {
            era,
            transport: UpstreamTransport::Http,
            operation,
            clients,
            tools,
            among: "",
        };
        Self {
            era,
            transport: UpstreamTransport::Http,
            tools,
            targets: targets.to_vec(),
            scenarios: loads.iter().map(scenario).collect(),
        }
    }

    /// A child process as the server, behind a relay and behind Candor.
    fn stdio() -> Self {
        use RunTarget::{Everything, Relay};
        let plan = Self::new(BenchEra::Modern, 100, &[Relay, Everything], &[(Call, 16)]);
        plan.with(|scenario| scenario.transport = UpstreamTransport::Stdio)
    }

    /// Two gateways beside one, with enough clients for both.
    fn replicas() -> Self {
        use RunTarget::{OneReplica, TwoReplicas};
        let targets = [OneReplica, TwoReplicas];
        Self::new(BenchEra::Modern, 100, &targets, &[(Call, 32)])
            .with(|scenario| scenario.among = ", replicas")
    }

    /// The gateways of others, which speak the legacy era.
    fn peers() -> Self {
        use RunTarget::{Direct, Relay, Transparent};
        let peers = BenchPeer::ALL.map(RunTarget::Peer);
        let targets = [&[Direct, Relay, Transparent][..], &peers].concat();
        Self::new(BenchEra::Legacy, 100, &targets, &[(Call, 16)])
            .with(|scenario| scenario.among = ", beside peers")
    }

    fn with(mut self, change: impl Fn(&mut LoadScenario)) -> Self {
        self.scenarios.iter_mut().for_each(change);
        if let Some(scenario) = self.scenarios.first() {
            self.transport = scenario.transport;
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_scenario_has_a_name_of_its_own() {
        let plans = BenchEra::ALL.into_iter().flat_map(StackPlan::of);
        let names: Vec<_> = plans
            .flat_map(|plan| plan.scenarios)
            .map(|scenario| scenario.to_string())
            .collect();
        let distinct: HashSet<_> = names.iter().collect();
        assert_eq!(distinct.len(), names.len(), "{names:?}");
        for expected in [
            "modern, tools/call, 256 clients",
            "modern, tools/call with a result of 5 MB, 4 clients",
            "modern, tools/call over stdio, 16 clients",
            "modern, tools/list of 10000 tools, 4 clients",
            "legacy, tools/call, 16 clients, beside peers",
        ] {
            assert!(names.iter().any(|name| name == expected), "{names:?}");
        }
    }
}
