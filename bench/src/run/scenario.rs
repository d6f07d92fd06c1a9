//! One kind of load.

use std::fmt;

use crate::args::LoadOperation;
use crate::era::BenchEra;

/// What the upstream is reached by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum UpstreamTransport {
    Http,
    /// A child process of the hop.
    Stdio,
}

/// One kind of load.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LoadScenario {
    pub(crate) era: BenchEra,
    pub(crate) transport: UpstreamTransport,
    pub(crate) operation: LoadOperation,
    pub(crate) clients: u16,
    pub(crate) tools: u32,
    /// Words that tell it from another one, if it needs any.
    pub(crate) among: &'static str,
}

impl fmt::Display for LoadScenario {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = if self.clients == 1 { "" } else { "s" };
        write!(f, "{}, {}", self.era.name(), self.operation.method())?;
        match self.operation {
            LoadOperation::List => write!(f, " of {} tools", self.tools)?,
            LoadOperation::Call100Kb => write!(f, " with a result of 100 kB")?,
            LoadOperation::Call5Mb => write!(f, " with a result of 5 MB")?,
            _ => {}
        }
        if self.transport == UpstreamTransport::Stdio {
            write!(f, " over stdio")?;
        }
        write!(f, ", {} client{plural}{}", self.clients, self.among)
    }
}
