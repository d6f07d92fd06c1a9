//! Every management tool against a real gateway. Whatever is answered is held against the output
//! schema of its tool, in [`world`].

mod active;
mod definitions;
mod finding;
mod fixture;
mod notes;
mod reuse;
mod toolsets;
