//! Problems with definitions.

use std::fmt;

use candor_model::Severity;

/// A problem with a tool's definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DefinitionProblem {
    /// The name of the tool.
    pub tool: String,
    /// The severity. An error prevents the tools from being served.
    pub severity: Severity,
    /// A stable code, such as `functions::description`.
    pub code: &'static str,
    /// One sentence with the offending value in backticks, without a final period.
    pub sentence: String,
    /// How to fix it, if known.
    pub hint: Option<String>,
}

/// All problems of some tools.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DefinitionProblems(pub Vec<DefinitionProblem>);

// === impl DefinitionProblem ===

impl DefinitionProblem {
    /// Creates an error: the tool cannot be served.
    pub(crate) fn error(code: &'static str, tool: &str, sentence: impl Into<String>) -> Self {
        Self {
            tool: tool.to_owned(),
            severity: Severity::Error,
            code,
            sentence: sentence.into(),
            hint: None,
        }
    }

    /// Creates a warning: something is probably a mistake.
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
