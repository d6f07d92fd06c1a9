//! Why a run failed.

use std::io;

use candor_confine::ConfineError;

/// Why a run could not be made.
#[derive(Debug, thiserror::Error)]
pub enum VerifyError {
    /// The world could not be made.
    #[error("cannot {doing}: {cause}")]
    World {
        /// The operation that failed.
        doing: &'static str,
        /// Why it failed.
        cause: io::Error,
    },
    /// The confinement could not be made.
    #[error(transparent)]
    Confine(#[from] ConfineError),
    /// The server did not start.
    #[error("the server did not start: {0}")]
    Start(String),
    /// A step of the scenario failed.
    #[error("the set-up step {step} failed: {why}")]
    Setup {
        /// The step as the scenario writes it.
        step: String,
        /// Why the step failed.
        why: String,
    },
    /// There is nothing to verify.
    #[error("the server lists no tool{0}")]
    NoTools(String),
}

// === impl VerifyError ===

impl VerifyError {
    pub(crate) fn world(doing: &'static str) -> impl FnOnce(io::Error) -> Self {
        move |cause| Self::World { doing, cause }
    }
}
