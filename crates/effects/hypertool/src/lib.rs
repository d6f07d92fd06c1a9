//! Imports toolsets and notes from hypertool's files.
//!
//! Three kinds of input are supported: the `config.json` in hypertool's folder with everything it
//! saved, a standalone toolset file, and a persona (`persona.yaml`, a folder around it, or an
//! `.htp` archive). Only the parts of toolsets are imported: tools, notes, descriptions and which
//! one was in use. Servers are read elsewhere, from the files that
//! [`HypertoolImport::server_files`] names.
//!
//! Parsing is a pure function of the text. Only [`read`](read()) accesses the disk, and nothing is
//! ever written.
//!
//! *Invariant:* whatever the input, every resulting toolset satisfies Candor's rules, and
//! everything left out is listed with its place and reason.

mod archive;
mod collect;
mod config;
mod error;
mod field;
mod import;
mod member;
mod name;
mod note;
mod parse;
mod path;
mod persona;
mod read;
mod reference;
mod report;
mod servers;
mod toolset;
mod value;

pub use archive::ArchiveError;
pub use error::HypertoolError;
pub use import::HypertoolImport;
pub use parse::{parse_archive, parse_config, parse_persona};
pub use read::read;

#[cfg(test)]
mod laws;
