//! What is measured, and on what.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::args::LoadOperation;
use crate::era::BenchEra;

/// Whom the clients talk to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum RunTarget {
    /// The upstream itself.
    Direct,
    /// The byte relay in front of it.
    Relay,
    /// Candor in front of it.
    Candor,
}

/// One kind of load.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LoadScenario {
    pub(crate) era: BenchEra,
    pub(crate) operation: LoadOperation,
    pub(crate) clients: u16,
    pub(crate) tools: u32,
}

/// The scenarios that share one set of processes.
#[derive(Debug)]
pub(crate) struct ScenarioPlan {
    pub(crate) era: BenchEra,
    pub(crate) tools: u32,
    pub(crate) scenarios: Vec<LoadScenario>,
}

// === impl RunTarget ===

impl fmt::Display for RunTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Direct => "direct",
            Self::Relay => "relay",
            Self::Candor => "candor",
        })
    }
}

// === impl LoadScenario ===

impl fmt::Display for LoadScenario {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let clients = if self.clients == 1 {
            "client"
        } else {
            "clients"
        };
        write!(f, "{}, {}", self.era.name(), self.operation.method())?;
        if self.operation == LoadOperation::List {
            write!(f, " of {} tools", self.tools)?;
        }
        write!(f, ", {} {clients}", self.clients)
    }
}

// === impl ScenarioPlan ===

impl ScenarioPlan {
    /// Everything that is measured in one era.
    pub(crate) fn of(era: BenchEra) -> [Self; 2] {
        use LoadOperation::{Call, List};
        [
            Self::new(era, 100, &[(Call, 1), (Call, 16), (Call, 64), (List, 16)]),
            Self::new(era, 1000, &[(List, 16)]),
        ]
    }

    fn new(era: BenchEra, tools: u32, loads: &[(LoadOperation, u16)]) -> Self {
        let scenario = |&(operation, clients)| LoadScenario {
            era,
            operation,
            clients,
            tools,
        };
        Self {
            era,
            tools,
            scenarios: loads.iter().map(scenario).collect(),
        }
    }
}
