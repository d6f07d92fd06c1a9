//! `candor environment edit`.

use candor_gateway::desk::EnvironmentEdit;

use crate::args::{EnvironmentEditing, Inheritable};
use crate::author::author;
use crate::exit::Exit;
use crate::oneshot;
use crate::output::Output;
use crate::problems::Failure;
use crate::workspace::Workspace;

/// Changes what is mentioned and leaves the rest.
pub(super) async fn run(
    args: &EnvironmentEditing,
    workspace: &Workspace,
    output: &Output,
) -> Result<Exit, Failure> {
    let author = author(args.why.as_deref())?;
    let edit = EnvironmentEdit {
        description: args.description.clone(),
        profile: args.profile.map(Inheritable::into_option),
        provenance: args.provenance.map(Inheritable::into_option),
    };
    if edit == EnvironmentEdit::default() {
        let failure = Failure::new(format!("nothing is to be changed about `{}`", args.name));
        return Err(failure.hint("say `--description`, `--profile` or `--provenance`"));
    }
    oneshot::with_gateway(workspace, output, async |gateway| {
        let desk = gateway.desk();
        let view = desk
            .edit_environment(&author, &args.name, edit, None)
            .await?;
        super::done(&view, &format!("changed: {}", args.name), output)?;
        Ok(Exit::Fine)
    })
    .await
}
