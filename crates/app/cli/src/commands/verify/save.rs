//! Stores the results of a run for a source.

use candor_model::SourceName;
use candor_verify::VerifyReport;

use super::verified_definitions::VerifiedDefinitions;
use crate::args::VerifyArgs;
use crate::prelude::*;

/// Keeps what was observed: from now on it is relied upon, until a definition changes.
pub(super) async fn run(
    source: &SourceName,
    (report, definitions): (&VerifyReport, &VerifiedDefinitions),
    args: &VerifyArgs,
    context: &CommandContext,
) -> CommandResult<()> {
    let mut workspace = CommandWorkspace::open(context)?;
    // The cached listing suffices to know the source's tools.
    workspace.let_sleep(source);
    let author = args.reason.author(&workspace.actor)?;
    let now = candor_clock::now_micros();
    let mut verifications = report.verifications(source, &author.name, now);
    let check = report.instance_check(source, &author.name, now);
    if verifications.is_empty() && check.is_none() {
        let sentence = "nothing was learnt about a declared hint, so nothing is saved";
        return Err(CommandFailure::new(sentence));
    }
    with_gateway(&workspace, async |gateway| {
        for verification in &mut verifications {
            definitions.rebind(&gateway, verification);
        }
        let editor = gateway.editor();
        if !verifications.is_empty() {
            editor.save_verifications(&author, &verifications).await?;
        }
        if let Some(check) = &check {
            editor.save_instance_check(&author, check).await?;
        }
        Ok(CommandExit::Success)
    })
    .await?;
    let count = verifications.len();
    let tools = if count == 1 { "tool" } else { "tools" };
    let sentence = format!("saved what was observed of {count} {tools} of `{source}`");
    context.output.say(&sentence);
    if check.is_some_and(|check| !check.shared) {
        let sentence = format!("`{source}` is not split: its instances do not share their state");
        context.output.say(&sentence);
    }
    Ok(())
}
