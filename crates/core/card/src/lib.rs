//! What a person is shown before they decide about a call.
//!
//! A [`ApprovalCard`] is drawn once, when the question is asked, from the [`CardFacts`] that the gateway
//! gathers, and every channel shows the same one. It is plain text in named fields. Whatever the
//! arguments hold, a card is bounded, no field of it holds a character that a reader cannot see,
//! and no argument can pass for another line of it. Secrets are masked before they get in.
//!
//! Markup is not interpreted here; pages escape it. Nothing here does input or
//! output, reads a clock or waits.

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
