//! Functions: tools whose program is read from a file and run in confined workers.
//!
//! The program is loaded, checked for changes and reloaded after any (`run`). Calls in progress
//! keep the version that they began with.

mod call;
mod run;
mod spec;
mod stamp;

use std::sync::{Arc, PoisonError, RwLock};

use candor_script::ScriptProgram;

use crate::error::SourceError;
use crate::local::{self, LocalCall, LocalSubject};
use crate::request::SourceRequest;
use crate::shared::SourceShared;
use crate::source::SourceCall;

pub(crate) use run::run;
pub use spec::FunctionsSpec;

/// One program and its specification.
pub(crate) struct FunctionsSource {
    spec: Arc<FunctionsSpec>,
    /// The version that is currently served.
    program: RwLock<Option<ScriptProgram>>,
}

// === impl FunctionsSource ===

impl FunctionsSource {
    pub(crate) fn new(spec: Arc<FunctionsSpec>) -> Self {
        Self {
            spec,
            program: RwLock::default(),
        }
    }

    /// Begins a call. Nothing runs before it is polled.
    pub(crate) fn ask(
        &self,
        shared: &Arc<SourceShared>,
        request: &Arc<SourceRequest>,
    ) -> Result<SourceCall, SourceError> {
        local::call(shared, request, |subject| {
            let program = self.program().ok_or_else(|| shared.not_ready())?;
            let exists = match &subject {
                LocalSubject::Tool(name) => program.tools().iter().any(|tool| tool.name == *name),
                LocalSubject::Resource(uri) => {
                    program.resources().iter().any(|one| one.uri == *uri)
                }
            };
            if !exists {
                return Ok(None);
            }
            let (spec, own) = (Arc::clone(&self.spec), Arc::clone(request));
            let call = LocalCall::hosted(shared, request, move |host| {
                call::run(program, spec, subject, own, host)
            });
            call.map(Some)
        })
    }

    fn program(&self) -> Option<ScriptProgram> {
        let program = self.program.read();
        program.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Makes this version serve all further calls.
    fn serve(&self, program: ScriptProgram) {
        let mut place = self.program.write().unwrap_or_else(PoisonError::into_inner);
        *place = Some(program);
    }
}
