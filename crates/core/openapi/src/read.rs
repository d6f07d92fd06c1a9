//! Reads a document into an [`ApiDescription`](crate::Api).

mod anchors;
mod body;
mod budget;
mod bundle;
mod cases;
mod cycle;
mod definitions;
mod document;
mod extension;
mod field;
mod findings;
mod follow;
mod keyword;
mod line;
mod literal;
mod operation;
mod parameter;
mod path;
mod pattern;
mod position;
mod quote;
mod reader;
mod reference;
mod response;
mod schema;
mod security;
mod server;
mod shape;
mod style;
mod swagger2;
mod template;
mod text;
mod undeclared;
mod upgrade;
mod version;

pub use self::bundle::DocumentBundle;
pub use self::document::read;
pub(crate) use self::line::{LineColumn, find as find_lines};
pub use self::text::{ParsedDocument, parse};

/// Why a document cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum OpenApiError {
    /// It is not an OpenAPI document.
    #[error("`{file}` is not an OpenAPI document: {reason}")]
    NotOpenApi {
        /// The name of the file.
        file: String,
        /// What it is instead.
        reason: String,
    },
    /// The file is empty.
    #[error("`{file}` is empty; give an OpenAPI document")]
    Empty {
        /// The name of the file.
        file: String,
    },
    /// The file exceeds the size limit.
    #[error("`{file}` has more than {limit} MiB, which is more than is read")]
    TooLarge {
        /// The name of the file.
        file: String,
        /// The limit, in MiB.
        limit: usize,
    },
    /// It is neither JSON nor YAML.
    #[error("`{file}:{line}:{column}` cannot be read: {reason}")]
    Syntax {
        /// The name of the file.
        file: String,
        /// The line, counted from 1.
        line: usize,
        /// The column, counted from 1.
        column: usize,
        /// What is wrong at that position.
        reason: String,
    },
}

#[cfg(test)]
mod tests;
