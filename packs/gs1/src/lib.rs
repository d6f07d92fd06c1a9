//! The GS1 tools: trade item numbers checked, resolved, looked up and put into links.
//!
//! The pure part knows numbers ([`Gtin`]), links ([`Link`]) and rules about where links lead
//! ([`rule`]). The rest reads lists of products and rules ([`import()`]) into the store, and offers
//! five tools on them ([`toolbox`]).

pub mod attribute;
mod catalogue;
pub mod date;
pub mod gtin;
mod import;
pub mod language;
pub mod link;
pub mod link_type;
mod percent;
pub mod qr;
pub mod rule;
mod subject;
pub mod target;
mod tools;

pub use gtin::{Gtin, GtinError};
pub use import::{
    FILE_MAX, ImportError, Imported, Problem, Problems, ROWS_MAX, SAMPLE, import, seed_sample,
};
pub use link::{Link, LinkError, Qualifier};
pub use percent::Undecoded;
pub use tools::{Options, PackError, toolbox};
