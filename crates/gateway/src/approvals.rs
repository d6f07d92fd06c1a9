//! Questions to people about calls: asked, followed across processes, answered once.
//!
//! The store is where a question is answered; what is here only hears of it. A process that
//! waits watches a question, whoever answers it and wherever; a process that answers need not
//! know who waits.

mod binding;
pub(crate) mod capabilities;
mod follow;
pub(crate) mod form;
mod grants;
mod link;
mod question;
mod service;
mod state;
pub(crate) mod tasks;
mod tracker;
mod wait;

pub(crate) use binding::CallBinding;
pub(crate) use follow::follow;
pub(crate) use form::{ClientAnswer, PromptMode, QUESTION};
pub use link::{ApprovalLink, ApprovalLinkError};
pub(crate) use question::{ApprovalQuestion, Consumed};
pub use service::{ApprovalService, DecideError};
pub(crate) use state::{ApprovalRequestState, ContinuationState, PresentedState};
pub(crate) use tracker::ApprovalTracker;
pub(crate) use wait::{ApprovalWait, ApprovalWaitEvent};
