//! `candor annotate --apply`: all overrides of a file, or none.

use candor_config::{DeclaredOpinion, read_opinions};
use candor_gateway::edit::{ApplySummary, KeyedOpinion};
use candor_gateway::{EditError, Editor};
use candor_model::{ChangeAuthor, Diagnostic, OpinionKey};
use serde_json::{Value, json};

use crate::args::AnnotateArgs;
use crate::author::author;
use crate::failure;
use crate::file;
use crate::output::TextStyle;
use crate::prelude::{
    CommandExit, CommandFailure, CommandOutput, CommandResult, CommandWorkspace, with_gateway,
};
use crate::text;

/// The largest file, in bytes; the reader takes no more either.
const LARGEST: u64 = 8 << 20;
/// How many problems are printed.
const TOLD: usize = 50;

/// Applies the file.
pub(super) async fn run(
    args: &AnnotateArgs,
    name: &str,
    workspace: &CommandWorkspace,
    output: &CommandOutput,
) -> CommandResult {
    let author = author(args.why.as_deref())?;
    let text = file::read_text(name, LARGEST)?;
    let place = if name == file::DASH { "<stdin>" } else { name };
    let read = read_opinions(place, &text);
    if failure::has_errors(&read.diagnostics) {
        return Err(refused(name).because(read.diagnostics));
    }
    failure::print_diagnostics(output, &read.diagnostics);
    with_gateway(workspace, output, async |gateway| {
        let editor = gateway.editor();
        let wanted: Vec<KeyedOpinion> = read.opinions.iter().map(wanted).collect();
        let applied = editor
            .apply(&author, &wanted, args.prune, args.dry_run)
            .await;
        match applied {
            Ok(applied) => {
                print(&applied, args.dry_run, output)?;
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
    let sentence = format!(
        "{} cannot be applied; nothing was changed",
        file::shown(name)
    );
    CommandFailure::new(sentence)
}

/// The failure with every table of the file that is at fault, and where it stands. The editor
/// judges each by itself; if it finds none, the fault lies elsewhere.
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
        let keys = |keys: &[OpinionKey]| keys.iter().map(json_key).collect::<Vec<_>>();
        output.json(&json!({
            "dry_run": pretended,
            "added": keys(&applied.added),
            "changed": keys(&applied.changed),
            "removed": keys(&applied.removed),
            "unchanged": applied.unchanged,
        }))?;
        return Ok(());
    }
    let groups = [
        (
            "added",
            "would be added",
            &applied.added,
            TextStyle::Success,
        ),
        (
            "changed",
            "would be changed",
            &applied.changed,
            TextStyle::Warning,
        ),
        (
            "removed",
            "would be removed",
            &applied.removed,
            TextStyle::Error,
        ),
    ];
    for (done, would, keys, paint) in groups {
        let word = if pretended { would } else { done };
        for key in keys {
            let key = text::one_line(&key.to_string());
            output.line(&format!("{}: {key}", output.paint(paint, word)))?;
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
