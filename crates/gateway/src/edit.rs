//! Where people correct what is said about tools, and decide what changed definitions become.
//!
//! Every face (command line, API, dashboard) edits here, so that all of them refuse
//! the same mistakes and leave the same trace. A change is checked whole, written in one
//! transaction with its record in the history, and counts in the catalogue before it is
//! confirmed.

mod amend;
mod amend_many;
mod apply;
mod declare;
mod drift;
mod dry_run;
mod environment;
mod error;
mod explain;
mod instructions;
mod kept_calls;
mod note;
mod own_guard;
mod page_sessions;
mod preference;
mod record;
mod refusals;
mod retry;
mod rule;
mod source;
mod suggest;
mod suggested_tool;
mod switch;
mod text;
mod token;
mod toolset;
mod toolset_import;
mod verification;

use candor_model::{CallerIdentity, Opinion, OpinionKey};
pub use candor_model::{DocumentInput, SourceInput, SourceKindInput};
use candor_store::Store;

pub use amend_many::{AmendmentOutcome, KeyedAmendment};
pub use apply::{ApplySummary, KeyedOpinion};
pub use drift::DriftSelection;
pub use dry_run::{DryRunCall, DryRunError, DryRunOutcome, DryRunResult};
pub use environment::{EnvironmentDetails, EnvironmentEdit, VariableDetails};
pub use error::EditError;
pub use explain::ExplainedTool;
pub use note::{AddedNotes, EditedNote, NoteEdit, NoteKey, NotePlace, VersionedNotes};
pub use preference::{PreferenceDetails, words as preference_words};
pub use record::opinion_json;
pub use rule::{ReplayedTool, RuleReplay};
pub use source::{
    LocalAccess, PreviewTool, SaveSourceError, SavedSource, SourceDraft, SourcePreview,
};
pub use suggest::{AcceptedHint, HintSuggestion, SuggestionChoice};
pub use suggested_tool::SuggestedTool;
pub use switch::ToolSwitch;
pub use toolset::ToolsetDetails;
pub use toolset_import::ToolsetImport;

use crate::gateway::Gateway;
pub use crate::sources::factory::SourcePlan;
pub use crate::state::saved_rules::SavedRule;

/// The one way to change what people say and decide.
#[derive(Clone)]
pub struct Editor<'a> {
    gateway: &'a Gateway,
    /// Whether what guards calls can only be made stricter: the calls are the editor's own.
    guarded: bool,
}

/// What is said by people about some tools, in one place.
#[derive(Clone, Debug, PartialEq)]
pub struct OpinionEntry {
    /// About which tools, and where it counts.
    pub key: OpinionKey,
    /// What is said about them.
    pub opinion: Opinion,
    /// Which state of it this is; 0 where nothing is said. None for what the file declares,
    /// which cannot be edited here.
    pub version: Option<u64>,
}

// === impl Editor ===

impl<'a> Editor<'a> {
    pub(crate) fn new(gateway: &'a Gateway) -> Self {
        Self {
            gateway,
            guarded: false,
        }
    }

    /// The same for this identity, which may not let its own calls through.
    pub(crate) fn limited_to(self, identity: &CallerIdentity) -> Self {
        Self {
            guarded: own_guard::is_guarded(identity),
            ..self
        }
    }

    fn store(&self) -> &Store {
        self.gateway.store()
    }
}
