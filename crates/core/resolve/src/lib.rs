//! Layers in, effective annotations out, and for each field who decided it.
//!
//! A [`OpinionIndex`] holds what people say about tools. [`settle`] hears it together with what the
//! source declares and what was inferred, and answers with two views of the same tool: what is
//! [`Shown`] to clients and people, and what policy may rely upon ([`Relied`]). [`write()`] turns
//! the shown view into what an endpoint writes.
//!
//! Where layers speak of some calls only ([`CallCases`]), both views are the worst case, and
//! [`EffectiveAnnotations::for_call`] has those of a call.
//!
//! A toolset's members become tools in a [`ToolPool`], and its notes join a description in
//! [`describe`].
//!
//! Nothing here does input or output, reads a clock or waits.

pub mod call_cases;
pub mod check;
mod coherent_hints;
pub mod effective;
pub mod effective_value;
pub mod explain;
pub mod notes;
pub mod opinion_index;
pub mod relied;
pub mod select;
mod short_schema;
pub mod shown;
mod statement;
pub mod tokens;
pub mod wire;

pub use call_cases::{CallCases, SqlReader, ToolCase};
pub use check::{OpinionError, check_opinion};
pub use effective::{EffectiveAnnotations, ToolLayers, contradicts_itself, resolve_layers};
pub use effective_value::{EffectiveValue, UnsetReason, ValueOrigin};
pub use notes::{DescriptionWithNotes, describe_with_notes};
pub use opinion_index::{OpinionDifference, OpinionIndex, OpinionOrigin};
pub use relied::Relied;
pub use select::{
    MissingMember, MissingReason, ToolPool, ToolSelection, is_left_out, toolset_includes,
};
pub use short_schema::short_schema;
pub use shown::Shown;
pub use tokens::estimate_tokens;
pub use wire::{WireAnnotations, field_origins, write_annotations};
