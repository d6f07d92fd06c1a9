//! What the operator says about a source.

use std::sync::Arc;
use std::time::Duration;

use candor_functions::Toolbox;
use candor_model::{McpEra, SourceName};
use candor_wire::RawJson;
use candor_wire::link::{HttpSpec, LinkLimits, StdioSpec};

use crate::functions::FunctionsSpec;
use crate::openapi::OpenApiSpec;

/// One source, as configured and as remembered.
#[derive(Clone, Debug)]
pub struct SourceSpec {
    /// What it is called.
    pub name: SourceName,
    /// Where it is.
    pub origin: OriginSpec,
    /// The era it speaks, fixed by the operator: nothing else is tried.
    pub era: Option<McpEra>,
    /// The era that was found last time: tried first.
    pub remembered: Option<McpEra>,
    /// The limits of its calls and connection.
    pub limits: SourceLimits,
    /// The root URIs it is told when it asks for roots outside any call.
    pub roots: Vec<String>,
    /// Whether its program is started once more for calls that only read.
    pub instance: InstanceSpec,
}

/// Which instance of a program a source is, and whether there is another.
#[derive(Clone, Debug, Default)]
pub enum InstanceSpec {
    /// The only one.
    #[default]
    Only,
    /// The ordinary one; this is the one beside it that can only read.
    Split(Box<StdioSpec>),
    /// The only one, although there was to be another; this is why there is none.
    NotSplit(String),
    /// The one that can only read.
    ReadOnly,
}

/// Where a source is.
#[derive(Clone, Debug)]
pub enum OriginSpec {
    /// A child process.
    Stdio(StdioSpec),
    /// A URL: Streamable HTTP, and HTTP+SSE where that is refused.
    Http(HttpSpec),
    /// Streamable HTTP and nothing else.
    StreamableHttp(HttpSpec),
    /// HTTP+SSE and nothing else.
    Sse(HttpSpec),
    /// An API that a document describes.
    OpenApi(Arc<OpenApiSpec>),
    /// A program of functions.
    Functions(Arc<FunctionsSpec>),
    /// Tools that are part of this program.
    Pack(Toolbox),
    /// Not started: what was known of it can be looked at.
    NotStarted {
        /// The definitions of its tools.
        definitions: Vec<RawJson>,
        /// Whether they were made from a document, so that they tell the HTTP method.
        from_document: bool,
    },
}

/// The bounds of one source.
#[derive(Clone, Debug)]
pub struct SourceLimits {
    /// The largest message taken from it, in bytes.
    pub max_message: usize,
    /// How long one step of its start, a list or a sign of life may take.
    pub start_timeout: Duration,
    /// How many calls may be open at once; one more is refused.
    pub concurrent_calls: usize,
    /// How long it has to end by itself before it is made to.
    pub stop_grace: Duration,
    /// How often a quiet source is asked for a sign of life.
    pub health_interval: Duration,
    /// How many pages of one list are read.
    pub max_pages: usize,
    /// How long a question waits until it is clear which client is meant.
    pub question_wait: Duration,
}

// === impl InstanceSpec ===

impl InstanceSpec {
    pub(crate) fn is_read_only(&self) -> bool {
        matches!(self, Self::ReadOnly)
    }

    /// What a further process of the same instance is: it has no instance beside it.
    pub(crate) fn of_further_process(&self) -> Self {
        match self {
            Self::ReadOnly => Self::ReadOnly,
            Self::Only | Self::Split(_) | Self::NotSplit(_) => Self::Only,
        }
    }
}

// === impl SourceLimits ===

impl SourceLimits {
    /// The part of the bounds that the connection keeps.
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
