//! Every management tool against a real gateway. The fixture validates each answer against the
//! output schema of its tool.

mod active;
mod definitions;
mod finding;
mod fixture;
mod notes;
mod reuse;
mod toolsets;
