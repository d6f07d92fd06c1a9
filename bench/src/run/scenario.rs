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

impl LoadScenario {
    /// Everything that is measured in one era. The scenarios with the same tools share one set of
    /// processes.
    pub(crate) fn of(era: BenchEra) -> [(u32, Vec<Self>); 2] {
        use LoadOperation::{Call, List};
        let plan = |tools, loads: &[(LoadOperation, u16)]| {
            let scenario = |&(operation, clients)| Self {
                era,
                operation,
                clients,
                tools,
            };
            (tools, loads.iter().map(scenario).collect())
        };
        [
            plan(100, &[(Call, 1), (Call, 16), (Call, 64), (List, 16)]),
            plan(1000, &[(List, 16)]),
        ]
    }
}

impl fmt::Display for LoadScenario {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = if self.clients == 1 { "" } else { "s" };
        write!(f, "{}, {}", self.era.name(), self.operation.method())?;
        if self.operation == LoadOperation::List {
            write!(f, " of {} tools", self.tools)?;
        }
        write!(f, ", {} client{plural}", self.clients)
    }
}
