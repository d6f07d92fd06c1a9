//! Approvals: questions to people about calls, followed across processes and answered once.
//!
//! An approval is decided in the store, so that any process can answer it. A process in which a
//! call waits follows the store and is notified of the decision, wherever it was made.

mod answer_link;
mod binding;
pub(crate) mod capabilities;
mod follow;
pub(crate) mod form;
mod gone_caller;
mod grants;
mod link;
mod question;
mod reveal;
mod service;
mod state;
pub(crate) mod tasks;
mod tracker;
mod wait;

pub use answer_link::{AnswerLink, AnswerLinkError, is_local_url};
pub(crate) use binding::CallBinding;
pub(crate) use follow::follow;
pub(crate) use form::{ClientAnswer, ClientScopes, PromptMode, QUESTION};
pub use gone_caller::COMES_BACK_META;
pub(crate) use gone_caller::WaitingCaller;
pub use link::{ApprovalLink, ApprovalLinkError};
pub(crate) use question::Consumed;
pub use reveal::RevealError;
pub use service::{ApprovalService, DecideError};
pub(crate) use state::{ApprovalRequestState, ContinuationState, PresentedState};
pub(crate) use tracker::ApprovalTracker;
pub(crate) use wait::ApprovalWait;
