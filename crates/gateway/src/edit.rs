//! The editor: where people correct annotations, decide about changed definitions, and change
//! everything else that is stored.
//!
//! Every face (command line, API, dashboard) edits through it, so that all of them reject the same
//! mistakes and leave the same records. A change is checked completely, written in one transaction
//! with its record in the history, and takes effect in the catalogue before it is confirmed.

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

/// The only way to change what people set and decide.
#[derive(Clone)]
pub struct Editor<'a> {
    gateway: &'a Gateway,
    /// Whether call guards may only be made stricter, because the editor also makes calls.
    guarded: bool,
}

/// The opinion of people about some tools in one scope.
#[derive(Clone, Debug, PartialEq)]
pub struct OpinionEntry {
    /// The tools and the scope.
    pub key: OpinionKey,
    /// The opinion about them.
    pub opinion: Opinion,
    /// The version of the entry; 0 if it is empty. `None` for what the file declares, which cannot
    /// be edited here.
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

    /// The editor for this identity, which may not loosen the guards of its own calls.
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
