//! Origins of settings.

use std::fmt;

use candor_model::FilePosition;

/// The origin of a setting. Later ones take precedence: flag over environment over file over
/// default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SettingOrigin {
    /// The built-in default value.
    Default,
    /// The configuration file.
    File {
        /// The place in the file.
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

/// One setting as shown by `candor config show`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownSetting {
    /// The path of the key, such as `server.listen` or `sources.files.env.TOKEN`.
    pub key: String,
    /// The value for display: `${VAR}` unexpanded, secrets as `****`.
    pub value: String,
    /// The origin of the value.
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
