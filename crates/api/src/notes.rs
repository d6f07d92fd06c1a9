//! Notes on tools, in one toolset or everywhere.
//!
//! Notes are added and changed one at a time, so nothing else can be lost and no version is asked
//! for. Whoever names one with `If-Match` is held to it: the version is that of the toolset, or of
//! the notes that count everywhere.

pub(crate) mod add;
pub(crate) mod edit;
pub(crate) mod list;
pub(crate) mod remove;
pub(crate) mod view;

use candor_gateway::desk::{NotePlace, WhichNote};
use candor_model::{Digest, ToolRef};

use crate::etag::IfMatch;
use crate::path;
use crate::problem::Problem;

/// The toolset of this name, as a place for notes.
fn toolset(name: &str) -> Result<NotePlace, Problem> {
    path::toolset_name(name).map(NotePlace::Toolset)
}

/// The note that a path names: the tool as `source.tool`, or by the id where only that is known.
fn which([tool, note]: [&str; 2]) -> Result<WhichNote, Problem> {
    let by_id = Digest::parse(tool).and_then(|id| ToolRef::new(None, Some(id)));
    let tool = match by_id {
        Some(tool) => tool,
        None => ToolRef::named(path::tool_name(tool)?),
    };
    let note = path::note_name(note)?;
    Ok(WhichNote { tool, note })
}

/// What went wrong, where the request may have said which version it expects.
fn problem(error: impl Into<Problem>, read: IfMatch) -> Problem {
    match read {
        IfMatch::Version(_) => error.into(),
        IfMatch::Any | IfMatch::Absent => error.into().unconditional(),
    }
}
