//! One loaded version of a program.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use candor_functions::FunctionDefinition;
use candor_model::{Diagnostic, FilePosition, Severity, nearest};
use tokio::task::spawn_blocking;

use crate::call::CallRunner;
use crate::definition::{DefinedTools, FunctionResource};
use crate::log::LogLine;
use crate::modules::ProgramModules;
use crate::services::ProgramConnections;
use crate::workers::{ProgramPool, WorkerPurpose, start};
use crate::{
    JobSubject, ProgramLoadError, ScriptCallError, ScriptJob, ScriptLimits, ScriptOutcome,
    ScriptSpec,
};

/// One loaded version of a program: its tools are known and its workers warm. Clones share it.
///
/// When the last clone is dropped, idle workers end. A call keeps the program it was made on alive,
/// so that a newer version can replace it while calls are running.
#[derive(Clone)]
pub struct ScriptProgram(Arc<ProgramShared>);

struct ProgramShared {
    pool: Arc<ProgramPool>,
    modules: Arc<ProgramModules>,
    connections: Arc<ProgramConnections>,
    limits: ScriptLimits,
    tools: Vec<FunctionDefinition>,
    resources: Vec<FunctionResource>,
    diagnostics: Vec<Diagnostic>,
    files: Vec<PathBuf>,
}

// === impl ScriptProgram ===

impl ScriptProgram {
    /// Loads a program in a worker of its own, which stays for the first call.
    ///
    /// Must be called within a Tokio runtime.
    pub async fn load(spec: &ScriptSpec) -> Result<Self, ProgramLoadError> {
        let modules = open(&spec.path).await?;
        let (worker, ready, said) = start(spec, &modules, WorkerPurpose::Functions).await?;
        let file = modules.shown(modules.entry());
        let DefinedTools {
            tools,
            resources,
            mut diagnostics,
        } = DefinedTools::read(&ready, &file);
        diagnostics.extend(said.iter().map(|line| noted(line, &file)));
        let files = modules.files();
        Ok(Self(Arc::new(ProgramShared {
            pool: ProgramPool::new(spec.clone(), Arc::clone(&modules), worker),
            modules,
            connections: Arc::new(ProgramConnections::new(spec.private)),
            limits: spec.limits,
            tools,
            resources,
            diagnostics,
            files,
        })))
    }

    /// Its tools, in the order in which they are defined. Those that cannot be served are left
    /// out.
    pub fn tools(&self) -> &[FunctionDefinition] {
        &self.0.tools
    }

    /// Its resources, in the order in which they are defined.
    pub fn resources(&self) -> &[FunctionResource] {
        &self.0.resources
    }

    /// Diagnostics for its author.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.0.diagnostics
    }

    /// Every file that was read to load it, without links.
    pub fn files(&self) -> &[PathBuf] {
        &self.0.files
    }

    /// Whether it would be loaded the same again: none of its files has changed, none has
    /// vanished, and none has appeared where one was looked for.
    pub async fn is_current(&self) -> bool {
        let modules = Arc::clone(&self.0.modules);
        // If that cannot be determined, reloading will report it.
        let looking = spawn_blocking(move || modules.is_current());
        looking.await.unwrap_or(false)
    }

    /// Calls a tool or reads a resource.
    ///
    /// Dropping the future cancels the call: the tool is notified, and its worker is killed if it
    /// does not end.
    pub async fn call(&self, job: ScriptJob) -> ScriptOutcome {
        let definition = match self.definition(&job.subject) {
            Ok(definition) => definition,
            Err(unknown) => return ScriptOutcome::Failed(unknown),
        };
        let caller = CallRunner {
            pool: &self.0.pool,
            limits: &self.0.limits,
            connections: &self.0.connections,
            definition: &definition,
        };
        match caller.call(&job).await {
            Ok(result) => ScriptOutcome::Result(result),
            Err(failure) => ScriptOutcome::Failed(failure),
        }
    }

    /// The definition that restricts a call.
    fn definition(
        &self,
        subject: &JobSubject,
    ) -> Result<Cow<'_, FunctionDefinition>, ScriptCallError> {
        match subject {
            JobSubject::Tool { name, .. } => {
                let found = self.tools().iter().find(|tool| tool.name == *name);
                found.map(Cow::Borrowed).ok_or_else(|| {
                    let names = self.tools().iter().map(|tool| tool.name.as_str());
                    let nearest = nearest(name, names).map(str::to_owned);
                    let tool = name.clone();
                    ScriptCallError::Unknown { tool, nearest }
                })
            }
            JobSubject::Resource { uri } => {
                let found = self.resources().iter().find(|one| one.uri == *uri);
                let found =
                    found.ok_or_else(|| ScriptCallError::UnknownResource { uri: uri.clone() })?;
                Ok(Cow::Owned(found.limits()))
            }
        }
    }

    /// The process ids of the workers that wait for a call.
    pub fn idle(&self) -> Vec<u32> {
        self.0.pool.idle()
    }
}

impl std::fmt::Debug for ScriptProgram {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Program")
            .field("entry", &self.0.modules.entry())
            .field("tools", &self.0.tools.len())
            .finish_non_exhaustive()
    }
}

/// Finds the entry of a program.
pub(crate) async fn open(path: &Path) -> Result<Arc<ProgramModules>, ProgramLoadError> {
    let owned = path.to_owned();
    let opening = spawn_blocking(move || ProgramModules::open(&owned));
    let opened = opening.await.unwrap_or_else(|failed| {
        Err(ProgramLoadError::Missing {
            path: path.to_owned(),
            cause: std::io::Error::other(failed),
        })
    });
    opened.map(Arc::new)
}

/// A line that the program wrote while it was loaded.
fn noted(line: &LogLine, file: &str) -> Diagnostic {
    let sentence = format!("the program said while it was loaded: {}", line.text);
    let place = FilePosition {
        file: file.to_owned(),
        position: None,
    };
    Diagnostic::new(Severity::Note, "functions::said", sentence).at(place)
}
