//! `candor serve`: the gateway over HTTP.

use std::net::SocketAddr;

use candor_config::{LogFormat, SettingFlags};

use crate::args::ServeArgs;
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
    let output = &context.output;
    let workspace = CommandWorkspace::of(workspace::load(&flags)?, output)?;
    let mut signals = ShutdownSignals::listen()?;
    workspace.log()?;
    print_notices(&workspace);

    let starting = candor_server::serve(&workspace.settings, workspace.demo);
    let running = match signals.unless(starting).await {
        Ok(running) => running?,
        Err(exit) => return Ok(exit),
    };
    greet(&workspace, running.address(), output);
    let url = format!("http://{}/mcp", running.address());
    output.json_or_line(|| json!({"listening": url}), format!("listening on {url}"))?;

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

/// Explains the demo and how to configure sources.
fn greet(workspace: &CommandWorkspace, address: SocketAddr, output: &CommandOutput) {
    let for_people = workspace.settings.server.log_format == LogFormat::Text;
    if workspace.demo {
        if for_people {
            output.say(DEMO);
            output.say(&format!("dashboard: http://{address}/"));
        } else {
            tracing::info!("No configuration found, so the demo is served");
        }
    } else if workspace.settings.sources.is_empty() {
        tracing::warn!("No sources are configured; `candor config default` shows how to add one");
    }
}
