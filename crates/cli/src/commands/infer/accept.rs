//! `candor infer --accept`: what was suggested is said from now on.

use candor_config::Flags;
use candor_gateway::desk::{Accepted, Choice};
use candor_infer::Confidence;
use serde_json::{Value, json};

use crate::args::Infer;
use crate::author::author;
use crate::exit::Exit;
use crate::oneshot;
use crate::output::{Output, Paint};
use crate::problems::Failure;
use crate::text;
use crate::workspace::Workspace;

/// Accepts. Only the source whose tools are meant is started.
pub(super) async fn run(args: &Infer, flags: &Flags, output: &Output) -> Result<Exit, Failure> {
    let author = author(args.why.as_deref())?;
    let choice = choice(args)?;
    let mut workspace = Workspace::open(flags)?;
    workspace.tell(output);
    let meant = match &choice {
        Choice::Tool(name, _) => name.source(),
        Choice::Source(source, _) => source,
    };
    workspace.narrow(meant)?;
    oneshot::with_gateway(&workspace, output, async |gateway| {
        // A source that does not answer suggests nothing, and that would be no true reason.
        let sources = gateway.sources();
        let mut down = sources.iter().filter(|one| !one.state.is_ready());
        if let Some(down) = down.find(|one| one.name == *meant) {
            return Err(Failure::new(format!(
                "source `{}` {}",
                down.name, down.state
            )));
        }
        let accepted = gateway.desk().accept(&author, &choice).await?;
        tell(&accepted, output)?;
        Ok(Exit::Fine)
    })
    .await
}

fn choice(args: &Infer) -> Result<Choice, Failure> {
    match (&args.accept, &args.source, args.min_confidence) {
        (Some(tool), _, _) => Ok(Choice::Tool(tool.clone(), args.hint)),
        (None, Some(source), Some(least)) => {
            Ok(Choice::Source(source.clone(), Confidence::new(least)))
        }
        _ => Err(Failure::new(
            "`--accept-all` needs `--source SOURCE` and `--min-confidence PERCENT`",
        )),
    }
}

fn tell(accepted: &[Accepted], output: &Output) -> Result<(), Failure> {
    if output.is_json() {
        let accepted: Vec<Value> = accepted
            .iter()
            .map(|one| {
                json!({"tool": one.name.to_string(), "hint": one.hint.key(), "value": one.value})
            })
            .collect();
        output.json(&json!({ "accepted": accepted }))?;
        return Ok(());
    }
    for Accepted { name, hint, value } in accepted {
        let name = text::one_line(&name.to_string());
        let word = output.paint(Paint::Good, "accepted");
        output.line(&format!("{word}: {name} {}: {value}", hint.word()))?;
    }
    Ok(())
}
