//! Who changes something from the command line.

use candor_model::{Author, Door};

use crate::problems::Failure;
use crate::text;

/// The variables that may hold a name, in the order in which they are asked.
const NAMES: [&str; 3] = ["CANDOR_AUTHOR", "USER", "LOGNAME"];
/// Who it is if nobody says.
const NOBODY: &str = "local";
/// The most characters of a name.
const LONGEST: usize = 100;

/// Whoever runs the command, and why.
pub(crate) fn author(why: Option<&str>) -> Result<Author, Failure> {
    author_by(why, "--why")
}

/// The same, where the reason is given with another flag.
pub(crate) fn author_by(why: Option<&str>, flag: &str) -> Result<Author, Failure> {
    let why = why.map(|why| reason(why, flag)).transpose()?;
    Ok(Author { why, ..whoever() })
}

/// Whoever runs the command, without a reason.
pub(crate) fn whoever() -> Author {
    Author {
        name: name(|variable| std::env::var(variable).ok()),
        door: Door::Cli,
        why: None,
    }
}

/// The desk checks the rest; an empty reason is a slip of the command line's own.
fn reason(why: &str, flag: &str) -> Result<String, Failure> {
    if why.trim().is_empty() {
        let failure = Failure::new("the reason is empty");
        return Err(failure.hint(format!("say why, or leave `{flag}` out")));
    }
    Ok(why.to_owned())
}

fn name(variable: impl Fn(&str) -> Option<String>) -> String {
    NAMES
        .into_iter()
        .filter_map(variable)
        .map(|name| text::one_line(&name).chars().take(LONGEST).collect())
        .find(|name: &String| !name.is_empty())
        .unwrap_or_else(|| NOBODY.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_name_that_says_something() {
        let named = |pairs: &'static [(&str, &str)]| {
            name(|variable| {
                let mut pairs = pairs.iter();
                let found = pairs.find(|(name, _)| *name == variable);
                found.map(|(_, value)| (*value).to_owned())
            })
        };
        assert_eq!(named(&[("USER", "ada"), ("CANDOR_AUTHOR", "bot")]), "bot");
        assert_eq!(named(&[("USER", "ada"), ("CANDOR_AUTHOR", " ")]), "ada");
        assert_eq!(named(&[("LOGNAME", "a\u{1b}[1m")]), "a\\u{1b}[1m");
        assert_eq!(named(&[]), "local");
    }
}
