//! `candor lint`: checks tool definitions with the rules of `candor-lint`.

mod fix;
mod live;
mod places;
pub(super) mod policy;
mod report;
mod submission;
mod watch;

use candor_lint::{LintBaseline, LintInput, LintPolicy, LintReport, RULES, explain, find_rule};
use candor_model::Diagnostic;

use crate::args::LintArgs;
use crate::prelude::*;
use crate::tool_dump::ToolDump;

/// The largest baseline, in bytes.
const BASELINE_MAX: u64 = 16 << 20;

/// The input of a run, and the places of tools in files.
struct LintRun {
    input: LintInput,
    /// Diagnostics from reading the tools.
    general: Vec<Diagnostic>,
    /// The documents and programs that can be edited, by the name of their source.
    files: Vec<(String, std::path::PathBuf)>,
}

/// Checks the tools of a dump or of sources, or explains a rule.
pub(super) async fn run(args: &LintArgs, context: &CommandContext) -> CommandResult {
    if let Some(word) = &args.explain {
        return explained(word, &context.output);
    }
    if args.watch {
        return watch::run(args, context).await;
    }
    once(args, context).await
}

/// One complete run, from policy to report.
async fn once(args: &LintArgs, context: &CommandContext) -> CommandResult {
    let policy = policy::load(args)?;
    match args.target().dump()? {
        Some(name) => {
            let run = dump(name, args, &policy)?;
            finish(run, args, &policy, &context.output)
        }
        None => live::run(args, &policy, context).await,
    }
}

/// Runs the rules on the tools and prints the report.
fn finish(
    mut run: LintRun,
    args: &LintArgs,
    policy: &LintPolicy,
    output: &CommandOutput,
) -> CommandResult {
    if let Some(earlier) = &args.since {
        run.input = since(earlier, run.input)?;
    }
    if let Some(directory) = args.submission {
        return submission::run(directory, &run.input, args, output);
    }
    let mut report = LintReport::new(&run.input, policy, std::mem::take(&mut run.general));
    if args.fix {
        fix::apply(&report, &run, args, output)?;
    }
    if let Some(file) = &args.baseline {
        let name = file.display().to_string();
        if args.update_baseline {
            file::replace(&name, &LintBaseline::of(&report).write())?;
        }
        baseline(&name)?.apply(&mut report);
    }
    report::print(&report, args, output)?;
    let allowed = args
        .max_warnings
        .or(policy.max_warnings)
        .unwrap_or_default();
    Ok(CommandExit::with_findings(report.fails(allowed)))
}

fn explained(word: &str, output: &CommandOutput) -> CommandResult {
    let Some(rule) = find_rule(word) else {
        let names = RULES.iter().flat_map(|rule| [rule.id, rule.name]);
        let near = candor_text::nearest(word, names);
        let failure = CommandFailure::new(format!("there is no rule `{word}`"));
        return Err(match near {
            Some(near) => failure.hint(format!("did you mean `{near}`?")),
            None => failure.hint("a rule is named by its id, such as `H001`"),
        });
    };
    output.print(&explain(rule))?;
    Ok(CommandExit::Success)
}

/// Reads a file with tools.
fn dump(name: &str, args: &LintArgs, policy: &LintPolicy) -> CommandResult<LintRun> {
    let dump = ToolDump::open(name, args.source.as_ref())?;
    let groups = dump.groups.into_iter();
    let subjects =
        groups.flat_map(|(source, tools)| LintInput::subjects(&source, tools, policy.destructive));
    Ok(LintRun {
        input: LintInput::new(subjects.collect()),
        general: dump.diagnostics,
        files: Vec::new(),
    })
}

/// Compares the tools with an earlier dump of them.
fn since(name: &str, input: LintInput) -> CommandResult<LintInput> {
    let dump = ToolDump::open(name, None)?;
    if failure::has_errors(&dump.diagnostics) {
        let failure = CommandFailure::new(format!("`{name}` cannot be compared with"));
        return Err(failure.because(dump.diagnostics));
    }
    // A dump of one server names no source; it is that of the tools.
    let only = input.tools.first().map(|tool| tool.source.clone());
    let is_one = dump.groups.len() == 1
        && input
            .tools
            .iter()
            .all(|tool| Some(&tool.source) == only.as_ref());
    let accepted = dump.groups.into_iter().flat_map(|(source, tools)| {
        let source = only.clone().filter(|_| is_one).unwrap_or(source);
        tools
            .into_iter()
            .map(move |tool| (source.clone(), tool.definition))
    });
    Ok(input.with_accepted(accepted.collect()))
}

fn baseline(name: &str) -> CommandResult<LintBaseline> {
    let text = file::read_text(name, BASELINE_MAX).map_err(|failure| {
        failure.or_hint("`--update-baseline` writes it from the present findings")
    })?;
    LintBaseline::read(&text).map_err(|error| {
        CommandFailure::new(format!("cannot use the baseline `{name}`: {error}"))
            .hint("`--update-baseline` writes a new one")
    })
}
