//! `candor environment create`.

use candor_model::Environment;

use crate::args::EnvironmentCreate;
use crate::author::author;
use crate::exit::Exit;
use crate::oneshot;
use crate::output::Output;
use crate::problems::Failure;
use crate::workspace::Workspace;

/// Makes an environment.
pub(super) async fn run(
    args: &EnvironmentCreate,
    workspace: &Workspace,
    output: &Output,
) -> Result<Exit, Failure> {
    let author = author(args.why.as_deref())?;
    let environment = Environment {
        name: args.name.clone(),
        description: args.description.clone(),
        profile: args.profile,
        provenance: args.provenance,
    };
    oneshot::with_gateway(workspace, output, async |gateway| {
        let desk = gateway.desk();
        let view = desk.create_environment(&author, &environment).await?;
        let endpoint = super::endpoint(&view);
        let sentence = format!("created: {}, served at {endpoint}", args.name);
        super::done(&view, &sentence, output)?;
        Ok(Exit::Fine)
    })
    .await
}
