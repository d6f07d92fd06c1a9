//! Whether callers need a token, and why.

use std::fmt;
use std::net::SocketAddr;

use candor_config::{AuthMode, Settings};

use crate::assemble::reached_by_others;
use crate::error::StartError;

/// The rule if no setting implies access from other machines.
pub const ONLY_THIS_MACHINE: &str =
    "calls from this machine need no token; changes need the owner's secret";

/// Why every request needs a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenNeed {
    /// Required by the settings.
    Required(SocketAddr),
    /// Other machines can reach the address.
    Address(SocketAddr),
    /// A setting implies access from other machines.
    Others(&'static str),
}

// === impl TokenNeed ===

impl TokenNeed {
    /// Why requests need a token with these settings, if they do.
    pub fn of(settings: &Settings) -> Option<Self> {
        let server = &settings.server;
        if server.auth == AuthMode::Required {
            return Some(Self::Required(server.listen));
        }
        if !server.is_loopback() {
            return Some(Self::Address(server.listen));
        }
        reached_by_others(settings).map(Self::Others)
    }

    /// Why the gateway does not start as long as there is no token.
    pub fn without_tokens(self) -> StartError {
        match self {
            Self::Required(listen) | Self::Address(listen) => StartError::NoTokens(listen),
            Self::Others(setting) => StartError::NoTokensForOthers(setting),
        }
    }
}

/// The reason, to follow "because".
impl fmt::Display for TokenNeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Required(_) => f.write_str("`server.auth` is `required`"),
            Self::Address(listen) => write!(f, "other machines can reach `{listen}`"),
            Self::Others(setting) => write!(f, "`{setting}` says that others reach this gateway"),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use candor_config::{ConfigFile, SettingFlags};

    use super::*;

    fn settings(server: &str) -> Settings {
        let text = format!("[server]\ndata = \"/d\"\n{server}");
        let file = ConfigFile {
            path: Path::new("candor.toml"),
            text: &text,
        };
        let loaded = candor_config::read(Some(file), &SettingFlags::default(), &|_| None);
        loaded.expect("settings").settings
    }

    #[test]
    fn whatever_lets_others_in_asks_for_tokens() {
        for (server, expect) in [
            ("", None),
            ("allowed_hosts = [\"shop.localhost\"]", None),
            ("auth = \"required\"", Some("`server.auth` is `required`")),
            (
                "listen = \"0.0.0.0:7333\"",
                Some("other machines can reach `0.0.0.0:7333`"),
            ),
            (
                "public_url = \"https://candor.example\"",
                Some("`server.public_url` says that others reach this gateway"),
            ),
            (
                "allowed_hosts = [\"candor.example\"]",
                Some("`server.allowed_hosts` says that others reach this gateway"),
            ),
            (
                "allowed_origins = [\"https://app.example\"]",
                Some("`server.allowed_origins` says that others reach this gateway"),
            ),
        ] {
            let need = TokenNeed::of(&settings(server)).map(|need| need.to_string());
            assert_eq!(need.as_deref(), expect, "{server}");
        }
    }

    #[test]
    fn a_start_without_tokens_names_what_asks_for_them() {
        let others = TokenNeed::of(&settings("public_url = \"https://candor.example\""));
        let sentence = others.expect("a need").without_tokens().to_string();
        assert!(sentence.contains("`server.public_url`"), "{sentence}");
        let address = TokenNeed::of(&settings("listen = \"0.0.0.0:7333\""));
        let sentence = address.expect("a need").without_tokens().to_string();
        assert!(sentence.contains("`0.0.0.0:7333`"), "{sentence}");
    }
}
