//! `candor environment create`.

use candor_model::Environment;

use crate::args::EnvironmentCreateArgs;
use crate::author::author;
use crate::exit::CommandExit;
use crate::failure::CommandFailure;
use crate::oneshot;
use crate::output::CommandOutput;
use crate::workspace::CommandWorkspace;

/// Makes an environment.
pub(super) async fn run(
    args: &EnvironmentCreateArgs,
    workspace: &CommandWorkspace,
    output: &CommandOutput,
) -> Result<CommandExit, CommandFailure> {
    let author = author(args.why.as_deref())?;
    let environment = Environment {
        name: args.name.clone(),
        description: args.description.clone(),
        profile: args.profile,
        provenance: args.provenance,
    };
    oneshot::with_gateway(workspace, output, async |gateway| {
        let desk = gateway.editor();
        let view = desk.create_environment(&author, &environment).await?;
        let endpoint = super::endpoint(&view);
        let sentence = format!("created: {}, served at {endpoint}", args.name);
        super::done(&view, &sentence, output)?;
        Ok(CommandExit::Success)
    })
    .await
}
