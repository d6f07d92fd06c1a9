//! What is wrong with a definition.

use std::fmt;

use candor_model::Severity;

/// One thing that is wrong or odd about a tool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DefinitionProblem {
    /// The name of the tool.
    pub tool: String,
    /// How much it matters. An error keeps the tools from being served.
    pub severity: Severity,
    /// A stable code, such as `functions::description`.
    pub code: &'static str,
    /// One sentence with the offending value in backticks, without a final period.
    pub sentence: String,
    /// What to do about it, where we know.
    pub hint: Option<String>,
}

/// Everything that is wrong with some tools.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DefinitionProblems(pub Vec<DefinitionProblem>);

// === impl DefinitionProblem ===

impl DefinitionProblem {
    /// Something that cannot be served.
    pub(crate) fn error(code: &'static str, tool: &str, sentence: impl Into<String>) -> Self {
        Self {
            tool: tool.to_owned(),
            severity: Severity::Error,
            code,
            sentence: sentence.into(),
            hint: None,
        }
    }

    /// Something that is probably not meant.
    pub(crate) fn warning(code: &'static str, tool: &str, sentence: impl Into<String>) -> Self {
        Self {
            severity: Severity::Warning,
            ..Self::error(code, tool, sentence)
        }
    }
}

/// `` error: `ping`: the title is empty [functions::title] ``, and the hint on
/// its own line.
impl fmt::Display for DefinitionProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = self.severity.as_str();
        let tool = self.tool.escape_debug();
        write!(f, "{severity}: `{tool}`: {} [{}]", self.sentence, self.code)?;
        if let Some(hint) = &self.hint {
            write!(f, "\n  hint: {hint}")?;
        }
        Ok(())
    }
}

impl fmt::Display for DefinitionProblems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, problem) in self.0.iter().enumerate() {
            let line = if at == 0 { "" } else { "\n" };
            write!(f, "{line}{problem}")?;
        }
        Ok(())
    }
}

impl std::error::Error for DefinitionProblems {}
