//! The data of a call besides its arguments.

use std::collections::BTreeMap;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use candor_model::{Hints, Secret};
use tokio_util::sync::CancellationToken;

use crate::{
    CapabilityViolation, ElicitationAnswer, ElicitationError, ElicitationRequest, FunctionCaller,
    ToolHost, ToolLogLevel,
};

/// What the host passes to one call.
#[derive(Clone)]
pub struct ToolInvocation {
    /// The variables available to the handler.
    pub variables: Arc<BTreeMap<String, Secret<String>>>,
    /// The caller of the tool.
    pub caller: FunctionCaller,
    /// Cancelled when the result is no longer needed.
    pub cancel: CancellationToken,
    /// The receiver of progress, log messages, questions and violations.
    pub host: Arc<dyn ToolHost>,
    /// Known hints of the tool besides its definition. They can only restrict its capabilities.
    pub known: Hints,
    /// Whether it may reach private addresses.
    pub private: bool,
}

/// A host without a client: messages go to the process's log.
struct LogOnlyHost;

// === impl ToolInvocation ===

impl ToolInvocation {
    /// Creates an invocation without a known caller.
    pub fn new(host: Arc<dyn ToolHost>) -> Self {
        Self {
            variables: Arc::default(),
            caller: FunctionCaller::default(),
            cancel: CancellationToken::new(),
            host,
            known: Hints::UNSET,
            private: false,
        }
    }

    /// Creates an invocation without a host, for example in a test: there are no variables, the
    /// user cannot be asked, and only public addresses can be reached.
    pub fn alone() -> Self {
        Self::new(Arc::new(LogOnlyHost))
    }
}

impl fmt::Debug for ToolInvocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Invocation")
            .field("variables", &self.variables)
            .field("caller", &self.caller)
            .field("known", &self.known)
            .field("private", &self.private)
            .finish_non_exhaustive()
    }
}

// === impl LogOnlyHost ===

impl ToolHost for LogOnlyHost {
    fn progress(&self, done: f64, total: Option<f64>, message: Option<&str>) {
        tracing::debug!(done, total, message, "a tool has come on");
    }

    fn log(&self, level: ToolLogLevel, message: &str) {
        tracing::debug!(level = level.as_str(), message, "a tool said something");
    }

    fn elicit(
        &self,
        _: ElicitationRequest,
    ) -> Pin<Box<dyn Future<Output = Result<ElicitationAnswer, ElicitationError>> + Send + '_>>
    {
        let error = ElicitationError::Unsupported("there is no client".to_owned());
        Box::pin(std::future::ready(Err(error)))
    }

    fn violation(&self, violation: &CapabilityViolation) {
        tracing::warn!(%violation, "a tool tried what it said it would not do");
    }
}
