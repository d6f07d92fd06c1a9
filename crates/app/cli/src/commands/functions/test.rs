//! `candor functions test`: runs the tests of functions.

mod find;

use std::path::Path;

use candor_model::Diagnostic;
use candor_script::{ProgramLoadError, TestFailure, TestOutcome, run_tests};

use crate::args::FunctionsTestArgs;
use crate::prelude::*;
use crate::text::visible;

/// The result for one file: its tests, or why it could not be loaded.
struct TestFileRun<'a> {
    file: &'a Path,
    outcome: Result<Vec<TestOutcome>, ProgramLoadError>,
}

/// Runs the tests, file by file. A file that cannot be loaded does not affect the others.
pub(super) async fn run(args: &FunctionsTestArgs, output: &CommandOutput) -> CommandResult {
    let suite = find::find(&args.path)?;
    let spec = super::spec(&suite.program, false);
    let filter = args.filter.as_deref();
    let mut all = Vec::new();
    for file in &suite.tests {
        let ran = TestFileRun {
            file,
            outcome: run_tests(&spec, file, filter).await,
        };
        if !output.is_json() {
            ran.print(output)?;
        }
        all.push(ran);
    }
    conclude(&all, args, output)
}

fn conclude(
    all: &[TestFileRun<'_>],
    args: &FunctionsTestArgs,
    output: &CommandOutput,
) -> CommandResult {
    let tests = || all.iter().flat_map(TestFileRun::tests);
    let count = tests().count();
    let failed = tests().filter(|test| test.failure.is_some()).count();
    let unloaded = all.iter().filter(|ran| ran.outcome.is_err()).count();
    if output.is_json() {
        let files: Value = all.iter().map(TestFileRun::json).collect();
        output.json(&json!({"files": files, "tests": count, "failed": failed}))?;
    } else if count > 0 {
        output.line(&summary(count, failed, output))?;
    }
    if unloaded > 0 {
        return Ok(CommandExit::Failure);
    }
    if count == 0 {
        return Err(none(args));
    }
    Ok(CommandExit::with_findings(failed > 0))
}

/// Why nothing was run, although there are files for it.
fn none(args: &FunctionsTestArgs) -> CommandFailure {
    if let Some(filter) = &args.filter {
        let sentence = format!("no test name contains `{filter}`");
        return CommandFailure::new(sentence).hint("leave out `--filter` to run all tests");
    }
    let path = args.path.display();
    let sentence = format!("the test files of `{path}` contain no tests");
    CommandFailure::new(sentence)
        .hint("write `test(\"greets\", async () => { … })`, with `test` from `candor/test`")
}

/// `4 tests, all passed`, `4 tests, 1 failed`.
fn summary(count: usize, failed: usize, output: &CommandOutput) -> String {
    let tests = counted(count, "test");
    let (paint, how) = match (failed, count) {
        (0, 1) => (TextStyle::Success, "passed".to_owned()),
        (0, _) => (TextStyle::Success, "all passed".to_owned()),
        (failed, _) => (TextStyle::Error, format!("{failed} failed")),
    };
    format!("{tests}, {}", output.paint(paint, &how))
}

// === impl TestFileRun ===

impl TestFileRun<'_> {
    fn tests(&self) -> impl Iterator<Item = &TestOutcome> {
        self.outcome.iter().flatten()
    }

    fn print(&self, output: &CommandOutput) -> CommandResult<()> {
        let file = one_line(&self.file.display().to_string());
        match &self.outcome {
            Err(error) => super::unloadable(error).print(output),
            Ok(tests) if tests.is_empty() => {}
            Ok(tests) => {
                output.line(&output.paint(TextStyle::Bold, &file))?;
                for test in tests {
                    output.line(&told(test, output))?;
                }
                output.line("")?;
            }
        }
        Ok(())
    }

    fn json(&self) -> Value {
        let error = self.outcome.as_ref().err();
        let error = error.map(ProgramLoadError::to_diagnostic);
        let tests: Value = self.tests().map(json_one).collect();
        json!({
            "file": self.file.display().to_string(),
            "tests": tests,
            "error": error.as_ref().map(failure::json_one),
        })
    }
}

/// One line for a passed test; for a failed one also the place, the reason and its output.
fn told(test: &TestOutcome, output: &CommandOutput) -> String {
    let name = one_line(&test.name);
    let Some(failure) = &test.failure else {
        return format!("  {}      {name}", output.paint(TextStyle::Success, "ok"));
    };
    let failed = output.paint(TextStyle::Error, "FAILED");
    let mut lines = vec![format!("  {failed}  {name}")];
    let place = failure.place.as_ref().map(|place| format!("{place}: "));
    let sentence = format!("{}{}", place.unwrap_or_default(), failure.sentence);
    let sentence = visible(&sentence);
    lines.extend(sentence.lines().map(|line| format!("          {line}")));
    for written in &test.output {
        let written = visible(written);
        lines.extend(written.lines().map(|line| format!("          | {line}")));
    }
    lines.join("\n")
}

fn json_one(test: &TestOutcome) -> Value {
    let failure = test.failure.as_ref().map(json_failure);
    json!({
        "name": test.name,
        "passed": test.failure.is_none(),
        "failure": failure,
        "output": test.output,
    })
}

fn json_failure(failure: &TestFailure) -> Value {
    let mut finding = Diagnostic::error("functions::test", failure.sentence.as_str());
    finding.place.clone_from(&failure.place);
    let told = failure::json_one(&finding);
    json!({"message": failure.sentence, "place": told["place"], "stack": failure.stack})
}
