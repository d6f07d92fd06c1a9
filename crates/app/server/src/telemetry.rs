//! Logging to stderr, as text or JSON, and of sources to files.

use std::path::Path;

use candor_config::LogFormat;
use tracing::level_filters::LevelFilter;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt;
use tracing_subscriber::layer::{Layer, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{EnvFilter, registry};

use crate::source_logs::{self, SourceLogs};

/// Libraries log little, unless a filter names them.
const QUIET: &str = "sqlx=warn,hyper=info,hyper_util=info,rustls=info,h2=info";

/// Initialises logging. `level` is a level (`info`) or a filter (`warn,candor=debug`). Standard
/// output is reserved for command results and the protocol. The output of sources' programs is
/// stored in the data directory `kept`, if given, at any level.
pub fn init_logging(
    level: &str,
    format: LogFormat,
    colour: bool,
    kept: Option<&Path>,
) -> Result<(), String> {
    let filter = EnvFilter::try_new(filter(level))
        .map_err(|error| format!("the log level `{level}` cannot be used: {error}"))?;
    let lines = fmt::layer().with_writer(std::io::stderr);
    let lines = match format {
        LogFormat::Text => lines.with_ansi(colour).with_target(false).boxed(),
        LogFormat::Json => lines.json().flatten_event(true).boxed(),
    };
    let upstream = Targets::new().with_target(source_logs::TARGET, LevelFilter::INFO);
    let kept = kept.map(|data| SourceLogs::new(data).with_filter(upstream));
    let begun = registry()
        .with(lines.with_filter(filter))
        .with(kept)
        .try_init();
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
