//! Notes on tools, in one toolset or everywhere.
//!
//! Notes are added and changed one at a time, so nothing else can be lost and no version is asked
//! for.

pub(crate) mod add;
pub(crate) mod edit;
pub(crate) mod list;
pub(crate) mod remove;
pub(crate) mod view;

use candor_gateway::desk::NotePlace;

use crate::path;
use crate::problem::Problem;

/// The toolset of this name, as a place for notes.
fn toolset(name: &str) -> Result<NotePlace, Problem> {
    path::toolset_name(name).map(NotePlace::Toolset)
}
