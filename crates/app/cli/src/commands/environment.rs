//! `candor environment`: variables, secrets and overrides.

mod rotate_key;
mod set;
mod show;

use candor_gateway::Editor;
use candor_gateway::edit::{EnvironmentDetails, EnvironmentEdit};
use candor_model::{Environment, EnvironmentName, OpinionScope};
use serde_json::Map;

use crate::args::{
    EnvironmentCommand, EnvironmentCreateArgs, EnvironmentEditArgs, InheritableValue, ReasonArgs,
};
use crate::prelude::*;
use crate::prompt;

/// Runs the subcommand. Environments are in the store, so no source is started.
pub(super) async fn run(args: &EnvironmentCommand, context: &CommandContext) -> CommandResult {
    let workspace = &CommandWorkspace::open_store(context)?;
    match args {
        EnvironmentCommand::List => list(workspace).await,
        EnvironmentCommand::Show { name } => show::run(name, workspace).await,
        EnvironmentCommand::Create(args) => create(args, workspace).await,
        EnvironmentCommand::Edit(args) => edit(args, workspace).await,
        EnvironmentCommand::Delete { name, yes, reason } => {
            delete(name, *yes, reason, workspace).await
        }
        EnvironmentCommand::Set(args) => set::run(args, workspace).await,
        EnvironmentCommand::Unset {
            name,
            variable,
            reason,
        } => {
            let author = reason.author(&workspace.actor)?;
            let sentence = format!("removed: variable {variable} of {name}");
            change(workspace, sentence, async |editor| {
                Ok(editor.remove_variable(&author, name, variable).await?)
            })
            .await
        }
        EnvironmentCommand::RotateKey { reason } => rotate_key::run(reason, workspace).await,
    }
}

/// Lists all environments, including those of the file.
async fn list(workspace: &CommandWorkspace) -> CommandResult {
    with_gateway(workspace, async |gateway| {
        let views = gateway.editor().environments().await?;
        let none = "no environments yet; `candor environment create NAME` creates one";
        let table = || {
            let headings = ["ENVIRONMENT", "ENDPOINT", "VARIABLES", "DESCRIPTION"];
            let row = |view: &EnvironmentDetails| {
                [
                    view.environment.name.as_str().into(),
                    endpoint(view).into(),
                    view.variables.len().to_string().into(),
                    one_line(&view.environment.description).into(),
                ]
            };
            TextTable::new(&headings, views.iter().map(row))
        };
        let output = &workspace.output;
        output.list("environments", views.iter().map(json), none, table)
    })
    .await
}

/// Creates an environment.
async fn create(args: &EnvironmentCreateArgs, workspace: &CommandWorkspace) -> CommandResult {
    let author = args.reason.author(&workspace.actor)?;
    let environment = Environment {
        name: args.name.clone(),
        description: args.description.clone(),
        profile: args.profile,
        provenance: args.provenance,
    };
    let sentence = format!("created: {name}, served at /mcp@{name}", name = args.name);
    change(workspace, sentence, async |editor| {
        Ok(editor.create_environment(&author, &environment).await?)
    })
    .await
}

/// Changes only what is given.
async fn edit(args: &EnvironmentEditArgs, workspace: &CommandWorkspace) -> CommandResult {
    let author = args.reason.author(&workspace.actor)?;
    let name = &args.name;
    let edit = EnvironmentEdit {
        description: args.description.clone(),
        profile: args.profile.map(InheritableValue::into_option),
        provenance: args.provenance.map(InheritableValue::into_option),
    };
    if edit == EnvironmentEdit::default() {
        let failure = CommandFailure::new(format!("nothing to change in `{name}`"));
        return Err(failure.hint("use `--description`, `--profile` or `--provenance`"));
    }
    change(workspace, format!("changed: {name}"), async |editor| {
        Ok(editor.edit_environment(&author, name, edit, None).await?)
    })
    .await
}

/// Deletes an environment after confirmation.
async fn delete(
    name: &EnvironmentName,
    yes: bool,
    reason: &ReasonArgs,
    workspace: &CommandWorkspace,
) -> CommandResult {
    let author = reason.author(&workspace.actor)?;
    with_gateway(workspace, async |gateway| {
        let editor = gateway.editor();
        let view = editor.environment(name).await?;
        let mut entries = editor.opinions().await?;
        let here = OpinionScope::Environment(name.clone());
        entries.retain(|entry| entry.key.scope == here);
        // An environment declared in the file cannot be deleted, so no confirmation is needed.
        if !yes && view.version.is_some() {
            let variables = counted(view.variables.len(), "variable");
            let tables = counted(entries.len(), "statement");
            let what = format!("{variables} and {tables} about tools");
            prompt::confirm_deletion(name.as_str(), &what, &workspace.output).await?;
        }
        let deleted = editor.delete_environment(&author, name, view.version);
        deleted.await?;
        workspace.output.deleted(name.as_str())
    })
    .await
}

/// Makes a change and prints a message, or the environment as JSON.
async fn change(
    workspace: &CommandWorkspace,
    sentence: String,
    work: impl AsyncFnOnce(Editor<'_>) -> CommandResult<EnvironmentDetails>,
) -> CommandResult {
    with_gateway(workspace, async |gateway| {
        let view = work(gateway.editor()).await?;
        workspace.output.json_or_line(|| json(&view), sentence)
    })
    .await
}

/// An environment as JSON. A secret is `{"secret": true}`.
fn json(view: &EnvironmentDetails) -> Value {
    let environment = &view.environment;
    let variables = view.variables.iter().map(|variable| {
        let value = match &variable.value {
            Some(value) => json!(value),
            None => json!({"secret": true}),
        };
        (variable.name.to_string(), value)
    });
    json!({
        "name": environment.name.to_string(),
        "endpoint": endpoint(view),
        "description": environment.description,
        "profile": environment.profile.map(candor_model::HintProfile::as_str),
        "provenance": environment.provenance,
        "variables": variables.collect::<Map<_, _>>(),
        "declared": view.version.is_none(),
        "version": view.version,
    })
}

fn endpoint(view: &EnvironmentDetails) -> String {
    format!("/mcp@{}", view.environment.name)
}
