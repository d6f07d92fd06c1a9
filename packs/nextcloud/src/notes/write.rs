//! Notes created, changed and continued.

use candor_functions::{Failure, JsonSchema};
use http::header::IF_MATCH;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::NOTES;
use super::note::{NoteAnswer, WireNote, fetch};
use crate::client::RequestMethod;
use crate::effect::ToolEffect;
use crate::etag;
use crate::pack_call::PackCall;
use crate::pack_tool::{PackTool, ToolMaker};

#[derive(Deserialize, JsonSchema)]
struct CreateInput {
    /// The title. If a note of the category has it, the app appends a number.
    #[schemars(length(min = 1, max = 255))]
    title: String,
    /// The text, in Markdown.
    content: String,
    /// The category: folders separated by slashes; empty for none.
    #[serde(default)]
    category: String,
}

#[derive(Deserialize, JsonSchema)]
struct UpdateInput {
    /// The number of the note.
    note_id: u64,
    /// The etag of the version that is replaced, from `nc_notes_get_note`.
    #[schemars(length(min = 1, max = 200))]
    etag: String,
    /// The new title; left out, it stays.
    title: Option<String>,
    /// The new text, in Markdown; left out, it stays. An empty text is refused unless
    /// `clear_content` is set.
    content: Option<String>,
    /// The new category; left out, it stays. An empty text removes it.
    category: Option<String>,
    /// Whether the note may be left without a text.
    #[serde(default)]
    clear_content: bool,
}

#[derive(Deserialize, JsonSchema)]
struct AppendInput {
    /// The number of the note.
    note_id: u64,
    /// What to append, in Markdown. It is set off by a horizontal line.
    #[schemars(length(min = 1))]
    content: String,
}

pub(super) fn tools(maker: &ToolMaker) -> Vec<PackTool> {
    let update = "Change title, text or category of a note. Replaces what was there; refused if \
                  the note was changed since the given etag. Fields that are left out stay.";
    vec![
        maker
            .tool(
                ("nc_notes_create_note", "Create Note"),
                "Create a note. Returns it with its number and etag. Each call makes another note.",
                ToolEffect::Add,
                create_note,
            )
            .sends("`POST /apps/notes/api/v1/notes`")
            .because("`POST` makes another note each time and touches no other."),
        maker
            .tool(("nc_notes_update_note", "Update Note"), update, ToolEffect::ReplaceOnce, update_note)
            .sends(
                "`PUT /apps/notes/api/v1/notes/{id}` with `If-Match`; \
                 `GET /apps/notes/api/v1/notes/{id}` after a conflict",
            )
            .because("The text is overwritten; the same etag is refused the second time."),
        maker
            .tool(
                ("nc_notes_append_content", "Append to Note"),
                "Append text to the end of a note. What is there stays. Returns the whole note. Each \
                 call appends again.",
                ToolEffect::Add,
                append_content,
            )
            .sends(
                "`GET /apps/notes/api/v1/notes/{id}`; \
                 `PUT /apps/notes/api/v1/notes/{id}` with `If-Match`",
            )
            .because("The old text is sent back with the new at its end, under the etag just read."),
    ]
}

async fn create_note(call: PackCall, input: CreateInput) -> Result<NoteAnswer, Failure> {
    let body = json!({
        "title": input.title,
        "content": input.content,
        "category": input.category,
    });
    let request = call.request(RequestMethod::Post, NOTES).json(&body)?;
    let note: WireNote = call.send(request).await?.json()?;
    Ok(NoteAnswer::of(&call, note))
}

async fn update_note(call: PackCall, input: UpdateInput) -> Result<NoteAnswer, Failure> {
    let blanks = input
        .content
        .as_deref()
        .is_some_and(|it| it.trim().is_empty());
    if blanks && !input.clear_content {
        return Err(Failure::new(
            "the new text is empty and would blank the note; leave `content` out to keep the \
             text, or set `clear_content`",
        ));
    }
    let mut body = Map::new();
    let fields = [
        ("title", input.title),
        ("content", input.content),
        ("category", input.category),
    ];
    for (name, value) in fields {
        if let Some(value) = value {
            body.insert(name.to_owned(), value.into());
        }
    }
    if body.is_empty() {
        return Err(Failure::new(
            "there is nothing to change; give `title`, `content` or `category`",
        ));
    }
    let note = put(&call, input.note_id, &input.etag, &body.into()).await?;
    Ok(NoteAnswer::of(&call, note))
}

async fn append_content(call: PackCall, input: AppendInput) -> Result<NoteAnswer, Failure> {
    let note = fetch(&call, input.note_id).await?;
    let old = note.content.unwrap_or_default();
    let content = if old.is_empty() {
        input.content
    } else {
        format!("{old}\n---\n{}", input.content)
    };
    let body = json!({ "content": content });
    let note = put(&call, input.note_id, &note.etag, &body).await?;
    Ok(NoteAnswer::of(&call, note))
}

/// Replaces fields of a note, if it still has the etag. A conflict tells both versions.
async fn put(call: &PackCall, id: u64, etag: &str, body: &Value) -> Result<WireNote, Failure> {
    let request = call
        .request(RequestMethod::Put, NOTES)
        .at(id)
        .header(IF_MATCH, etag::quoted(etag))
        .json(body)?;
    let answer = call.send(request).await?;
    if answer.status() != 412 {
        return answer.json();
    }
    let now = fetch(call, id).await?;
    Err(Failure::new(format!(
        "note {id} was not changed: its etag is `{}` now and not `{}`; read it again with \
         `nc_notes_get_note` and decide again",
        etag::bare(&now.etag),
        etag::bare(etag),
    )))
}
