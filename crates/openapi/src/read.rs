//! From text to an [`Api`](crate::Api).

mod allowance;
mod body;
mod bundle;
mod cycle;
mod definitions;
mod document;
mod extension;
mod field;
mod findings;
mod follow;
mod keyword;
mod landmarks;
mod operation;
mod parameter;
mod path;
mod quote;
mod reader;
mod reference;
mod response;
mod schema;
mod security;
mod server;
mod shape;
mod spot;
mod style;
mod swagger2;
mod template;
mod text;
mod upgrade;
mod version;

pub use self::bundle::Bundle;
pub use self::document::read;
pub use self::text::parse;

/// Why a document cannot be read at all.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// It is something else.
    #[error("`{file}` is not an OpenAPI document: {reason}")]
    NotOpenApi {
        /// Which file.
        file: String,
        /// What it is instead.
        reason: String,
    },
    /// There is nothing in it.
    #[error("`{file}` is empty; give an OpenAPI document")]
    Empty {
        /// Which file.
        file: String,
    },
    /// More than such a file can sensibly have.
    #[error("`{file}` has more than {limit} MiB, which is more than is read")]
    TooLarge {
        /// Which file.
        file: String,
        /// How much is read at most.
        limit: usize,
    },
    /// Neither JSON nor YAML.
    #[error("`{file}:{line}:{column}` cannot be read: {reason}")]
    Syntax {
        /// Which file.
        file: String,
        /// From 1.
        line: usize,
        /// From 1.
        column: usize,
        /// What is wrong there.
        reason: String,
    },
}

#[cfg(test)]
mod tests;
