//! Overrides from the command line.

use std::path::{Path, PathBuf};

use candor_model::Secret;

use crate::origin::SettingOrigin;

/// Unparsed values from the command line: they are checked together with the file, so that errors
/// are worded alike. `Default` overrides nothing.
#[derive(Clone, Debug, Default)]
pub struct SettingFlags {
    /// `--config`: the file to read instead of looking for one.
    pub config: Option<PathBuf>,
    /// The value of `--data`.
    pub data: Option<PathBuf>,
    /// The value of `--listen`.
    pub listen: Option<String>,
    /// The value of `--database-url`.
    pub database_url: Option<Secret<String>>,
    /// The value of `--transparent`.
    pub transparent: Option<String>,
    /// The value of `--log-level`.
    pub log_level: Option<String>,
    /// The value of `--log-format`.
    pub log_format: Option<String>,
}

// === impl SettingFlags ===

impl SettingFlags {
    /// The text of a flag, if it was given.
    pub(crate) fn text(&self, flag: &str) -> Option<String> {
        match flag {
            "--data" => self.data.as_ref().map(|path| path.display().to_string()),
            "--listen" => self.listen.clone(),
            "--database-url" => self.database_url.as_ref().map(|url| url.expose().clone()),
            "--transparent" => self.transparent.clone(),
            "--log-level" => self.log_level.clone(),
            "--log-format" => self.log_format.clone(),
            _ => None,
        }
    }

    /// The path of a flag that takes one, which need not be Unicode.
    pub(crate) fn path(&self, origin: &SettingOrigin) -> Option<&Path> {
        match origin {
            SettingOrigin::Flag { name: "--data" } => self.data.as_deref(),
            _ => None,
        }
    }
}
