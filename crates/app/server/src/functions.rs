//! Creates sources from the settings of functions.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use candor_config::FunctionsSettings;
use candor_script::{ScriptLimits, ScriptSpec, WorkerCommand};
use candor_sources::FunctionsSpec;

/// The functions that these settings describe. Secrets stay wrapped until a call needs them.
pub(crate) fn spec(settings: &FunctionsSettings, timeout: Duration) -> FunctionsSpec {
    FunctionsSpec {
        script: ScriptSpec {
            path: settings.path.clone(),
            command: command(),
            limits: ScriptLimits {
                heap: settings.memory as u64,
                cpu: settings.cpu_time,
                time: timeout,
                workers: settings.workers,
                max_result: settings.max_reply,
                max_fetch: settings.max_fetch,
                ..ScriptLimits::default()
            },
            private: settings.allow_private,
        },
        variables: Arc::new(settings.variables.iter().cloned().collect()),
        watch: settings.watch,
    }
}

/// The command of a worker: this program again.
pub fn command() -> WorkerCommand {
    let program = std::env::current_exe().unwrap_or_else(|error| {
        tracing::warn!(%error, "This program has no known path; looking for `candor` in `PATH`");
        PathBuf::from("candor")
    });
    WorkerCommand {
        program,
        args: ["worker", "script"].map(str::to_owned).to_vec(),
    }
}
