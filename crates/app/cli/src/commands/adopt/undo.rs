//! `candor adopt --undo`: restores every file.

use std::collections::HashSet;

use candor_adopt::backup::UndoneFile;
use candor_adopt::{AdoptBackups, AdoptRun, UndoneState};
use candor_gateway::Editor;
use candor_model::{ChangeAuthor, SourceName};

use super::place::AdoptPlace;
use crate::prelude::*;

/// The result of undoing.
#[derive(Default)]
struct UndoReport {
    files: Vec<UndoneFile>,
    /// The sources that are gone.
    sources: Vec<String>,
    /// What could not be restored, as sentences.
    refused: Vec<String>,
}

/// Restores everything that was not modified since.
pub(super) async fn run(context: &CommandContext) -> CommandResult {
    let place = AdoptPlace::find(context)?;
    let workspace = place.workspace(context)?;
    let runs = AdoptBackups::of(&workspace.settings.server.data).runs()?;
    if runs.is_empty() {
        let nothing = || json!({ "files": [], "sources": [], "refused": [] });
        context.output.json_or(nothing, || {
            context.output.say("nothing to undo");
            Ok(())
        })?;
        return Ok(CommandExit::Success);
    }
    if runs.iter().all(|run| run.sources().is_empty()) {
        return undo(runs, None, &context.output).await;
    }
    let author = context.actor.author();
    with_gateway(&workspace, async |gateway| {
        let editor = gateway.editor();
        undo(runs, Some((&editor, &author)), &context.output).await
    })
    .await
}

/// Undoes all runs, the newest first.
async fn undo(
    runs: Vec<AdoptRun>,
    editing: Option<(&Editor<'_>, &ChangeAuthor)>,
    output: &CommandOutput,
) -> CommandResult {
    let mut report = UndoReport::default();
    let mut blocked = HashSet::new();
    for mut run in runs {
        report.files.extend(run.undo(&mut blocked)?);
        if let Some((editor, author)) = editing {
            remove_sources(&mut run, editor, author, &mut report).await?;
        }
    }
    report
        .refused
        .extend(report.files.iter().filter_map(refusal));
    report.print(output)?;
    Ok(CommandExit::with_findings(!report.refused.is_empty()))
}

/// Removes the sources that a run added to the gateway.
async fn remove_sources(
    run: &mut AdoptRun,
    editor: &Editor<'_>,
    author: &ChangeAuthor,
    report: &mut UndoReport,
) -> CommandResult<()> {
    for source in run.sources().to_vec() {
        let name = SourceName::parse(&source.name)?;
        let saved = editor.saved_sources();
        let known = saved.iter().find(|one| one.name == name);
        if known.is_some_and(|known| known.version != source.version) {
            report.refused.push(format!(
                "source `{name}` was changed since and was kept; the page `/sources` removes it"
            ));
            continue;
        }
        if known.is_some() {
            editor
                .remove_source(&name, Some(source.version), author)
                .await?;
            report.sources.push(source.name.clone());
        }
        run.remove_source(&source.name)?;
    }
    Ok(())
}

/// Why a file was not put back, and the way out.
fn refusal(file: &UndoneFile) -> Option<String> {
    let path = one_line(&file.path.display().to_string());
    match &file.state {
        UndoneState::Changed(Some(copy)) => Some(format!(
            "`{path}` was changed since and was left alone; what it was is in `{}`",
            one_line(&copy.display().to_string())
        )),
        UndoneState::Changed(None) => Some(format!(
            "`{path}` was changed since and was left alone; it did not exist before"
        )),
        UndoneState::Failed(cause) => Some(format!("`{path}`: {}", one_line(cause))),
        UndoneState::Restored | UndoneState::Removed | UndoneState::Unchanged => None,
    }
}

// === impl UndoReport ===

impl UndoReport {
    fn print(&self, output: &CommandOutput) -> CommandResult<()> {
        if output.is_json() {
            let files = self.files.iter().map(|file| {
                json!({
                    "file": file.path.display().to_string(),
                    "state": word(&file.state),
                })
            });
            return output.json(&json!({
                "files": files.collect::<Value>(),
                "sources": self.sources,
                "refused": self.refused,
            }));
        }
        for file in &self.files {
            let path = one_line(&file.path.display().to_string());
            output.line(&format!("{}: {path}", word(&file.state)))?;
        }
        for source in &self.sources {
            output.line(&format!("removed: source {source}"))?;
        }
        for sentence in &self.refused {
            output.say(sentence);
        }
        Ok(())
    }
}

fn word(state: &UndoneState) -> &'static str {
    match state {
        UndoneState::Restored => "restored",
        UndoneState::Removed => "removed",
        UndoneState::Unchanged => "unchanged",
        UndoneState::Changed(_) => "kept",
        UndoneState::Failed(_) => "failed",
    }
}
