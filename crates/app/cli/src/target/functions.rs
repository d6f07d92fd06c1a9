//! Functions as a target.

use std::path::{self, Path};

use candor_config::{FunctionsSettings, SourceSettings, TransportSettings};

use super::{CommandTarget, name};
use crate::commands::functions::ENDINGS;
use crate::prelude::CommandResult;

/// The default name of functions.
const NAME: &str = "functions";

/// Whether a path is that of functions, as far as one can see: no other target is a folder.
pub(super) fn is_program(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str());
    let ending = ending.map(str::to_ascii_lowercase);
    ending.is_some_and(|ending| ENDINGS.contains(&ending.as_str())) || path.is_dir()
}

/// The source for functions in a file or folder. They get no variables, because this process's
/// environment is not meant for them.
pub(super) fn source(path: &Path, target: &CommandTarget<'_>) -> CommandResult<SourceSettings> {
    let shown = path.display();
    target.refuse_options_but(
        &["--allow-private"],
        &format!("`{shown}` contains functions"),
    )?;
    // `.` has a name, too.
    let whole = path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let stem = if path.is_dir() {
        whole.file_name()
    } else {
        whole.file_stem()
    };
    let name = name::of(&stem.unwrap_or_default().to_string_lossy(), NAME)?;
    let functions = FunctionsSettings {
        allow_private: target.document.allow_private,
        // A command reads the document only once.
        watch: false,
        ..FunctionsSettings::new(path.to_owned())
    };
    Ok(SourceSettings::new(
        name,
        TransportSettings::Functions(functions),
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_are_known_by_their_ending() {
        for (path, expect) in [
            ("a.ts", true),
            ("some/a.test.MTS", true),
            ("a.js", true),
            ("a.mjs", true),
            (".", true),
            ("a.json", false),
            ("ts", false),
            ("none", false),
        ] {
            assert_eq!(is_program(Path::new(path)), expect, "{path}");
        }
    }
}
