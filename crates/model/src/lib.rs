//! The nouns of Candor: names, hints and opinions about them, protocol revisions, secrets,
//! diagnostics, who may do what, and what is written down about calls, decisions and changes.
//!
//! Nothing here does input or output, reads a clock or knows a file format. Borders (the file,
//! the database, the wire) have types of their own and convert.

pub mod annotation;
pub mod approval;
pub mod audit;
pub mod change;
pub mod diagnostic;
pub mod digest;
pub mod environment;
pub mod glob;
pub mod grant;
pub mod hidden;
pub mod hint;
pub mod id;
pub mod identity;
pub mod label;
pub mod level;
pub mod name;
pub mod naming;
pub mod nearest;
pub mod note;
pub mod opinion;
pub mod pattern;
pub mod pin;
pub mod preference;
pub mod protocol;
pub mod role;
pub mod secret;
pub mod source_text;
pub mod task;
pub mod token;
pub mod toolset;
pub mod voice;

pub use annotation::{DestructivePolicy, OpinionKey, Profile, Scope, Trust};
pub use approval::{Answer, Approval, ApprovalId, ApprovalState, Binding, GrantScope, Verdict};
pub use audit::{CallBegun, CallEnded, CallKind, Outcome, Reused};
pub use change::{Author, ChangeId, ChangeRecord, Door};
pub use diagnostic::{Diagnostic, Place, Severity};
pub use digest::Digest;
pub use environment::{Environment, Variable, VariableValue};
pub use grant::{Grant, GrantArguments, GrantId};
pub use hidden::hidden_character;
pub use hint::{Hint, Hints};
pub use id::{CallId, SessionId};
pub use identity::Identity;
pub use label::{EnvironmentName, LabelError, ToolsetName, VariableName};
pub use level::Level;
pub use name::{ExposedName, NameError, QualifiedName, SourceName};
pub use nearest::nearest;
pub use note::{Note, NoteError, NoteName, ToolNotes, ToolRef};
pub use opinion::{Amend, Amendment, JsonText, Opinion, Say, Statement};
pub use pattern::{PatternError, ToolPattern};
pub use pin::{Drift, Pin};
pub use preference::{PreferenceEdits, Preferences, Unset};
pub use protocol::{Era, Revision};
pub use role::{Role, Roles};
pub use secret::Secret;
pub use source_text::{DocumentWish, SourceKindWish, SourceText, SourceWish};
pub use task::{Task, TaskId};
pub use token::{PresentedToken, Token, TokenId};
pub use toolset::{Confirm, Member, Toolset};
pub use voice::{Layer, Voice, Who};
