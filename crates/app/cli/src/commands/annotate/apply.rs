//! `candor annotate --apply`: applies all overrides in a file, or none.

use candor_config::{DeclaredOpinion, read_opinions};
use candor_gateway::edit::{ApplySummary, KeyedOpinion};
use candor_gateway::{EditError, Editor};
use candor_model::{ChangeAuthor, Diagnostic, OpinionKey};

use crate::args::AnnotateArgs;
use crate::prelude::*;

/// The maximum file size, in bytes; the parser has the same limit.
const LARGEST: u64 = 8 << 20;
/// The maximum number of problems printed.
const TOLD: usize = 50;

/// Applies the file.
pub(super) async fn run(
    args: &AnnotateArgs,
    name: &str,
    workspace: &CommandWorkspace,
) -> CommandResult {
    let author = workspace
        .actor
        .author_because(args.why.as_deref(), "--why")?;
    let text = file::read_text(name, LARGEST)?;
    let read = read_opinions(file::place(name), &text);
    if failure::has_errors(&read.diagnostics) {
        return Err(refused(name).because(read.diagnostics));
    }
    failure::print_diagnostics(&workspace.output, &read.diagnostics);
    with_gateway(workspace, async |gateway| {
        let editor = gateway.editor();
        let wanted: Vec<KeyedOpinion> = read.opinions.iter().map(wanted).collect();
        let applied = editor.apply(&author, &wanted, args.prune, args.dry_run);
        match applied.await {
            Ok(applied) => {
                print(&applied, args.dry_run, &workspace.output)?;
                let waits = args.dry_run && !applied.is_empty();
                Ok(CommandExit::with_findings(waits))
            }
            Err(error) => Err(located(name, error, &editor, &author, &read.opinions).await),
        }
    })
    .await
}

fn wanted(declared: &DeclaredOpinion) -> KeyedOpinion {
    (declared.key.clone(), declared.opinion.clone())
}

fn refused(name: &str) -> CommandFailure {
    let file = file::shown(name);
    CommandFailure::new(format!("{file} cannot be applied; nothing was changed"))
}

/// An error with every invalid table in the file and its place. The editor checks each separately;
/// if it finds no error, the cause is elsewhere.
async fn located(
    name: &str,
    error: EditError,
    editor: &Editor<'_>,
    author: &ChangeAuthor,
    opinions: &[DeclaredOpinion],
) -> CommandFailure {
    let mut diagnostics = Vec::new();
    if matches!(error, EditError::Store(_) | EditError::Stale { .. }) {
        return error.into();
    }
    for declared in opinions {
        let alone = editor.apply(author, &[wanted(declared)], false, true).await;
        if let Err(error) = alone {
            let found = Diagnostic::error("annotate::refused", error.to_string());
            diagnostics.push(found.at(declared.place.clone()));
        }
        if diagnostics.len() == TOLD {
            break;
        }
    }
    if diagnostics.is_empty() {
        return error.into();
    }
    refused(name).because(diagnostics)
}

fn print(applied: &ApplySummary, pretended: bool, output: &CommandOutput) -> CommandResult<()> {
    if output.is_json() {
        let keys = |keys: &[OpinionKey]| keys.iter().map(json_key).collect::<Value>();
        return output.json(&json!({
            "dry_run": pretended,
            "added": keys(&applied.added),
            "changed": keys(&applied.changed),
            "removed": keys(&applied.removed),
            "unchanged": applied.unchanged,
        }));
    }
    let would = if pretended { "would be " } else { "" };
    for (word, keys, paint) in [
        ("added", &applied.added, TextStyle::Success),
        ("changed", &applied.changed, TextStyle::Warning),
        ("removed", &applied.removed, TextStyle::Error),
    ] {
        let word = output.paint(paint, &format!("{would}{word}"));
        for key in keys {
            output.line(&format!("{word}: {}", one_line(&key.to_string())))?;
        }
    }
    if applied.is_empty() {
        output.say("nothing to change");
    }
    Ok(())
}

fn json_key(key: &OpinionKey) -> Value {
    json!({
        "about": key.about.to_string(),
        "layer": key.scope.layer().as_str(),
        "scope": key.scope.name(),
    })
}
