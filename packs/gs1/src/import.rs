//! Imports lists of products and resolver rules.
//!
//! A file is a `.csv` with a header or a `.jsonl` with one object per line. It is checked
//! completely before anything is written: all problems are reported at once, each with its line,
//! and a file with a problem changes nothing.

mod fields;
mod lines;
mod problem;
mod product;
mod read;
mod rule;
mod table;
#[cfg(test)]
mod tests;

use candor_boxed::boxed;
use candor_clock::now_micros;
use candor_store::{Store, StoreError};

use crate::catalogue::{CatalogueLoadCounts, ProductCatalogue};

use self::read::ImportBatch;

pub use self::problem::{FileProblems, LineProblem};

/// The most bytes of a file.
pub const FILE_MAX: usize = 64 << 20;
/// The most rows of a file.
pub const ROWS_MAX: usize = 1_000_000;

/// An invented catalogue to try the tools with: the names of two files, and what is in them.
pub const SAMPLE: [(&str, &str); 2] = [
    ("products.csv", include_str!("../sample/products.csv")),
    ("rules.csv", include_str!("../sample/rules.csv")),
];

/// The result of an import.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CatalogueImport {
    /// How many products and rules are new, changed or unchanged.
    pub loaded: CatalogueLoadCounts,
    /// Oddities that are not errors.
    pub warnings: FileProblems,
    /// Whether this is only what would happen.
    pub dry_run: bool,
}

/// Why a file was not read. Nothing was changed.
#[derive(Debug, thiserror::Error)]
pub enum CatalogueImportError {
    /// The file name has an unknown extension.
    #[error("`{name}` is neither a `.csv` nor a `.jsonl` file; name it after what is in it")]
    Kind {
        /// The name it goes by.
        name: String,
    },
    /// It is too large.
    #[error("`{name}` has {bytes} bytes, and at most {FILE_MAX} are read at once; split it")]
    Large {
        /// The name it goes by.
        name: String,
        /// The size in bytes.
        bytes: usize,
    },
    /// It has too many rows.
    #[error("`{name}` has more than {most} rows; split it")]
    Rows {
        /// The name it goes by.
        name: String,
        /// The maximum.
        most: usize,
    },
    /// It is no UTF-8.
    #[error("line {line} of `{name}` is not UTF-8; save the file as UTF-8")]
    Encoding {
        /// The name it goes by.
        name: String,
        /// The number of the line.
        line: usize,
    },
    /// There is nothing in it.
    #[error("`{name}` has no rows")]
    Empty {
        /// The name it goes by.
        name: String,
    },
    /// Its header names neither products nor rules.
    #[error(
        "the header of `{name}` is neither that of products, with `gtin` and `name`, nor that of \
         rules, with `level` and `target`"
    )]
    Header {
        /// The name it goes by.
        name: String,
    },
    /// Some lines are wrong.
    #[error("`{name}` was not imported:\n{problems}")]
    Lines {
        /// The name it goes by.
        name: String,
        /// The problems.
        problems: FileProblems,
    },
    /// The database did not take it.
    #[error("`{name}` was not imported")]
    Store {
        /// The name it goes by.
        name: String,
        /// The database error.
        #[source]
        cause: StoreError,
    },
}

/// Imports a file, completely or not at all. The extension of `name` determines the format. A dry
/// run checks everything and writes nothing.
#[boxed]
pub async fn import(
    store: &Store,
    name: &str,
    text: &[u8],
    dry_run: bool,
) -> Result<CatalogueImport, CatalogueImportError> {
    let batch = read::read(name, text, ROWS_MAX)?;
    load(store, name, batch, dry_run).await
}

/// Loads the sample data, if there are no products and no rules yet.
#[boxed]
pub async fn seed_sample(store: &Store) -> Result<Option<CatalogueImport>, CatalogueImportError> {
    let name = "the sample";
    let is_empty = ProductCatalogue::of(store).is_empty().await;
    let is_empty = is_empty.map_err(|cause| CatalogueImportError::Store {
        name: name.to_owned(),
        cause,
    })?;
    if !is_empty {
        return Ok(None);
    }
    let mut whole = ImportBatch::default();
    for (name, text) in SAMPLE {
        whole.extend(read::read(name, text.as_bytes(), ROWS_MAX)?);
    }
    load(store, name, whole, false).await.map(Some)
}

async fn load(
    store: &Store,
    name: &str,
    batch: ImportBatch,
    dry_run: bool,
) -> Result<CatalogueImport, CatalogueImportError> {
    let catalogue = ProductCatalogue::of(store);
    let loaded = catalogue.load(&batch.products, &batch.rules, now_micros(), dry_run);
    let loaded = loaded.await.map_err(|cause| CatalogueImportError::Store {
        name: name.to_owned(),
        cause,
    })?;
    Ok(CatalogueImport {
        loaded,
        warnings: batch.warnings,
        dry_run,
    })
}
