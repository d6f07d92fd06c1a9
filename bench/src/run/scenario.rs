//! What is measured, and on what.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::args::Operation;
use crate::era::Era;

/// Whom the clients talk to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Target {
    /// The upstream itself.
    Direct,
    /// The byte relay in front of it.
    Relay,
    /// Candor in front of it.
    Candor,
}

/// One kind of load.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Scenario {
    pub(crate) era: Era,
    pub(crate) operation: Operation,
    pub(crate) clients: u16,
    pub(crate) tools: u32,
}

/// The scenarios that share one set of processes.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) era: Era,
    pub(crate) tools: u32,
    pub(crate) scenarios: Vec<Scenario>,
}

// === impl Target ===

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Direct => "direct",
            Self::Relay => "relay",
            Self::Candor => "candor",
        })
    }
}

// === impl Scenario ===

impl fmt::Display for Scenario {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let clients = if self.clients == 1 {
            "client"
        } else {
            "clients"
        };
        write!(f, "{}, {}", self.era.name(), self.operation.method())?;
        if self.operation == Operation::List {
            write!(f, " of {} tools", self.tools)?;
        }
        write!(f, ", {} {clients}", self.clients)
    }
}

// === impl Plan ===

impl Plan {
    /// Everything that is measured in one era.
    pub(crate) fn of(era: Era) -> [Self; 2] {
        use Operation::{Call, List};
        [
            Self::new(era, 100, &[(Call, 1), (Call, 16), (Call, 64), (List, 16)]),
            Self::new(era, 1000, &[(List, 16)]),
        ]
    }

    fn new(era: Era, tools: u32, loads: &[(Operation, u16)]) -> Self {
        let scenario = |&(operation, clients)| Scenario {
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
