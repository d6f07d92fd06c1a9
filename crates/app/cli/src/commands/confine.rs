//! `candor confine`: what a confined server needs, and what it was denied.

mod conversation;
mod program;
mod refusals;

use std::time::Duration;

use candor_confine::{
    ChildPermissions, ConfineLevel, ConfinedChild, Observation, ObservedCalls, SuggestionContext,
    suggest_table,
};
use tokio::io::{AsyncBufReadExt as _, BufReader};

use crate::args::{ConfineCommand, ConfineSuggestArgs};
use crate::prelude::*;

/// The number of observations kept; further ones are only counted.
const MOST_OBSERVATIONS: usize = 200_000;

/// Runs the command.
pub(super) async fn run(command: &ConfineCommand, context: &CommandContext) -> CommandResult {
    match command {
        ConfineCommand::Suggest(args) => suggest(args, context).await,
        ConfineCommand::Refusals { source } => refusals::run(source.as_ref(), context).await,
    }
}

async fn suggest(args: &ConfineSuggestArgs, context: &CommandContext) -> CommandResult {
    let permissions = ChildPermissions {
        observe: ObservedCalls::Reads,
        ..ChildPermissions::of(ConfineLevel::Watch)
    };
    let command = program::command(args, context, permissions)?;
    let folder = match &command.folder {
        Some(folder) => folder.clone(),
        None => std::env::current_dir()
            .map_err(|cause| CommandFailure::io("cannot find the working folder", cause))?,
    };
    let mut child = candor_confine::spawn(&command)?;
    let mut seen = Vec::new();
    let tools = {
        let talk = conversation::hold(&mut child.child);
        let output = &context.output;
        let until = async {
            let tools = talk.await;
            output.say("watching; press Enter to stop");
            stop(args.seconds).await;
            tools
        };
        collect(&mut child.observations, &mut seen, until).await
    };
    let missed = child.observations.missed();
    end(child).await;
    let home = std::env::home_dir();
    let temporary = std::env::temp_dir();
    let table = suggest_table(
        &seen,
        &SuggestionContext {
            level: args.level,
            folder: &folder,
            home: home.as_deref(),
            temporary: &temporary,
        },
    );
    if missed > 0 {
        context.output.say(&format!(
            "warning: {missed} observations were missed, because they came too fast"
        ));
    }
    let name = args.source.as_ref().map_or("NAME", |name| name.as_str());
    let report = || {
        json!({
            "tools": tools,
            "observations": seen.len(),
            "missed": missed,
            "confine": {
                "level": table.level.as_str(),
                "read": table.read,
                "write": table.write,
                "connect": table.connect,
                "run": table.run,
            },
        })
    };
    let text = format!("[sources.{name}.confine]\n{table}");
    context.output.json_or_line(report, text.trim_end())?;
    Ok(CommandExit::with_findings(false))
}

/// Collects observations until the work is done.
async fn collect<T>(
    observations: &mut candor_confine::Observations,
    seen: &mut Vec<Observation>,
    until: impl Future<Output = T>,
) -> T {
    let mut until = std::pin::pin!(until);
    loop {
        tokio::select! {
            done = &mut until => {
                while let Some(one) = observations.try_next() {
                    seen.push(one);
                }
                return done;
            }
            Some(one) = observations.next() => {
                if seen.len() < MOST_OBSERVATIONS {
                    seen.push(one);
                }
            }
        }
    }
}

/// Waits for Ctrl-C or the timeout.
async fn stop(seconds: Option<u64>) {
    if let Some(seconds) = seconds {
        return tokio::time::sleep(Duration::from_secs(seconds)).await;
    }
    let mut line = String::new();
    // The end of the input stops, too.
    let _ = BufReader::new(tokio::io::stdin())
        .read_line(&mut line)
        .await;
}

/// Ends the program; what it started ends with the guard.
async fn end(mut child: ConfinedChild) {
    drop(child.child.stdin.take());
    let grace = Duration::from_secs(2);
    if tokio::time::timeout(grace, child.child.wait())
        .await
        .is_err()
    {
        // It is killed when it is dropped, should this fail.
        let _ = child.child.kill().await;
    }
}
