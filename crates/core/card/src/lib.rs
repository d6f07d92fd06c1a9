//! Approval cards: what an approver sees before deciding about a call.
//!
//! An [`ApprovalCard`] is created once, when approval is requested, from [`CardFacts`] collected by
//! the gateway, and every channel shows the same card. It is plain text in named fields. Whatever
//! the arguments contain, a card has a bounded size, no hidden characters, and no argument can
//! imitate another line. Secrets are masked first.
//!
//! Markup is not interpreted here; pages escape it. Nothing here does I/O, reads a clock or blocks.

mod arguments;
pub mod card;
mod changes;
mod draw;
pub mod facts;
mod fold;
mod hints;
mod json;
mod mask;
mod quote;
mod schemas;
mod secret;
mod text;
mod warnings;

pub use card::{
    ApprovalCard, ArgumentLine, CARD_MAX, CardError, FoldedValue, HintLine, OmittedArguments,
};
pub use facts::{CardFacts, PreviousApproval};
pub use mask::{MaskedArguments, mask_arguments, mask_text};
pub use text::DIALOG_MAX;
