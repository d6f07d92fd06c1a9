//! `candor stdio`: the gateway over standard input and output.

mod shared;

use std::io::IsTerminal as _;

use candor_config::SettingFlags;
use candor_gateway::Endpoint;
use candor_server::assemble::record_declarations;
use candor_server::{ServedConfiguration, SourceStartup, assemble};
use tokio_util::sync::CancellationToken;

use super::serve::print_notices;
use crate::args::StdioArgs;
use crate::prelude::*;
use crate::signals::ShutdownSignals;
use crate::workspace;

/// Serves until standard input ends or a signal arrives. Standard output is reserved for the
/// protocol, regardless of flags.
pub(super) async fn run(args: StdioArgs, context: &CommandContext) -> CommandResult {
    let flags = SettingFlags {
        transparent: args.transparent,
        ..context.flags.clone()
    };
    let workspace = CommandWorkspace::of(workspace::load(&flags)?, context)?;
    let endpoint = Endpoint {
        toolset: args.toolset,
        environment: args.environment,
    };
    if !args.standalone
        && let Some(gateway) = shared::find(&workspace, &endpoint).await?
    {
        return shared::relay(gateway, &workspace).await;
    }
    let followed = workspace.configuration(flags);
    serve(workspace, followed, endpoint, &context.output).await
}

/// Serves the sources of a workspace, and follows its configuration file.
pub(super) async fn serve(
    workspace: CommandWorkspace,
    configuration: Option<ServedConfiguration>,
    endpoint: Endpoint,
    output: &CommandOutput,
) -> CommandResult {
    let mut signals = ShutdownSignals::listen()?;
    workspace.log()?;
    print_notices(&workspace);
    if workspace.demo {
        tracing::info!("No configuration found, so the demo is served");
    }
    greet(output);

    let waking = SourceStartup::Serving { at: None };
    let assembling = assemble(&workspace.settings, workspace.demo, waking);
    let assembled = match signals.unless(assembling).await {
        Ok(assembled) => assembled?,
        Err(exit) => return Ok(exit),
    };
    workspace.note_folder();
    let gateway = assembled.gateway();
    if let Err(unknown) = gateway.catalogue().view(&endpoint) {
        assembled.stop().await;
        return Err(unknown.into());
    }
    record_declarations(gateway, &workspace.settings).await;
    let shutdown = CancellationToken::new();
    let following = match configuration {
        Some(served) => Some(assembled.follow(served, shutdown.clone())?),
        None => None,
    };
    let serving = candor_mcp::serve_stdio(
        gateway.clone(),
        endpoint,
        tokio::io::stdin(),
        tokio::io::stdout(),
        shutdown.clone(),
    );
    let served = match signals.until_stopped(&shutdown, serving).await {
        Ok(served) => served,
        Err(exit) => return Ok(exit),
    };
    shutdown.cancel();
    if let Some(following) = following {
        let _ = following.await;
    }
    if let Err(exit) = signals.unless(assembled.stop()).await {
        return Ok(exit);
    }
    served.map_err(|cause| CommandFailure::io("the conversation with the client failed", cause))?;
    Ok(CommandExit::Success)
}

/// Explains to a user at a terminal what the program waits for.
fn greet(output: &CommandOutput) {
    if std::io::stdin().is_terminal() {
        output.say("waiting for an MCP client on standard input; Ctrl-D ends it");
    }
}
