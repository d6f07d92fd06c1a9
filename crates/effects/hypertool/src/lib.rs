//! What hypertool left on disk, read as toolsets and notes.
//!
//! Three kinds of thing are understood: the `config.json` in hypertool's folder with everything
//! it saved, a stand-alone toolset file, and a persona (`persona.yaml`, a folder around it, or an
//! `.htp` archive). Only what a toolset is made of is taken: tools, notes, descriptions and which
//! one was in use. Servers are read elsewhere, from the files that [`HypertoolImport::server_files`] names.
//!
//! Parsing is a pure function of its text. Only [`read`](read()) touches the disk, and nothing
//! is ever written.
//!
//! *Invariant:* whatever the input, every toolset that comes out keeps Candor's own rules, and
//! everything that does not come out is listed with its place and the reason.

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
