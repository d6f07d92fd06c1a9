//! Building a toolbox.

use candor_model::Severity;

use crate::check::{CheckStrictness, check};
use crate::{DefinitionProblem, DefinitionProblems, FunctionDefinition, Tool, Toolbox};

/// Tools whose definitions have not been checked yet.
#[derive(Clone, Debug)]
pub struct Group {
    name: String,
    version: String,
    instructions: Option<String>,
    tools: Vec<Tool>,
    left_out: Vec<String>,
    strictness: CheckStrictness,
}

// === impl Group ===

impl Group {
    /// Creates an empty group with the name and version that a server reports.
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            version: version.into(),
            instructions: None,
            tools: Vec::new(),
            left_out: Vec::new(),
            strictness: CheckStrictness::Usual,
        }
    }

    /// Sets the instructions for models.
    #[must_use]
    pub fn instructions(mut self, text: impl Into<String>) -> Self {
        self.instructions = Some(text.into());
        self
    }

    /// Adds a tool.
    #[must_use]
    pub fn tool(mut self, tool: Tool) -> Self {
        self.tools.push(tool);
        self
    }

    /// Records something that is not offered and why, as a sentence without a final period. Shown
    /// to users but not to clients.
    #[must_use]
    pub fn left_out(mut self, sentence: impl Into<String>) -> Self {
        self.left_out.push(sentence.into());
        self
    }

    /// Adds the tools of another group. Its instructions are appended, and if it is strict, so is
    /// the result.
    #[must_use]
    pub fn extend(mut self, other: Self) -> Self {
        self.tools.extend(other.tools);
        self.left_out.extend(other.left_out);
        self.instructions = match (self.instructions, other.instructions) {
            (Some(own), Some(more)) => Some(format!("{own}\n\n{more}")),
            (own, more) => own.or(more),
        };
        if other.strictness == CheckStrictness::Strict {
            self.strictness = CheckStrictness::Strict;
        }
        self
    }

    /// Requires that every tool sets all four hints and a title, and that every parameter is
    /// described.
    #[must_use]
    pub fn strict(mut self) -> Self {
        self.strictness = CheckStrictness::Strict;
        self
    }

    /// Checks the tools. All problems are reported at once.
    pub fn build(self) -> Result<Toolbox, DefinitionProblems> {
        let definitions = self.tools.iter().map(Tool::definition);
        let definitions: Vec<FunctionDefinition> = definitions.cloned().collect();
        let mut found = self.own_problems();
        found.extend(check(&definitions, self.strictness));
        if found.iter().any(|one| one.severity == Severity::Error) {
            return Err(DefinitionProblems(found));
        }
        for problem in &found {
            tracing::warn!(%problem, "a tool's definition is odd");
        }
        Ok(Toolbox::new(
            self.name,
            self.version,
            self.instructions,
            self.tools,
            found,
        )
        .with_left_out(self.left_out))
    }

    /// Problems of the group itself.
    fn own_problems(&self) -> Vec<DefinitionProblem> {
        let mut found = Vec::new();
        for (what, value) in [("name", &self.name), ("version", &self.version)] {
            if value.trim().is_empty() {
                let sentence = format!("the {what} of the group is empty");
                found.push(DefinitionProblem::error(
                    "functions::group",
                    &self.name,
                    sentence,
                ));
            }
        }
        if self.tools.is_empty() {
            let sentence = "the group has no tools";
            found.push(DefinitionProblem::warning(
                "functions::group",
                &self.name,
                sentence,
            ));
        }
        found
    }
}
