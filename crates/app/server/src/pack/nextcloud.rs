//! The account of the Nextcloud pack, from the environment.

use candor_functions::Toolbox;
use candor_model::Secret;
use candor_nextcloud::{NextcloudError, NextcloudOptions};

/// The variables that name the account.
const HOST: &str = "NEXTCLOUD_HOST";
const USERNAME: &str = "NEXTCLOUD_USERNAME";
const PASSWORD: &str = "NEXTCLOUD_PASSWORD";

/// Why the pack cannot be served.
#[derive(Debug, thiserror::Error)]
pub(super) enum AccountError {
    /// A variable is missing or empty.
    #[error(
        "`{0}` is not set; the pack needs `NEXTCLOUD_HOST`, `NEXTCLOUD_USERNAME` and an app password in `NEXTCLOUD_PASSWORD`"
    )]
    Missing(&'static str),
    /// What they say cannot be used.
    #[error(transparent)]
    Pack(#[from] NextcloudError),
}

/// The tools of the account that the variables name.
pub(super) fn toolbox(variable: impl Fn(&str) -> Option<String>) -> Result<Toolbox, AccountError> {
    let required = |name: &'static str| {
        let value = variable(name).filter(|value| !value.trim().is_empty());
        value.ok_or(AccountError::Missing(name))
    };
    let options = NextcloudOptions {
        host: required(HOST)?,
        username: required(USERNAME)?,
        password: Secret::new(required(PASSWORD)?),
    };
    Ok(candor_nextcloud::toolbox(options)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_account_must_be_whole() {
        let set = |names: &'static [&str], host: &'static str| {
            move |name: &str| {
                let value = if name == HOST { host } else { "ada" };
                names.contains(&name).then(|| value.to_owned())
            }
        };
        let host = "https://cloud.example";
        let made = toolbox(set(&[HOST, USERNAME, PASSWORD], host)).expect("tools");
        assert!(made.definitions().count() > 50);
        for (names, host, expect) in [
            (&[][..], host, "`NEXTCLOUD_HOST` is not set"),
            (&[HOST, USERNAME], host, "`NEXTCLOUD_PASSWORD` is not set"),
            (
                &[HOST, USERNAME, PASSWORD],
                " ",
                "`NEXTCLOUD_HOST` is not set",
            ),
            (
                &[HOST, USERNAME, PASSWORD],
                "cloud",
                "`cloud` is not the address",
            ),
        ] {
            let error = toolbox(set(names, host)).expect_err(expect).to_string();
            assert!(error.contains(expect), "{error}");
        }
    }
}
