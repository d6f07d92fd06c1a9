//! One version of a program, ready to be called.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use candor_functions::Definition;
use candor_model::{Diagnostic, Place, Severity, nearest};
use tokio::task::spawn_blocking;

use crate::call::Caller;
use crate::definition::Defined;
use crate::desk::Connections;
use crate::modules::Modules;
use crate::talk::LogLine;
use crate::workers::{Pool, Purpose, start};
use crate::{CallFailure, Job, LoadError, Outcome, ScriptLimits, ScriptSpec};

/// One version of a program, loaded: its tools are known and its workers warm. Clones share it.
///
/// When the last clone is gone, workers that wait end. A call holds the program it was made on,
/// so that a newer version can take its place while calls are under way.
#[derive(Clone)]
pub struct Program(Arc<Inner>);

struct Inner {
    pool: Arc<Pool>,
    modules: Arc<Modules>,
    connections: Arc<Connections>,
    limits: ScriptLimits,
    tools: Vec<Definition>,
    diagnostics: Vec<Diagnostic>,
    files: Vec<PathBuf>,
}

// === impl Program ===

impl Program {
    /// Loads a program in a worker of its own, which stays for the first call.
    ///
    /// Must be called within a Tokio runtime.
    pub async fn load(spec: &ScriptSpec) -> Result<Self, LoadError> {
        let modules = open(&spec.path).await?;
        let (worker, ready, said) = start(spec, &modules, Purpose::Functions).await?;
        let file = modules.shown(modules.entry());
        let Defined {
            tools,
            mut diagnostics,
        } = Defined::read(&ready, &file);
        diagnostics.extend(said.iter().map(|line| noted(line, &file)));
        let files = modules.files();
        Ok(Self(Arc::new(Inner {
            pool: Pool::new(spec.clone(), Arc::clone(&modules), worker),
            modules,
            connections: Arc::new(Connections::new(spec.private)),
            limits: spec.limits,
            tools,
            diagnostics,
            files,
        })))
    }

    /// Its tools, in the order in which they are defined. Those that cannot be served are left
    /// out.
    pub fn tools(&self) -> &[Definition] {
        &self.0.tools
    }

    /// What its author should know.
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
        // If it cannot be found out, loading it anew will tell.
        let looking = spawn_blocking(move || modules.is_current());
        looking.await.unwrap_or(false)
    }

    /// Calls a tool.
    ///
    /// If the future is dropped, the call is cancelled: the tool is told, and its worker is
    /// killed if that does not help.
    pub async fn call(&self, job: Job) -> Outcome {
        let Some(definition) = self.tools().iter().find(|tool| tool.name == job.tool) else {
            let names = self.tools().iter().map(|tool| tool.name.as_str());
            let nearest = nearest(&job.tool, names).map(str::to_owned);
            let tool = job.tool;
            return Outcome::Failed(CallFailure::Unknown { tool, nearest });
        };
        let caller = Caller {
            pool: &self.0.pool,
            limits: &self.0.limits,
            connections: &self.0.connections,
            definition,
        };
        match caller.call(&job).await {
            Ok(result) => Outcome::Result(result),
            Err(failure) => Outcome::Failed(failure),
        }
    }

    /// The process ids of the workers that wait for a call.
    pub fn idle(&self) -> Vec<u32> {
        self.0.pool.idle()
    }
}

impl std::fmt::Debug for Program {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Program")
            .field("entry", &self.0.modules.entry())
            .field("tools", &self.0.tools.len())
            .finish_non_exhaustive()
    }
}

/// Finds the entry of a program.
pub(crate) async fn open(path: &Path) -> Result<Arc<Modules>, LoadError> {
    let owned = path.to_owned();
    let opening = spawn_blocking(move || Modules::open(&owned));
    let opened = opening.await.unwrap_or_else(|failed| {
        Err(LoadError::Missing {
            path: path.to_owned(),
            cause: std::io::Error::other(failed),
        })
    });
    opened.map(Arc::new)
}

/// A line that the program wrote while it was loaded.
fn noted(line: &LogLine, file: &str) -> Diagnostic {
    let sentence = format!("the program said while it was loaded: {}", line.text);
    let place = Place {
        file: file.to_owned(),
        position: None,
    };
    Diagnostic::new(Severity::Note, "functions::said", sentence).at(place)
}
