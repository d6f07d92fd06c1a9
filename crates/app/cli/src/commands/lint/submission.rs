//! The checklist of a directory, and its submission file.

use candor_lint::{
    ChecklistItem, ChecklistStatus, LintInput, SubmissionDirectory, openai_submission,
    submission_checklist,
};

use crate::args::LintArgs;
use crate::prelude::*;
use crate::text::visible;

/// The maximum number of tools named per requirement.
const NAMED: usize = 10;

/// Prints the checklist, and writes the submission file if requested.
pub(super) fn run(
    directory: SubmissionDirectory,
    input: &LintInput,
    args: &LintArgs,
    output: &CommandOutput,
) -> CommandResult {
    if let Some(name) = &args.submission_file {
        write(directory, input, name, output)?;
    }
    let list = submission_checklist(directory, input);
    output.json_or(|| json(directory, &list), || text(&list, output))?;
    let mut missing = list.iter();
    let is_missing = missing.any(|item| item.status == ChecklistStatus::Missing);
    Ok(CommandExit::with_findings(is_missing))
}

fn write(
    directory: SubmissionDirectory,
    input: &LintInput,
    name: &str,
    output: &CommandOutput,
) -> CommandResult<()> {
    if directory != SubmissionDirectory::Openai {
        let failure = CommandFailure::new(format!("the directory `{directory}` takes no file"));
        return Err(failure.hint("leave out `--submission-file`, or use `--submission openai`"));
    }
    let file = serde_json::to_string_pretty(&openai_submission(input))?;
    file::replace(name, &format!("{file}\n"))?;
    output.say(&format!("wrote `{name}`"));
    Ok(())
}

fn text(list: &[ChecklistItem], output: &CommandOutput) -> CommandResult<()> {
    for item in list {
        let (mark, style) = match item.status {
            ChecklistStatus::Met => ("met", TextStyle::Success),
            ChecklistStatus::Missing => ("missing", TextStyle::Error),
            ChecklistStatus::Advised => ("advised", TextStyle::Warning),
            ChecklistStatus::Manual => ("check yourself", TextStyle::Bold),
        };
        output.line(&format!("{}: {}", output.paint(style, mark), item.demand))?;
        for line in item.evidence.iter().take(NAMED) {
            output.line(&format!("  {}", visible(line)))?;
        }
        let more = item.evidence.len().saturating_sub(NAMED);
        if more > 0 {
            output.line(&format!("  and {more} more; `--json` shows them all"))?;
        }
    }
    Ok(())
}

fn json(directory: SubmissionDirectory, list: &[ChecklistItem]) -> Value {
    let items: Vec<Value> = list
        .iter()
        .map(|item| {
            json!({
                "demand": item.demand,
                "status": item.status.as_str(),
                "evidence": item.evidence,
            })
        })
        .collect();
    json!({"directory": directory.as_str(), "checklist": items})
}
