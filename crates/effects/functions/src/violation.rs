//! What a tool tried although it said that it would not.

use std::fmt;

use candor_model::Hint;

/// Something a tool wanted to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AttemptedAction {
    /// An HTTP request.
    Request {
        /// The HTTP method.
        method: String,
        /// Where to: the host, and the port where it is not the usual one.
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
    /// What was tried.
    pub attempt: AttemptedAction,
    /// The hint it would have made untrue; nothing if it is the list of hosts or folders.
    pub hint: Option<Hint>,
    /// What would be allowed, and where that is said.
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
