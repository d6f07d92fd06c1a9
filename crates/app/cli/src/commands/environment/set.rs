//! `candor environment set`.

use std::io::{self, IsTerminal as _};

use candor_model::{EnvironmentVariable, Secret, VariableName, VariableValue};

use crate::args::EnvironmentSetArgs;
use crate::prelude::*;

/// The longest value that is read; the limit for stored values may be lower.
const LARGEST: u64 = 1 << 20;

/// Sets a variable.
pub(super) async fn run(args: &EnvironmentSetArgs, workspace: &CommandWorkspace) -> CommandResult {
    let author = args.reason.author(&workspace.actor)?;
    let (kind, value) = match &args.value {
        Some(value) => ("variable", VariableValue::Plain(value.clone())),
        None => ("secret", VariableValue::Secret(secret(&args.variable)?)),
    };
    let variable = EnvironmentVariable {
        name: args.variable.clone(),
        value,
    };
    let sentence = format!("set: {kind} {} of {}", args.variable, args.name);
    super::change(workspace, sentence, async |editor| {
        Ok(editor.set_variable(&author, &args.name, &variable).await?)
    })
    .await
}

/// The secret on standard input. A terminal would show what is typed.
fn secret(variable: &VariableName) -> CommandResult<Secret<String>> {
    let refused = |sentence: &str| {
        CommandFailure::new(sentence).hint(format!(
            "pipe it in: `printf %s \"$TOKEN\" | candor environment set … {variable} --secret`"
        ))
    };
    if io::stdin().is_terminal() {
        return Err(refused("a secret typed here would be visible"));
    }
    let text = file::read_text(file::DASH, LARGEST)?;
    let text = text.strip_suffix('\n').unwrap_or(&text);
    let text = text.strip_suffix('\r').unwrap_or(text);
    if text.is_empty() {
        let sentence = "standard input is empty, and the secret is read from there";
        return Err(refused(sentence));
    }
    Ok(Secret::new(text.to_owned()))
}
