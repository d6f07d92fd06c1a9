//! The program to observe.

use candor_confine::{ChildPermissions, ConfinedCommand};
use candor_server::confinement;
use candor_wire::link::INHERITED;

use crate::args::ConfineSuggestArgs;
use crate::configured_program::ConfiguredProgram;
use crate::prelude::*;

/// The program of the source, or of the command line.
pub(super) fn command(
    args: &ConfineSuggestArgs,
    context: &CommandContext,
    permissions: ChildPermissions,
) -> CommandResult<ConfinedCommand> {
    let blank = ConfinedCommand {
        launcher: confinement::launcher(),
        program: String::new(),
        args: Vec::new(),
        environment: Vec::new(),
        folder: None,
        permissions,
    };
    let Some(name) = &args.source else {
        let (program, rest) = args
            .command
            .split_first()
            .ok_or_else(|| CommandFailure::new("there is no command after `--`"))?;
        return Ok(ConfinedCommand {
            program: program.clone(),
            args: rest.to_vec(),
            // A program started by hand inherits the user's environment.
            environment: std::env::vars().collect(),
            ..blank
        });
    };
    let workspace = CommandWorkspace::open_silently(context)?;
    let configured = ConfiguredProgram::of(name, "confined", &workspace)?;
    let (program, rest) = configured
        .command
        .split_first()
        .ok_or_else(|| CommandFailure::new(format!("the source `{name}` has no command")))?;
    let inherits = |variable: &String| {
        INHERITED.contains(&variable.as_str()) || configured.inherit_env.contains(variable)
    };
    let inherited = std::env::vars().filter(|(variable, _)| inherits(variable));
    Ok(ConfinedCommand {
        program: program.clone(),
        args: rest.to_vec(),
        environment: inherited.chain(configured.env.iter().cloned()).collect(),
        folder: configured.cwd.clone(),
        ..blank
    })
}
