//! Where each value came from.

use std::fmt;

use candor_model::FilePosition;

/// Who said so. Later ones win: a flag over the environment, over the file, over the default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SettingOrigin {
    /// The built-in default value.
    Default,
    /// The configuration file.
    File {
        /// Where in it.
        place: FilePosition,
    },
    /// An environment variable of Candor's own.
    Env {
        /// The name of the variable.
        name: &'static str,
    },
    /// The command line.
    Flag {
        /// The flag with its dashes.
        name: &'static str,
    },
}

/// One setting as `candor config show` prints it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownSetting {
    /// The path of the key, such as `server.listen` or `sources.files.env.TOKEN`.
    pub key: String,
    /// The value as a person may see it: `${VAR}` unexpanded, secrets as `****`.
    pub value: String,
    /// Where it came from.
    pub origin: SettingOrigin,
}

// === impl SettingOrigin ===

impl fmt::Display for SettingOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Default => f.write_str("default"),
            Self::File { place } => place.fmt(f),
            Self::Env { name } | Self::Flag { name } => f.write_str(name),
        }
    }
}
