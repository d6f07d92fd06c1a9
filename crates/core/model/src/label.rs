//! Names of environments, toolsets and variables.

use std::fmt;
use std::sync::Arc;

/// The name of an environment: 2 to 50 of `[a-z0-9-]`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EnvironmentName(Arc<str>);

/// The name of a toolset: 2 to 50 of `[a-z0-9-]`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ToolsetName(Arc<str>);

/// The name of a variable: 1 to 100 of `[A-Za-z0-9_]`, not starting with a digit.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VariableName(Box<str>);

/// Why a text is not a valid name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabelError {
    what: &'static str,
    text: String,
    rule: &'static str,
}

const SHORT: &str = "2 to 50 lowercase letters, digits and `-`";
const VARIABLE: &str = "1 to 100 letters, digits and `_`, and no digit first";

macro_rules! label {
    ($name:ident, $what:literal, $rule:ident, $fits:expr) => {
        impl $name {
            /// Validates a name.
            pub fn parse(text: &str) -> Result<Self, LabelError> {
                let fits: fn(&str) -> bool = $fits;
                if fits(text) {
                    return Ok(Self(text.into()));
                }
                Err(LabelError {
                    what: $what,
                    text: text.chars().take(60).collect(),
                    rule: $rule,
                })
            }

            /// The name as text.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

label!(EnvironmentName, "an environment", SHORT, is_short);
label!(ToolsetName, "a toolset", SHORT, is_short);
label!(VariableName, "a variable", VARIABLE, is_variable);

pub(crate) fn is_short(text: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    (2..=50).contains(&text.len()) && text.bytes().all(plain)
}

fn is_variable(text: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    (1..=100).contains(&text.len())
        && text.bytes().all(plain)
        && !text.starts_with(|first: char| first.is_ascii_digit())
}

// === impl LabelError ===

impl fmt::Display for LabelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { what, text, rule } = self;
        write!(
            f,
            "`{}` cannot be the name of {what}: {rule}",
            text.escape_debug()
        )
    }
}

impl std::error::Error for LabelError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_keep_their_rules() {
        for (text, fits) in [
            ("prod", true),
            ("eu-1", true),
            ("p", false),
            ("Prod", false),
            ("a_b", false),
            ("", false),
        ] {
            assert_eq!(EnvironmentName::parse(text).is_ok(), fits, "{text}");
        }
        assert!(ToolsetName::parse(&"x".repeat(51)).is_err());
        for (text, fits) in [
            ("TOKEN", true),
            ("_x1", true),
            ("1x", false),
            ("a-b", false),
        ] {
            assert_eq!(VariableName::parse(text).is_ok(), fits, "{text}");
        }
        let error = EnvironmentName::parse("My Env").expect_err("capitals");
        assert_eq!(
            error.to_string(),
            "`My Env` cannot be the name of an environment: 2 to 50 lowercase letters, digits and `-`"
        );
    }
}
