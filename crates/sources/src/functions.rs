//! Functions: tools whose program is read from a file and run in confined workers.
//!
//! The program is loaded, looked at again and, when it has changed, loaded anew (`run`). Calls
//! that are under way stay with the version that they began with.

mod call;
mod run;
mod spec;
mod stamp;

use std::sync::{Arc, PoisonError, RwLock};

use candor_script::Program;

use crate::conversation::Conversation;
use crate::error::SourceError;
use crate::local;
use crate::question::Question;
use crate::shared::Shared;

pub(crate) use run::run;
pub use spec::FunctionsSpec;

/// One program and whoever calls it.
pub(crate) struct Functions {
    spec: Arc<FunctionsSpec>,
    /// What is served now.
    program: RwLock<Option<Program>>,
}

// === impl Functions ===

impl Functions {
    pub(crate) fn new(spec: Arc<FunctionsSpec>) -> Self {
        Self {
            spec,
            program: RwLock::default(),
        }
    }

    /// Begins a call. Nothing runs before the conversation is listened to.
    pub(crate) fn ask(
        self: &Arc<Self>,
        shared: &Arc<Shared>,
        question: Question,
    ) -> Result<Conversation, SourceError> {
        let name = match local::named(shared, &question)? {
            Ok(name) => name,
            Err(answer) => return Ok(answer),
        };
        let Some(program) = self.program() else {
            return Err(shared.not_ready());
        };
        if !program.tools().iter().any(|tool| tool.name == name) {
            return Ok(local::unknown(&name));
        }
        let spec = Arc::clone(&self.spec);
        local::begin(shared, &question.clone(), move |voice| {
            call::run(program, spec, name, question, voice)
        })
    }

    fn program(&self) -> Option<Program> {
        let program = self.program.read();
        program.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// From now on calls go to this version.
    fn serve(&self, program: Program) {
        let mut place = self.program.write().unwrap_or_else(PoisonError::into_inner);
        *place = Some(program);
    }
}
