//! `candor functions run`: one call, with annotations enforced and no gateway involved.

mod form;
mod terminal;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use candor_config::SettingFlags;
use candor_functions::{FunctionCaller, FunctionDefinition};
use candor_model::{CallerIdentity, Hints, Secret};
use candor_schema::SchemaValidator;
use candor_script::{JobSubject, ScriptCallError, ScriptJob, ScriptOutcome, ScriptProgram};
use candor_wire::RawJson;
use serde_json::value::RawValue;

use self::terminal::RunTerminal;
use crate::args::FunctionsRunArgs;
use crate::commands::call::{answered, read_arguments};
use crate::prelude::*;
use crate::suggest::did_you_mean;
use crate::target::option_hint;

/// Calls the function and prints the result.
pub(super) async fn run(args: &FunctionsRunArgs, output: &CommandOutput) -> CommandResult {
    let given = args.arguments.as_deref().unwrap_or("{}");
    let arguments = read_arguments(given, longest()?)?;
    let spec = super::spec(&args.path, args.allow_private);
    let program = ScriptProgram::load(&spec).await;
    let program = program.map_err(|error| super::unloadable(&error))?;
    let tool = find(&program, args, output)?;
    let answer = match misfit(tool, &arguments)? {
        Some(refusal) => refusal,
        None => call(&program, args, &arguments, output).await?,
    };
    answered(&answer, option_hint, output)
}

/// The default limit of a gateway: no configuration file is read for this.
fn longest() -> CommandResult<usize> {
    let usual = candor_config::read(None, &SettingFlags::default(), &|_| None);
    let usual = usual.map_err(|error| CommandFailure::new(error.to_string()))?;
    Ok(usual.settings.limits.request_body)
}

/// The tool with this name, or why there is none.
fn find<'a>(
    program: &'a ScriptProgram,
    args: &FunctionsRunArgs,
    output: &CommandOutput,
) -> CommandResult<&'a FunctionDefinition> {
    let mut tools = program.tools().iter();
    if let Some(tool) = tools.find(|tool| tool.name == args.tool) {
        return Ok(tool);
    }
    // The tool may have been left out of the catalogue.
    failure::print_worst_diagnostics(output, program.diagnostics());
    let path = args.path.display();
    let names = program.tools().iter().map(|tool| tool.name.clone());
    let hint = did_you_mean(&args.tool, names.map(Into::into));
    let hint = hint.unwrap_or_else(|| format!("`candor functions check {path}` lists the tools"));
    let sentence = format!("there is no tool `{}` in `{path}`", args.tool);
    Err(CommandFailure::new(sentence).hint(hint))
}

/// The message about invalid arguments, which the gateway would reject too.
fn misfit(tool: &FunctionDefinition, arguments: &RawJson) -> CommandResult<Option<RawJson>> {
    let arguments: Value = arguments.decode()?;
    // An invalid schema was reported when the program was checked.
    let Ok(validator) = SchemaValidator::compile(&tool.input_schema) else {
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
    program: &ScriptProgram,
    args: &FunctionsRunArgs,
    arguments: &RawJson,
    output: &CommandOutput,
) -> CommandResult<RawJson> {
    let (host, terminal) = RunTerminal::open(output);
    let input: Box<RawValue> = arguments.decode()?;
    let job = ScriptJob {
        subject: JobSubject::Tool {
            name: args.tool.clone(),
            input,
        },
        environment: None,
        variables: Arc::new(variables(args)),
        plain: BTreeSet::new(),
        meta: None,
        caller: FunctionCaller {
            principal: Some(CallerIdentity::LOCAL.to_owned()),
            client: Some("candor functions run".to_owned()),
            environment: None,
        },
        known: Hints::UNSET,
        host: Arc::new(host),
    };
    match terminal.attend(program.call(job)).await {
        ScriptOutcome::Result(result) => {
            let text = String::from(Box::<str>::from(result));
            Ok(RawJson::parse(text)?)
        }
        ScriptOutcome::Failed(failure) if failure.was_started() => Ok(failed(&failure.to_string())),
        ScriptOutcome::Failed(failure) => Err(not_made(&failure, &args.path)),
    }
}

/// The last value of a variable is used.
fn variables(args: &FunctionsRunArgs) -> BTreeMap<String, Secret<String>> {
    let given = args.variables.iter();
    given
        .map(|one| (one.name.to_string(), one.value.clone()))
        .collect()
}

/// The result as a model would see it.
fn failed(sentence: &str) -> RawJson {
    let content = json!([{"type": "text", "text": sentence}]);
    RawJson::from_value(&json!({"content": content, "isError": true}))
}

fn not_made(failure: &ScriptCallError, path: &Path) -> CommandFailure {
    let path = path.display();
    CommandFailure::new(one_line(&failure.to_string())).hint(format!(
        "`candor functions check {path}` shows the details; `candor doctor` checks the machine"
    ))
}
