//! `candor gs1`: products and resolver rules of the `gs1` pack, from a file.

use std::path::Path;

use candor_config::{PackName, TransportSettings};
use candor_gs1::{CatalogueImport, CatalogueImportError, FILE_MAX, FileProblems, LineProblem};
use candor_model::{Diagnostic, FilePosition, Severity};
use candor_server::assemble::open_store;
use candor_store::PackLoadCounts;

use crate::args::Gs1ImportArgs;
use crate::prelude::*;

/// The kind of a line.
const CODE: &str = "gs1::line";

/// Imports the whole file, or nothing. No source is started.
pub(super) async fn import(args: &Gs1ImportArgs, context: &CommandContext) -> CommandResult {
    let workspace = CommandWorkspace::open(context)?;
    workspace.log_quietly()?;
    let text = file::read(&args.file, FILE_MAX as u64)?;
    let name = Path::new(&args.file).file_name().unwrap_or_default();
    let name = name.to_string_lossy();
    let store = open_store(&workspace.settings).await?;
    let imported = candor_gs1::import(&store, &name, &text, args.dry_run).await;
    store.close().await;
    match imported {
        Ok(imported) => {
            print(args, &imported, &context.output)?;
            warn_if_unserved(&workspace);
            Ok(CommandExit::Success)
        }
        Err(CatalogueImportError::Lines { problems, .. }) => {
            refuse(args, &problems, &context.output)?;
            Ok(CommandExit::Findings)
        }
        Err(error) => Err(explained(error)),
    }
}

fn explained(error: CatalogueImportError) -> CommandFailure {
    let hint = match &error {
        CatalogueImportError::Kind { .. }
        | CatalogueImportError::Header { .. }
        | CatalogueImportError::Empty { .. } => {
            "the first line of a .csv file names its columns, such as `gtin,name,brand`; a .jsonl \
             file has one JSON object per line"
        }
        _ => return error.into(),
    };
    CommandFailure::from(error).hint(hint)
}

fn print(
    args: &Gs1ImportArgs,
    imported: &CatalogueImport,
    output: &CommandOutput,
) -> CommandResult<()> {
    let warnings = diagnostics(args, &imported.warnings, Severity::Warning);
    let loaded = imported.loaded;
    if output.is_json() {
        return output.json(&json!({
            "file": args.file,
            "dry_run": imported.dry_run,
            "products": json_change(loaded.products),
            "rules": json_change(loaded.rules),
            "diagnostics": failure::json_all(&warnings),
        }));
    }
    failure::print_diagnostics(output, &warnings);
    print_count_of_more(&imported.warnings, output);
    let word = if imported.dry_run {
        "would be imported from"
    } else {
        "imported from"
    };
    let changes = [("product", loaded.products), ("rule", loaded.rules)];
    let changes = changes.into_iter();
    let changes: Vec<String> = changes
        .filter_map(|(noun, one)| in_words(noun, one))
        .collect();
    let name = one_line(&args.file);
    output.line(&format!("{word} `{name}`: {}", changes.join("; ")))
}

/// Reports why nothing was imported.
fn refuse(
    args: &Gs1ImportArgs,
    problems: &FileProblems,
    output: &CommandOutput,
) -> CommandResult<()> {
    let found = diagnostics(args, problems, Severity::Error);
    if output.is_json() {
        return output.json(&json!({
            "file": args.file,
            "dry_run": args.dry_run,
            "products": Value::Null,
            "rules": Value::Null,
            "diagnostics": failure::json_all(&found),
        }));
    }
    failure::print_diagnostics(output, &found);
    print_count_of_more(problems, output);
    let count = counted(problems.list().len() + problems.more(), "problem");
    let name = one_line(&args.file);
    CommandFailure::new(format!("`{name}` was not imported: {count}"))
        .hint("fix these lines and import the file again; nothing was imported")
        .print(output);
    Ok(())
}

fn print_count_of_more(problems: &FileProblems, output: &CommandOutput) {
    if problems.more() > 0 {
        output.say(&format!("and {} more", problems.more()));
    }
}

/// Without a source that serves the pack, an import has no effect.
fn warn_if_unserved(workspace: &CommandWorkspace) {
    let mut sources = workspace.settings.sources.iter();
    let is_served = sources.any(|source| match &source.transport {
        TransportSettings::Pack(pack) => source.enabled && pack.pack == PackName::Gs1,
        _ => false,
    });
    if !is_served && !workspace.demo && !workspace.output.is_json() {
        workspace.output.say(
            "no source serves the `gs1` pack; add `[sources.gs1]` with `kind = \"pack\"` to the \
             configuration file",
        );
    }
}

fn diagnostics(
    args: &Gs1ImportArgs,
    problems: &FileProblems,
    severity: Severity,
) -> Vec<Diagnostic> {
    let one = |problem: &LineProblem| {
        let line = usize::try_from(problem.line).unwrap_or(usize::MAX);
        Diagnostic::new(severity, CODE, problem.sentence.as_str()).at(FilePosition {
            file: args.file.clone(),
            position: Some((line, 1)),
        })
    };
    problems.list().iter().map(one).collect()
}

/// `2 products added, 1 changed, 3 unchanged`; nothing where there is none.
fn in_words(noun: &str, change: PackLoadCounts) -> Option<String> {
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
    let all: Vec<String> = std::iter::once(first).chain(rest).collect();
    Some(all.join(", "))
}

fn json_change(change: PackLoadCounts) -> Value {
    json!({"added": change.added, "changed": change.changed, "unchanged": change.unchanged})
}
