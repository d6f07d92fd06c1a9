//! Resolves annotation layers to effective annotations, with the provenance of each field.
//!
//! An [`OpinionIndex`] holds people's opinions about tools. [`settle`] combines them with what the
//! source declares and what was inferred, and returns two views of the tool: the one [`Shown`] to
//! clients and people, and the one that policy may rely upon ([`Relied`]). [`write()`] turns the
//! shown view into the annotations an endpoint sends.
//!
//! If layers distinguish cases ([`CallCases`]), both views are the worst case;
//! [`EffectiveAnnotations::for_call`] returns the views for one call.
//!
//! A [`ToolPool`] resolves a toolset's members to tools, and [`describe`] adds its notes to a
//! description.
//!
//! Nothing here does I/O, reads a clock or blocks.

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
