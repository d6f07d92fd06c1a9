//! The complete input of a lint run.

use candor_model::DestructivePolicy;
use serde_json::Value;

use crate::subject::text;
use crate::{
    DefinitionError, DescribedTool, HintObservation, HintOverride, InferOptions, LintSubject,
    SecondReading, ServerInstructions, head_verb, infer,
};

/// The tools and their overrides.
#[derive(Debug, Default)]
pub struct LintInput {
    /// The tools; those of a source are next to each other.
    pub tools: Vec<LintSubject>,
    /// The toolsets that the tools are served in.
    pub toolsets: Vec<LintToolset>,
    /// The instructions of the servers.
    pub instructions: Vec<ServerInstructions>,
    /// Tools that were accepted before and are gone.
    pub removed: Vec<RemovedTool>,
}

/// A named selection of tools.
#[derive(Debug, Default)]
pub struct LintToolset {
    /// The name of the toolset.
    pub name: String,
    /// The qualified names of its tools.
    pub tools: Vec<String>,
    /// Names and patterns that no tool fits.
    pub unresolved: Vec<String>,
    /// The notes on its tools.
    pub notes: Vec<LintNote>,
}

/// A note on a tool.
#[derive(Debug)]
pub struct LintNote {
    /// The qualified name of the tool.
    pub tool: String,
    /// The name of the note.
    pub name: String,
    /// The text that the model reads.
    pub text: String,
}

/// A tool that is gone.
#[derive(Debug)]
pub struct RemovedTool {
    /// The source that it was in.
    pub source: String,
    /// The name that the source gave it.
    pub own: String,
    /// The definition that was accepted.
    pub definition: Value,
}

// === impl LintInput ===

impl LintInput {
    /// Tools without anything around them. The tools of a source must be next to each other.
    pub fn new(mut tools: Vec<LintSubject>) -> Self {
        head_verb::assign(&mut tools);
        Self {
            tools,
            ..Self::default()
        }
    }

    /// Compares with definitions that were accepted before, each with the name of its source.
    #[must_use]
    pub fn with_accepted(mut self, accepted: Vec<(String, Value)>) -> Self {
        for (source, definition) in accepted {
            let Some(own) = text(&definition, "name").map(str::to_owned) else {
                continue;
            };
            let mut tools = self.tools.iter_mut();
            match tools.find(|tool| tool.source == source && tool.own == own) {
                Some(tool) => tool.accepted = Some(definition),
                None => self.removed.push(RemovedTool {
                    source,
                    own,
                    definition,
                }),
            }
        }
        self
    }

    /// Reads the form of the examples: a tool, a list of tools, or an object with `tools`,
    /// `toolsets`, `instructions` and `accepted`. A tool may carry, beside its definition, `source`, `overrides`,
    /// `observed`, `secondReading`, `served`, `results` and `children`.
    pub fn from_example(example: Value) -> Result<Self, DefinitionError> {
        let (tools, rest) = match example {
            Value::Array(tools) => (tools, Value::Null),
            mut whole if whole.get("tools").is_some() => {
                let tools = whole["tools"].take();
                (tools.as_array().cloned().unwrap_or_default(), whole)
            }
            tool => (vec![tool], Value::Null),
        };
        let mut groups: Vec<(String, Vec<DescribedTool>)> = Vec::new();
        for tool in tools {
            let source = text(&tool, "source").unwrap_or("shop").to_owned();
            let tool = DescribedTool::read(tool)?;
            match groups.iter_mut().find(|(name, _)| *name == source) {
                Some((_, tools)) => tools.push(tool),
                None => groups.push((source, vec![tool])),
            }
        }
        let subjects = groups.into_iter().flat_map(|(source, tools)| {
            let inferred = infer(&source, &tools, InferOptions::default());
            let pairs: Vec<_> = tools.into_iter().zip(inferred).collect();
            pairs
                .into_iter()
                .map(move |(tool, found)| example_subject(&source, tool, &found))
        });
        let mut input = Self::new(subjects.collect());
        input.toolsets = items(&rest, "toolsets").iter().map(toolset).collect();
        input.instructions = items(&rest, "instructions")
            .iter()
            .map(|one| ServerInstructions {
                source: text(one, "source").map(str::to_owned),
                text: text(one, "text").unwrap_or_default().to_owned(),
            })
            .collect();
        let accepted = items(&rest, "accepted").iter().map(|one| {
            let source = text(one, "source").unwrap_or("shop").to_owned();
            (source, one.clone())
        });
        Ok(input.with_accepted(accepted.collect()))
    }

    /// The tools of each source.
    pub(crate) fn sources(&self) -> impl Iterator<Item = &[LintSubject]> {
        self.tools.chunk_by(|one, next| one.source == next.source)
    }

    /// The tool with this qualified name.
    pub(crate) fn tool(&self, name: &str) -> Option<&LintSubject> {
        self.tools.iter().find(|tool| tool.name == name)
    }

    /// Tools of a dump as the rules see them.
    pub fn subjects(
        source: &str,
        tools: Vec<DescribedTool>,
        destructive: DestructivePolicy,
    ) -> Vec<LintSubject> {
        let options = InferOptions {
            destructive,
            open_world: None,
        };
        let inferred = infer(source, &tools, options);
        let pairs = tools.into_iter().zip(inferred);
        pairs
            .map(|(tool, found)| LintSubject::described(source, tool, &found))
            .collect()
    }
}

fn example_subject(
    source: &str,
    tool: DescribedTool,
    inference: &candor_infer::ToolInference,
) -> LintSubject {
    let mut subject = LintSubject::described(source, tool, inference);
    let definition = &subject.definition;
    subject.overrides = items(definition, "overrides")
        .iter()
        .filter_map(|one| {
            Some(HintOverride {
                hint: candor_model::Hint::parse(text(one, "hint")?)?,
                value: one.get("value")?.as_bool()?,
                why: text(one, "why").map(str::to_owned),
            })
        })
        .collect();
    subject.observed = items(definition, "observed")
        .iter()
        .filter_map(|one| {
            Some(HintObservation {
                hint: candor_model::Hint::parse(text(one, "hint")?)?,
                value: one.get("value")?.as_bool()?,
                evidence: text(one, "evidence")?.to_owned(),
            })
        })
        .collect();
    subject.second_reading = definition.get("secondReading").map(|second| match second {
        Value::Null => SecondReading::Missing,
        other => SecondReading::Definition(other.clone()),
    });
    subject.served = definition.get("served").cloned();
    for key in [
        "overrides",
        "observed",
        "secondReading",
        "served",
        "results",
        "children",
        "source",
    ] {
        if let Some(members) = subject.definition.as_object_mut() {
            members.shift_remove(key);
        }
    }
    subject
}

fn toolset(value: &Value) -> LintToolset {
    let names = |key| {
        let texts = items(value, key).iter().filter_map(Value::as_str);
        texts.map(str::to_owned).collect()
    };
    let note = |one: &Value| LintNote {
        tool: text(one, "tool").unwrap_or_default().to_owned(),
        name: text(one, "name").unwrap_or_default().to_owned(),
        text: text(one, "note").unwrap_or_default().to_owned(),
    };
    LintToolset {
        name: text(value, "name").unwrap_or_default().to_owned(),
        tools: names("tools"),
        unresolved: names("unresolved"),
        notes: items(value, "notes").iter().map(note).collect(),
    }
}

fn items<'a>(holder: &'a Value, key: &str) -> &'a [Value] {
    let list = holder.get(key).and_then(Value::as_array);
    list.map(Vec::as_slice).unwrap_or_default()
}
