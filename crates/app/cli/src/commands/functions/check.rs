//! `candor functions check`: lists the tools of a program and its problems.

use std::path::Path;

use candor_functions::{CheckStrictness, DefinitionProblem, FunctionDefinition};
use candor_model::{Diagnostic, FilePosition, Hint, Severity};
use candor_script::{ProgramLoadError, ScriptProgram};

use crate::args::FunctionsCheckArgs;
use crate::prelude::*;

/// Loads the program and prints its problems.
pub(super) async fn run(args: &FunctionsCheckArgs, output: &CommandOutput) -> CommandResult {
    let (tools, diagnostics) = match ScriptProgram::load(&super::spec(&args.path, false)).await {
        Ok(program) => {
            let mut diagnostics = program.diagnostics().to_vec();
            if args.strict {
                diagnostics.extend(stricter(program.tools(), &args.path));
            }
            (program.tools().to_vec(), diagnostics)
        }
        Err(error) if super::is_finding(&error) => (Vec::new(), vec![placed(&error, args)]),
        Err(error) => return Err(super::unloadable(&error)),
    };
    print(&tools, &diagnostics, output)?;
    let least = if args.strict {
        Severity::Warning
    } else {
        Severity::Error
    };
    let matters = diagnostics.iter().any(|one| one.severity >= least);
    Ok(CommandExit::with_findings(matters))
}

/// A problem of the whole program is reported at its path.
fn placed(error: &ProgramLoadError, args: &FunctionsCheckArgs) -> Diagnostic {
    let mut found = error.to_diagnostic();
    found.place = found.place.or_else(|| Some(place(&args.path)));
    found
}

fn place(path: &Path) -> FilePosition {
    FilePosition {
        file: path.display().to_string(),
        position: None,
    }
}

/// Problems that only strict mode reports.
fn stricter(tools: &[FunctionDefinition], path: &Path) -> Vec<Diagnostic> {
    let usual = candor_functions::check(tools, CheckStrictness::Usual);
    let is_told = |one: &DefinitionProblem| {
        let same = |told: &DefinitionProblem| {
            (&told.tool, told.code, &told.sentence) == (&one.tool, one.code, &one.sentence)
        };
        usual.iter().any(same)
    };
    let strict = candor_functions::check(tools, CheckStrictness::Strict).into_iter();
    strict
        .filter(|one| !is_told(one))
        .map(|one| Diagnostic {
            severity: one.severity,
            code: one.code,
            message: format!("`{}`: {}", one.tool, one.sentence),
            hint: one.hint,
            place: Some(place(path)),
        })
        .collect()
}

fn print(
    tools: &[FunctionDefinition],
    diagnostics: &[Diagnostic],
    output: &CommandOutput,
) -> CommandResult<()> {
    if output.is_json() {
        let tools: Value = tools.iter().map(json_one).collect();
        let diagnostics = failure::json_all(diagnostics);
        return output.json(&json!({"tools": tools, "diagnostics": diagnostics}));
    }
    if !tools.is_empty() {
        output.table(table(tools))?;
    }
    for one in diagnostics {
        output.line(&failure::render(one, output.colours_results()))?;
    }
    output.line(&summary(tools, diagnostics))
}

fn table(tools: &[FunctionDefinition]) -> TextTable {
    let rows = tools.iter().map(|tool| {
        [
            one_line(&tool.name).into(),
            one_line(tool.title.as_deref().unwrap_or("—")).into(),
            hints::brief(tool.hints).into(),
            hosts(tool).into(),
        ]
    });
    TextTable::new(&["TOOL", "TITLE", "HINTS", "HOSTS"], rows)
}

/// The hosts that a tool may reach.
fn hosts(tool: &FunctionDefinition) -> String {
    let closed = tool.hints.get(Hint::OpenWorld) == Some(false);
    match (tool.hosts.is_empty(), closed) {
        (true, true) => "none".to_owned(),
        (true, false) => "any".to_owned(),
        (false, _) => one_line(&tool.hosts.join(", ")),
    }
}

/// `2 tools, 1 error, 2 warnings`.
fn summary(tools: &[FunctionDefinition], diagnostics: &[Diagnostic]) -> String {
    let count = |severity: Severity| {
        let found = diagnostics.iter();
        found.filter(|one| one.severity == severity).count()
    };
    let tools = counted(tools.len(), "tool");
    match failure::counts(count) {
        Some(found) => format!("{tools}, {found}"),
        None => format!("no problems in {tools}"),
    }
}

fn json_one(tool: &FunctionDefinition) -> Value {
    json!({
        "name": tool.name,
        "title": tool.title,
        "hints": hints::json(tool.hints),
        "hosts": tool.hosts,
        "safe_posts": tool.safe_posts,
        "tags": tool.tags,
        "definition": tool.to_json(),
    })
}
