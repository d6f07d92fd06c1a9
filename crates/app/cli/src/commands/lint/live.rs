//! Tools of sources started for the check.

use candor_gateway::Gateway;
use candor_lint::LintPolicy;
use candor_model::Diagnostic;
use candor_served_lint::served_input;

use super::LintRun;
use super::places::SourcePlaces;
use crate::args::LintArgs;
use crate::prelude::*;
use crate::target::CommandTarget;

/// Findings of the catalogue that the rules report themselves, with the tool.
const REPORTED_BY_RULES: [&str; 2] = ["source::contradiction", "source::unusable-schema"];

/// Starts the sources, or the target, and checks their tools.
pub(super) async fn run(
    args: &LintArgs,
    policy: &LintPolicy,
    context: &CommandContext,
) -> CommandResult {
    let target = args.target();
    let opened = target.open(context)?;
    let workspace = &opened.workspace;
    with_gateway(workspace, async |gateway| {
        let mut general = workspace.diagnostics.clone();
        general.extend(offline(&gateway, &target)?);
        let found = gateway.catalogue().diagnostics().to_vec().into_iter();
        general.extend(found.filter(|one| !REPORTED_BY_RULES.contains(&one.code)));
        let places = SourcePlaces::of(workspace);
        let mut input = served_input(&gateway, |tools| {
            let wanted = args.source.as_ref();
            tools.retain(|tool| wanted.is_none_or(|source| source.as_str() == tool.source));
            places.add_to(tools);
        })
        .await?;
        if args.source.is_some() {
            // Toolsets mix sources; with one of them alone they cannot be judged.
            input.toolsets.clear();
        }
        let run = LintRun {
            input,
            general,
            files: places.files(),
        };
        super::finish(run, args, policy, &context.output)
    })
    .await
}

/// The sources whose tools are missing. If all are, there is nothing to check.
fn offline(gateway: &Gateway, target: &CommandTarget<'_>) -> CommandResult<Vec<Diagnostic>> {
    let offline = status::offline(gateway);
    if offline.is_empty() || offline.len() < gateway.sources().len() {
        let found = offline.into_iter();
        return Ok(found
            .map(|sentence| Diagnostic::error("lint::no-answer", sentence))
            .collect());
    }
    let reasons = offline.join("; ");
    let failure = CommandFailure::new(format!("there is nothing to check: {reasons}"));
    Err(match target.way_out(&reasons) {
        Some(hint) => failure.hint(hint),
        None => failure,
    })
}
