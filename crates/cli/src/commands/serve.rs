//! `candor serve`: the gateway over HTTP.

use std::net::SocketAddr;

use candor_config::{Flags, LogFormat};
use serde_json::json;

use crate::args::Serve;
use crate::exit::Exit;
use crate::output::Output;
use crate::problems::{self, Failure};
use crate::signals::Signals;
use crate::workspace::Workspace;

/// What somebody sees who starts it without having configured anything.
const DEMO: &str = "\
no configuration was found, so the demo is served: the API of a small bookshop that lives in memory,
and the tools of the `gs1` pack with an invented catalogue
to serve your own MCP servers: `candor import mcp-json PATH > candor.toml`, then start again
to serve an API of yours: write `[sources.NAME]` and `document = \"openapi.yaml\"` to candor.toml
to write tools of your own: `candor functions new hello`
to begin from scratch: `candor config default > candor.toml`";

/// Serves until a signal comes.
pub(super) async fn run(args: Serve, flags: Flags, output: &Output) -> Result<Exit, Failure> {
    let flags = Flags {
        listen: args.listen,
        transparent: args.transparent,
        ..flags
    };
    let workspace = Workspace::open(&flags)?;
    let mut signals = Signals::listen()?;
    workspace.log(output)?;
    tell(&workspace, output);

    let starting = candor_server::serve(&workspace.settings, workspace.demo);
    let running = match signals.unless(starting).await {
        Ok(running) => running?,
        Err(exit) => return Ok(exit),
    };
    greet(&workspace, running.address(), output);
    let url = format!("http://{}/mcp", running.address());
    if output.is_json() {
        output.json(&json!({"listening": url}))?;
    } else {
        output.line(&format!("listening on {url}"))?;
    }

    signals.next().await;
    tracing::info!("Stopping; a second signal ends at once");
    match signals.unless(running.stop()).await {
        Ok(()) => Ok(Exit::Fine),
        Err(exit) => Ok(exit),
    }
}

/// Says what was found in the configuration. Where logs are JSON, so is this.
pub(super) fn tell(workspace: &Workspace, output: &Output) {
    if workspace.settings.server.log_format == LogFormat::Json {
        problems::log_all(&workspace.diagnostics);
    } else {
        workspace.tell(output);
    }
}

/// Helps somebody along who has not configured anything.
fn greet(workspace: &Workspace, address: SocketAddr, output: &Output) {
    let for_people = workspace.settings.server.log_format == LogFormat::Text;
    if workspace.demo {
        if for_people {
            output.say(DEMO);
            output.say(&format!("to look around: http://{address}/ in a browser"));
        } else {
            tracing::info!("No configuration was found, so the demo is served");
        }
    } else if workspace.settings.sources.is_empty() {
        tracing::warn!("No source is configured; `candor config default` shows how to write one");
    }
}
