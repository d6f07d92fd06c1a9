//! How the gateway itself runs.

use std::net::SocketAddr;
use std::path::PathBuf;

use candor_model::{Secret, SourceName};

/// The `[server]` table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ServerSettings {
    /// The address to listen on.
    pub listen: SocketAddr,
    /// Who must present a token.
    pub auth: AuthMode,
    /// What links begin with: an `http` or `https` URL that ends without a `/`. None is the
    /// address that is listened on.
    pub public_url: Option<String>,
    /// The database; none is an `SQLite` file in the data directory.
    pub database_url: Option<Secret<String>>,
    /// Names under which clients may call, besides those of loopback. A name without a port
    /// allows every port.
    pub allowed_hosts: Vec<String>,
    /// Origins of web pages that may call, besides those of loopback.
    pub allowed_origins: Vec<String>,
    /// How log lines are written.
    pub log_format: LogFormat,
    /// A level, or several directives such as `info,candor_wire=trace`.
    pub log_level: String,
    /// Where state is kept.
    pub data: PathBuf,
    /// The one source to serve under its own names.
    pub transparent: Option<SourceName>,
    /// Where the keys are that seal secrets in the database.
    pub secret_key: SecretKey,
}

/// Who must present a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AuthMode {
    /// Everybody, unless only this machine can reach the listening address.
    Auto,
    /// Everybody.
    Required,
}

/// Where the keys are that seal secrets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SecretKey {
    /// In this file. By default it is made when it is first needed.
    File(PathBuf),
    /// These, as the environment gave them: unread and not empty.
    Given(Secret<String>),
}

/// How log lines are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    /// For people.
    Text,
    /// One object a line.
    Json,
}

// === impl ServerSettings ===

impl ServerSettings {
    /// Whether only this machine can reach the listening address.
    pub fn is_loopback(&self) -> bool {
        self.listen.ip().to_canonical().is_loopback()
    }
}

// === impl AuthMode ===

impl AuthMode {
    /// Both modes.
    pub const ALL: [Self; 2] = [Self::Auto, Self::Required];

    /// `auto` or `required`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Required => "required",
        }
    }
}

// === impl LogFormat ===

impl LogFormat {
    /// Both formats.
    pub const ALL: [Self; 2] = [Self::Text, Self::Json];

    /// `text` or `json`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Json => "json",
        }
    }
}
