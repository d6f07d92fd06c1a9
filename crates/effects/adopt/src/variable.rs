//! Converts clients' variable syntax to Candor's `${NAME}`.

use candor_text::quote;

/// How a client interpolates variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum VariableSyntax {
    /// Texts stay as they are.
    Never,
    /// `${NAME}` and `${NAME:-default}`.
    Shell,
    /// `${env:NAME}`, empty where the variable is not set.
    EnvPrefix,
    /// `$NAME` and `${NAME}`.
    Dollar,
    /// `{env:NAME}`, empty where the variable is not set.
    Curly,
    /// It is not documented, so a text that may hold a variable is left to the client.
    Unknown,
}

// === impl VariableSyntax ===

impl VariableSyntax {
    /// The text in Candor's notation; a text that only the client can fill in is an error.
    pub(crate) fn template(self, text: &str) -> Result<String, String> {
        match self {
            Self::Shell => marked(text, "${", shell),
            Self::EnvPrefix => marked(text, "${", editor),
            Self::Dollar => dollar(text),
            Self::Curly => marked(text, "{", curly),
            Self::Unknown if text.contains("${") => Err(only_client(text)),
            Self::Never | Self::Unknown => Ok(escaped(text)),
        }
    }
}

/// The conversion of one variable: its new notation, or `None` if it is not special; an error if
/// only the client can resolve it.
type Conversion = fn(&str) -> Result<Option<String>, ()>;

/// Converts every variable between `open` and `}`.
fn marked(text: &str, open: &str, convert: Conversion) -> Result<String, String> {
    let mut template = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(open) {
        let (before, from) = rest.split_at(at);
        let inner = from
            .get(open.len()..)
            .and_then(|inner| inner.split_once('}'));
        let Some((inner, after)) = inner else {
            break;
        };
        if let Some(variable) = convert(inner).map_err(|()| only_client(text))? {
            template.push_str(&escaped(before));
            template.push_str(&variable);
            rest = after;
        } else {
            let (passed, later) = rest.split_at(at + open.len());
            template.push_str(&escaped(passed));
            rest = later;
        }
    }
    template.push_str(&escaped(rest));
    Ok(template)
}

fn shell(inner: &str) -> Result<Option<String>, ()> {
    let name = inner.split_once(":-").map_or(inner, |(name, _)| name);
    let nested = inner.contains("${");
    (is_variable_name(name) && !nested)
        .then(|| Some(format!("${{{inner}}}")))
        .ok_or(())
}

fn editor(inner: &str) -> Result<Option<String>, ()> {
    match inner.strip_prefix("env:") {
        Some(name) if is_variable_name(name) => Ok(Some(format!("${{{name}:-}}"))),
        None if inner == "userHome" => Ok(Some("${HOME}".to_owned())),
        _ => Err(()),
    }
}

fn curly(inner: &str) -> Result<Option<String>, ()> {
    match inner.split_once(':') {
        Some(("env", name)) if is_variable_name(name) => Ok(Some(format!("${{{name}:-}}"))),
        Some(("env" | "file", _)) => Err(()),
        _ => Ok(None),
    }
}

fn dollar(text: &str) -> Result<String, String> {
    let mut template = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('$') {
        template.push_str(before);
        let bare = after
            .find(|c: char| !is_name_char(c))
            .unwrap_or(after.len());
        let (name, later) = match after.strip_prefix('{') {
            Some(inner) => inner.split_once('}').ok_or_else(|| only_client(text))?,
            None => after.split_at(bare),
        };
        if is_variable_name(name) {
            template.extend(["${", name, "}"]);
        } else if name.is_empty() && !after.starts_with('{') {
            template.push_str("$$");
        } else {
            return Err(only_client(text));
        }
        rest = later;
    }
    template.push_str(rest);
    Ok(template)
}

/// A text that means itself, also where it has dollar signs.
pub(crate) fn escaped(text: &str) -> String {
    text.replace('$', "$$")
}

/// The text of a template without variables.
pub(crate) fn literal(template: &str) -> Option<String> {
    let rest = template.replace("$$", "");
    (!rest.contains("${")).then(|| template.replace("$$", "$"))
}

/// Whether a variable can have this name.
pub(crate) fn is_variable_name(text: &str) -> bool {
    !text.is_empty()
        && !text.starts_with(|c: char| c.is_ascii_digit())
        && text.chars().all(is_name_char)
}

fn is_name_char(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// The message contains only the variable, not the text around it, which may be a secret.
fn only_client(text: &str) -> String {
    let start = text.find("${").or_else(|| text.find('{'));
    let from = start
        .and_then(|start| text.get(start..))
        .unwrap_or_default();
    let variable = from.find('}').and_then(|end| from.get(..=end));
    match variable {
        Some(variable) => format!(
            "it uses {}, which only the client can fill in",
            quote(variable)
        ),
        None => "it uses a variable that only the client can fill in".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(syntax: VariableSyntax, text: &str, expect: Option<&str>) {
        assert_eq!(syntax.template(text).ok().as_deref(), expect, "{text}");
    }

    #[test]
    fn each_notation_becomes_candors() {
        use VariableSyntax::{Curly, Dollar, EnvPrefix, Never, Shell, Unknown};
        check(Shell, "a ${B} ${C:-d} $x", Some("a ${B} ${C:-d} $$x"));
        check(Shell, "${a b}", None);
        check(Shell, "${A:-${B}}", None);
        check(EnvPrefix, "Bearer ${env:T}", Some("Bearer ${T:-}"));
        check(EnvPrefix, "${userHome}/x", Some("${HOME}/x"));
        check(EnvPrefix, "${input:key}", None);
        check(EnvPrefix, "${workspaceFolder}", None);
        check(Dollar, "$A-${B} 5$", Some("${A}-${B} 5$$"));
        check(Dollar, "$1", None);
        check(Curly, "{env:T} {x} ${y}", Some("${T:-} {x} $${y}"));
        check(Curly, "{file:~/.key}", None);
        check(Never, "${A}$$", Some("$${A}$$$$"));
        check(Unknown, "${A}", None);
        check(Unknown, "$A", Some("$$A"));
        check(Shell, "open ${", Some("open $${"));
    }

    #[test]
    fn a_template_without_variables_is_a_text() {
        assert_eq!(literal("a$$b").as_deref(), Some("a$b"));
        assert_eq!(literal("$${a}").as_deref(), Some("${a}"));
        assert_eq!(literal("${a}"), None);
        assert_eq!(literal("$$${a}"), None);
    }
}
