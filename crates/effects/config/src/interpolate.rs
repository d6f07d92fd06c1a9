//! `${VAR}`, `${VAR:-default}` and `$$`.
//!
//! As in a shell, the default also replaces an empty variable. A `$` before anything but `{` or `$`
//! is literal. Values of variables are not interpolated again.

use crate::env::EnvLookup;

/// The longest text that interpolation may make.
const LONGEST: usize = 1 << 20;

/// Why a template cannot be expanded. Contains names of variables, never their values.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub(crate) enum TemplateError {
    #[error("uses `${{{0}}}`, but the variable `{0}` is not set")]
    Unset(String),
    #[error("has a `${{` without its `}}`")]
    Unclosed,
    #[error("uses {0}, which is not the name of a variable")]
    Name(String),
    #[error("uses {0}, which only an editor can fill in")]
    Editor(String),
    #[error("puts one `${{` inside another")]
    Nested,
    #[error("becomes longer than 1 MiB when its variables are filled in")]
    TooLong,
}

impl TemplateError {
    /// How to fix it.
    pub(crate) fn hint(&self) -> Option<String> {
        match self {
            Self::Unset(name) => Some(format!("set `{name}`, or write `${{{name}:-default}}`")),
            Self::Editor(_) => {
                Some("put the value into an environment variable and write `${NAME}`".to_owned())
            }
            Self::Unclosed | Self::Nested | Self::Name(_) => {
                Some("write `$${` where the characters themselves are meant".to_owned())
            }
            Self::TooLong => None,
        }
    }
}

/// A parsed template.
#[derive(Debug, PartialEq, Eq)]
enum TemplatePart<'a> {
    Literal(&'a str),
    Variable {
        name: &'a str,
        default: Option<&'a str>,
    },
}

/// Fills in the variables.
pub(crate) fn interpolate(template: &str, env: EnvLookup<'_>) -> Result<String, TemplateError> {
    let mut filled = String::with_capacity(template.len());
    for part in parts(template)? {
        match part {
            TemplatePart::Literal(text) => filled.push_str(text),
            TemplatePart::Variable { name, default } => match (env(name), default) {
                (Some(value), None) => filled.push_str(&value),
                (Some(value), _) if !value.is_empty() => filled.push_str(&value),
                (_, Some(default)) => filled.push_str(default),
                (None, None) => return Err(TemplateError::Unset(name.to_owned())),
            },
        }
        if filled.len() > LONGEST {
            return Err(TemplateError::TooLong);
        }
    }
    Ok(filled)
}

/// A secret's template for display: names of variables and of authentication schemes stay,
/// everything else becomes `****`.
pub(crate) fn masked(template: &str) -> String {
    const HIDDEN: &str = "****";
    let Ok(parts) = parts(template) else {
        return HIDDEN.to_owned();
    };
    let mut shown = String::new();
    for part in parts {
        match part {
            TemplatePart::Literal(text) if is_scheme(text) => shown.push_str(text),
            TemplatePart::Literal(_) if shown.ends_with(HIDDEN) => {}
            TemplatePart::Literal(_) => shown.push_str(HIDDEN),
            TemplatePart::Variable { name, default } => {
                let hidden = if default.is_none_or(str::is_empty) {
                    ""
                } else {
                    ":-****"
                };
                shown.extend(["${", name, hidden, "}"]);
            }
        }
    }
    shown
}

/// Whether `$$` is probably meant literally: it is not followed by `{` and not written twice, which
/// would mean two dollar signs.
pub(crate) fn has_bare_double_dollar(template: &str) -> bool {
    let mut run = 0;
    for c in template.chars().chain(['\0']) {
        match c {
            '$' => run += 1,
            '{' => run = 0,
            _ if run >= 2 && run % 4 != 0 => return true,
            _ => run = 0,
        }
    }
    false
}

fn is_scheme(text: &str) -> bool {
    ["bearer ", "basic ", "token "]
        .iter()
        .any(|scheme| text.eq_ignore_ascii_case(scheme))
}

fn parts(template: &str) -> Result<Vec<TemplatePart<'_>>, TemplateError> {
    let mut parts = Vec::new();
    let mut rest = template;
    while let Some(dollar) = rest.find('$') {
        let (before, from) = rest.split_at(dollar);
        push_literal(&mut parts, before);
        if let Some(after) = from.strip_prefix("$$") {
            parts.push(TemplatePart::Literal("$"));
            rest = after;
        } else if let Some(inside) = from.strip_prefix("${") {
            let end = inside.find('}').ok_or(TemplateError::Unclosed)?;
            parts.push(variable(&inside[..end])?);
            rest = &inside[end + 1..];
        } else {
            parts.push(TemplatePart::Literal("$"));
            rest = &from[1..];
        }
    }
    push_literal(&mut parts, rest);
    Ok(parts)
}

fn push_literal<'a>(parts: &mut Vec<TemplatePart<'a>>, text: &'a str) {
    if !text.is_empty() {
        parts.push(TemplatePart::Literal(text));
    }
}

/// Parses the text between braces.
fn variable(inside: &str) -> Result<TemplatePart<'_>, TemplateError> {
    let (name, default) = match inside.split_once(":-") {
        Some((name, default)) => (name, Some(default)),
        None => (inside, None),
    };
    if inside.contains("${") {
        return Err(TemplateError::Nested);
    }
    // Several editors write `${env:NAME}` for the same thing.
    let name = name.strip_prefix("env:").unwrap_or(name);
    if name.contains(':') {
        return Err(TemplateError::Editor(candor_text::quote(&format!(
            "${{{inside}}}"
        ))));
    }
    let mut bytes = name.bytes();
    let starts_well = bytes
        .next()
        .is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_');
    if starts_well && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
        Ok(TemplatePart::Variable { name, default })
    } else {
        Err(TemplateError::Name(candor_text::quote(&format!(
            "${{{name}}}"
        ))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn env(name: &str) -> Option<String> {
        match name {
            "A" => Some("one".to_owned()),
            "EMPTY" => Some(String::new()),
            "LOOP" => Some("${A} $$".to_owned()),
            "BIG" => Some("x".repeat(LONGEST / 2)),
            _ => None,
        }
    }

    #[test]
    fn fills_in_variables() {
        for (template, expect) in [
            ("", ""),
            ("plain", "plain"),
            ("${A}", "one"),
            ("<${A}|${A}>", "<one|one>"),
            ("${env:A}", "one"),
            ("${NO:-two}", "two"),
            ("${NO:-}", ""),
            ("${NO:-a:-b}", "a:-b"),
            ("${A:-two}", "one"),
            ("${EMPTY}", ""),
            ("${EMPTY:-two}", "two"),
            ("$${A}", "${A}"),
            ("$$${A}", "$one"),
            ("$$$$", "$$"),
            ("$A costs 5$", "$A costs 5$"),
            ("${LOOP}", "${A} $$"),
        ] {
            let filled = interpolate(template, &env);
            assert_eq!(filled, Ok(expect.to_owned()), "{template}");
        }
    }

    #[test]
    fn says_what_is_wrong() {
        let editor = "uses `${input:key}`, which only an editor can fill in";
        let too_long = "becomes longer than 1 MiB when its variables are filled in";
        for (template, expect) in [
            ("${NO}", "uses `${NO}`, but the variable `NO` is not set"),
            ("${A", "has a `${` without its `}`"),
            ("${}", "uses `${}`, which is not the name of a variable"),
            ("${1A}", "uses `${1A}`, which is not the name of a variable"),
            (
                "${A B}",
                "uses `${A B}`, which is not the name of a variable",
            ),
            ("${input:key}", editor),
            ("${NO:-${A}}", "puts one `${` inside another"),
            ("${BIG}${BIG}!", too_long),
        ] {
            let error = interpolate(template, &env).expect_err(template);
            assert_eq!(error.to_string(), expect);
        }
    }

    #[test]
    fn shows_no_literal_of_a_secret() {
        for (template, expect) in [
            ("hunter2", "****"),
            ("${TOKEN}", "${TOKEN}"),
            ("Bearer ${TOKEN}", "Bearer ${TOKEN}"),
            ("Bearer hunter2", "****"),
            ("${TOKEN:-hunter2}", "${TOKEN:-****}"),
            ("a$b${X}c", "****${X}****"),
            ("${broken", "****"),
            ("", ""),
        ] {
            assert_eq!(masked(template), expect);
        }
    }

    #[test]
    fn finds_double_dollars_that_are_not_an_escape() {
        for (template, expect) in [
            ("pa$$word", true),
            ("$$", true),
            ("$${A}", false),
            ("$A", false),
            ("$$$${A}", false),
            ("a$$$$b", false),
            ("$$$", true),
            ("$a$", false),
        ] {
            assert_eq!(has_bare_double_dollar(template), expect, "{template}");
        }
    }
}
