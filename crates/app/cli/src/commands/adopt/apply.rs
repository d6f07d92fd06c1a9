//! Applies the plan: first the backup, then Candor's configuration, then the clients'.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use candor_adopt::{
    AddedSource, AdoptBackups, AdoptPlan, AdoptRun, FileChange, PlannedSource, WriteOutcome,
};
use candor_gateway::Editor;
use candor_model::{ChangeAuthor, SourceName};

use crate::prelude::*;

/// The result of applying a plan.
pub(super) struct AppliedPlan {
    /// The location of the backup.
    pub(super) backup: PathBuf,
    written: Vec<PathBuf>,
    /// The files that were not written, each with the reason.
    pub(super) not_written: Vec<(PathBuf, String)>,
    n_sources: usize,
}

/// Applies a plan. If Candor cannot add the servers, no client is changed.
pub(super) async fn apply(
    plan: &AdoptPlan,
    data: &Path,
    editor: &Editor<'_>,
    author: &ChangeAuthor,
) -> CommandResult<AppliedPlan> {
    let mut run = AdoptBackups::of(data).begin(&plan.changes)?;
    let mut applied = AppliedPlan {
        backup: run.folder().to_owned(),
        written: Vec::new(),
        not_written: Vec::new(),
        n_sources: plan.sources.len(),
    };
    let Some((config, clients)) = plan.changes.split_first() else {
        return Ok(applied);
    };
    let prepared = if applied.write(&mut run, config) {
        seal(plan, &mut run, editor, author).await
    } else {
        Err(CommandFailure::new(
            "the configuration of Candor was not written",
        ))
    };
    if let Err(failure) = prepared {
        roll_back(run, editor, author).await?;
        return Err(failure.or_hint("nothing was changed"));
    }
    for change in clients {
        applied.write(&mut run, change);
    }
    run.save()?;
    Ok(applied)
}

/// Stores sources with secrets in the gateway, encrypted.
async fn seal(
    plan: &AdoptPlan,
    run: &mut AdoptRun,
    editor: &Editor<'_>,
    author: &ChangeAuthor,
) -> CommandResult<()> {
    for source in plan.sources.iter().filter(|source| source.sealed) {
        let version = seal_one(source, editor, author).await?;
        run.add_source(AddedSource {
            name: source.name.clone(),
            version,
        })?;
    }
    Ok(())
}

async fn seal_one(
    source: &PlannedSource,
    editor: &Editor<'_>,
    author: &ChangeAuthor,
) -> CommandResult<u64> {
    let refused = || CommandFailure::new(format!("source `{}` cannot be kept", source.name));
    let drafts = editor.drafts_of_mcp_json(&source.mcp_json(), None);
    let (drafts, findings) = drafts.map_err(|found| refused().because(found))?;
    let Some(draft) = drafts.first() else {
        return Err(refused().because(findings));
    };
    let added = editor.add_source(draft, author).await;
    added.map_err(|error| {
        CommandFailure::new(format!("source `{}` cannot be kept: {error}", source.name))
    })
}

/// Undoes what was done so far.
async fn roll_back(
    mut run: AdoptRun,
    editor: &Editor<'_>,
    author: &ChangeAuthor,
) -> CommandResult<()> {
    for source in run.sources().to_vec() {
        let name = SourceName::parse(&source.name)?;
        editor
            .remove_source(&name, Some(source.version), author)
            .await?;
        run.remove_source(&source.name)?;
    }
    run.undo(&mut HashSet::new())?;
    Ok(())
}

// === impl AppliedPlan ===

impl AppliedPlan {
    /// Writes a file, and remembers why if it does not.
    fn write(&mut self, run: &mut AdoptRun, change: &FileChange) -> bool {
        let reason = match run.write(change) {
            Ok(WriteOutcome::Written) => {
                self.written.push(change.path.clone());
                return true;
            }
            Ok(WriteOutcome::ChangedMeanwhile) => {
                "it was changed meanwhile; run `candor adopt` again".to_owned()
            }
            Err(cause) => {
                run.forget(&change.path);
                cause.to_string()
            }
        };
        self.not_written.push((change.path.clone(), reason));
        false
    }

    /// Whether a file was written.
    pub(super) fn has_written(&self, path: &Path) -> bool {
        self.written.iter().any(|written| written == path)
    }

    /// Prints what was done and how to undo it.
    pub(super) fn print(&self, output: &CommandOutput) {
        for (path, reason) in &self.not_written {
            let path = one_line(&path.display().to_string());
            output.say(&format!("not written: {path}: {}", one_line(reason)));
        }
        if output.is_json() {
            return;
        }
        output.say(&format!(
            "moved {}, wrote {}; restart the clients, and `candor adopt --undo` puts everything back",
            counted(self.n_sources, "server"),
            counted(self.written.len(), "file"),
        ));
    }
}
