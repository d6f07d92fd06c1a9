//! Logs on stderr, as text or JSON.

use candor_config::LogFormat;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt;
use tracing_subscriber::util::SubscriberInitExt;

/// Libraries log little, unless a filter names them.
const QUIET: &str = "sqlx=warn,hyper=info,hyper_util=info,rustls=info,h2=info";

/// Begins logging. `level` is a level (`info`) or a filter (`warn,candor=debug`). Standard output
/// is left alone: it belongs to a command's result, or to the protocol.
pub fn init_logging(level: &str, format: LogFormat, colour: bool) -> Result<(), String> {
    let filter = EnvFilter::try_new(filter(level))
        .map_err(|error| format!("the log level `{level}` cannot be used: {error}"))?;
    let begun = match format {
        LogFormat::Text => fmt()
            .with_env_filter(filter)
            .with_writer(std::io::stderr)
            .with_ansi(colour)
            .with_target(false)
            .finish()
            .try_init(),
        LogFormat::Json => fmt()
            .with_env_filter(filter)
            .with_writer(std::io::stderr)
            .json()
            .flatten_event(true)
            .finish()
            .try_init(),
    };
    begun.map_err(|error| error.to_string())
}

/// A bare level applies to Candor only; a filter is used as it is.
fn filter(level: &str) -> String {
    match level.to_ascii_lowercase().as_str() {
        "info" | "debug" | "trace" => format!("{level},{QUIET}"),
        _ => level.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bare_level_keeps_libraries_quiet() {
        assert!(filter("debug").starts_with("debug,sqlx=warn"));
        assert_eq!(filter("info,sqlx=debug"), "info,sqlx=debug");
        assert_eq!(filter("error"), "error");
        for level in ["off", "error", "warn", "info", "debug", "trace"] {
            assert!(EnvFilter::try_new(filter(level)).is_ok(), "{level}");
        }
    }
}
