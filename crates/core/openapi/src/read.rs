//! From text to an [`ApiDescription`](crate::Api).

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

/// Why a document cannot be read at all.
#[derive(Debug, thiserror::Error)]
pub enum OpenApiError {
    /// It is something else.
    #[error("`{file}` is not an OpenAPI document: {reason}")]
    NotOpenApi {
        /// The name of the file.
        file: String,
        /// What it is instead.
        reason: String,
    },
    /// There is nothing in it.
    #[error("`{file}` is empty; give an OpenAPI document")]
    Empty {
        /// The name of the file.
        file: String,
    },
    /// More than such a file can sensibly have.
    #[error("`{file}` has more than {limit} MiB, which is more than is read")]
    TooLarge {
        /// The name of the file.
        file: String,
        /// How much is read at most.
        limit: usize,
    },
    /// Neither JSON nor YAML.
    #[error("`{file}:{line}:{column}` cannot be read: {reason}")]
    Syntax {
        /// The name of the file.
        file: String,
        /// The line, counted from 1.
        line: usize,
        /// The column, counted from 1.
        column: usize,
        /// What is wrong there.
        reason: String,
    },
}

#[cfg(test)]
mod tests;
