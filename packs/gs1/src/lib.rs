//! The GS1 tools: trade item numbers checked, resolved, looked up and put into links.
//!
//! The pure part knows numbers ([`Gtin`]), links ([`DigitalLink`]) and rules about where links lead
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
pub mod target;
mod tools;
mod trade_item;

pub use catalogue::CatalogueLoadCounts;
pub use gtin::{Gtin, GtinError};
pub use import::{
    CatalogueImport, CatalogueImportError, FILE_MAX, FileProblems, LineProblem, ROWS_MAX, SAMPLE,
    import, seed_sample,
};
pub use link::{DigitalLink, DigitalLinkError, LinkQualifier};
pub use percent::PercentError;
pub use tools::{Gs1Error, Gs1Options, toolbox};
