//! Tools that somebody wrote down, without a server.

use super::Subject;
use crate::args::Lint;
use crate::described::{self, Reading};
use crate::dump::Dump;
use crate::exit::Exit;
use crate::output::Output;
use crate::problems::Failure;

/// Reads the file and looks at the tools in it.
pub(super) fn run(name: &str, args: &Lint, output: &Output) -> Result<Exit, Failure> {
    let dump = Dump::open(name, args.source.as_ref())?;
    let reading = Reading {
        destructive: candor_model::DestructivePolicy::default(),
        open_world: None,
    };
    let mut subjects = Vec::new();
    for (source, tools) in dump.groups {
        let found = described::infer(&source, &tools, reading);
        let found = tools.into_iter().zip(found);
        subjects.extend(found.map(|(tool, found)| Subject::written(&source, tool, &found)));
    }
    super::conclude(&subjects, dump.diagnostics, output)
}
