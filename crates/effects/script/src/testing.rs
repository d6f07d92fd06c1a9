//! Runs a program's tests.

use std::path::Path;
use std::sync::Arc;

use candor_functions::FunctionDefinition;
use candor_model::FilePosition;
use candor_workers::WorkerExit;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use crate::definition::DefinedTools;
use crate::error::titled;
use crate::log::CallLog;
use crate::modules::ProgramModules;
use crate::ops::{OpPermission, RunningOps};
use crate::program::open;
use crate::protocol::{FromWorker, ThrownError, ToWorker, WorkerLimit};
use crate::workers::{ScriptWorker, WorkerPurpose, start};
use crate::{ProgramLoadError, ScriptLimits, ScriptSpec};

/// The result of one test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestOutcome {
    /// The name it goes by.
    pub name: String,
    /// Why it failed; nothing if it passed.
    pub failure: Option<TestFailure>,
    /// The log output of the test.
    pub output: Vec<String>,
}

/// Why a test failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestFailure {
    /// What went wrong.
    pub sentence: String,
    /// The place, with the file name that the user knows.
    pub place: Option<FilePosition>,
    /// The calls that led there, the innermost first.
    pub stack: Vec<String>,
}

/// Runs the tests in a file of a program, one after the other, in a worker of their own. They
/// have no network. With a filter, only those whose name contains it.
///
/// A test that ends the worker or takes too long fails, and so do those after it, which are not
/// run.
pub async fn run_tests(
    spec: &ScriptSpec,
    test_file: &Path,
    filter: Option<&str>,
) -> Result<Vec<TestOutcome>, ProgramLoadError> {
    let modules = open(&spec.path).await?;
    let name = test_name(&modules, test_file).await?;
    let (worker, ready, _) = start(spec, &modules, WorkerPurpose::Test(name)).await?;
    let tools = DefinedTools::read(&ready, modules.entry()).tools;
    let mut names = ready.tests;
    names.retain(|name| filter.is_none_or(|part| name.contains(part)));
    let mut running = RunningTests {
        limits: &spec.limits,
        modules: &modules,
        log: CallLog::new(spec.limits.max_log_lines, spec.limits.max_log_bytes),
        output: Vec::new(),
        outcomes: Vec::new(),
    };
    let stopped = running.hear_out(worker, tools, filter).await;
    let mut outcomes = running.outcomes;
    // The tests that did not run, starting with the one that stopped the run.
    let left = names.into_iter().skip(outcomes.len());
    for (at, name) in left.enumerate() {
        let sentence = match (&stopped, at) {
            (Some(why), 0) => why.clone(),
            _ => "it was not run".to_owned(),
        };
        outcomes.push(TestOutcome {
            name,
            failure: Some(TestFailure {
                sentence,
                place: None,
                stack: Vec::new(),
            }),
            output: std::mem::take(&mut running.output),
        });
    }
    Ok(outcomes)
}

async fn test_name(modules: &Arc<ProgramModules>, file: &Path) -> Result<String, ProgramLoadError> {
    let (modules, owned) = (Arc::clone(modules), file.to_owned());
    let naming = spawn_blocking(move || modules.name_of(&owned)).await;
    naming.unwrap_or_else(|failed| {
        Err(ProgramLoadError::Missing {
            path: file.to_owned(),
            cause: std::io::Error::other(failed),
        })
    })
}

/// Tests on their way.
struct RunningTests<'a> {
    limits: &'a ScriptLimits,
    modules: &'a ProgramModules,
    log: CallLog,
    /// Of the test that is being run.
    output: Vec<String>,
    outcomes: Vec<TestOutcome>,
}

// === impl RunningTests ===

impl RunningTests<'_> {
    /// Hears of one test after the other; gives why it ended before the last.
    async fn hear_out(
        &mut self,
        mut worker: ScriptWorker,
        tools: Vec<FunctionDefinition>,
        filter: Option<&str>,
    ) -> Option<String> {
        let asked = worker.ask(&ToWorker::RunTests {
            filter: filter.map(str::to_owned),
        });
        if let Err(cause) = asked {
            return Some(cause.to_string());
        }
        let mut ops = RunningOps::new(OpPermission::Test(tools.into()));
        loop {
            let limit = self.limits.time;
            let Ok(heard) = timeout(limit, worker.listen(&mut ops)).await else {
                worker.kill().await;
                return Some(format!("it did not finish within {limit:?}"));
            };
            match heard {
                Ok(FromWorker::Test { name, error }) => self.conclude(name, error),
                Ok(FromWorker::Say(said)) => {
                    let line = self.log.line(&said);
                    self.output.extend(line.map(|line| line.text));
                }
                Ok(FromWorker::Tested {}) => return None,
                Ok(_) => {
                    return Some("the worker answered a question that was not asked".to_owned());
                }
                Err(cause) => {
                    return Some(match worker.diagnose(cause).await {
                        WorkerExit::Memory => self.limit(WorkerLimit::Memory),
                        WorkerExit::Processor => self.limit(WorkerLimit::Processor),
                        other => {
                            format!("its process ended unexpectedly: {other}")
                        }
                    });
                }
            }
        }
    }

    fn conclude(&mut self, name: String, error: Option<ThrownError>) {
        let failure = error.map(|error| TestFailure {
            sentence: match error.limit {
                Some(limit) => self.limit(limit),
                None => titled(&error.name, &error.message),
            },
            place: error.place.map(|place| FilePosition {
                file: self.modules.shown(&place.file),
                position: Some((place.line as usize, place.column as usize)),
            }),
            stack: error.stack,
        });
        self.outcomes.push(TestOutcome {
            name,
            failure,
            output: std::mem::take(&mut self.output),
        });
    }

    fn limit(&self, limit: WorkerLimit) -> String {
        let ScriptLimits {
            cpu,
            heap,
            max_result,
            ..
        } = self.limits;
        match limit {
            WorkerLimit::Processor => format!("it used more than {cpu:?} of processor time"),
            WorkerLimit::Memory => {
                format!("it needed more than {} MiB of memory", heap / (1024 * 1024))
            }
            WorkerLimit::Result => format!("a result has more than {max_result} bytes"),
        }
    }
}
