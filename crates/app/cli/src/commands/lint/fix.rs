//! `candor lint --fix`: applies safe fixes in documents and functions, and overrides for the rest.

use std::path::Path;

use candor_lint::{DefinitionEdit, LintReport, LintSubject};
use candor_lint_files::{ToolOverride, add_overrides, edit_function, edit_operation};

use super::LintRun;
use crate::args::LintArgs;
use crate::prelude::*;

/// The largest file that is edited, in bytes.
const LARGEST: u64 = 64 << 20;

/// Applies every safe fix, and reports what was written.
pub(super) fn apply(
    report: &LintReport,
    run: &LintRun,
    args: &LintArgs,
    output: &CommandOutput,
) -> CommandResult<()> {
    let mut overrides = Vec::new();
    let (mut edited, mut left) = (0, 0);
    for tool in &run.input.tools {
        let edits = safe_edits(report, &tool.name);
        if edits.is_empty() {
            continue;
        }
        if edit_in_place(run, tool, &edits)? {
            edited += 1;
            continue;
        }
        match as_override(tool, &edits) {
            Some(one) => overrides.push(one),
            None => left += 1,
        }
    }
    let written = write_overrides(&args.overrides, &overrides)?;
    if edited > 0 {
        output.say(&format!(
            "edited {} in place",
            counted(edited, "definition")
        ));
    }
    if written {
        let count = counted(overrides.len(), "tool");
        output.say(&format!(
            "wrote overrides for {count} to `{}`",
            args.overrides
        ));
    }
    if left > 0 {
        let count = counted(left, "tool");
        output.say(&format!("{count} can only be fixed where they are defined"));
    }
    if edited == 0 && !written {
        output.say("nothing was changed");
    }
    Ok(())
}

/// The edits of a tool's safe fixes, in the order of the findings.
fn safe_edits(report: &LintReport, tool: &str) -> Vec<DefinitionEdit> {
    let fixes = report.of_tool(tool).filter_map(|one| one.fix.as_ref());
    let safe = fixes.filter(|fix| fix.is_safe);
    safe.flat_map(|fix| fix.edits.clone()).collect()
}

/// Whether a document or a program of the tool's source could be edited.
fn edit_in_place(
    run: &LintRun,
    tool: &LintSubject,
    edits: &[DefinitionEdit],
) -> CommandResult<bool> {
    let files = run
        .files
        .iter()
        .filter(|(source, _)| *source == tool.source);
    for (_, path) in files {
        let name = path.display().to_string();
        let text = file::read_text(&name, LARGEST)?;
        let edited = match &tool.request {
            Some(request) => edit_operation(&text, &request.path, &request.method, edits),
            None => edit_function(&text, &tool.own, edits),
        };
        if let Some(edited) = edited {
            file::replace(&name, &edited)?;
            return Ok(true);
        }
    }
    Ok(false)
}

/// The hints and the title that the edits set, if they set any.
fn as_override(tool: &LintSubject, edits: &[DefinitionEdit]) -> Option<ToolOverride> {
    let one = ToolOverride {
        tool: tool.name.clone(),
        hints: edits.iter().filter_map(DefinitionEdit::as_hint).collect(),
        title: edits
            .iter()
            .find_map(DefinitionEdit::as_title)
            .map(str::to_owned),
    };
    (!one.hints.is_empty() || one.title.is_some()).then_some(one)
}

/// Whether the file was changed.
fn write_overrides(name: &str, overrides: &[ToolOverride]) -> CommandResult<bool> {
    if overrides.is_empty() {
        return Ok(false);
    }
    let before = if Path::new(name).exists() {
        file::read_text(name, LARGEST)?
    } else {
        String::new()
    };
    let after = add_overrides(&before, overrides).map_err(|error| {
        CommandFailure::new(format!("cannot add overrides to `{name}`: {error}"))
    })?;
    if after == before {
        return Ok(false);
    }
    file::replace(name, &after)?;
    Ok(true)
}
