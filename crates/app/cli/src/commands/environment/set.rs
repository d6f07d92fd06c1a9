//! `candor environment set`.

use std::io::{self, IsTerminal as _};

use candor_model::{EnvironmentVariable, Secret, VariableValue};

use crate::args::EnvironmentSetArgs;
use crate::author::author;
use crate::file;
use crate::prelude::{
    CommandFailure, CommandOutput, CommandResult, CommandWorkspace, with_gateway,
};

/// The longest value that is read; the limit for stored values may be lower.
const LARGEST: u64 = 1 << 20;

/// Sets a variable.
pub(super) async fn run(
    args: &EnvironmentSetArgs,
    workspace: &CommandWorkspace,
    output: &CommandOutput,
) -> CommandResult {
    let author = author(args.why.as_deref())?;
    let value = match &args.value {
        Some(value) => VariableValue::Plain(value.clone()),
        None => VariableValue::Secret(secret(&args.variable.to_string())?),
    };
    let kind = match &value {
        VariableValue::Plain(_) => "variable",
        VariableValue::Secret(_) => "secret",
    };
    let variable = EnvironmentVariable {
        name: args.variable.clone(),
        value,
    };
    with_gateway(workspace, output, async |gateway| {
        let editor = gateway.editor();
        let view = editor.set_variable(&author, &args.name, &variable).await?;
        let sentence = format!("set: {kind} {} of {}", args.variable, args.name);
        super::done(&view, &sentence, output)
    })
    .await
}

/// The secret on standard input. A terminal would show what is typed.
fn secret(variable: &str) -> CommandResult<Secret<String>> {
    if io::stdin().is_terminal() {
        let failure = CommandFailure::new("a secret typed here would be visible");
        return Err(failure.hint(format!(
            "pipe it in: `printf %s \"$TOKEN\" | candor environment set … {variable} --secret`"
        )));
    }
    let text = file::read_text(file::DASH, LARGEST)?;
    let text = text.strip_suffix('\n').unwrap_or(&text);
    let text = text.strip_suffix('\r').unwrap_or(text);
    if text.is_empty() {
        let failure =
            CommandFailure::new("standard input is empty, and the secret is read from there");
        return Err(failure.hint(format!(
            "pipe it in: `printf %s \"$TOKEN\" | candor environment set … {variable} --secret`"
        )));
    }
    Ok(Secret::new(text.to_owned()))
}
