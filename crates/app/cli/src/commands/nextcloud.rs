//! `candor nextcloud`: the Nextcloud pack as a standalone server.

use candor_config::{PackName, PackSettings, SettingFlags, SourceSettings, TransportSettings};
use candor_functions::FunctionDefinition;
use candor_gateway::Endpoint;
use candor_model::SourceName;

use super::{serve, stdio};
use crate::args::{NextcloudArgs, NextcloudCommand};
use crate::hints::brief;
use crate::prelude::*;
use crate::table::{TableCell, TextTable};
use crate::target;
use crate::text::one_line;

/// Serves the pack, or lists its tools.
pub(super) async fn run(args: NextcloudArgs, context: &CommandContext) -> CommandResult {
    if let Some(NextcloudCommand::Tools) = args.command {
        return tools(&context.output);
    }
    let served = CommandContext {
        flags: SettingFlags {
            listen: args.listen.clone(),
            ..context.flags.clone()
        },
        output: context.output.clone(),
        actor: context.actor.clone(),
    };
    let workspace = workspace(&served)?;
    match args.listen {
        Some(_) => serve::serve(workspace, None, false, &served.output).await,
        None => stdio::serve(workspace, None, Endpoint::default(), &served.output).await,
    }
}

/// The pack as the only source, under the names that its tools have.
fn workspace(context: &CommandContext) -> CommandResult<CommandWorkspace> {
    let name = PackName::Nextcloud.as_str();
    let name = SourceName::parse(name).map_err(|error| CommandFailure::new(error.to_string()))?;
    let pack = TransportSettings::Pack(PackSettings::new(PackName::Nextcloud));
    let mut workspace = target::alone(SourceSettings::new(name.clone(), pack), context)?;
    workspace.settings.server.transparent = Some(name);
    Ok(workspace)
}

/// Prints every definition. Nothing is sent.
fn tools(output: &CommandOutput) -> CommandResult {
    let toolbox = candor_nextcloud::unconnected_toolbox()
        .map_err(|error| CommandFailure::new(error.to_string()))?;
    let definitions: Vec<&FunctionDefinition> = toolbox.definitions().collect();
    if output.is_json() {
        let tools: Vec<_> = definitions.iter().map(|tool| tool.to_json()).collect();
        output.json(&json!({"tools": tools}))?;
        return Ok(CommandExit::Success);
    }
    let rows = definitions.iter().map(|tool| {
        [
            TableCell::from(tool.name.clone()),
            brief(tool.hints).into(),
            one_line(&tool.description).into(),
        ]
    });
    output.table(TextTable::new(&["TOOL", "HINTS", "DESCRIPTION"], rows).cut())?;
    Ok(CommandExit::Success)
}
