//! Webhooks for approvals: signed messages with approval links.
//!
//! [`start`] follows the approvals and sends each [`Hook`] the events it is configured for. Of
//! several processes on one store, exactly one sends each message: the one that claims it there.
//! Webhooks never delay calls: delivery runs in the background, within limits, and is given up with
//! a warning after some retries. A process that ends before it has delivered a claimed message does
//! not deliver it; the call stays pending, and every other channel shows it.
//!
//! The URL of a webhook is a secret, and so are links: neither appears in the log.

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
