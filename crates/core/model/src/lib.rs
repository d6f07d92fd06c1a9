//! The domain types of Candor: names, hints and opinions, protocol revisions, secrets, diagnostics,
//! roles, and the records of calls, approvals and changes.
//!
//! Nothing here does I/O, reads a clock or knows a file format. The configuration, the database and
//! the wire have their own types and convert.

pub mod annotation;
pub mod approval;
pub mod audit;
pub mod call_case;
pub mod caller_limit;
pub mod change;
pub mod diagnostic;
pub mod digest;
pub mod environment;
pub mod glob;
pub mod grant;
pub mod hint;
pub mod id;
pub mod identity;
pub mod instance_check;
pub mod instruction_pin;
pub mod kept_call;
pub mod label;
pub mod level;
pub mod listing;
pub mod name;
pub mod naming;
pub mod note;
pub mod opinion;
pub mod page_session;
pub mod pattern;
pub mod pin;
pub mod preference;
pub mod program_refusal;
pub mod protocol;
pub mod provenance;
pub mod role;
pub mod secret;
pub mod source_text;
pub mod task;
pub mod token;
pub mod toolset;
pub mod verification;

pub use annotation::{DestructivePolicy, HintProfile, OpinionKey, OpinionScope, SourceTrust};
pub use approval::{
    Approval, ApprovalAnswer, ApprovalBinding, ApprovalId, ApprovalState, ApprovalVerdict,
    GrantScope,
};
pub use audit::{CallBegun, CallEnded, CallKind, CallOutcome, ResultReuse};
pub use call_case::{CallCondition, CaseHints, CaseOpinion, ConditionValue, SqlFlavour};
pub use caller_limit::{CallerLimit, CallerLimitReached, PrincipalKey};
pub use candor_text::{hidden_character, nearest};
pub use change::{ChangeAuthor, ChangeChannel, ChangeId, ChangeRecord};
pub use diagnostic::{Diagnostic, FilePosition, Severity};
pub use digest::Digest;
pub use environment::{Environment, EnvironmentVariable, VariableValue};
pub use grant::{ApprovalGrant, GrantArguments, GrantId};
pub use hint::{Hint, Hints};
pub use id::{CallId, SessionId};
pub use identity::CallerIdentity;
pub use instance_check::InstanceCheck;
pub use instruction_pin::InstructionPin;
pub use kept_call::{ArgumentFidelity, KEPT_ARGUMENTS_MAX, KEPT_RESULT_MAX, KeptCall};
pub use label::{EnvironmentName, LabelError, ToolsetName, VariableName};
pub use level::McpLogLevel;
pub use listing::{SchemaDetail, ToolListing};
pub use name::{ExposedName, MANAGEMENT_SOURCE, NameError, QualifiedName, SourceName};
pub use note::{NoteError, NoteName, ToolNote, ToolNotes, ToolRef};
pub use opinion::{
    FieldEdit, FieldName, FieldOpinion, FieldValue, JsonText, Opinion, OpinionEdit, OpinionField,
};
pub use page_session::{PageSession, SessionHolder, SignInLink};
pub use pattern::{ToolPattern, ToolPatternError};
pub use pin::{DefinitionPin, DriftKind, DriftRecord};
pub use preference::{PolicyPreferences, PreferenceEdits, UnsetPolicy};
pub use program_refusal::{ProgramInstance, ProgramRefusal, RefusalTiming, RefusedCall};
pub use protocol::{McpEra, McpRevision};
pub use provenance::{AnnotationAuthor, AnnotationLayer, Provenance};
pub use role::{Role, Roles};
pub use secret::Secret;
pub use source_text::{DocumentInput, SourceInput, SourceKindInput, SourceText};
pub use task::{TaskId, TaskRecord};
pub use token::{AccessToken, PresentedToken, TokenId};
pub use toolset::{ConfirmMode, Toolset, ToolsetMember};
pub use verification::{EVIDENCE_MAX, ObservedHint, Verification};
