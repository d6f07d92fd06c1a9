//! The configuration of a source.

use std::sync::Arc;
use std::time::Duration;

use candor_functions::Toolbox;
use candor_model::{McpEra, SourceName};
use candor_wire::RawJson;
use candor_wire::link::{HttpSpec, LinkLimits, StdioSpec};

use crate::functions::FunctionsSpec;
use crate::openapi::OpenApiSpec;

/// One source, with its configuration and cached facts.
#[derive(Clone, Debug)]
pub struct SourceSpec {
    /// The name of the source.
    pub name: SourceName,
    /// The location of the source.
    pub origin: OriginSpec,
    /// The era, if the operator has set it: no other is tried.
    pub era: Option<McpEra>,
    /// The cached era, which is tried first.
    pub remembered: Option<McpEra>,
    /// The limits of its calls and connection.
    pub limits: SourceLimits,
    /// The root URIs it is told when it asks for roots outside any call.
    pub roots: Vec<String>,
    /// Whether there is a second process for read-only calls.
    pub instance: InstanceSpec,
}

/// Which instance of a program a source is, and whether there is another.
#[derive(Clone, Debug, Default)]
pub enum InstanceSpec {
    /// The only instance.
    #[default]
    Only,
    /// The ordinary instance, with the spec of the read-only one beside it.
    Split(Box<StdioSpec>),
    /// The only instance, although a split was requested; this is why there is none.
    NotSplit(String),
    /// The read-only instance.
    ReadOnly,
}

/// The location of a source.
#[derive(Clone, Debug)]
pub enum OriginSpec {
    /// A child process.
    Stdio(StdioSpec),
    /// A URL: Streamable HTTP, or HTTP+SSE if that is refused.
    Http(HttpSpec),
    /// Streamable HTTP only.
    StreamableHttp(HttpSpec),
    /// HTTP+SSE only.
    Sse(HttpSpec),
    /// An API described by a document.
    OpenApi(Arc<OpenApiSpec>),
    /// A program of functions.
    Functions(Arc<FunctionsSpec>),
    /// Tools that are part of this program.
    Pack(Toolbox),
    /// Not started: its cached definitions can be inspected.
    NotStarted {
        /// The definitions of its tools.
        definitions: Vec<RawJson>,
        /// Whether they were generated from a document, so that they contain the HTTP method.
        from_document: bool,
    },
}

/// The limits of one source.
#[derive(Clone, Debug)]
pub struct SourceLimits {
    /// The maximum size of a message from it, in bytes.
    pub max_message: usize,
    /// The time limit of one step of its start, a list or a health check.
    pub start_timeout: Duration,
    /// The maximum number of open calls; further ones are refused.
    pub concurrent_calls: usize,
    /// How long it has to end by itself before it is stopped by force.
    pub stop_grace: Duration,
    /// The interval of health checks while the source is quiet.
    pub health_interval: Duration,
    /// The maximum number of pages of one list.
    pub max_pages: usize,
    /// How long a question waits until it is clear which client is meant.
    pub question_wait: Duration,
}

// === impl InstanceSpec ===

impl InstanceSpec {
    pub(crate) fn is_read_only(&self) -> bool {
        matches!(self, Self::ReadOnly)
    }

    /// The kind of an additional process of the same instance, which has no other instance beside
    /// it.
    pub(crate) fn of_further_process(&self) -> Self {
        match self {
            Self::ReadOnly => Self::ReadOnly,
            Self::Only | Self::Split(_) | Self::NotSplit(_) => Self::Only,
        }
    }
}

// === impl SourceLimits ===

impl SourceLimits {
    /// The limits that the link enforces.
    pub(crate) fn link(&self) -> LinkLimits {
        LinkLimits {
            max_message: self.max_message,
            connect_timeout: self.start_timeout,
            stop_grace: self.stop_grace,
        }
    }
}

impl Default for SourceLimits {
    fn default() -> Self {
        Self {
            max_message: 64 * 1024 * 1024,
            start_timeout: Duration::from_secs(30),
            concurrent_calls: 64,
            stop_grace: Duration::from_secs(3),
            health_interval: Duration::from_secs(30),
            max_pages: 1000,
            question_wait: Duration::from_secs(30),
        }
    }
}
