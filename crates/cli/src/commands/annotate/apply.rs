//! `candor annotate --apply`: a whole file of opinions, or nothing of it.

use candor_config::{DeclaredOpinion, read_opinions};
use candor_gateway::desk::{Applied, Wanted};
use candor_gateway::{Desk, DeskError};
use candor_model::{Author, Diagnostic, OpinionKey};
use serde_json::{Value, json};

use crate::args::Annotate;
use crate::author::author;
use crate::exit::Exit;
use crate::file;
use crate::oneshot;
use crate::output::{Output, Paint};
use crate::problems::{self, Failure};
use crate::text;
use crate::workspace::Workspace;

/// The largest file, in bytes; the reader takes no more either.
const LARGEST: u64 = 8 << 20;
/// So many problems are told.
const TOLD: usize = 50;

/// Takes over the file.
pub(super) async fn run(
    args: &Annotate,
    name: &str,
    workspace: &Workspace,
    output: &Output,
) -> Result<Exit, Failure> {
    let author = author(args.why.as_deref())?;
    let text = file::read_text(name, LARGEST)?;
    let place = if name == file::DASH { "<stdin>" } else { name };
    let read = read_opinions(place, &text);
    if problems::has_errors(&read.diagnostics) {
        return Err(refused(name).because(read.diagnostics));
    }
    problems::tell_all(output, &read.diagnostics);
    oneshot::with_gateway(workspace, output, async |gateway| {
        let desk = gateway.desk();
        let wanted: Vec<Wanted> = read.opinions.iter().map(wanted).collect();
        let applied = desk.apply(&author, &wanted, args.prune, args.dry_run).await;
        match applied {
            Ok(applied) => {
                tell(&applied, args.dry_run, output)?;
                let waits = args.dry_run && !applied.is_empty();
                Ok(Exit::with_findings(waits))
            }
            Err(error) => Err(located(name, error, &desk, &author, &read.opinions).await),
        }
    })
    .await
}

fn wanted(declared: &DeclaredOpinion) -> Wanted {
    (declared.key.clone(), declared.opinion.clone())
}

fn refused(name: &str) -> Failure {
    let sentence = format!(
        "{} cannot be applied; nothing was changed",
        file::shown(name)
    );
    Failure::new(sentence)
}

/// The failure with every table of the file that is at fault, and where it stands. The desk
/// judges each by itself; if it finds none, the fault lies elsewhere.
async fn located(
    name: &str,
    error: DeskError,
    desk: &Desk<'_>,
    author: &Author,
    opinions: &[DeclaredOpinion],
) -> Failure {
    let mut diagnostics = Vec::new();
    if matches!(error, DeskError::Store(_) | DeskError::Stale { .. }) {
        return error.into();
    }
    for declared in opinions {
        let alone = desk.apply(author, &[wanted(declared)], false, true).await;
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

fn tell(applied: &Applied, pretended: bool, output: &Output) -> Result<(), Failure> {
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
        ("added", "would be added", &applied.added, Paint::Good),
        (
            "changed",
            "would be changed",
            &applied.changed,
            Paint::Careful,
        ),
        ("removed", "would be removed", &applied.removed, Paint::Bad),
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
