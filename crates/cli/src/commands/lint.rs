//! `candor lint`: what makes tools hard or dangerous to use.

mod dump;
mod live;
mod report;
mod rules;
mod subject;

use candor_config::Flags;
use candor_model::{Diagnostic, Severity};

use crate::args::Lint;
use crate::exit::Exit;
use crate::output::Output;
use crate::problems::Failure;
use subject::Subject;

/// Everything that was found.
struct Findings {
    /// How many tools were looked at.
    tools: usize,
    /// What is not about one tool: documents, sources, files.
    general: Vec<Diagnostic>,
    /// What is said about each tool that something is said about, by its name.
    by_tool: Vec<(String, Vec<Diagnostic>)>,
}

/// Looks at a dump or at sources, and tells what was found.
pub(super) async fn run(args: &Lint, flags: &Flags, output: &Output) -> Result<Exit, Failure> {
    match args.target().dump()? {
        Some(name) => dump::run(name, args, output),
        None => live::run(args, flags, output).await,
    }
}

/// Tells what the rules find, and what was found before.
fn conclude(
    subjects: &[Subject],
    mut general: Vec<Diagnostic>,
    output: &Output,
) -> Result<Exit, Failure> {
    general.extend(rules::check_together(subjects));
    let found = subjects
        .iter()
        .map(|one| (one.name.clone(), rules::check(one)));
    let findings = Findings {
        tools: subjects.len(),
        general,
        by_tool: found.filter(|(_, found)| !found.is_empty()).collect(),
    };
    report::tell(&findings, output)?;
    let matters = findings.all().any(|(_, one)| one.severity > Severity::Note);
    Ok(Exit::with_findings(matters))
}

// === impl Findings ===

impl Findings {
    /// All of them, with the tool that each is about.
    fn all(&self) -> impl Iterator<Item = (Option<&str>, &Diagnostic)> {
        let general = self.general.iter().map(|one| (None, one));
        let by_tool = self.by_tool.iter();
        let about_tools =
            by_tool.flat_map(|(tool, found)| found.iter().map(|one| (Some(tool.as_str()), one)));
        general.chain(about_tools)
    }

    /// How many are of this severity.
    fn count(&self, severity: Severity) -> usize {
        self.all()
            .filter(|(_, one)| one.severity == severity)
            .count()
    }
}
