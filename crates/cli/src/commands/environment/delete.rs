//! `candor environment delete`.

use std::io::{self, BufRead as _, IsTerminal as _, Read as _};

use candor_gateway::desk::EnvironmentView;
use candor_model::{EnvironmentName, Scope};
use serde_json::json;

use crate::author::author;
use crate::exit::Exit;
use crate::oneshot;
use crate::output::Output;
use crate::problems::Failure;
use crate::text::counted;
use crate::workspace::Workspace;

/// The most bytes of an answer.
const ANSWER_MAX: u64 = 100;

/// Removes an environment, once somebody has said yes.
pub(super) async fn run(
    name: &EnvironmentName,
    yes: bool,
    why: Option<&str>,
    workspace: &Workspace,
    output: &Output,
) -> Result<Exit, Failure> {
    let author = author(why)?;
    oneshot::with_gateway(workspace, output, async |gateway| {
        let desk = gateway.desk();
        let view = desk.environment(name).await?;
        let entries = desk.opinions().await?;
        let here = Scope::Environment(name.clone());
        let said = entries
            .iter()
            .filter(|entry| entry.key.scope == here)
            .count();
        // What the file declares is refused in any case; nobody needs to be asked.
        if !yes && view.version.is_some() {
            confirm(&view, said, output).await?;
        }
        desk.delete_environment(&author, name, view.version).await?;
        if output.is_json() {
            output.json(&json!({"deleted": name.to_string()}))?;
        } else {
            output.line(&format!("deleted: {name}"))?;
        }
        Ok(Exit::Fine)
    })
    .await
}

async fn confirm(view: &EnvironmentView, said: usize, output: &Output) -> Result<(), Failure> {
    let name = &view.environment.name;
    if !io::stdin().is_terminal() || output.is_json() {
        let sentence = format!("`{name}` was not deleted: nobody is there to be asked");
        return Err(Failure::new(sentence).hint("`--yes` deletes it without asking"));
    }
    let variables = counted(view.variables.len(), "variable");
    let tables = counted(said, "statement");
    output.say(&format!(
        "delete `{name}` with {variables} and {tables} about tools? Type its name to say yes:"
    ));
    // Waiting for a line must not keep the gateway from hearing a signal.
    let answer = tokio::task::spawn_blocking(|| {
        let mut line = String::new();
        let stdin = io::stdin().lock();
        stdin.take(ANSWER_MAX).read_line(&mut line).map(|_| line)
    });
    let answer = answer.await.map_err(anyhow::Error::new)??;
    if answer.trim() == name.as_str() {
        return Ok(());
    }
    Err(Failure::new(format!("`{name}` was not deleted")))
}
