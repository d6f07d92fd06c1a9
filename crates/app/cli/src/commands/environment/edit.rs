//! `candor environment edit`.

use candor_gateway::edit::EnvironmentEdit;

use crate::args::{EnvironmentEditArgs, InheritableValue};
use crate::author::author;
use crate::prelude::{
    CommandFailure, CommandOutput, CommandResult, CommandWorkspace, with_gateway,
};

/// Changes only what is given.
pub(super) async fn run(
    args: &EnvironmentEditArgs,
    workspace: &CommandWorkspace,
    output: &CommandOutput,
) -> CommandResult {
    let author = author(args.why.as_deref())?;
    let edit = EnvironmentEdit {
        description: args.description.clone(),
        profile: args.profile.map(InheritableValue::into_option),
        provenance: args.provenance.map(InheritableValue::into_option),
    };
    if edit == EnvironmentEdit::default() {
        let failure = CommandFailure::new(format!("nothing to change in `{}`", args.name));
        return Err(failure.hint("use `--description`, `--profile` or `--provenance`"));
    }
    with_gateway(workspace, output, async |gateway| {
        let editor = gateway.editor();
        let view = editor
            .edit_environment(&author, &args.name, edit, None)
            .await?;
        super::done(&view, &format!("changed: {}", args.name), output)
    })
    .await
}
