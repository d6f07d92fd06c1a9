//! `candor serve`: the gateway over HTTP.

use std::net::SocketAddr;

use candor_config::{LogFormat, SettingFlags};
use candor_server::RunningServer;

use crate::announced_address::AnnouncedAddress;
use crate::args::ServeArgs;
use crate::browser;
use crate::prelude::*;
use crate::signals::ShutdownSignals;
use crate::workspace;

/// The message of the demo.
const DEMO: &str = "\
no configuration found, so the demo is served: the API of a small in-memory bookshop,
and the `gs1` pack with sample data
to serve your own MCP servers: `candor import mcp-json PATH > candor.toml`, then restart
to serve your own API: add `[sources.NAME]` with `document = \"openapi.yaml\"` to candor.toml
to write your own tools: `candor functions new hello`
to start from scratch: `candor config default > candor.toml`";

/// Serves until a signal comes.
pub(super) async fn run(args: ServeArgs, context: &CommandContext) -> CommandResult {
    let flags = SettingFlags {
        listen: args.listen,
        transparent: args.transparent,
        ..context.flags.clone()
    };
    let workspace = CommandWorkspace::of(workspace::load(&flags)?, context)?;
    serve(workspace, !args.no_open, &context.output).await
}

/// Serves the sources of a workspace; `opens` says whether the dashboard is opened.
pub(super) async fn serve(
    workspace: CommandWorkspace,
    opens: bool,
    output: &CommandOutput,
) -> CommandResult {
    let mut signals = ShutdownSignals::listen()?;
    workspace.log()?;
    print_notices(&workspace);

    let starting = candor_server::serve(&workspace.settings, workspace.demo);
    let running = match signals.unless(starting).await {
        Ok(running) => running?,
        Err(exit) => return Ok(exit),
    };
    let _announced = announce(&workspace, running.address());
    greet(&workspace);
    let url = format!("http://{}/mcp", running.address());
    output.json_or_line(|| json!({"listening": url}), format!("listening on {url}"))?;
    invite(&workspace, &running, opens).await?;

    signals.next().await;
    tracing::info!("Stopping; a second signal stops at once");
    match signals.unless(running.stop()).await {
        Ok(()) => Ok(CommandExit::Success),
        Err(exit) => Ok(exit),
    }
}

/// Prints the diagnostics of the configuration, as log events if logs are JSON.
pub(super) fn print_notices(workspace: &CommandWorkspace) {
    if workspace.settings.server.log_format == LogFormat::Json {
        failure::log_diagnostics(&workspace.diagnostics);
    } else {
        workspace.print_diagnostics();
    }
}

/// Tells other commands on this data directory where the gateway is. They can do without.
fn announce(workspace: &CommandWorkspace, address: SocketAddr) -> Option<AnnouncedAddress> {
    let announced = AnnouncedAddress::write(&workspace.settings.server.data, address);
    announced.unwrap_or_else(|error| {
        tracing::warn!(%error, "The address could not be written into the data directory");
        None
    })
}

/// Shows the way to the dashboard. The link signs in whoever opens it, so it is only shown to a
/// person at a terminal: logs are read by others too.
async fn invite(
    workspace: &CommandWorkspace,
    running: &RunningServer,
    opens: bool,
) -> CommandResult<()> {
    let output = &workspace.output;
    if output.is_json() || workspace.settings.server.log_format != LogFormat::Text {
        return Ok(());
    }
    if !output.prints_to_terminal() {
        output.say("`candor open` opens the dashboard");
        return Ok(());
    }
    let link = match running.sign_in_link().await {
        Ok(link) => link,
        Err(error) => {
            tracing::warn!(%error, "A link to the dashboard could not be made");
            return Ok(());
        }
    };
    output.line(&format!("dashboard: {link}"))?;
    output.line("the link works once, within ten minutes; `candor open` makes another")?;
    if opens {
        browser::open(&link);
    }
    Ok(())
}

/// Explains the demo and how to configure sources.
fn greet(workspace: &CommandWorkspace) {
    let for_people = workspace.settings.server.log_format == LogFormat::Text;
    if workspace.demo {
        if for_people {
            workspace.output.say(DEMO);
        } else {
            tracing::info!("No configuration found, so the demo is served");
        }
    } else if workspace.settings.sources.is_empty() {
        tracing::warn!("No sources are configured; `candor config default` shows how to add one");
    }
}
