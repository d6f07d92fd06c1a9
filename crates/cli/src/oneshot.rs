//! A gateway that lives as long as one command.

use candor_config::SecretKey;
use candor_gateway::Gateway;
use candor_server::{Waking, assemble};
use tempfile::TempDir;

use crate::exit::Exit;
use crate::output::Output;
use crate::problems::Failure;
use crate::progress;
use crate::signals::Signals;
use crate::workspace::Workspace;

/// Starts the sources, waits until each has started or failed, does the work and stops them
/// again, whether the work succeeds or a signal ends it.
pub(crate) async fn with_gateway(
    workspace: &Workspace,
    output: &Output,
    work: impl AsyncFnOnce(Gateway) -> Result<Exit, Failure>,
) -> Result<Exit, Failure> {
    let mut signals = Signals::listen()?;
    workspace.log_quietly(output)?;
    let assembling = assemble(&workspace.settings, workspace.demo, workspace.waking);
    let assembled = match signals.unless(assembling).await {
        Ok(assembled) => assembled?,
        Err(exit) => return Ok(exit),
    };
    let gateway = assembled.gateway();
    let working = async {
        let at_once = workspace.demo || workspace.waking == Waking::Nobody;
        progress::starting(gateway, at_once, output).await;
        work(gateway.clone()).await
    };
    let done = signals.unless(working).await.unwrap_or_else(Ok);
    // A second signal, or one after the work, does not wait for children.
    match signals.unless(assembled.stop()).await {
        Ok(()) => done,
        Err(exit) => Ok(exit),
    }
}

/// Moves what is kept to a directory that is removed after use: looking at somebody's server
/// leaves nothing behind.
pub(crate) fn keep_nothing(workspace: &mut Workspace) -> Result<TempDir, Failure> {
    let scratch = tempfile::Builder::new()
        .prefix("candor-")
        .tempdir()
        .map_err(|cause| Failure::io("cannot make a temporary directory", cause))?;
    scratch
        .path()
        .clone_into(&mut workspace.settings.server.data);
    workspace.settings.server.database_url = None;
    if let SecretKey::File(path) = &mut workspace.settings.server.secret_key {
        *path = scratch.path().join("secret.key");
    }
    Ok(scratch)
}
