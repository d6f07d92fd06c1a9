//! `candor login`.

use std::time::Duration;

use candor_model::{EnvironmentName, SourceName};

/// `candor login`.
#[derive(clap::Args)]
pub(crate) struct Login {
    /// The source: an API whose document has `OAuth2` with an authorization code
    #[arg(value_name = "SOURCE", value_parser = SourceName::parse)]
    pub(crate) source: SourceName,

    /// Let this environment act for you
    #[arg(long, value_name = "ENVIRONMENT", value_parser = EnvironmentName::parse)]
    pub(crate) environment: EnvironmentName,

    /// The scheme in the document, where it has several
    #[arg(long, value_name = "SCHEME")]
    pub(crate) scheme: Option<String>,

    /// Ask for this permission only; may be given several times [default: all in the document]
    #[arg(long = "scope", value_name = "SCOPE")]
    pub(crate) scopes: Vec<String>,

    /// Let the browser come back to this port of 127.0.0.1 [default: any that is free]
    #[arg(
        long,
        value_name = "PORT",
        default_value_t = 0,
        hide_default_value = true
    )]
    pub(crate) port: u16,

    /// Wait this many seconds for you
    #[arg(long, value_name = "SECONDS", default_value = "300", value_parser = seconds)]
    pub(crate) wait: Duration,

    /// Why; it is kept in the history
    #[arg(long, value_name = "TEXT")]
    pub(crate) why: Option<String>,
}

fn seconds(text: &str) -> Result<Duration, String> {
    match text.parse() {
        Ok(seconds @ 1..=3600) => Ok(Duration::from_secs(seconds)),
        _ => Err("give a number of seconds from 1 to 3600".to_owned()),
    }
}
