//! `candor connect` and `candor disconnect`: Candor's entry in a client's configuration file.

use std::fs;
use std::path::PathBuf;

use candor_adopt::connect::folder_of;
use candor_adopt::{AdoptBackups, ClientKind, FileChange, WriteOutcome};

use super::adopt;
use crate::args::{ConnectArgs, DisconnectArgs};
use crate::prelude::*;

/// Lets a client start Candor with the configuration of this folder.
pub(super) fn connect(args: &ConnectArgs, context: &CommandContext) -> CommandResult {
    let workspace = CommandWorkspace::open(context)?;
    let Some(config) = &workspace.file else {
        let failure = CommandFailure::new("there is no configuration to connect a client to");
        return Err(failure.hint("`candor add NAME -- COMMAND` writes one"));
    };
    let config = std::path::absolute(config)?;
    let mut words = vec!["stdio".to_owned(), "--config".to_owned()];
    words.push(config.display().to_string());
    if let Some(data) = &context.flags.data {
        let data = std::path::absolute(data)?;
        words.extend(["--data".to_owned(), data.display().to_string()]);
    }
    if let Some(toolset) = &args.toolset {
        words.extend(["--toolset".to_owned(), toolset.to_string()]);
    }
    let program = std::env::current_exe()
        .map_err(|cause| CommandFailure::io("cannot find the program itself", cause))?;
    let program = program.display().to_string();
    if args.link {
        return link(args.client, &program, &words, &workspace);
    }
    let change = candor_adopt::connect(&adopt::folders()?, args.client, &program, &words)?;
    report("connected", args.client, change.as_ref(), &workspace)
}

/// Prints the link with which a client adds Candor itself.
fn link(
    client: ClientKind,
    program: &str,
    words: &[String],
    workspace: &CommandWorkspace,
) -> CommandResult {
    let link = candor_adopt::own_link(client, program, words)?;
    let output = &workspace.output;
    output.json_or_line(
        || json!({"client": client.as_str(), "link": link}),
        link.as_str(),
    )?;
    let title = client.title();
    output.say(&format!(
        "open this link on this machine; {title} asks before it adds Candor"
    ));
    Ok(CommandExit::Success)
}

/// Removes Candor from a client's configuration file.
pub(super) fn disconnect(args: &DisconnectArgs, context: &CommandContext) -> CommandResult {
    let workspace = CommandWorkspace::open(context)?;
    let change = candor_adopt::disconnect(&adopt::folders()?, args.client)?;
    report("disconnected", args.client, change.as_ref(), &workspace)
}

/// Writes the file after a backup, and reports what was done.
fn report(
    word: &str,
    client: ClientKind,
    change: Option<&FileChange>,
    workspace: &CommandWorkspace,
) -> CommandResult {
    let output = &workspace.output;
    let title = client.title();
    let Some(change) = change else {
        output.json_or_line(
            || json!({"client": client.as_str(), "file": null}),
            format!("{title} is {word} already"),
        )?;
        return Ok(CommandExit::Success);
    };
    let backup = write(change, workspace)?;
    let path = change.path.display().to_string();
    output.json_or_line(
        || json!({"client": client.as_str(), "file": path}),
        format!("{word}: {title}, in `{path}`"),
    )?;
    let backup = one_line(&backup.display().to_string());
    output.say(&format!(
        "restart {title}; the file as it was is in `{backup}`"
    ));
    Ok(CommandExit::Success)
}

/// Writes the file; returns the folder with the backup.
fn write(change: &FileChange, workspace: &CommandWorkspace) -> CommandResult<PathBuf> {
    fs::create_dir_all(folder_of(change))?;
    let mut run =
        AdoptBackups::of(&workspace.settings.server.data).begin(std::slice::from_ref(change))?;
    let shown = change.path.display();
    match run.write(change) {
        Ok(WriteOutcome::Written) => {
            run.save()?;
            Ok(run.folder().to_owned())
        }
        Ok(WriteOutcome::ChangedMeanwhile) => {
            run.forget(&change.path);
            run.save()?;
            let failure = CommandFailure::new(format!("`{shown}` was changed meanwhile"));
            Err(failure.hint("run the command again"))
        }
        Err(cause) => {
            run.forget(&change.path);
            run.save()?;
            Err(CommandFailure::io(format!("cannot write `{shown}`"), cause))
        }
    }
}
