//! Who runs a tool, as the tool sees it.

use std::future::Future;
use std::pin::Pin;

use serde_json::{Map, Value};

use crate::CapabilityViolation;

/// What a tool can say and ask while it runs. The gateway is one, and so is a server that offers
/// the tools by itself.
pub trait ToolHost: Send + Sync + 'static {
    /// It has come so far.
    fn progress(&self, done: f64, total: Option<f64>, message: Option<&str>);

    /// A message for the log.
    fn log(&self, level: ToolLogLevel, message: &str);

    /// A question to the person behind the client.
    fn elicit(
        &self,
        question: ElicitationRequest,
    ) -> Pin<Box<dyn Future<Output = Result<ElicitationAnswer, ElicitationError>> + Send + '_>>;

    /// It tried what it said it would not do. It has been refused; this is for the record.
    fn violation(&self, violation: &CapabilityViolation);
}

/// How much a message of a log matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ToolLogLevel {
    /// Details for debugging.
    Debug,
    /// How things go.
    Info,
    /// Something is odd.
    Warning,
    /// Something went wrong.
    Error,
}

/// Whom a call is made for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FunctionCaller {
    /// The person or program, as the gateway knows it; `local` where callers are not identified.
    pub principal: Option<String>,
    /// What the client calls itself.
    pub client: Option<String>,
    /// The environment in which it calls.
    pub environment: Option<String>,
}

/// A question to a person.
#[derive(Clone, Debug, PartialEq)]
pub struct ElicitationRequest {
    /// What is asked.
    pub message: String,
    /// The JSON Schema of the answer: an object whose properties are simple.
    pub schema: Value,
}

/// What a person answered.
#[derive(Clone, Debug, PartialEq)]
pub enum ElicitationAnswer {
    /// They filled in the form.
    Accepted(Map<String, Value>),
    /// They said no.
    Declined,
    /// They closed it.
    Cancelled,
}

/// Why no person could be asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ElicitationError {
    /// The client cannot put questions to its user.
    #[error("the client cannot ask its user: {0}")]
    Unsupported(String),
    /// It went wrong on the way.
    #[error("the question was not answered: {0}")]
    Lost(String),
}

// === impl ToolLogLevel ===

impl ToolLogLevel {
    /// The protocol's word.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Debug => "debug",
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }

    /// Reads the protocol's word, or the name of a function of `console`.
    pub fn parse(word: &str) -> Option<Self> {
        Some(match word {
            "debug" | "trace" => Self::Debug,
            "info" | "log" | "notice" => Self::Info,
            "warning" | "warn" => Self::Warning,
            "error" | "critical" | "alert" | "emergency" => Self::Error,
            _ => return None,
        })
    }
}
