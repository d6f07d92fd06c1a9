//! `candor verify`: calls a server's tools in a throw-away world and holds what they do against
//! their hints.

mod save;

use std::path::Path;
use std::time::Duration;

use candor_model::SourceName;
use candor_verify::{VerifyFormat, VerifyReport, VerifyScenario, format};
use candor_verify_run::{VerifyOptions, read_scenario};

use crate::args::VerifyArgs;
use crate::configured_program::ConfiguredProgram;
use crate::prelude::*;
use crate::signals::ShutdownSignals;

/// The largest scenario, in bytes.
const LARGEST: u64 = 1 << 20;
/// How long a server may take to start; package managers fetch it first.
const START_TIME: Duration = Duration::from_mins(2);
/// How long is waited after the last reply of a tool.
const LATE_TIME: Duration = Duration::from_millis(1200);

/// Verifies the target and prints the report.
pub(super) async fn run(args: &VerifyArgs, context: &CommandContext) -> CommandResult {
    let options = options(args, context)?;
    let mut signals = ShutdownSignals::listen()?;
    context
        .output
        .say("verifying in a throw-away world; this takes a few seconds for each tool");
    let report = match signals.unless(candor_verify_run::verify(&options)).await {
        Ok(report) => report.map_err(|error| CommandFailure::new(error.to_string()))?,
        Err(exit) => return Ok(exit),
    };
    print(&report, args, &options, &context.output)?;
    if let Some(source) = &args.save_as {
        save::run(source, &report, args, context).await?;
    }
    let is_unexpected = report
        .troubles
        .iter()
        .any(|trouble| trouble.starts_with("unexpected"));
    Ok(CommandExit::with_findings(
        report.has_contradiction() || is_unexpected,
    ))
}

fn options(args: &VerifyArgs, context: &CommandContext) -> CommandResult<VerifyOptions> {
    let (mut scenario, scenario_text) = scenario(args)?;
    let command = match &args.target {
        Some(name) => source(name, args, context, &mut scenario)?,
        None => args.command.clone(),
    };
    if command.is_empty() && scenario.command.is_empty() {
        return Err(CommandFailure::new("there is nothing to verify")
            .hint("give the command of a server after `--`, or a scenario with `command`"));
    }
    let program = std::env::current_exe()
        .map_err(|cause| CommandFailure::io("cannot find this program", cause))?;
    Ok(VerifyOptions {
        command,
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

/// The command of a configured source, with its variables.
fn source(
    name: &SourceName,
    args: &VerifyArgs,
    context: &CommandContext,
    scenario: &mut VerifyScenario,
) -> CommandResult<Vec<String>> {
    if !args.i_mean_it {
        let sentence = format!(
            "`{name}` is a configured source: its tools would be called with its own credentials"
        );
        return Err(
            CommandFailure::new(sentence).hint("add `--i-mean-it`, or give a command after `--`")
        );
    }
    let workspace = CommandWorkspace::open_silently(context)?;
    let program = ConfiguredProgram::of(name, "verified", &workspace)?;
    let inherited = std::env::vars().filter(|(variable, _)| program.inherit_env.contains(variable));
    scenario.environment.extend(inherited.chain(program.env));
    Ok(program.command)
}

fn print(
    report: &VerifyReport,
    args: &VerifyArgs,
    options: &VerifyOptions,
    output: &CommandOutput,
) -> CommandResult<()> {
    let json = output.is_json().then_some(VerifyFormat::Json);
    match args.format.or(json).unwrap_or_default() {
        VerifyFormat::Text => output.print(&format::text(report)),
        VerifyFormat::Json => output.json(&format::json(report)),
        VerifyFormat::Junit => output.print(&format::junit(report)),
        VerifyFormat::Sarif => {
            let source = args.target.as_ref().map(SourceName::to_string);
            let target = source.unwrap_or_else(|| options.command.join(" "));
            output.json(&format::sarif(report, &target))
        }
        VerifyFormat::Markdown => output.print(&format::markdown(report)),
    }
}
