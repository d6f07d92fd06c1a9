//! `candor confine`.

use candor_confine::ConfineLevel;
use candor_model::SourceName;
use clap::Subcommand;

/// Show which permissions a server needs, and what it was refused
#[derive(Subcommand)]
pub(crate) enum ConfineCommand {
    /// Watch a server run, and print the permissions that it needs
    ///
    /// Starts the program of a source, or the command after `--`, without refusing anything, asks
    /// it for its tools, and watches what it reads, writes, runs and connects to. Use the server
    /// meanwhile if you can: what it was not seen to do is not in the table. Stops at a line or
    /// the end of standard input, or after `--seconds`.
    #[command(after_help = "\
Examples:
  candor confine suggest files
  candor confine suggest --level strict --seconds 30 -- uvx mcp-server-time")]
    Suggest(ConfineSuggestArgs),
    /// List what confined servers were refused, and during which calls
    ///
    /// The newest come first; of each source 200 are kept. Exits with 1 if there are any.
    #[command(after_help = "\
Examples:
  candor confine refusals
  candor confine refusals files --json")]
    Refusals {
        /// Only refusals of this source
        #[arg(value_parser = SourceName::parse)]
        source: Option<SourceName>,
    },
}

/// `candor confine suggest`.
#[derive(clap::Args)]
pub(crate) struct ConfineSuggestArgs {
    /// The source whose program is started
    #[arg(value_parser = SourceName::parse, conflicts_with = "command", required_unless_present = "command")]
    pub(crate) source: Option<SourceName>,

    /// The level that the table is for: `standard` or `strict`
    #[arg(long, default_value = "standard", value_parser = enforced_level)]
    pub(crate) level: ConfineLevel,

    /// Stop after this many seconds
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub(crate) seconds: Option<u64>,

    /// Start this program instead of a source's
    #[arg(last = true, value_name = "COMMAND")]
    pub(crate) command: Vec<String>,
}

fn enforced_level(word: &str) -> Result<ConfineLevel, String> {
    let level = word
        .parse::<ConfineLevel>()
        .map_err(|error| error.to_string())?;
    if level.is_enforced() {
        return Ok(level);
    }
    Err(format!(
        "at the level `{level}` no table is needed; use `standard` or `strict`"
    ))
}
