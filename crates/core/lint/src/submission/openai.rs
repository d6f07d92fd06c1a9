//! `OpenAI`'s app directory, and its submission file.

use candor_model::Hint;
use serde_json::{Map, Value, json};

use super::Demand;
use crate::{LintInput, LintSubject};

/// Requirements checked by rules.
pub(super) const DEMANDS: &[Demand] = &[
    Demand {
        text: "Every tool writes out `readOnlyHint`, `destructiveHint` and `openWorldHint`",
        rules: &["H001", "H002", "H003", "H009", "H010"],
        is_hard: true,
    },
    Demand {
        text: "`readOnlyHint` is true only for tools that fetch, look up, list or compute",
        rules: &["H011", "H012", "H013", "H022", "D009"],
        is_hard: true,
    },
    Demand {
        text: "`destructiveHint` is true if any mode can delete, overwrite or send for good",
        rules: &["H004", "H005", "H014", "P004"],
        is_hard: true,
    },
    Demand {
        text: "`openWorldHint` is true if the tool can change what people outside see",
        rules: &["H024", "H025"],
        is_hard: true,
    },
    Demand {
        text: "Names match the action and have at most 64 characters",
        rules: &["N001", "N002", "N005", "N006", "N010", "T004"],
        is_hard: true,
    },
    Demand {
        text: "No parameter asks for sensitive data",
        rules: &["P006", "X004"],
        is_hard: true,
    },
    Demand {
        text: "Descriptions exist and fit into the portal's form",
        rules: &["D001", "D005"],
        is_hard: false,
    },
    Demand {
        text: "Tools have an output schema",
        rules: &["S004"],
        is_hard: false,
    },
];

/// Requirements to be checked manually.
pub(super) const MANUAL: &[&str] = &[
    "There are five test prompts that should use the app, and three that should not",
    "The subtitle has at most 30 characters",
    "Results carry no personal data, session ids or tokens that are not needed",
];

/// The URL of the file's schema.
const SCHEMA: &str =
    "https://developers.openai.com/apps-sdk/schemas/chatgpt-app-submission.v1.json";

/// The hints to be justified, and the key of each justification.
const JUSTIFIED: [(Hint, &str); 3] = [
    (Hint::ReadOnly, "read_only_justification"),
    (Hint::Destructive, "destructive_justification"),
    (Hint::OpenWorld, "open_world_justification"),
];

/// The content of `chatgpt-app-submission.json`: each tool with its hints and a sentence of
/// justification for each, drawn from the evidence. What only the author knows is left empty.
pub fn openai_submission(input: &LintInput) -> Value {
    let tools: Map<String, Value> = input.tools.iter().map(tool).collect();
    json!({
        "$schema": SCHEMA,
        "schema_version": 1,
        "app_info": {"display_name": "", "subtitle": "", "description": "", "category": ""},
        "tools": tools,
        "test_cases": [],
        "negative_test_cases": [],
    })
}

fn tool(subject: &LintSubject) -> (String, Value) {
    let mut annotations = Map::new();
    let mut justifications = Map::new();
    for (hint, key) in JUSTIFIED {
        annotations.insert(hint.wire().to_owned(), json!(subject.stated.get(hint)));
        justifications.insert(key.to_owned(), json!(justification(subject, hint)));
    }
    let tool = json!({"annotations": annotations, "justifications": justifications});
    (subject.own.clone(), tool)
}

/// One sentence about the tool's behaviour, with its origin.
fn justification(subject: &LintSubject, hint: Hint) -> String {
    let Some(stated) = subject.stated.get(hint) else {
        return match subject
            .inferred(hint)
            .and_then(|value| subject.because(hint, value))
        {
            Some(evidence) => format!(
                "Not declared; {} is likely {}: {}.",
                hint.wire(),
                evidence.value,
                evidence.because
            ),
            None => "Not declared, and nothing in the definition tells.".to_owned(),
        };
    };
    let behaviour = behaviour(hint, stated);
    match subject.because(hint, stated) {
        Some(evidence) => format!("{behaviour}: {}.", evidence.because),
        None if subject.because(hint, !stated).is_some() => {
            let against = subject
                .because(hint, !stated)
                .map_or("", |one| one.because.as_str());
            format!("{behaviour}, as its author declares, although {against}.")
        }
        None => format!("{behaviour}, as its author declares."),
    }
}

const fn behaviour(hint: Hint, value: bool) -> &'static str {
    match (hint, value) {
        (Hint::ReadOnly, true) => "It only reads or computes, and changes nothing",
        (Hint::ReadOnly, false) => "It can change data or start something",
        (Hint::Destructive, true) => "It can delete or overwrite what was there",
        (Hint::Destructive, false) => "It deletes and overwrites nothing",
        (Hint::OpenWorld, true) => "It reaches systems or people outside the service",
        (Hint::OpenWorld, false) => "It stays within the service's own data",
        (Hint::Idempotent, true) => "A repeat changes nothing more",
        (Hint::Idempotent, false) => "A repeat can have another effect",
    }
}
