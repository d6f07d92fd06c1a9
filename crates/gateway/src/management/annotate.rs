//! `add-tool-annotation`: adds notes to a tool of the toolset that is served here.

use std::sync::Arc;

use candor_model::{ToolNote, ToolRef, ToolsetName};
use serde_json::{Value, json};

use super::definition::{DefinitionDraft, SETS};
use super::phrases::{gone, those};
use super::reference::ToolReference;
use super::schema::{array, bounded_text, count, object, short_name, text, tool_reference};
use super::{ManagementAnswer, ManagementCall};
use crate::catalogue::CatalogueTool;
use crate::catalogue::endpoint::Endpoint;
use crate::edit::{EditError, NotePlace};

/// The maximum number of notes per call.
const NOTES_MAX: usize = 20;

/// The toolset and tool of a call, if they were found.
#[derive(Default)]
struct NoteSubject {
    toolset: Option<ToolsetName>,
    tool: Option<Arc<CatalogueTool>>,
}

pub(super) fn draft() -> DefinitionDraft {
    let note = object(
        json!({
            "name": short_name("Short name of the note, such as `team-first`"),
            "note": bounded_text("The note: one line of plain text", candor_model::note::NOTE_MAX),
        }),
        &["name", "note"],
    );
    // Each note is validated on its own, so that one invalid note does not prevent the others.
    let any_note = object(
        json!({"name": {"type": "string"}, "note": {"type": "string"}}),
        &["name", "note"],
    );
    DefinitionDraft {
        name: "add-tool-annotation",
        title: "Add Tool Annotation",
        description: "Adds notes on a tool of the equipped toolset. They are shown after the \
                      tool's description wherever this toolset is served, and stay until someone \
                      removes them. A note whose name is taken is skipped: adding never changes \
                      what is there.",
        input: input(&note),
        checked: Some(input(&any_note)),
        output: Some(output()),
        hints: SETS,
    }
}

fn input(note: &Value) -> Value {
    let notes = json!({
        "type": "array",
        "description": "The notes to add",
        "minItems": 1,
        "maxItems": NOTES_MAX,
        "items": note,
    });
    object(
        json!({
            "toolRef": tool_reference("The tool, by its namespacedName or its refId"),
            "notes": notes,
        }),
        &["toolRef", "notes"],
    )
}

fn output() -> Value {
    let tool = object(
        json!({
            "namespacedName": text("`source.tool`; empty where the reference names nothing"),
            "refId": text("Id of its present definition, or empty"),
            "server": text("Its source, or empty"),
        }),
        &["namespacedName", "refId", "server"],
    );
    let note = object(
        json!({"name": text("Its name"), "note": text("What it says")}),
        &["name", "note"],
    );
    object(
        json!({
            "toolset": text("The toolset in which the notes count; empty where none is equipped"),
            "tool": tool,
            "addedNotes": array(&note),
            "successCount": count("How many notes were added"),
            "errorCount": count("How many things went wrong; one for each of `errors`"),
            "errors": array(&text("A note that was left out, or why nothing was done")),
        }),
        &[
            "toolset",
            "tool",
            "addedNotes",
            "successCount",
            "errorCount",
        ],
    )
}

pub(super) fn refusal(sentence: String) -> ManagementAnswer {
    NoteSubject::default().answer(&[], &[sentence])
}

pub(super) async fn answer(asked: &ManagementCall<'_>) -> Result<ManagementAnswer, EditError> {
    let mut about = NoteSubject::default();
    let (added, errors) = match add(asked, &mut about).await {
        Ok(told) => told,
        Err(error) => (Vec::new(), vec![error.to_string()]),
    };
    Ok(about.answer(&added, &errors))
}

/// Adds the valid notes. Returns the added ones, and the errors about the others.
async fn add(
    asked: &ManagementCall<'_>,
    about: &mut NoteSubject,
) -> Result<(Vec<ToolNote>, Vec<String>), EditError> {
    let toolset = toolset(asked)?;
    about.toolset = Some(toolset.clone());
    let tool = tool(asked)?;
    about.tool = Some(Arc::clone(&tool));
    check_member(asked, &toolset, &tool)?;

    let (notes, mut errors) = notes(asked.arguments);
    if notes.is_empty() {
        return Ok((notes, errors));
    }
    let place = NotePlace::Toolset(toolset);
    let by_name = ToolRef::named(tool.name.clone());
    let editor = asked.gateway.editor();
    let outcome = editor
        .add_notes(asked.author, &place, &by_name, &notes)
        .await;
    match outcome {
        Ok(outcome) => {
            let skipped = outcome.skipped.iter();
            errors.extend(skipped.map(|name| {
                format!(
                    "the note `{name}` was skipped: `{}` has a note of that name",
                    tool.name
                )
            }));
            Ok((outcome.added, errors))
        }
        Err(error) => {
            errors.push(error.to_string());
            Ok((Vec::new(), errors))
        }
    }
}

/// The toolset that is served here.
fn toolset(asked: &ManagementCall<'_>) -> Result<ToolsetName, EditError> {
    let snapshot = asked.gateway.snapshot();
    let name = snapshot.settings.effective_endpoint(asked.endpoint).toolset;
    name.ok_or_else(|| {
        let names: Vec<_> = snapshot
            .settings
            .toolsets
            .keys()
            .map(ToolsetName::as_str)
            .collect();
        EditError::Invalid(format!(
            "no toolset is equipped, and notes belong to one; use equip-toolset first: {}",
            those(&names)
        ))
    })
}

fn tool(asked: &ManagementCall<'_>) -> Result<Arc<CatalogueTool>, EditError> {
    let reference = asked.arguments.get("toolRef").unwrap_or(&Value::Null);
    let found = ToolReference::read(reference).find(&asked.gateway.catalogue(), true);
    found.map(|found| found.tool).map_err(EditError::Unknown)
}

fn check_member(
    asked: &ManagementCall<'_>,
    toolset: &ToolsetName,
    tool: &CatalogueTool,
) -> Result<(), EditError> {
    let endpoint = Endpoint {
        toolset: Some(toolset.clone()),
        environment: asked.endpoint.environment.clone(),
    };
    let offer = asked.gateway.catalogue().view(&endpoint);
    let offer = offer.map_err(|error| gone(&error))?;
    let mut tools = offer.tools().iter();
    if tools.any(|offered| offered.tool.name == tool.name) {
        return Ok(());
    }
    Err(EditError::Unknown(format!(
        "`{}` is not in the toolset `{toolset}`, so that a note on it would never be seen; \
         get-active-toolset shows what is",
        tool.name
    )))
}

/// The valid notes, and the errors about the others.
fn notes(arguments: &Value) -> (Vec<ToolNote>, Vec<String>) {
    let given = arguments.get("notes").and_then(Value::as_array);
    let (mut notes, mut errors) = (Vec::new(), Vec::new());
    for one in given.into_iter().flatten() {
        let text = |key| one.get(key).and_then(Value::as_str).unwrap_or_default();
        match ToolNote::new(text("name"), text("note")) {
            Ok(note) => notes.push(note),
            Err(error) => errors.push(error.to_string()),
        }
    }
    (notes, errors)
}

// === impl NoteSubject ===

impl NoteSubject {
    /// The answer; a failure if nothing was added.
    fn answer(&self, added: &[ToolNote], errors: &[String]) -> ManagementAnswer {
        let tool = self.tool.as_deref();
        let notes = added.iter();
        let notes = notes.map(|note| json!({"name": note.name().as_str(), "note": note.text()}));
        let mut structured = json!({
            "toolset": self.toolset.as_ref().map_or("", ToolsetName::as_str),
            "tool": {
                "namespacedName": tool.map(|tool| tool.name.to_string()).unwrap_or_default(),
                "refId": tool.map(|tool| tool.ref_id.to_string()).unwrap_or_default(),
                "server": tool.map_or("", |tool| tool.name.source().as_str()),
            },
            "addedNotes": notes.collect::<Vec<_>>(),
            "successCount": added.len(),
            "errorCount": errors.len(),
        });
        let is_error = added.is_empty() && !errors.is_empty();
        if !errors.is_empty() {
            structured["errors"] = json!(errors);
        }
        ManagementAnswer {
            structured,
            is_error,
        }
    }
}
