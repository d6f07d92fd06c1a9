//! Sentences, and what follows from them: negation, passives, several clauses, quoted text, lists,
//! advice to the caller, other languages' word order. None of them is of a real server.

#![allow(clippy::expect_used, reason = "a test ends where it expects in vain")]

mod advice;
mod all_read;
mod answers;
mod clauses;
mod denials;
mod evidence;
mod forms;
mod kept;
mod looks;
mod openings;
mod requests;
mod results;
mod things;
mod tongues;
mod wider;

use candor_infer::{InputSchema, SourceFacts, ToolFacts, ToolInference, infer};
use candor_model::{DestructivePolicy, Hint, Hints};
use serde_json::Value;

use self::Expectation::{Destroys, NotReads, Reads};

/// What is expected of a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expectation {
    /// It is suggested to be read-only.
    Reads,
    /// It is not suggested to be read-only.
    NotReads,
    /// It is not suggested to be read-only, and counts as destructive by itself.
    Destroys,
}

fn infer_one(name: &str, description: &str) -> ToolInference {
    infer_with(name, description, None)
}

/// The best guess about a tool with these parameters.
fn guess(name: &str, description: &str, schema: &Value) -> Hints {
    infer_with(name, description, Some(schema)).guess()
}

fn infer_with(name: &str, description: &str, schema: Option<&Value>) -> ToolInference {
    let tool = ToolFacts {
        name,
        title: None,
        description: Some(description),
        input_schema: schema.map(InputSchema::Value),
        method: None,
        path: None,
        scopes: &[],
        tags: &[],
        declared: Hints::UNSET,
    };
    let source = SourceFacts {
        name: "source",
        tools: &[tool],
        destructive: DestructivePolicy::Overwrites,
        open_world: None,
    };
    infer(&source).remove(0)
}

/// Checks every row and tells of all that fail.
fn check(rows: &[(Expectation, &str, &str)]) {
    let wrong: Vec<String> = rows
        .iter()
        .filter_map(|(expect, name, description)| {
            let inference = infer_one(name, description);
            let reads = inference.guess().get(Hint::ReadOnly) == Some(true);
            let destroys = inference.applied().get(Hint::Destructive) == Some(true);
            let holds = match expect {
                Reads => reads,
                NotReads => !reads,
                Destroys => !reads && destroys,
            };
            (!holds).then(|| format!("{expect:?} {name}: {description}\n  {inference:?}"))
        })
        .collect();
    let (failed, all) = (wrong.len(), rows.len());
    assert!(wrong.is_empty(), "{failed} of {all}:\n{}", wrong.join("\n"));
}
