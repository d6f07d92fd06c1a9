//! A gateway for the duration of one command.

use std::future::Future;
use std::time::Duration;

use candor_config::SecretKey;
use candor_gateway::{Gateway, SourceStatus};
use candor_server::{SourceStartup, assemble};
use candor_sources::SourceState;
use tempfile::TempDir;
use tokio::time::{Instant, sleep};

use crate::exit::CommandExit;
use crate::failure::{CommandFailure, CommandResult};
use crate::progress;
use crate::signals::ShutdownSignals;
use crate::workspace::CommandWorkspace;

/// How long a ready source's tools may take to appear, and the polling interval.
const OFFER_TIME: Duration = Duration::from_mins(1);
const OFFER_PAUSE: Duration = Duration::from_millis(50);

/// Starts the sources, waits until each has started or failed, runs the work and stops them again,
/// whether the work ends or a signal arrives.
///
/// Work without a result succeeds; other work determines how the command ends.
pub(crate) async fn with_gateway<E: Into<CommandExit>>(
    workspace: &CommandWorkspace,
    work: impl AsyncFnOnce(Gateway) -> CommandResult<E>,
) -> CommandResult {
    let mut signals = ShutdownSignals::listen()?;
    workspace.log_quietly()?;
    let assembling = assemble(&workspace.settings, workspace.demo, workspace.waking);
    let assembled = match signals.unless(assembling).await {
        Ok(assembled) => assembled?,
        Err(exit) => return Ok(exit),
    };
    workspace.note_folder();
    let gateway = assembled.gateway();
    let working = async {
        let at_once = workspace.demo || workspace.waking == SourceStartup::NoSources;
        progress::starting(gateway, at_once, &workspace.output).await;
        until_offered(gateway).await;
        work(gateway.clone()).await.map(Into::into)
    };
    let done = signals.unless(working).await.unwrap_or_else(Ok);
    // A second signal, or one after the work, does not wait for children.
    match signals.unless(assembled.stop()).await {
        Ok(()) => done,
        Err(exit) => Ok(exit),
    }
}

/// Waits for the tools of sources that have answered in time: those of a large document are offered
/// some time after it was read.
async fn until_offered(gateway: &Gateway) {
    let end = Instant::now() + OFFER_TIME;
    let is_prepared =
        |source: &SourceStatus| matches!(source.state, SourceState::Starting) && source.tools > 0;
    while gateway.sources().iter().any(is_prepared) && Instant::now() < end {
        sleep(OFFER_PAUSE).await;
    }
}

/// Does work that needs no gateway of this process, unless a signal ends it.
pub(crate) async fn with_signals<E: Into<CommandExit>>(
    workspace: &CommandWorkspace,
    work: impl Future<Output = CommandResult<E>>,
) -> CommandResult {
    let mut signals = ShutdownSignals::listen()?;
    workspace.log_quietly()?;
    match signals.unless(work).await {
        Ok(done) => done.map(Into::into),
        Err(exit) => Ok(exit),
    }
}

/// Moves all state to a directory that is removed after use: inspecting a server
/// leaves nothing behind.
pub(crate) fn use_scratch_storage(workspace: &mut CommandWorkspace) -> CommandResult<TempDir> {
    let scratch = tempfile::Builder::new()
        .prefix("candor-")
        .tempdir()
        .map_err(|cause| CommandFailure::io("cannot make a temporary directory", cause))?;
    workspace.folder = None;
    let server = &mut workspace.settings.server;
    scratch.path().clone_into(&mut server.data);
    server.database_url = None;
    if let SecretKey::File(path) = &mut server.secret_key {
        *path = scratch.path().join("secret.key");
    }
    Ok(scratch)
}
