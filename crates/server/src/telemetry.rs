//! Logs: on stderr, as text for people or as JSON for machines.

use candor_config::LogFormat;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt;
use tracing_subscriber::util::SubscriberInitExt;

/// Begins logging. `level` is a level (`info`) or a filter (`warn,candor=debug`). Standard output
/// is left alone: it belongs to a command's result, or to the protocol.
pub fn begin(level: &str, format: LogFormat, colour: bool) -> Result<(), String> {
    let filter = EnvFilter::try_new(level)
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
