//! `candor environment edit`.

use candor_gateway::edit::EnvironmentEdit;

use crate::args::{EnvironmentEditArgs, InheritableValue};
use crate::author::author;
use crate::exit::CommandExit;
use crate::failure::CommandFailure;
use crate::oneshot;
use crate::output::CommandOutput;
use crate::workspace::CommandWorkspace;

/// Changes what is mentioned and leaves the rest.
pub(super) async fn run(
    args: &EnvironmentEditArgs,
    workspace: &CommandWorkspace,
    output: &CommandOutput,
) -> Result<CommandExit, CommandFailure> {
    let author = author(args.why.as_deref())?;
    let edit = EnvironmentEdit {
        description: args.description.clone(),
        profile: args.profile.map(InheritableValue::into_option),
        provenance: args.provenance.map(InheritableValue::into_option),
    };
    if edit == EnvironmentEdit::default() {
        let failure =
            CommandFailure::new(format!("nothing is to be changed about `{}`", args.name));
        return Err(failure.hint("say `--description`, `--profile` or `--provenance`"));
    }
    oneshot::with_gateway(workspace, output, async |gateway| {
        let desk = gateway.editor();
        let view = desk
            .edit_environment(&author, &args.name, edit, None)
            .await?;
        super::done(&view, &format!("changed: {}", args.name), output)?;
        Ok(CommandExit::Success)
    })
    .await
}
