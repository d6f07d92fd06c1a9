//! `candor login`.

use std::time::Duration;

use candor_model::{EnvironmentName, SourceName};

use super::ReasonArgs;

/// Log in to an API for an environment
///
/// For APIs that use `OAuth2` with an authorization code. Prints the page to open, waits for
/// the browser to return, and stores the token as a secret of the environment. Register Candor
/// as a client of the API first, and set its client id, and its secret if it has one.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  candor environment set prod SHOP_OAUTH_CLIENT_ID candor
  candor login shop --environment prod")]
pub(crate) struct LoginArgs {
    /// The source: an API that uses `OAuth2` with an authorization code
    #[arg(value_parser = SourceName::parse)]
    pub(crate) source: SourceName,

    /// Store the token in this environment
    #[arg(long, value_parser = EnvironmentName::parse)]
    pub(crate) environment: EnvironmentName,

    /// The security scheme, if the document has several
    #[arg(long)]
    pub(crate) scheme: Option<String>,

    /// Request only this scope; can be repeated [default: all in the document]
    #[arg(long = "scope", value_name = "SCOPE")]
    pub(crate) scopes: Vec<String>,

    /// Receive the callback on this port of 127.0.0.1 [default: any free port]
    #[arg(long, default_value_t = 0, hide_default_value = true)]
    pub(crate) port: u16,

    /// Wait this many seconds for the browser
    #[arg(long, value_name = "SECONDS", default_value = "300", value_parser = seconds)]
    pub(crate) wait: Duration,

    #[command(flatten)]
    pub(crate) reason: ReasonArgs,
}

fn seconds(text: &str) -> Result<Duration, String> {
    match text.parse() {
        Ok(seconds @ 1..=3600) => Ok(Duration::from_secs(seconds)),
        _ => Err("give a number of seconds from 1 to 3600".to_owned()),
    }
}
