//! Tools that are being put together.

use candor_model::Severity;

use crate::check::{CheckStrictness, check};
use crate::{DefinitionProblem, DefinitionProblems, FunctionDefinition, Tool, Toolbox};

/// Tools whose definitions are not checked yet.
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
    /// An empty group. Name and version are what a server calls itself.
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

    /// What a model is told about the group as a whole.
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

    /// Says what could be offered and is not, and why: one sentence without a final period. People
    /// see it beside the tools; clients do not.
    #[must_use]
    pub fn left_out(mut self, sentence: impl Into<String>) -> Self {
        self.left_out.push(sentence.into());
        self
    }

    /// Adds the tools of another group. Its instructions are added to these, and if it is strict,
    /// so is the whole.
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

    /// Demands that every tool says all four hints and has a title, and that every parameter is
    /// described.
    #[must_use]
    pub fn strict(mut self) -> Self {
        self.strictness = CheckStrictness::Strict;
        self
    }

    /// Checks the tools. Everything that is wrong with them is said at once.
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

    /// What is wrong with the group and not with one of its tools.
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
