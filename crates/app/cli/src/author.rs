//! The author of changes made from the command line.

use candor_model::{ChangeAuthor, ChangeChannel};

use crate::prelude::{CommandFailure, CommandResult};
use crate::text;

/// The variables that may hold a name, in the order in which they are asked.
const NAMES: [&str; 3] = ["CANDOR_AUTHOR", "USER", "LOGNAME"];
/// The name if none of the variables is set.
const NOBODY: &str = "local";
/// The most characters of a name.
const LONGEST: usize = 100;

/// The user who runs the command, with a reason.
pub(crate) fn author(why: Option<&str>) -> CommandResult<ChangeAuthor> {
    author_with_reason_flag(why, "--why")
}

/// The same, where the reason is given with another flag.
pub(crate) fn author_with_reason_flag(
    why: Option<&str>,
    flag: &str,
) -> CommandResult<ChangeAuthor> {
    // The editor checks the rest; only an empty reason is checked here.
    if why.is_some_and(|why| why.trim().is_empty()) {
        let failure = CommandFailure::new("the reason is empty");
        return Err(failure.hint(format!("give a reason, or leave out `{flag}`")));
    }
    Ok(ChangeAuthor {
        why: why.map(str::to_owned),
        ..current_author()
    })
}

/// The user who runs the command, without a reason.
pub(crate) fn current_author() -> ChangeAuthor {
    ChangeAuthor {
        name: name(|variable| std::env::var(variable).ok()),
        channel: ChangeChannel::Cli,
        why: None,
    }
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
