//! `candor environment`: variables, secrets and how tools are there.

mod create;
mod delete;
mod edit;
mod list;
mod rotate_key;
mod set;
mod show;
mod unset;

use candor_config::Flags;
use candor_gateway::desk::EnvironmentView;
use serde_json::{Map, Value, json};

use crate::args::EnvironmentCommand;
use crate::exit::Exit;
use crate::output::Output;
use crate::problems::Failure;
use crate::workspace::Workspace;

/// How a value is shown that nobody may see.
const SECRET: &str = "(secret)";

/// Does what was asked for. Environments are in the store, so that no source is started.
pub(super) async fn run(
    args: &EnvironmentCommand,
    flags: &Flags,
    output: &Output,
) -> Result<Exit, Failure> {
    let mut workspace = Workspace::open(flags)?;
    workspace.tell(output);
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
fn json(view: &EnvironmentView) -> Value {
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
        "profile": environment.profile.map(candor_model::Profile::as_str),
        "provenance": environment.provenance,
        "variables": variables,
        "declared": view.version.is_none(),
        "version": view.version,
    })
}

fn endpoint(view: &EnvironmentView) -> String {
    format!("/mcp@{}", view.environment.name)
}

/// Says what was done, or prints the environment as it is now.
fn done(view: &EnvironmentView, sentence: &str, output: &Output) -> Result<(), Failure> {
    if output.is_json() {
        output.json(&json(view))?;
    } else {
        output.line(sentence)?;
    }
    Ok(())
}
