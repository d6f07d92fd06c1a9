//! `candor environment create`.

use candor_model::Environment;

use crate::args::EnvironmentCreateArgs;
use crate::author::author;
use crate::prelude::{CommandOutput, CommandResult, CommandWorkspace, with_gateway};

/// Creates an environment.
pub(super) async fn run(
    args: &EnvironmentCreateArgs,
    workspace: &CommandWorkspace,
    output: &CommandOutput,
) -> CommandResult {
    let author = author(args.why.as_deref())?;
    let environment = Environment {
        name: args.name.clone(),
        description: args.description.clone(),
        profile: args.profile,
        provenance: args.provenance,
    };
    with_gateway(workspace, output, async |gateway| {
        let editor = gateway.editor();
        let view = editor.create_environment(&author, &environment).await?;
        let endpoint = super::endpoint(&view);
        let sentence = format!("created: {}, served at {endpoint}", args.name);
        super::done(&view, &sentence, output)
    })
    .await
}
