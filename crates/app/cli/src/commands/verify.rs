//! `candor verify`: calls a server's tools in a temporary sandbox and compares what they do with
//! their hints.

mod hosted;
mod record;
mod save;
mod subject;
mod verified_definitions;

use std::path::Path;
use std::time::Duration;

use candor_verify::{VerifyFormat, VerifyReport, VerifyScenario, format};
use candor_verify_run::{VerifyOptions, read_scenario};

use self::subject::VerifySubject;
use self::verified_definitions::VerifiedDefinitions;
use crate::args::VerifyArgs;
use crate::prelude::*;
use crate::signals::ShutdownSignals;

/// The largest scenario, in bytes.
const LARGEST: u64 = 1 << 20;
/// How long a server may take to start; package managers may download it first.
const START_TIME: Duration = Duration::from_mins(2);
/// How long to wait after the last result of a tool.
const LATE_TIME: Duration = Duration::from_millis(1200);

/// Verifies the target and prints the report.
pub(super) async fn run(args: &VerifyArgs, context: &CommandContext) -> CommandResult {
    if let Some(source) = &args.record {
        return record::run(source, args, context).await;
    }
    let (mut scenario, scenario_text) = scenario(args)?;
    let subject = subject::find(args, context, &mut scenario)?;
    let mut options = options(args, scenario, scenario_text)?;
    let hosted = match subject {
        VerifySubject::Program(command) => {
            options.command = command;
            check_command(&options)?;
            None
        }
        VerifySubject::Hosted(hosted) => Some(hosted),
    };
    context
        .output
        .say("verifying in a temporary sandbox; this takes a few seconds for each tool");
    let target = target(args, &options);
    let verified = match hosted {
        Some(hosted) => hosted.verify(options).await?,
        None => program(&options).await?,
    };
    let (report, definitions) = match verified {
        Ok(found) => found,
        Err(exit) => return Ok(exit),
    };
    print(&report, args, &target, &context.output)?;
    if let Some(source) = &args.save_as {
        save::run(source, (&report, &definitions), args, context).await?;
    }
    let is_unexpected = report
        .troubles
        .iter()
        .any(|trouble| trouble.starts_with("unexpected"));
    Ok(CommandExit::with_findings(
        report.has_contradiction() || is_unexpected,
    ))
}

/// Verifies the server that a command starts. Without a report, a signal has ended it.
async fn program(
    options: &VerifyOptions,
) -> CommandResult<Result<(VerifyReport, VerifiedDefinitions), CommandExit>> {
    let mut signals = ShutdownSignals::listen()?;
    match signals.unless(candor_verify_run::verify(options)).await {
        Ok(report) => {
            let report = report.map_err(|error| CommandFailure::new(error.to_string()))?;
            Ok(Ok((report, VerifiedDefinitions::default())))
        }
        Err(exit) => Ok(Err(exit)),
    }
}

fn options(
    args: &VerifyArgs,
    scenario: VerifyScenario,
    scenario_text: Option<String>,
) -> CommandResult<VerifyOptions> {
    let program = std::env::current_exe()
        .map_err(|cause| CommandFailure::io("cannot find this program", cause))?;
    Ok(VerifyOptions {
        command: Vec::new(),
        hosted: None,
        launcher: (program, ["worker", "confined"].map(str::to_owned).to_vec()),
        scenario,
        scenario_text,
        tools: args.tool.clone(),
        start_time: START_TIME,
        call_time: Duration::from_secs(args.call_seconds.clamp(1, 600)),
        late_time: LATE_TIME,
        most_cases: args.cases.clamp(1, 100),
        seed: args.seed,
    })
}

fn check_command(options: &VerifyOptions) -> CommandResult<()> {
    if !options.command.is_empty() || !options.scenario.command.is_empty() {
        return Ok(());
    }
    let hint = "give the command of a server after `--`, an OpenAPI document with `--address`, \
                functions, or a scenario with `command`";
    Err(CommandFailure::new("there is nothing to verify").hint(hint))
}

/// The name of the target in reports.
fn target(args: &VerifyArgs, options: &VerifyOptions) -> String {
    let named = args.target.clone();
    named.unwrap_or_else(|| options.command.join(" "))
}

fn scenario(args: &VerifyArgs) -> CommandResult<(VerifyScenario, Option<String>)> {
    let Some(path) = &args.scenario else {
        return Ok((VerifyScenario::default(), None));
    };
    let name = path.display().to_string();
    let text = file::read_text(&name, LARGEST)?;
    let base = path.parent().unwrap_or(Path::new("."));
    let scenario = read_scenario(&text, &name, base).map_err(|problems| {
        CommandFailure::new(format!("the scenario `{name}` cannot be used")).because(problems)
    })?;
    Ok((scenario, Some(text)))
}

fn print(
    report: &VerifyReport,
    args: &VerifyArgs,
    target: &str,
    output: &CommandOutput,
) -> CommandResult<()> {
    let json = output.is_json().then_some(VerifyFormat::Json);
    match args.format.or(json).unwrap_or_default() {
        VerifyFormat::Text => output.print(&format::text(report)),
        VerifyFormat::Json => output.json(&format::json(report)),
        VerifyFormat::Junit => output.print(&format::junit(report)),
        VerifyFormat::Sarif => output.json(&format::sarif(report, target)),
        VerifyFormat::Markdown => output.print(&format::markdown(report)),
    }
}
