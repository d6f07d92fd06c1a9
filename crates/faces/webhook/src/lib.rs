//! Webhooks for approvals: signed messages, with links that answer.
//!
//! [`start`] listens to what becomes of calls that wait for approval, and tells each [`Hook`]
//! what it wants to hear. Of several processes on one store exactly one sends each message: the
//! one that claims it there. Nobody waits for a hook: what is told is told beside the calls, within
//! bounds, and what does not get through after some tries is given up with a warning. A process
//! that ends before it has delivered what it claimed does not deliver it; the call still waits,
//! and every other channel still shows it.
//!
//! The address of a hook is a secret, and so is a link: neither is ever in a log line.

mod deliver;
mod event;
mod listen;
mod message;
mod retry_schedule;
mod send;
mod sign;
mod target;
mod webhooks;

pub use retry_schedule::RetrySchedule;
pub use target::{MessageFormat, WebhookError, WebhookSpec};
pub use webhooks::{Webhooks, start, start_with};
