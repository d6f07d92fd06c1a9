//! What comes with a call besides its arguments.

use std::collections::BTreeMap;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use candor_model::{Hints, Secret};
use tokio_util::sync::CancellationToken;

use crate::{Breach, Caller, ElicitError, Elicitation, Elicited, Host, Level};

/// What whoever runs a tool gives to one call of it.
#[derive(Clone)]
pub struct Invocation {
    /// The variables that the handler can read.
    pub variables: Arc<BTreeMap<String, Secret<String>>>,
    /// Whom the call is made for.
    pub caller: Caller,
    /// Cancelled when nobody waits for the result any more.
    pub cancel: CancellationToken,
    /// Where progress, log, questions and breaches go.
    pub host: Arc<dyn Host>,
    /// What is known of the tool besides its definition. It can only make the grant stricter.
    pub known: Hints,
    /// Whether it may reach addresses that are not public.
    pub private: bool,
}

/// Nobody who listens: what is said goes to the log of the process.
struct Alone;

// === impl Invocation ===

impl Invocation {
    /// A call that a host makes for nobody in particular.
    pub fn new(host: Arc<dyn Host>) -> Self {
        Self {
            variables: Arc::default(),
            caller: Caller::default(),
            cancel: CancellationToken::new(),
            host,
            known: Hints::UNSET,
            private: false,
        }
    }

    /// A call with nobody around it, such as in a test of a tool: there are no variables, nobody
    /// can be asked, and only public addresses are reached.
    pub fn alone() -> Self {
        Self::new(Arc::new(Alone))
    }
}

impl fmt::Debug for Invocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Invocation")
            .field("variables", &self.variables)
            .field("caller", &self.caller)
            .field("known", &self.known)
            .field("private", &self.private)
            .finish_non_exhaustive()
    }
}

// === impl Alone ===

impl Host for Alone {
    fn progress(&self, done: f64, total: Option<f64>, message: Option<&str>) {
        tracing::debug!(done, total, message, "a tool has come on");
    }

    fn log(&self, level: Level, message: &str) {
        tracing::debug!(level = level.as_str(), message, "a tool said something");
    }

    fn elicit(
        &self,
        _: Elicitation,
    ) -> Pin<Box<dyn Future<Output = Result<Elicited, ElicitError>> + Send + '_>> {
        let error = ElicitError::Unsupported("nobody is there".to_owned());
        Box::pin(std::future::ready(Err(error)))
    }

    fn breach(&self, breach: &Breach) {
        tracing::warn!(%breach, "a tool tried what it said it would not do");
    }
}
