//! `candor functions check`: what a program offers, and what is wrong with it.

use std::path::Path;

use candor_functions::{Definition, Problem, Strictness};
use candor_model::{Diagnostic, Hint, Place, Severity};
use candor_script::{LoadError, Program};
use serde_json::{Value, json};

use crate::args::FunctionsCheck;
use crate::exit::Exit;
use crate::hints;
use crate::output::Output;
use crate::problems::{self, Failure};
use crate::table::Table;
use crate::text::{counted, one_line};

/// Loads the program and tells what was found.
pub(super) async fn run(args: &FunctionsCheck, output: &Output) -> Result<Exit, Failure> {
    let (tools, diagnostics) = match Program::load(&super::spec(&args.path, false)).await {
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
    tell(&tools, &diagnostics, output)?;
    let least = if args.strict {
        Severity::Warning
    } else {
        Severity::Error
    };
    let matters = diagnostics.iter().any(|one| one.severity >= least);
    Ok(Exit::with_findings(matters))
}

/// What is wrong with the program as a whole has no better place than its path.
fn placed(error: &LoadError, args: &FunctionsCheck) -> Diagnostic {
    let mut found = error.to_diagnostic();
    found.place = found.place.or_else(|| Some(place(&args.path)));
    found
}

fn place(path: &Path) -> Place {
    Place {
        file: path.display().to_string(),
        position: None,
    }
}

/// What only the strict mode finds.
fn stricter(tools: &[Definition], path: &Path) -> Vec<Diagnostic> {
    let usual = candor_functions::check(tools, Strictness::Usual);
    let is_told = |one: &Problem| {
        let same = |told: &Problem| {
            (&told.tool, told.code, &told.sentence) == (&one.tool, one.code, &one.sentence)
        };
        usual.iter().any(same)
    };
    let strict = candor_functions::check(tools, Strictness::Strict).into_iter();
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

fn tell(tools: &[Definition], diagnostics: &[Diagnostic], output: &Output) -> Result<(), Failure> {
    if output.is_json() {
        let tools: Value = tools.iter().map(json_one).collect();
        let diagnostics = problems::json_all(diagnostics);
        output.json(&json!({"tools": tools, "diagnostics": diagnostics}))?;
        return Ok(());
    }
    if !tools.is_empty() {
        output.table(table(tools))?;
    }
    for one in diagnostics {
        output.line(&problems::render(one, output.colours_results()))?;
    }
    output.line(&summary(tools, diagnostics))?;
    Ok(())
}

fn table(tools: &[Definition]) -> Table {
    let mut table = Table::new(&["TOOL", "TITLE", "HINTS", "HOSTS"]);
    for tool in tools {
        let title = tool.title.as_deref().unwrap_or("—");
        table.row([
            one_line(&tool.name).into(),
            one_line(title).into(),
            hints::brief(tool.hints).into(),
            hosts(tool).into(),
        ]);
    }
    table
}

/// Where it may send requests.
fn hosts(tool: &Definition) -> String {
    let closed = tool.hints.get(Hint::OpenWorld) == Some(false);
    match (tool.hosts.is_empty(), closed) {
        (true, true) => "none".to_owned(),
        (true, false) => "any".to_owned(),
        (false, _) => one_line(&tool.hosts.join(", ")),
    }
}

/// `2 tools, 1 error, 2 warnings`.
fn summary(tools: &[Definition], diagnostics: &[Diagnostic]) -> String {
    let found = [Severity::Error, Severity::Warning, Severity::Note]
        .into_iter()
        .filter_map(|severity| {
            let count = diagnostics.iter().filter(|one| one.severity == severity);
            let count = count.count();
            (count > 0).then(|| counted(count, severity.as_str()))
        });
    let found: Vec<String> = found.collect();
    let tools = counted(tools.len(), "tool");
    if found.is_empty() {
        return format!("nothing to say about {tools}");
    }
    format!("{tools}, {}", found.join(", "))
}

fn json_one(tool: &Definition) -> Value {
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
