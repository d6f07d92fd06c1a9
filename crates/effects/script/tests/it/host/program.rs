//! Programs in folders of their own, and calls of their tools.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use candor_functions::FunctionCaller;
use candor_model::{Hints, Secret};
use candor_script::{
    JobSubject, ProgramLoadError, ScriptCallError, ScriptJob, ScriptLimits, ScriptOutcome,
    ScriptProgram, ScriptSpec, WorkerCommand,
};
use serde_json::Value;
use serde_json::value::to_raw_value;
use tempfile::TempDir;
use tokio::time::sleep;

use super::recorder::HostRecorder;

/// A folder with a program in it.
pub(crate) struct ProgramFolder {
    folder: TempDir,
}

/// So generous that only a fault meets a limit.
pub(crate) fn wide() -> ScriptLimits {
    ScriptLimits {
        start: Duration::from_mins(1),
        cpu: Duration::from_secs(30),
        workers: 2,
        ..ScriptLimits::default()
    }
}

// === impl ProgramFolder ===

impl ProgramFolder {
    pub(crate) fn new(files: &[(&str, &str)]) -> Self {
        let folder = TempDir::new().unwrap();
        let folder = Self { folder };
        for (name, text) in files {
            folder.write(name, text);
        }
        folder
    }

    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub(crate) fn spec(&self, limits: ScriptLimits) -> ScriptSpec {
        spec(self.path().to_owned(), limits)
    }

    pub(crate) async fn load(
        &self,
        limits: ScriptLimits,
    ) -> Result<ScriptProgram, ProgramLoadError> {
        ScriptProgram::load(&self.spec(limits)).await
    }
}

pub(crate) fn spec(path: PathBuf, limits: ScriptLimits) -> ScriptSpec {
    ScriptSpec {
        path,
        command: worker(env!("CARGO_BIN_EXE_candor-script-worker"), &[]),
        limits,
        private: true,
    }
}

pub(crate) fn worker(program: &str, args: &[&str]) -> WorkerCommand {
    WorkerCommand {
        program: program.into(),
        args: args.iter().map(ToString::to_string).collect(),
    }
}

/// A program of one file, loaded.
pub(crate) async fn program(text: &str) -> (ScriptProgram, ProgramFolder) {
    program_within(text, wide()).await
}

pub(crate) async fn program_within(
    text: &str,
    limits: ScriptLimits,
) -> (ScriptProgram, ProgramFolder) {
    let folder = ProgramFolder::new(&[("index.ts", text)]);
    let program = folder.load(limits).await;
    let program = program.unwrap_or_else(|error| panic!("{}", error.to_diagnostic()));
    (program, folder)
}

/// The text of a program whose tools have these names and bodies.
pub(crate) fn tools(tools: &[(&str, &str)]) -> String {
    let tools = tools.iter().map(|(name, body)| {
        format!(
            ".tool({{ name: \"{name}\", description: \"Does it.\", \
             inputSchema: {{ type: \"object\" }}, async execute(ctx, input) {{ {body} }} }})\n"
        )
    });
    let tools: String = tools.collect();
    format!("import {{ Toolbox }} from \"candor\";\nexport default new Toolbox()\n{tools};\n")
}

#[expect(clippy::needless_pass_by_value, reason = "`json!` reads best as it is")]
pub(crate) fn job(tool: &str, input: Value, host: &Arc<HostRecorder>) -> ScriptJob {
    ScriptJob {
        subject: JobSubject::Tool {
            name: tool.to_owned(),
            input: to_raw_value(&input).unwrap(),
        },
        environment: None,
        variables: Arc::default(),
        plain: BTreeSet::new(),
        meta: None,
        caller: FunctionCaller::default(),
        known: Hints::UNSET,
        host: Arc::clone(host) as _,
    }
}

pub(crate) fn variables(list: &[(&str, &str)]) -> Arc<BTreeMap<String, Secret<String>>> {
    let list = list.iter();
    let list = list.map(|(name, value)| ((*name).to_owned(), Secret::new((*value).to_owned())));
    Arc::new(list.collect())
}

/// Calls a tool that nothing is known of.
pub(crate) async fn call(program: &ScriptProgram, tool: &str, input: Value) -> ScriptOutcome {
    program.call(job(tool, input, &Arc::default())).await
}

/// The result as JSON.
pub(crate) fn result(outcome: ScriptOutcome) -> Value {
    match outcome {
        ScriptOutcome::Result(raw) => serde_json::from_str(raw.get()).unwrap(),
        ScriptOutcome::Failed(failure) => panic!("{failure}"),
    }
}

/// The text of a result that tells of no error.
pub(crate) fn text(outcome: ScriptOutcome) -> String {
    let result = result(outcome);
    assert_ne!(result["isError"], true, "{result}");
    result["content"][0]["text"].as_str().unwrap().to_owned()
}

/// The text of a result that tells of an error.
pub(crate) fn complaint(outcome: ScriptOutcome) -> String {
    let result = result(outcome);
    assert_eq!(result["isError"], true, "{result}");
    result["content"][0]["text"].as_str().unwrap().to_owned()
}

pub(crate) fn failure(outcome: ScriptOutcome) -> ScriptCallError {
    match outcome {
        ScriptOutcome::Result(raw) => panic!("{raw}"),
        ScriptOutcome::Failed(failure) => failure,
    }
}

/// Whether a process runs. One that has ended and is not buried yet does not.
pub(crate) fn lives(pid: u32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    let state = stat.rsplit_once(") ").map(|(_, rest)| rest.chars().next());
    !matches!(state, None | Some(None | Some('Z' | 'X')))
}

/// Waits until something is so.
pub(crate) async fn until(what: &str, is_so: impl Fn() -> bool) {
    for _ in 0..6_000 {
        if is_so() {
            return;
        }
        sleep(Duration::from_millis(10)).await;
    }
    panic!("after a minute it is still not so that {what}");
}
