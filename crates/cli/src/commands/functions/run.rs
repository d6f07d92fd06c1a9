//! `candor functions run`: one call, with the guarantees in force and nobody else involved.

mod form;
mod terminal;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use candor_config::Flags;
use candor_functions::{Caller, Definition};
use candor_model::{Hints, Identity, Secret};
use candor_schema::Validator;
use candor_script::{CallFailure, Job, Outcome, Program};
use candor_wire::RawJson;
use serde_json::value::RawValue;
use serde_json::{Value, json};

use self::terminal::Terminal;
use crate::args::FunctionsRun;
use crate::commands::call::{answered, read_arguments, tell_way_out};
use crate::exit::Exit;
use crate::nearest::did_you_mean;
use crate::output::Output;
use crate::problems::{self, Failure};
use crate::target::way_out;
use crate::text::one_line;

/// Calls the function and prints what it answers.
pub(super) async fn run(args: &FunctionsRun, output: &Output) -> Result<Exit, Failure> {
    let given = args.arguments.as_deref().unwrap_or("{}");
    let arguments = read_arguments(given, longest()?)?;
    let spec = super::spec(&args.path, args.allow_private);
    let program = Program::load(&spec).await;
    let program = program.map_err(|error| super::unloadable(&error))?;
    let tool = find(&program, args, output)?;
    let answer = match misfit(tool, &arguments)? {
        Some(refusal) => refusal,
        None => call(&program, args, &arguments, output).await?,
    };
    let exit = answered(&answer, output)?;
    tell_way_out(&answer, way_out, output);
    Ok(exit)
}

/// As many bytes as a gateway takes that nobody has configured: no file is read for this.
fn longest() -> Result<usize, Failure> {
    let usual = candor_config::read(None, &Flags::default(), &|_| None);
    let usual = usual.map_err(|error| Failure::new(error.to_string()))?;
    Ok(usual.settings.limits.request_body)
}

/// The tool of this name, or what is known of why there is none.
fn find<'a>(
    program: &'a Program,
    args: &FunctionsRun,
    output: &Output,
) -> Result<&'a Definition, Failure> {
    let mut tools = program.tools().iter();
    if let Some(tool) = tools.find(|tool| tool.name == args.tool) {
        return Ok(tool);
    }
    // The one that is meant may have been left out.
    problems::tell_some(output, program.diagnostics());
    let path = args.path.display();
    let names = program.tools().iter().map(|tool| tool.name.clone());
    let hint = did_you_mean(&args.tool, names.map(Into::into));
    let hint = hint.unwrap_or_else(|| format!("`candor functions check {path}` lists the tools"));
    let sentence = format!("there is no tool `{}` in `{path}`", args.tool);
    Err(Failure::new(sentence).hint(hint))
}

/// The answer to arguments that do not fit, which the gateway would not let through either.
fn misfit(tool: &Definition, arguments: &RawJson) -> Result<Option<RawJson>, Failure> {
    let arguments: Value = arguments.decode().map_err(anyhow::Error::new)?;
    // A schema that cannot be compiled was told of when the program was checked.
    let Ok(validator) = Validator::compile(&tool.input_schema) else {
        return Ok(None);
    };
    let violations = validator.violations(&arguments);
    if violations.is_empty() {
        return Ok(None);
    }
    let told: Vec<String> = violations.iter().map(ToString::to_string).collect();
    let sentence = format!(
        "the arguments do not fit the schema of `{}`: {}",
        tool.name,
        told.join("; ")
    );
    Ok(Some(failed(&sentence)))
}

async fn call(
    program: &Program,
    args: &FunctionsRun,
    arguments: &RawJson,
    output: &Output,
) -> Result<RawJson, Failure> {
    let (host, terminal) = Terminal::open(output);
    let input: Box<RawValue> = arguments.decode().map_err(anyhow::Error::new)?;
    let job = Job {
        tool: args.tool.clone(),
        input,
        environment: None,
        variables: Arc::new(variables(args)),
        plain: BTreeSet::new(),
        meta: None,
        caller: Caller {
            principal: Some(Identity::LOCAL.to_owned()),
            client: Some("candor functions run".to_owned()),
            environment: None,
        },
        known: Hints::UNSET,
        host: Arc::new(host),
    };
    match terminal.attend(program.call(job)).await {
        Outcome::Result(result) => {
            let text = String::from(Box::<str>::from(result));
            RawJson::parse(text).map_err(|error| anyhow::Error::new(error).into())
        }
        Outcome::Failed(failure) if failure.was_started() => Ok(failed(&failure.to_string())),
        Outcome::Failed(failure) => Err(not_made(&failure, &args.path)),
    }
}

/// The later of two values of a variable counts.
fn variables(args: &FunctionsRun) -> BTreeMap<String, Secret<String>> {
    let given = args.variables.iter();
    given
        .map(|one| (one.name.to_string(), one.value.clone()))
        .collect()
}

/// What a model would read.
fn failed(sentence: &str) -> RawJson {
    let content = json!([{"type": "text", "text": sentence}]);
    RawJson::from_value(&json!({"content": content, "isError": true}))
}

fn not_made(failure: &CallFailure, path: &Path) -> Failure {
    let path = path.display();
    Failure::new(one_line(&failure.to_string())).hint(format!(
        "`candor functions check {path}` says more; `candor doctor` looks at the machine"
    ))
}
