//! The host of a tool.

use std::future::Future;
use std::pin::Pin;

use serde_json::{Map, Value};

use crate::CapabilityViolation;

/// What a tool can use while it runs. Implemented by the gateway and by a standalone server.
pub trait ToolHost: Send + Sync + 'static {
    /// Reports the progress of the call.
    fn progress(&self, done: f64, total: Option<f64>, message: Option<&str>);

    /// Writes a message to the log.
    fn log(&self, level: ToolLogLevel, message: &str);

    /// Asks the user a question.
    fn elicit(
        &self,
        question: ElicitationRequest,
    ) -> Pin<Box<dyn Future<Output = Result<ElicitationAnswer, ElicitationError>> + Send + '_>>;

    /// Records an attempt that the tool's definition does not allow. It was already refused.
    fn violation(&self, violation: &CapabilityViolation);
}

/// The level of a log message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ToolLogLevel {
    /// Details for debugging.
    Debug,
    /// Messages about normal operation.
    Info,
    /// A potential problem.
    Warning,
    /// An operation that failed.
    Error,
}

/// The caller of a tool.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FunctionCaller {
    /// The principal as known to the gateway; `local` if callers are not identified.
    pub principal: Option<String>,
    /// The client's self-reported name.
    pub client: Option<String>,
    /// The environment of the call.
    pub environment: Option<String>,
}

/// A question to the user.
#[derive(Clone, Debug, PartialEq)]
pub struct ElicitationRequest {
    /// The text of the question.
    pub message: String,
    /// The JSON Schema of the answer: an object with simple properties.
    pub schema: Value,
}

/// The user's answer.
#[derive(Clone, Debug, PartialEq)]
pub enum ElicitationAnswer {
    /// The user filled in the form.
    Accepted(Map<String, Value>),
    /// The user declined.
    Declined,
    /// The user closed the form.
    Cancelled,
}

/// Why the user could not be asked.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ElicitationError {
    /// The client does not support elicitation.
    #[error("the client cannot ask its user: {0}")]
    Unsupported(String),
    /// An error occurred before an answer came.
    #[error("the question was not answered: {0}")]
    Lost(String),
}

// === impl ToolLogLevel ===

impl ToolLogLevel {
    /// The name in the protocol.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Debug => "debug",
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }

    /// Parses the protocol's name, or that of a `console` function.
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
