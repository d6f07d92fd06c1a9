//! Questions to people about calls: asked, followed across processes, answered once.
//!
//! The store is where a question is answered; what is here only hears of it. A process that
//! waits watches a question, whoever answers it and wherever; a process that answers need not
//! know who waits.

mod asking;
mod binding;
mod desk;
mod follow;
pub(crate) mod form;
mod grants;
mod inquiry;
mod link;
mod news;
mod state;

pub(crate) use asking::{Asked, Asking};
pub(crate) use binding::Bound;
pub use desk::{ApprovalDesk, DecideError};
pub(crate) use follow::follow;
pub(crate) use form::{Heard, Mode, QUESTION};
pub(crate) use inquiry::{Consumed, Inquiry};
pub use link::{Link, LinkError};
pub(crate) use news::Approvals;
pub(crate) use state::{Continued, Presented, RequestState};
