//! `candor environment set`.

use std::io::{self, IsTerminal as _};

use candor_model::{Secret, Variable, VariableValue};

use crate::args::EnvironmentSet;
use crate::author::author;
use crate::exit::Exit;
use crate::file;
use crate::oneshot;
use crate::output::Output;
use crate::problems::Failure;
use crate::workspace::Workspace;

/// The longest value that is read; what is kept may be shorter still.
const LARGEST: u64 = 1 << 20;

/// Sets a variable.
pub(super) async fn run(
    args: &EnvironmentSet,
    workspace: &Workspace,
    output: &Output,
) -> Result<Exit, Failure> {
    let author = author(args.why.as_deref())?;
    let value = match &args.value {
        Some(value) => VariableValue::Plain(value.clone()),
        None => VariableValue::Secret(secret(&args.variable.to_string())?),
    };
    let kind = match &value {
        VariableValue::Plain(_) => "variable",
        VariableValue::Secret(_) => "secret",
    };
    let variable = Variable {
        name: args.variable.clone(),
        value,
    };
    oneshot::with_gateway(workspace, output, async |gateway| {
        let desk = gateway.desk();
        let view = desk.set_variable(&author, &args.name, &variable).await?;
        let sentence = format!("set: {kind} {} of {}", args.variable, args.name);
        super::done(&view, &sentence, output)?;
        Ok(Exit::Fine)
    })
    .await
}

/// The secret on standard input. A terminal would show what is typed.
fn secret(variable: &str) -> Result<Secret<String>, Failure> {
    if io::stdin().is_terminal() {
        let failure = Failure::new("a secret typed here would be seen by everybody who looks on");
        return Err(failure.hint(format!(
            "pipe it in: `printf %s \"$TOKEN\" | candor environment set … {variable} --secret`"
        )));
    }
    let text = file::read_text(file::DASH, LARGEST)?;
    let text = text.strip_suffix('\n').unwrap_or(&text);
    let text = text.strip_suffix('\r').unwrap_or(text);
    if text.is_empty() {
        let failure = Failure::new("nothing came on standard input, where the secret should be");
        return Err(failure.hint(format!(
            "pipe it in: `printf %s \"$TOKEN\" | candor environment set … {variable} --secret`"
        )));
    }
    Ok(Secret::new(text.to_owned()))
}
