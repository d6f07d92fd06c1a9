//! `candor serve`: the gateway over HTTP.

use std::net::SocketAddr;
use std::path::Path;

use candor_config::{LogFormat, SettingFlags};
use candor_server::{AnnouncedAddress, RunningServer, ServedConfiguration, StartNotes};
use candor_text::shell_word;

use crate::args::ServeArgs;
use crate::browser;
use crate::prelude::*;
use crate::signals::ShutdownSignals;
use crate::workspace;

/// The message of the demo.
const DEMO: &str = "\
no configuration found, so the demo is served: the API of a small in-memory bookshop,
and the `gs1` pack with sample data
to serve the MCP servers of your other clients: `candor adopt`, then restart
to serve another MCP server: `candor add NAME -- COMMAND`, then restart
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
    let followed = workspace.configuration(flags);
    serve(workspace, followed, !args.no_open, &context.output).await
}

/// Serves the sources of a workspace and follows its configuration file. `opens` says whether to
/// open the dashboard.
pub(super) async fn serve(
    workspace: CommandWorkspace,
    followed: Option<ServedConfiguration>,
    opens: bool,
    output: &CommandOutput,
) -> CommandResult {
    let mut signals = ShutdownSignals::listen()?;
    workspace.log()?;
    print_notices(&workspace);
    let unused = workspace.unused_state();

    let starting = candor_server::serve(&workspace.settings, workspace.demo);
    let mut running = match signals.unless(starting).await {
        Ok(running) => running?,
        Err(exit) => return Ok(exit),
    };
    workspace.note_folder();
    if let Some(unused) = unused {
        mention_unused(&unused, &workspace);
    }
    let mut announced = announce(&workspace, running.address());
    // Without an announcement another gateway serves this data directory, and its clients.
    if announced.is_some()
        && let Err(error) = running.serve_clients(&workspace.settings.server)
    {
        tracing::warn!(%error, "Clients that start `candor stdio` will start their servers themselves");
    }
    if let Some(followed) = followed {
        running.follow(followed, announced.take())?;
    }
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

/// Announces the gateway to other commands on this data directory. Failure is not critical.
fn announce(
    workspace: &CommandWorkspace,
    address: SocketAddr,
) -> Option<(AnnouncedAddress, StartNotes)> {
    let notes = StartNotes {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        config: workspace.config_digest,
        problem: None,
        after_restart: Vec::new(),
    };
    let announced = AnnouncedAddress::write(&workspace.settings.server.data, address, &notes);
    let announced = announced.unwrap_or_else(|error| {
        tracing::warn!(%error, "The address could not be written into the data directory");
        None
    });
    announced.map(|announced| (announced, notes))
}

/// Prints the dashboard's sign-in link. It signs in any user who opens it, so it is only printed to
/// a terminal: others can read logs.
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

/// Explains how to use the shared state from before each folder had its own.
fn mention_unused(unused: &Path, workspace: &CommandWorkspace) {
    let unused = unused.display().to_string();
    let command = format!("candor data move --from {}", shell_word(&unused));
    if workspace.settings.server.log_format == LogFormat::Text {
        workspace.output.say(&format!(
            "this folder has state of its own now; to use the approvals, tokens and toolsets in \
             `{unused}`, stop the gateway and run `{command}`"
        ));
    } else {
        tracing::info!(%unused, command, "This folder has state of its own now");
    }
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
