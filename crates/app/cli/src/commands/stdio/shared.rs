//! Serving a client through the gateway that already runs on the data directory.

use candor_gateway::Endpoint;
use candor_server::{AnnouncedAddress, ConversationEnd, JoinError, JoinedGateway};
use tokio_util::sync::CancellationToken;

use super::greet;
use crate::commands::serve::print_notices;
use crate::credential;
use crate::prelude::*;
use crate::signals::ShutdownSignals;

/// The gateway that can serve the client: it runs, and with this configuration.
pub(super) async fn find(
    workspace: &CommandWorkspace,
    endpoint: &Endpoint,
) -> CommandResult<Option<JoinedGateway>> {
    let server = &workspace.settings.server;
    if AnnouncedAddress::find(&server.data).is_none() {
        return Ok(None);
    }
    if let Some(stale) = workspace.stale_gateway() {
        let reason = format!("{}; {}", stale.reason, stale.hint);
        note(workspace, &reason)?;
        return Ok(None);
    }
    let Some(secret) = credential::owner_secret(&server.data)? else {
        return Ok(None);
    };
    let transparent = server.transparent.as_ref().map(ToString::to_string);
    match JoinedGateway::join(&server.data, secret, endpoint.clone(), transparent).await {
        Ok(gateway) => Ok(Some(gateway)),
        Err(JoinError::UnknownEndpoint(unknown)) => Err(unknown.into()),
        Err(error @ (JoinError::Unreachable(_) | JoinError::ServesOther)) => {
            note(workspace, &error.to_string())?;
            Ok(None)
        }
    }
}

/// Relays messages between client and gateway until one of them ends or a signal arrives.
pub(super) async fn relay(gateway: JoinedGateway, workspace: &CommandWorkspace) -> CommandResult {
    let mut signals = ShutdownSignals::listen()?;
    workspace.log()?;
    print_notices(workspace);
    tracing::info!("The gateway that runs already serves this client");
    greet(&workspace.output);
    let shutdown = CancellationToken::new();
    let relaying = gateway.relay(tokio::io::stdin(), tokio::io::stdout(), shutdown.clone());
    match signals.until_stopped(&shutdown, relaying).await {
        Ok(Ok(ConversationEnd::Finished)) => Ok(CommandExit::Success),
        Ok(Ok(ConversationEnd::GatewayGone)) => {
            let failure = CommandFailure::new("the gateway that served this client has stopped");
            Err(failure.hint("start the client's connection again"))
        }
        Ok(Err(cause)) => {
            let sentence = "the conversation with the client failed";
            Err(CommandFailure::io(sentence, cause))
        }
        Err(exit) => Ok(exit),
    }
}

/// Logs why this process starts the sources itself.
fn note(workspace: &CommandWorkspace, reason: &str) -> CommandResult<()> {
    workspace.log()?;
    tracing::info!(
        reason,
        "The gateway that runs already does not serve this client"
    );
    Ok(())
}
