//! Attempts that a tool's definition does not allow.

use std::fmt;

use candor_model::Hint;

/// The attempted action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AttemptedAction {
    /// An HTTP request.
    Request {
        /// The HTTP method.
        method: String,
        /// The host, and the port if it is not the default one.
        host: String,
    },
    /// To read a file.
    Read {
        /// The path that was given.
        path: String,
    },
    /// To change a file.
    Write {
        /// The path that was given.
        path: String,
    },
}

/// An attempt that the definition does not allow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CapabilityViolation {
    /// The attempted action.
    pub attempt: AttemptedAction,
    /// The hint that was violated; `None` if the list of hosts or folders was.
    pub hint: Option<Hint>,
    /// What is allowed, and where that is declared.
    pub rule: String,
}

impl fmt::Display for AttemptedAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Request { method, host } => write!(f, "`{method}` to `{host}`"),
            Self::Read { path } => write!(f, "reading `{path}`"),
            Self::Write { path } => write!(f, "writing `{path}`"),
        }
    }
}

/// `` `POST` to `api.example.com` was refused: … ``
impl fmt::Display for CapabilityViolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} was refused: {}", self.attempt, self.rule)
    }
}

impl std::error::Error for CapabilityViolation {}
