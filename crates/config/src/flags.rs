//! What the command line may override.

use std::path::PathBuf;

use candor_model::Secret;

/// Values from the command line, unread: they are checked together with the file, so that a bad
/// one is told in the same words. `Default` is a command line that overrides nothing.
#[derive(Clone, Debug, Default)]
pub struct Flags {
    /// `--config`: the file to read instead of looking for one.
    pub config: Option<PathBuf>,
    /// `--data`.
    pub data: Option<PathBuf>,
    /// `--listen`.
    pub listen: Option<String>,
    /// `--database-url`.
    pub database_url: Option<Secret<String>>,
    /// `--transparent`.
    pub transparent: Option<String>,
    /// `--log-level`.
    pub log_level: Option<String>,
    /// `--log-format`.
    pub log_format: Option<String>,
}
