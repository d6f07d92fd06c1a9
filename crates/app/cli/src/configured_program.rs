//! The program of a configured source.

use std::path::{Path, PathBuf};

use candor_config::TransportSettings;
use candor_model::SourceName;

use crate::failure::{CommandFailure, CommandResult};
use crate::workspace::CommandWorkspace;

/// The configured program of a stdio source.
pub(crate) struct ConfiguredProgram {
    /// The program and its arguments.
    pub(crate) command: Vec<String>,
    /// The variables that are set for it.
    pub(crate) env: Vec<(String, String)>,
    /// The variables of our environment that it inherits beside the usual ones.
    pub(crate) inherit_env: Vec<String>,
    /// The folder it starts in.
    pub(crate) cwd: Option<PathBuf>,
}

// === impl ConfiguredProgram ===

impl ConfiguredProgram {
    /// Finds the program of a source. `use_of_it` completes the sentence "only a program can be".
    pub(crate) fn of(
        name: &SourceName,
        use_of_it: &str,
        workspace: &CommandWorkspace,
    ) -> CommandResult<Self> {
        let mut sources = workspace.settings.sources.iter();
        let Some(source) = sources.find(|source| source.name == *name) else {
            let sentence = format!("there is no source `{name}` in the configuration");
            let hint = "`candor config show` lists the sources; a command can be given after `--`";
            return Err(CommandFailure::new(sentence).hint(hint));
        };
        let TransportSettings::Stdio {
            command,
            args,
            env,
            inherit_env,
            cwd,
        } = &source.transport
        else {
            let kind = source.transport.kind();
            return Err(CommandFailure::new(format!(
                "the source `{name}` is of kind `{kind}`; only a program can be {use_of_it}"
            )));
        };
        let program = located(command.as_str(), cwd.as_deref());
        let words = args.iter().map(|word| word.as_str().to_owned());
        let env = env.iter();
        Ok(Self {
            command: std::iter::once(program).chain(words).collect(),
            env: env
                .map(|(name, value)| (name.clone(), value.expose().clone()))
                .collect(),
            inherit_env: inherit_env.clone(),
            cwd: cwd.clone(),
        })
    }
}

/// The path of a program, relative to its working directory. A name without a folder is looked up
/// in `PATH`.
pub(crate) fn located(program: &str, cwd: Option<&Path>) -> String {
    match cwd {
        Some(cwd) if program.contains('/') => cwd.join(program).display().to_string(),
        _ => program.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_seen_from_where_they_start() {
        let cwd = Some(Path::new("/shop"));
        for (program, expect) in [
            ("npx", "npx"),
            ("./server.py", "/shop/./server.py"),
            ("bin/server", "/shop/bin/server"),
            ("/usr/bin/server", "/usr/bin/server"),
        ] {
            assert_eq!(located(program, cwd), expect);
            assert_eq!(located(program, None), program);
        }
    }
}
