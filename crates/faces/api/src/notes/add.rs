//! `POST /toolsets/{name}/notes` and `POST /notes`.

use candor_gateway::edit::{AddedNotes, NotePlace};
use candor_model::ToolNote;

use super::NoteView;
use crate::prelude::*;
use crate::toolsets::member::tool_ref;

/// The maximum number of notes added per request.
const NOTES_MAX: usize = 20;

/// Notes to be added to a tool.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewNotes {
    /// The tool, `source.tool`.
    tool: Option<String>,
    /// The id that the tool has now, beside its name or in its place.
    #[schema(pattern = "^[0-9A-Fa-f]{64}$")]
    ref_id: Option<String>,
    /// The notes, in the order in which they are shown.
    #[schema(min_items = 1, max_items = 20)]
    notes: Vec<NewNote>,
    /// The reason, in your words. The history keeps it.
    why: Option<String>,
}

/// A note to be added.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewNote {
    /// Its name: 2 to 50 lowercase letters, digits and `-`.
    #[schema(pattern = "^[a-z0-9-]{2,50}$")]
    name: String,
    /// The text, on one line.
    #[schema(min_length = 1, max_length = 500)]
    note: String,
}

/// What became of notes that were to be added.
#[derive(Serialize, ToSchema)]
#[schema(as = AddedNotes)]
pub(crate) struct AddedNotesView {
    /// On which tool.
    tool: String,
    /// The id that it has now.
    ref_id: String,
    /// Those that are there now.
    added: Vec<NoteView>,
    /// The names of those that were left out, because there is a note of that name.
    skipped: Vec<String>,
}

/// Adds notes on a tool of a toolset. A name that is taken is skipped: adding never changes what
/// is there.
#[utoipa::path(
    post,
    path = "/toolsets/{name}/notes",
    params(("name" = String, Path, description = "The toolset.")),
    request_body = NewNotes,
    responses(
        (status = 200, description = "What became of them.", body = AddedNotesView),
        BadChange,
    )
)]
pub(crate) async fn add_toolset_notes(
    State(api): State<ApiState>,
    who: Requester,
    PathParams(name): PathParams<String>,
    JsonBody(new): JsonBody<NewNotes>,
) -> Result<Json<AddedNotesView>, ApiProblem> {
    add(&api, who, &super::toolset(&name)?, new).await
}

/// Adds notes on a tool, which count in every toolset. A name that is taken is skipped: adding
/// never changes what is there.
#[utoipa::path(
    post,
    path = "/notes",
    request_body = NewNotes,
    responses(
        (status = 200, description = "What became of them.", body = AddedNotesView),
        BadChange,
    )
)]
pub(crate) async fn add_notes(
    State(api): State<ApiState>,
    who: Requester,
    JsonBody(new): JsonBody<NewNotes>,
) -> Result<Json<AddedNotesView>, ApiProblem> {
    add(&api, who, &NotePlace::Everywhere, new).await
}

async fn add(
    api: &ApiState,
    who: Requester,
    place: &NotePlace,
    new: NewNotes,
) -> Result<Json<AddedNotesView>, ApiProblem> {
    let tool = tool_ref(new.tool.as_deref(), new.ref_id.as_deref()).map_err(ApiProblem::invalid)?;
    let notes = read(&new.notes)?;
    let author = who.author(new.why);
    api.gateway.settled(StartupWait::Request).await;
    let editor = api.gateway.editor();
    let added = editor.add_notes(&author, place, &tool, &notes).await;
    let added = added.map_err(|error| ApiProblem::from(error).unconditional())?;
    Ok(Json(AddedNotesView::of(&added)))
}

fn read(notes: &[NewNote]) -> Result<Vec<ToolNote>, ApiProblem> {
    let count = notes.len();
    if !(1..=NOTES_MAX).contains(&count) {
        return Err(ApiProblem::invalid(format!(
            "`notes` has {count} notes; send 1 to {NOTES_MAX} at once"
        )));
    }
    let notes = notes.iter().map(|new| ToolNote::new(&new.name, &new.note));
    notes.collect::<Result<_, _>>().map_err(ApiProblem::invalid)
}

// === impl NewNotes ===

impl RequestBody for NewNotes {
    const SHAPE: &'static str = "an object with `tool`, `ref_id` or both, `notes`, a list of \
        objects with `name` and `note`, and perhaps `why`";
}

// === impl AddedNotesView ===

impl AddedNotesView {
    fn of(added: &AddedNotes) -> Self {
        let (name, ref_id) = &added.tool;
        Self {
            tool: name.to_string(),
            ref_id: ref_id.to_string(),
            added: added.added.iter().map(NoteView::of).collect(),
            skipped: added.skipped.iter().map(ToString::to_string).collect(),
        }
    }
}
