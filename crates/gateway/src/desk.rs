//! Where people correct what is said about tools, and decide what changed definitions become.
//!
//! Every door (command line, API) comes here, so that all of them know the same words, refuse
//! the same mistakes and leave the same trace. A change is checked whole, written in one
//! transaction with its record in the history, and counts in the catalogue before it is
//! confirmed.

mod amend;
mod apply;
mod declare;
mod drift;
mod environment;
mod error;
mod explain;
mod many;
mod note;
mod preference;
mod record;
mod source;
mod suggest;
mod suppose;
mod text;
mod token;
mod toolset;
mod whole;

pub use candor_model::{DocumentWish, SourceKindWish, SourceWish};
use candor_model::{Opinion, OpinionKey};
use candor_store::Store;

pub use apply::{Applied, Wanted};
pub use declare::note_declarations;
pub use drift::Which;
pub use environment::{EnvironmentEdit, EnvironmentView, VariableView};
pub use error::DeskError;
pub use explain::Explained;
pub use many::{Amended, Amending};
pub use note::{Added, Edited, NoteEdit, NotePlace, NotesAt, WhichNote};
pub use preference::{PreferenceView, words as preference_words};
pub use record::opinion_json;
pub use source::{PreviewTool, SavedSource, SourceDraft, SourcePreview, SourceRefusal};
pub use suggest::{Accepted, Choice, Suggestion};
pub use suppose::{Outcome, SupposeError, Supposed, Supposition};
pub use toolset::ToolsetView;
pub use whole::Baggage;

use crate::gateway::Gateway;
pub use crate::workshop::SourcePlan;

/// See the module.
#[derive(Clone)]
pub struct Desk<'a> {
    gateway: &'a Gateway,
}

/// What is said by people about some tools, in one place.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// About which tools, and where it counts.
    pub key: OpinionKey,
    /// What.
    pub opinion: Opinion,
    /// Which state of it this is; 0 where nothing is said. None for what the file declares,
    /// which cannot be edited here.
    pub version: Option<u64>,
}

// === impl Desk ===

impl<'a> Desk<'a> {
    pub(crate) fn new(gateway: &'a Gateway) -> Self {
        Self { gateway }
    }

    fn store(&self) -> &Store {
        self.gateway.store()
    }
}
