//! Tools for GS1 trade item numbers: validation, resolution, lookup and links.
//!
//! The pure part handles numbers ([`Gtin`]), links ([`DigitalLink`]) and resolver rules ([`rule`]).
//! The rest imports lists of products and rules ([`import()`]) into the store, and provides five
//! tools ([`toolbox`]).

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
