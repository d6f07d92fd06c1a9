//! `candor environment`: variables, secrets and overrides.

mod create;
mod delete;
mod edit;
mod list;
mod rotate_key;
mod set;
mod show;
mod unset;

use candor_config::SettingFlags;
use candor_gateway::edit::EnvironmentDetails;
use serde_json::{Map, Value, json};

use crate::args::EnvironmentCommand;
use crate::prelude::{CommandOutput, CommandResult, CommandWorkspace};

/// What is printed instead of a secret.
const SECRET: &str = "(secret)";

/// Runs the subcommand. Environments are in the store, so no source is started.
pub(super) async fn run(
    args: &EnvironmentCommand,
    flags: &SettingFlags,
    output: &CommandOutput,
) -> CommandResult {
    let mut workspace = CommandWorkspace::open(flags)?;
    workspace.print_diagnostics(output);
    workspace.start_nothing();
    let workspace = &workspace;
    match args {
        EnvironmentCommand::List => list::run(workspace, output).await,
        EnvironmentCommand::Show { name } => show::run(name, workspace, output).await,
        EnvironmentCommand::Create(args) => create::run(args, workspace, output).await,
        EnvironmentCommand::Edit(args) => edit::run(args, workspace, output).await,
        EnvironmentCommand::Delete { name, yes, why } => {
            delete::run(name, *yes, why.as_deref(), workspace, output).await
        }
        EnvironmentCommand::Set(args) => set::run(args, workspace, output).await,
        EnvironmentCommand::Unset {
            name,
            variable,
            why,
        } => unset::run(name, variable, why.as_deref(), workspace, output).await,
        EnvironmentCommand::RotateKey { why } => {
            rotate_key::run(why.as_deref(), workspace, output).await
        }
    }
}

/// An environment as JSON. A secret is `{"secret": true}`.
fn json(view: &EnvironmentDetails) -> Value {
    let environment = &view.environment;
    let variables: Map<String, Value> = view
        .variables
        .iter()
        .map(|variable| {
            let value = match &variable.value {
                Some(value) => json!(value),
                None => json!({"secret": true}),
            };
            (variable.name.to_string(), value)
        })
        .collect();
    json!({
        "name": environment.name.to_string(),
        "endpoint": endpoint(view),
        "description": environment.description,
        "profile": environment.profile.map(candor_model::HintProfile::as_str),
        "provenance": environment.provenance,
        "variables": variables,
        "declared": view.version.is_none(),
        "version": view.version,
    })
}

fn endpoint(view: &EnvironmentDetails) -> String {
    format!("/mcp@{}", view.environment.name)
}

/// Prints a sentence, or the environment as JSON.
fn done(view: &EnvironmentDetails, sentence: &str, output: &CommandOutput) -> CommandResult<()> {
    output.json_or_line(|| json(view), sentence)?;
    Ok(())
}
