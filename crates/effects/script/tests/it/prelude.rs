//! The JavaScript of a worker, by tests that are written in it and run as an author's would be.

use std::fs;
use std::path::Path;
use std::time::Duration;

use candor_script::{ScriptLimits, ScriptSpec, WorkerCommand, run_tests};
use tempfile::TempDir;

/// Runs the tests of a file, all of which must pass, beside a program.
async fn check(program: (&str, &str), file: &str, text: &str) {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join(program.0);
    fs::write(&path, program.1).unwrap();
    fs::write(folder.path().join(file), text).unwrap();
    let outcomes = run_tests(&spec(&path), &folder.path().join(file), None)
        .await
        .unwrap();
    let failed: Vec<String> = outcomes
        .iter()
        .filter_map(|outcome| {
            let failure = outcome.failure.as_ref()?;
            Some(format!("{}: {}", outcome.name, failure.sentence))
        })
        .collect();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    assert_eq!(outcomes.len(), text.matches("\ntest(\"").count(), "{file}");
}

fn spec(path: &Path) -> ScriptSpec {
    ScriptSpec {
        path: path.to_owned(),
        command: WorkerCommand {
            program: env!("CARGO_BIN_EXE_candor-script-worker").into(),
            args: Vec::new(),
        },
        limits: ScriptLimits {
            start: Duration::from_mins(1),
            cpu: Duration::from_secs(30),
            ..ScriptLimits::default()
        },
        private: false,
    }
}

/// A program for tests that call no tool.
const IDLE: (&str, &str) = (
    "idle.js",
    "import { Toolbox } from \"candor\";\nexport default new Toolbox();\n",
);

#[tokio::test]
async fn requests_and_addresses_are_those_of_the_web() {
    check(IDLE, "web.test.js", include_str!("prelude/web.test.js")).await;
}

#[tokio::test]
async fn text_bytes_timers_and_signals_are_those_of_the_web() {
    check(
        IDLE,
        "values.test.js",
        include_str!("prelude/values.test.js"),
    )
    .await;
}

#[tokio::test]
async fn schemas_say_what_they_let_through() {
    check(
        IDLE,
        "schema.test.js",
        include_str!("prelude/schema.test.js"),
    )
    .await;
}

#[tokio::test]
async fn whatever_a_tool_gives_becomes_a_result() {
    let program = ("tools.ts", include_str!("prelude/tools.ts"));
    check(
        program,
        "tools.test.ts",
        include_str!("prelude/tools.test.ts"),
    )
    .await;
}
