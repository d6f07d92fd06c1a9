//! `candor gs1 import`: products and resolver rules from a file.

use std::path::Path;

use candor_config::{Flags, PackName, Transport};
use candor_gs1::{FILE_MAX, ImportError, Imported, Problem, Problems, import};
use candor_model::{Diagnostic, Place, Severity};
use candor_server::assemble::open_store;
use candor_store::Gs1Change;
use serde_json::{Value, json};

use crate::args::Gs1Import;
use crate::exit::Exit;
use crate::file;
use crate::output::Output;
use crate::problems::{self, Failure};
use crate::text::{counted, one_line};
use crate::workspace::Workspace;

/// The kind of what is said about a line.
const CODE: &str = "gs1::line";

/// Takes over the whole file, or nothing of it. No source is started.
pub(super) async fn run(args: &Gs1Import, flags: &Flags, output: &Output) -> Result<Exit, Failure> {
    let workspace = Workspace::open(flags)?;
    workspace.tell(output);
    workspace.log_quietly(output)?;
    let text = file::read(&args.file, FILE_MAX as u64)?;
    let name = Path::new(&args.file).file_name().unwrap_or_default();
    let name = name.to_string_lossy();
    let store = open_store(&workspace.settings).await?;
    let imported = import(&store, &name, &text, args.dry_run).await;
    store.close().await;
    match imported {
        Ok(imported) => {
            tell(args, &imported, output)?;
            tell_if_unserved(&workspace, output);
            Ok(Exit::Fine)
        }
        Err(ImportError::Lines { problems, .. }) => {
            refuse(args, &problems, output)?;
            Ok(Exit::Findings)
        }
        Err(error) => Err(explained(error)),
    }
}

fn explained(error: ImportError) -> Failure {
    let hint = match &error {
        ImportError::Kind { .. } | ImportError::Header { .. } | ImportError::Empty { .. } => {
            "the first line of a .csv file names its columns, such as `gtin,name,brand`; a .jsonl \
             file has one JSON object a line"
        }
        _ => return anyhow::Error::new(error).into(),
    };
    Failure::from(anyhow::Error::new(error)).hint(hint)
}

fn tell(args: &Gs1Import, imported: &Imported, output: &Output) -> Result<(), Failure> {
    let warnings = diagnostics(args, &imported.warnings, Severity::Warning);
    let loaded = imported.loaded;
    if output.is_json() {
        output.json(&json!({
            "file": args.file,
            "dry_run": imported.dry_run,
            "products": json_change(loaded.products),
            "rules": json_change(loaded.rules),
            "diagnostics": problems::json_all(&warnings),
        }))?;
        return Ok(());
    }
    problems::tell_all(output, &warnings);
    tell_more(&imported.warnings, output);
    let word = if imported.dry_run {
        "would be imported from"
    } else {
        "imported from"
    };
    let changes = [("product", loaded.products), ("rule", loaded.rules)];
    let changes = changes
        .into_iter()
        .filter_map(|(noun, change)| in_words(noun, change));
    let changes: Vec<String> = changes.collect();
    let name = one_line(&args.file);
    output.line(&format!("{word} `{name}`: {}", changes.join("; ")))?;
    Ok(())
}

/// Nothing was taken over, because of these.
fn refuse(args: &Gs1Import, problems: &Problems, output: &Output) -> Result<(), Failure> {
    let found = diagnostics(args, problems, Severity::Error);
    if output.is_json() {
        output.json(&json!({
            "file": args.file,
            "dry_run": args.dry_run,
            "products": Value::Null,
            "rules": Value::Null,
            "diagnostics": problems::json_all(&found),
        }))?;
        return Ok(());
    }
    problems::tell_all(output, &found);
    tell_more(problems, output);
    let count = counted(problems.list().len() + problems.more(), "problem");
    let name = one_line(&args.file);
    Failure::new(format!("`{name}` was not imported: {count}"))
        .hint("correct the lines, and import the file again; nothing of it was taken")
        .tell(output);
    Ok(())
}

fn tell_more(problems: &Problems, output: &Output) {
    if problems.more() > 0 {
        output.say(&format!("and {} more", problems.more()));
    }
}

/// Tools that nobody serves find nothing, whatever is in the catalogue.
fn tell_if_unserved(workspace: &Workspace, output: &Output) {
    let mut sources = workspace.settings.sources.iter();
    let is_served = sources.any(|source| match &source.transport {
        Transport::Pack(pack) => source.enabled && pack.pack == PackName::Gs1,
        _ => false,
    });
    if !is_served && !workspace.demo && !output.is_json() {
        output.say("no source serves the `gs1` pack; write `[sources.gs1]` and `kind = \"pack\"` to the configuration file");
    }
}

fn diagnostics(args: &Gs1Import, problems: &Problems, severity: Severity) -> Vec<Diagnostic> {
    let one = |problem: &Problem| {
        let line = usize::try_from(problem.line).unwrap_or(usize::MAX);
        Diagnostic::new(severity, CODE, problem.sentence.as_str()).at(Place {
            file: args.file.clone(),
            position: Some((line, 1)),
        })
    };
    problems.list().iter().map(one).collect()
}

/// `2 products added, 1 changed, 3 unchanged`; nothing where there is none.
fn in_words(noun: &str, change: Gs1Change) -> Option<String> {
    let kinds = [
        (change.added, "added"),
        (change.changed, "changed"),
        (change.unchanged, "unchanged"),
    ];
    let mut kinds = kinds.into_iter().filter(|(count, _)| *count > 0);
    let (first, word) = kinds.next()?;
    let ending = if first == 1 { "" } else { "s" };
    let first = format!("{first} {noun}{ending} {word}");
    let rest = kinds.map(|(count, word)| format!("{count} {word}"));
    Some(
        std::iter::once(first)
            .chain(rest)
            .collect::<Vec<_>>()
            .join(", "),
    )
}

fn json_change(change: Gs1Change) -> Value {
    json!({"added": change.added, "changed": change.changed, "unchanged": change.unchanged})
}
