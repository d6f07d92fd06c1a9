//! Inputs, arguments, variables and headers.

use serde_json::Value;

use super::bounded::{BoundedReader, shown};
use crate::input::{EntryInput, InputFormat};
use crate::limits::{CHOICES_MAX, INPUTS_MAX, VALUE_MAX};
use crate::package::{CommandArgument, NamedInput};

/// The arguments under a key. The error says why they are unusable.
pub(super) fn arguments(
    reader: &mut BoundedReader,
    package: &Value,
    key: &str,
) -> Result<Vec<CommandArgument>, String> {
    let items = reader.list(package, key, INPUTS_MAX);
    if package.get(key).and_then(Value::as_array).map(Vec::len) > Some(INPUTS_MAX) {
        return Err(format!("`{key}` has more than {INPUTS_MAX} items"));
    }
    let read = items.iter().map(|item| argument(reader, item, key));
    read.collect()
}

fn argument(
    reader: &mut BoundedReader,
    item: &Value,
    key: &str,
) -> Result<CommandArgument, String> {
    let problem = |problem: String| format!("`{key}`: {problem}");
    let kind = item.get("type").and_then(Value::as_str);
    let flag = match kind {
        Some("named") => BoundedReader::exact(item, "name").map_err(problem)?,
        Some("positional") => None,
        _ => {
            let kind = candor_text::quote(kind.unwrap_or_default());
            return Err(problem(format!("the type of argument {kind} is not known")));
        }
    };
    if kind == Some("named") && flag.as_deref().is_none_or(str::is_empty) {
        return Err(problem("a named argument has no name".to_owned()));
    }
    Ok(CommandArgument {
        flag,
        label: BoundedReader::exact(item, "valueHint").map_err(problem)?,
        is_repeated: is_true(item, "isRepeated"),
        input: input(reader, item, true).map_err(problem)?,
    })
}

/// The variables of the environment, or the headers, under a key.
pub(super) fn named(
    reader: &mut BoundedReader,
    owner: &Value,
    key: &str,
    is_name: fn(&str) -> bool,
) -> Result<Vec<NamedInput>, String> {
    let mut read: Vec<NamedInput> = Vec::new();
    for item in reader.list(owner, key, INPUTS_MAX) {
        let name = BoundedReader::exact(item, "name")?.unwrap_or_default();
        if !is_name(&name) {
            let name = candor_text::quote(&name);
            return Err(format!("`{key}` has {name}, which cannot be a name there"));
        }
        if read
            .iter()
            .any(|known| known.name.eq_ignore_ascii_case(&name))
        {
            reader.remark(format!("`{key}` has `{name}` twice; the first is used"));
            continue;
        }
        let input = input(reader, item, true).map_err(|problem| format!("`{name}`: {problem}"))?;
        read.push(NamedInput { name, input });
    }
    Ok(read)
}

/// The variables of a value or an address.
pub(super) fn variables(
    reader: &mut BoundedReader,
    owner: &Value,
) -> Result<Vec<(String, EntryInput)>, String> {
    let Some(variables) = owner.get("variables").and_then(Value::as_object) else {
        return Ok(Vec::new());
    };
    if variables.len() > INPUTS_MAX {
        return Err(format!("`variables` has more than {INPUTS_MAX} members"));
    }
    let read = variables.iter().map(|(name, value)| {
        if !is_variable(name) {
            let name = candor_text::quote(name);
            return Err(format!("{name} cannot be the name of a variable"));
        }
        Ok((name.clone(), input(reader, value, false)?))
    });
    read.collect()
}

fn input(
    reader: &mut BoundedReader,
    item: &Value,
    with_variables: bool,
) -> Result<EntryInput, String> {
    let choices = reader.list(item, "choices", CHOICES_MAX).iter();
    let choices = choices
        .filter_map(Value::as_str)
        .filter(|choice| choice.len() <= VALUE_MAX)
        .map(str::to_owned);
    let format = item.get("format").and_then(Value::as_str);
    let placeholder = item.get("placeholder").and_then(Value::as_str);
    Ok(EntryInput {
        description: reader.text(item, "description"),
        is_required: is_true(item, "isRequired"),
        is_secret: is_true(item, "isSecret"),
        format: format.and_then(InputFormat::parse).unwrap_or_default(),
        value: BoundedReader::exact(item, "value")?,
        default: BoundedReader::exact(item, "default")?,
        placeholder: placeholder.map(shown),
        choices: choices.collect(),
        variables: if with_variables {
            variables(reader, item)?
        } else {
            Vec::new()
        },
    })
}

fn is_true(item: &Value, key: &str) -> bool {
    item.get(key).and_then(Value::as_bool) == Some(true)
}

/// Whether a text is a valid variable name in braces.
fn is_variable(text: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-.".contains(c);
    !text.is_empty() && text.len() <= 100 && text.chars().all(plain)
}

/// Whether a text can be the name of a variable of the environment.
pub(super) fn is_environment_name(text: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let begins = text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    begins && text.len() <= 200 && text.chars().all(plain)
}

/// Whether a text can be the name of a header.
pub(super) fn is_header_name(text: &str) -> bool {
    let token = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(c);
    !text.is_empty() && text.len() <= 200 && text.chars().all(token)
}
