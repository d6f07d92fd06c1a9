//! `candor environment list`.

use candor_gateway::desk::EnvironmentView;
use serde_json::{Value, json};

use crate::exit::Exit;
use crate::oneshot;
use crate::output::Output;
use crate::problems::Failure;
use crate::table::Table;
use crate::text;
use crate::workspace::Workspace;

/// Lists all environments, the file's too.
pub(super) async fn run(workspace: &Workspace, output: &Output) -> Result<Exit, Failure> {
    oneshot::with_gateway(workspace, output, async |gateway| {
        let views = gateway.desk().environments().await?;
        tell(&views, output)?;
        Ok(Exit::Fine)
    })
    .await
}

fn tell(views: &[EnvironmentView], output: &Output) -> Result<(), Failure> {
    if output.is_json() {
        let views: Vec<Value> = views.iter().map(super::json).collect();
        output.json(&json!({ "environments": views }))?;
    } else if views.is_empty() {
        output.say("there is no environment; `candor environment create NAME` makes one");
    } else {
        let mut table = Table::new(&["ENVIRONMENT", "ENDPOINT", "VARIABLES", "DESCRIPTION"]);
        for view in views {
            table.row([
                view.environment.name.as_str().into(),
                super::endpoint(view).into(),
                view.variables.len().to_string().into(),
                text::one_line(&view.environment.description).into(),
            ]);
        }
        output.table(table)?;
    }
    Ok(())
}
