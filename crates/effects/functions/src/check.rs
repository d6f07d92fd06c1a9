//! Validation of definitions.

mod hosts;
mod parameters;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use candor_model::{Hint, hidden_character};

use crate::definition::META;
use crate::schema::is_object;
use crate::{DefinitionProblem, FunctionDefinition};

/// The maximum length of a name in the protocol, and the one that every client accepts.
const NAME_MAX: usize = 128;
const NAME_GOOD: usize = 64;
/// The maximum number of tags.
const TAGS_MAX: usize = 40;

/// The strictness of validation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum CheckStrictness {
    /// The definition must conform to the protocol and not contradict itself.
    #[default]
    Usual,
    /// It must also be complete: all four hints, a title, and a description of every parameter.
    Strict,
}

/// Collects problems of one tool.
struct DefinitionFindings<'a> {
    tool: &'a str,
    found: &'a mut Vec<DefinitionProblem>,
}

/// All problems of some definitions, in order. The rules are the same for all languages.
pub fn check(
    definitions: &[FunctionDefinition],
    strictness: CheckStrictness,
) -> Vec<DefinitionProblem> {
    let mut found = Vec::new();
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    for definition in definitions {
        let mut findings = DefinitionFindings {
            tool: &definition.name,
            found: &mut found,
        };
        let count = seen.entry(&definition.name).or_default();
        *count += 1;
        // Report a duplicate name only once.
        if *count == 2 {
            findings.error(
                "functions::duplicate",
                "there are several tools of this name",
            );
        }
        name(definition, &mut findings);
        texts(definition, &mut findings);
        hints(definition, &mut findings);
        schemas(definition, &mut findings);
        hosts::check(definition, &mut findings);
        if strictness == CheckStrictness::Strict {
            strict(definition, &mut findings);
        }
    }
    found
}

// === impl DefinitionFindings ===

impl DefinitionFindings<'_> {
    fn error(&mut self, code: &'static str, sentence: impl Into<String>) -> &mut DefinitionProblem {
        self.add(DefinitionProblem::error(code, self.tool, sentence))
    }

    fn warning(
        &mut self,
        code: &'static str,
        sentence: impl Into<String>,
    ) -> &mut DefinitionProblem {
        self.add(DefinitionProblem::warning(code, self.tool, sentence))
    }

    fn add(&mut self, problem: DefinitionProblem) -> &mut DefinitionProblem {
        self.found.push_mut(problem)
    }
}

fn name(definition: &FunctionDefinition, found: &mut DefinitionFindings<'_>) {
    let code = "functions::name";
    let name = &definition.name;
    if name.is_empty() {
        found.error(code, "the name is empty");
        return;
    }
    let allowed = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-');
    if let Some(bad) = name.chars().find(|c| !allowed(c)) {
        let sentence = format!("the name holds `{}`", bad.escape_debug());
        let hint = "letters, digits, `_`, `-` and `.` are allowed";
        found.error(code, sentence).hint = Some(hint.to_owned());
    }
    let length = name.chars().count();
    if length > NAME_MAX {
        let sentence = format!("the name has {length} characters and may have {NAME_MAX}");
        found.error(code, sentence);
    } else if length > NAME_GOOD {
        let sentence =
            format!("the name has {length} characters; some clients take {NAME_GOOD} at most");
        found.warning(code, sentence);
    }
}

/// Checks description, title, tags and other texts.
fn texts(definition: &FunctionDefinition, found: &mut DefinitionFindings<'_>) {
    if definition.description.trim().is_empty() {
        let hint = "say what the tool does, when to use it and what it gives back";
        let sentence = format!(
            "there is no description; it is described as `{}`",
            definition.described()
        );
        let problem = found.warning("functions::description", sentence);
        problem.hint = Some(hint.to_owned());
    }
    if let Some(title) = &definition.title {
        let code = "functions::title";
        if title.trim().is_empty() {
            found.error(code, "the title is empty");
        }
        if let Some((_, hidden)) = hidden_character(title) {
            let sentence = format!("the title holds `{}`", hidden.escape_debug());
            found.error(code, sentence);
        }
    }
    let tags = definition.tags.len();
    if tags > TAGS_MAX {
        let sentence = format!("there are {tags} tags and may be {TAGS_MAX}");
        found.error("functions::tags", sentence);
    }
    if definition.tags.iter().any(|tag| tag.trim().is_empty()) {
        found.error("functions::tags", "a tag is empty");
    }
    if definition.meta.contains_key(META) {
        let sentence = format!("the member `{META}` of `_meta` is written by the framework");
        found.error("functions::meta", sentence);
    }
}

fn hints(definition: &FunctionDefinition, found: &mut DefinitionFindings<'_>) {
    let said = |hint| definition.hints.get(hint);
    let reads = said(Hint::ReadOnly) == Some(true);
    if reads && said(Hint::Destructive) == Some(true) {
        let sentence = "`readOnlyHint: true` and `destructiveHint: true` exclude each other";
        let hint = "what destroys something does not only read";
        found.error("functions::hints", sentence).hint = Some(hint.to_owned());
    }
    if reads && said(Hint::Idempotent) == Some(false) {
        let sentence = "`readOnlyHint: true` with `idempotentHint: false` is odd";
        let hint = "what changes nothing changes nothing the second time";
        found.warning("functions::hints", sentence).hint = Some(hint.to_owned());
    }
}

fn schemas(definition: &FunctionDefinition, found: &mut DefinitionFindings<'_>) {
    let code = "functions::schema";
    let hint = "its root needs `\"type\": \"object\"`; in Rust, use a struct";
    if !is_object(&definition.input_schema) {
        let sentence = "the schema of the arguments does not describe an object";
        found.error(code, sentence).hint = Some(hint.to_owned());
    }
    if definition
        .output_schema
        .as_ref()
        .is_some_and(|schema| !is_object(schema))
    {
        let sentence = "the schema of the results does not describe an object";
        found.error(code, sentence).hint = Some(hint.to_owned());
    }
}

/// Checks that the definition leaves nothing out.
fn strict(definition: &FunctionDefinition, found: &mut DefinitionFindings<'_>) {
    let unset = Hint::ALL
        .into_iter()
        .filter(|hint| definition.hints.get(*hint).is_none());
    let unset: Vec<_> = unset.map(Hint::wire).collect();
    if !unset.is_empty() {
        let verb = if unset.len() == 1 { "is" } else { "are" };
        let sentence = format!("`{}` {verb} not set", unset.join("`, `"));
        let hint = "say it for every tool, true or false";
        found.error("functions::hint-unset", sentence).hint = Some(hint.to_owned());
    }
    if definition.title.is_none() {
        found.error("functions::title", "there is no title");
    }
    for path in parameters::undescribed(&definition.input_schema) {
        let sentence = format!("the parameter `{path}` has no description");
        let hint = "in Rust a doc comment on the field is one; in TypeScript it is `.describe(…)`";
        found.error("functions::parameter", sentence).hint = Some(hint.to_owned());
    }
}
