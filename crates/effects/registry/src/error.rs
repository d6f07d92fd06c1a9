//! Why a registry query failed.

use std::path::PathBuf;
use std::time::Duration;

use candor_egress::EgressError;
use candor_registry::ServerName;
use http::StatusCode;

/// Why a registry gave nothing.
#[derive(Debug, thiserror::Error)]
pub enum RegistryError {
    /// It cannot be reached, or it does not answer in time.
    #[error("the registry cannot be asked: {}", causes(.0))]
    Exchange(#[source] EgressError),
    /// It answers with an error.
    #[error("`{host}` answered {status}")]
    Status {
        /// The host of the registry.
        host: String,
        /// The HTTP status code.
        status: StatusCode,
    },
    /// Credentials are missing or invalid.
    #[error("`{host}` answered {status}: {advice}")]
    Refused {
        /// The host of the registry.
        host: String,
        /// The HTTP status code.
        status: StatusCode,
        /// What the user can do.
        advice: &'static str,
    },
    /// A header of the settings cannot be sent.
    #[error("the header `{0}` of a registry cannot be sent")]
    Header(String),
    /// It has no such server or version.
    #[error("`{host}` does not know it")]
    NotFound {
        /// The host of the registry.
        host: String,
    },
    /// It answers with something that is no list of servers.
    #[error(
        "`{host}` answered with something that is no list of servers; is it a registry with the API v0.1?"
    )]
    Garbage {
        /// The host of the registry.
        host: String,
    },
    /// It answers with more than is read.
    #[error("`{host}` answered with more than {limit}")]
    Large {
        /// The host of the registry.
        host: String,
        /// The limit, for messages.
        limit: String,
    },
    /// Its list has no end.
    #[error("the list of `{host}` does not end: {what}")]
    Endless {
        /// The host of the registry.
        host: String,
        /// What exceeded the limit.
        what: String,
    },
    /// The whole query took too long.
    #[error("`{host}` did not finish its list within {}", candor_text::format_duration(*.limit))]
    Slow {
        /// The host of the registry.
        host: String,
        /// The timeout of the whole list.
        limit: Duration,
    },
    /// A file or folder cannot be read.
    #[error("cannot read `{}`: {cause}", .path.display())]
    File {
        /// The file or folder.
        path: PathBuf,
        /// The operating system's error.
        #[source]
        cause: std::io::Error,
    },
    /// A file is no list of servers.
    #[error("`{}` is no `server.json` and no list of servers", .path.display())]
    NoEntries {
        /// The path of the file.
        path: PathBuf,
    },
    /// No registry has it.
    #[error("no registry of the catalogue has `{0}`")]
    Unknown(ServerName),
}

/// The sentences of an error and what is behind it.
fn causes(error: &EgressError) -> String {
    let mut text = error.to_string();
    let mut next = std::error::Error::source(error);
    while let Some(cause) = next {
        let said = cause.to_string();
        if !text.contains(&said) {
            text = format!("{text}: {said}");
        }
        next = cause.source();
    }
    text
}
