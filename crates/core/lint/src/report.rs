//! What the rules found.

use candor_model::{Diagnostic, Severity};

use crate::{LintSubject, RULES};

/// All findings about a number of tools.
pub struct LintReport {
    /// How many tools were checked.
    pub tools: usize,
    /// Findings that are not about one tool but about documents, sources or files.
    pub general: Vec<Diagnostic>,
    /// The findings about each tool that has any, by its name.
    pub by_tool: Vec<(String, Vec<Diagnostic>)>,
}

// === impl LintReport ===

impl LintReport {
    /// Runs every rule. `general` is what was found while the tools were read. The tools of a
    /// source must be next to each other.
    pub fn new(subjects: &[LintSubject], mut general: Vec<Diagnostic>) -> Self {
        for tools in subjects.chunk_by(|one, next| one.source == next.source) {
            general.extend(RULES.iter().filter_map(|rule| rule.check_source(tools)));
        }
        let by_tool = subjects.iter().map(|subject| {
            let found = RULES.iter().filter_map(|rule| rule.check_tool(subject));
            (subject.name.clone(), found.collect::<Vec<_>>())
        });
        Self {
            tools: subjects.len(),
            general,
            by_tool: by_tool.filter(|(_, found)| !found.is_empty()).collect(),
        }
    }

    /// All findings, with the tool that each is about.
    pub fn all(&self) -> impl Iterator<Item = (Option<&str>, &Diagnostic)> {
        let general = self.general.iter().map(|one| (None, one));
        let by_tool = self.by_tool.iter();
        let about_tools =
            by_tool.flat_map(|(tool, found)| found.iter().map(|one| (Some(tool.as_str()), one)));
        general.chain(about_tools)
    }

    /// The number of findings of this severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.all()
            .filter(|(_, one)| one.severity == severity)
            .count()
    }

    /// Whether there is an error or a warning. Notes are not problems.
    pub fn has_problems(&self) -> bool {
        self.all().any(|(_, one)| one.severity > Severity::Note)
    }
}
