//! The command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Parser, Subcommand, ValueEnum};

use crate::era::BenchEra;
use crate::fixture::{ECHO, PADDINGS};

/// Measures Candor beside a direct call and a plain byte relay, as ratios.
#[derive(Debug, Parser)]
#[command(name = "candor-bench", version)]
pub(crate) struct BenchArgs {
    #[command(subcommand)]
    pub(crate) command: BenchCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum BenchCommand {
    /// Measure direct, relays, Candor and its peers side by side
    Run(RunArgs),
    /// Install the peers that `run` measures, at known versions
    Peers,
    /// Measure how long it takes until one override counts in a large catalogue
    Annotations(AnnotationsArgs),
    /// Measure lists, equipping and searches with many toolsets over many tools
    Toolsets(ToolsetsArgs),
    /// Measure asking and deciding while many calls wait for a person
    Approvals(ApprovalsArgs),
    /// Measure every page of the dashboard, in a workspace that is full
    Dashboard(DashboardArgs),
    /// Measure how long a large OpenAPI document takes, and whether others wait for it
    Openapi(OpenapiArgs),
    /// Measure functions in TypeScript beside the same functions in Node
    Functions(FunctionsArgs),
    /// Compare rmcp's typed messages, JSON values and a raw envelope: cost and losses
    Typed,
    /// Serve MCP: an `echo` tool and a list of tools (started by `run`)
    Upstream(UpstreamArgs),
    /// Relay HTTP without reading it (started by `run`)
    Relay(RelayArgs),
    /// Relay MCP with the official SDK on both sides (started by `run`)
    RmcpRelay(RelayArgs),
    /// Relay HTTP to a program on its standard input and output (started by `run`)
    StdioRelay(StdioRelayArgs),
    /// Put load on an endpoint and check every answer (started by `run`)
    Load(LoadArgs),
    /// Make tools of an OpenAPI document and say what that took (started by `openapi`)
    Document(DocumentArgs),
}

#[derive(Debug, clap::Args)]
pub(crate) struct RunArgs {
    /// The candor binary; default: `candor` beside this program
    #[arg(long, value_name = "PATH", conflicts_with = "baseline")]
    pub(crate) candor: Option<PathBuf>,
    /// Measure without Candor
    #[arg(long)]
    pub(crate) baseline: bool,
    /// Take longer for steadier numbers: five rounds of 3 s
    #[arg(long, conflicts_with_all = ["seconds", "rounds"])]
    pub(crate) full: bool,
    /// Length of one measurement
    #[arg(long, default_value = "1", value_name = "N", value_parser = seconds)]
    pub(crate) seconds: Duration,
    /// Interleaved rounds; the median is reported
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..=99))]
    pub(crate) rounds: u16,
    /// Measure one era only
    #[arg(long)]
    pub(crate) era: Option<BenchEra>,
    /// An empty PostgreSQL database; default: a server of its own, where PostgreSQL is installed
    #[arg(long, value_name = "URL", conflicts_with = "baseline")]
    pub(crate) database_url: Option<String>,
    /// Also write everything that was measured to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct AnnotationsArgs {
    /// The candor binary; default: `candor` beside this program
    #[arg(long, value_name = "PATH")]
    pub(crate) candor: Option<PathBuf>,
    /// How many tools the catalogue has
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..=20_000))]
    pub(crate) tools: u32,
    /// Overrides that are made, one after the other; the median is reported
    #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(u16).range(1..=99))]
    pub(crate) rounds: u16,
}

#[derive(Debug, clap::Args)]
pub(crate) struct ToolsetsArgs {
    /// The candor binary; default: `candor` beside this program
    #[arg(long, value_name = "PATH")]
    pub(crate) candor: Option<PathBuf>,
    /// How many tools there are
    #[arg(long, default_value_t = 5_000, value_parser = clap::value_parser!(u32).range(1..=20_000))]
    pub(crate) tools: u32,
    /// How many toolsets share them
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=900))]
    pub(crate) toolsets: u32,
    /// How often everything is done; the median is reported
    #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(u16).range(1..=99))]
    pub(crate) rounds: u16,
}

#[derive(Debug, clap::Args)]
pub(crate) struct ApprovalsArgs {
    /// The candor binary; default: `candor` beside this program
    #[arg(long, value_name = "PATH")]
    pub(crate) candor: Option<PathBuf>,
    /// How many calls wait
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) pending: u32,
    /// How often everything is done; the median is reported
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u16).range(1..=999))]
    pub(crate) rounds: u16,
    /// An empty PostgreSQL database; default: a file for SQLite
    #[arg(long, value_name = "URL")]
    pub(crate) database_url: Option<String>,
}

#[derive(Debug, Clone, clap::Args)]
pub(crate) struct DashboardArgs {
    /// The candor binary; default: `candor` beside this program
    #[arg(long, value_name = "PATH")]
    pub(crate) candor: Option<PathBuf>,
    /// How many tools the large source has
    #[arg(long, default_value_t = 5_000, value_parser = clap::value_parser!(u32).range(1..=20_000))]
    pub(crate) tools: u32,
    /// How many toolsets share them
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=900))]
    pub(crate) toolsets: u32,
    /// How many calls have been made
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) calls: u32,
    /// How many calls wait for a person
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(crate) pending: u32,
    /// How often each page is asked for; the median is reported
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u16).range(1..=9_999))]
    pub(crate) requests: u16,
    /// How often each page is opened in a browser; 0 for no browser
    #[arg(long, default_value_t = 7, value_parser = clap::value_parser!(u16).range(0..=99))]
    pub(crate) loads: u16,
}

#[derive(Debug, clap::Args)]
pub(crate) struct OpenapiArgs {
    /// The candor binary; default: `candor` beside this program
    #[arg(long, value_name = "PATH")]
    pub(crate) candor: Option<PathBuf>,
    /// The document; default: GitHub's, which `./scripts/test` installs
    #[arg(long, value_name = "PATH")]
    pub(crate) document: Option<PathBuf>,
    /// How often it is loaded; medians are reported
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..=99))]
    pub(crate) rounds: u16,
}

#[derive(Debug, clap::Args)]
pub(crate) struct FunctionsArgs {
    /// The candor binary; default: `candor` beside this program
    #[arg(long, value_name = "PATH")]
    pub(crate) candor: Option<PathBuf>,
    /// Length of one measurement, at most
    #[arg(long, default_value = "1.5", value_name = "N", value_parser = seconds)]
    pub(crate) seconds: Duration,
    /// Interleaved rounds; the median is reported
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..=99))]
    pub(crate) rounds: u16,
    /// How many calls are made at once; a gateway has so many sessions by default
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u16).range(1..=1_000))]
    pub(crate) at_once: u16,
}

#[derive(Debug, clap::Args)]
pub(crate) struct DocumentArgs {
    /// The document, in JSON or YAML
    #[arg(value_name = "PATH")]
    pub(crate) document: PathBuf,
}

#[derive(Debug, clap::Args)]
pub(crate) struct UpstreamArgs {
    /// The era to speak; default: both
    #[arg(long)]
    pub(crate) era: Option<BenchEra>,
    /// How many tools to list
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) tools: u32,
    /// Speak on standard input and output instead of HTTP
    #[arg(long)]
    pub(crate) stdio: bool,
    /// End when stdin is closed
    #[arg(long)]
    pub(crate) with_parent: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct StdioRelayArgs {
    /// End when stdin is closed
    #[arg(long)]
    pub(crate) with_parent: bool,
    /// The program and its arguments
    #[arg(last = true, required = true, value_name = "COMMAND")]
    pub(crate) command: Vec<String>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct RelayArgs {
    /// Where to relay to, as `http://HOST:PORT`; a path is ignored
    #[arg(long, value_name = "URL")]
    pub(crate) to: http::Uri,
    /// Receive each answer to its end before it is sent on, as whoever checks answers must
    #[arg(long)]
    pub(crate) whole: bool,
    /// End when stdin is closed
    #[arg(long)]
    pub(crate) with_parent: bool,
}

#[derive(Debug, Clone, clap::Args)]
pub(crate) struct LoadArgs {
    /// The MCP endpoint, as `http://HOST:PORT/PATH`
    #[arg(long, value_name = "URL")]
    pub(crate) url: http::Uri,
    /// Another endpoint with the same tools; clients are spread over all
    #[arg(long, value_name = "URL")]
    pub(crate) also: Vec<http::Uri>,
    #[arg(long, default_value = "modern")]
    pub(crate) era: BenchEra,
    #[arg(long, default_value = "call")]
    pub(crate) operation: LoadOperation,
    /// What the tool is called that is called; default: what the operation calls it
    #[arg(long, value_name = "NAME")]
    pub(crate) tool: Option<String>,
    /// How many tools a list must have
    #[arg(long, default_value_t = 100)]
    pub(crate) tools: u32,
    /// Concurrent clients, each with a connection of its own
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) clients: u16,
    /// Length of the measurement
    #[arg(long, default_value = "3", value_parser = seconds)]
    pub(crate) seconds: Duration,
    /// Calls made before anything is counted
    #[arg(long, default_value = "0.3", value_name = "SECONDS", value_parser = seconds)]
    pub(crate) warm_up: Duration,
    /// Stop early after this many calls
    #[arg(long, default_value_t = 5_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) max_calls: u64,
    /// Processes whose CPU time, and that of their children, is taken over the measured time
    #[arg(long = "watch", value_name = "PID")]
    pub(crate) watch: Vec<u32>,
}

/// What a client asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum LoadOperation {
    /// A call of `echo`
    Call,
    /// A call of `echo` whose result has 100 kB
    #[value(name = "call-100kb")]
    Call100Kb,
    /// A call of `echo` whose result has 5 MB
    #[value(name = "call-5mb")]
    Call5Mb,
    /// A list of tools
    List,
    /// A call of the small function
    Area,
    /// A call of the function that reads 10 KB of JSON
    Bill,
    /// A call of the tool in Rust that checks a number
    Gtin,
}

impl LoadOperation {
    /// The JSON-RPC method.
    pub(crate) fn method(self) -> &'static str {
        match self.tool() {
            Some(_) => "tools/call",
            None => "tools/list",
        }
    }

    /// The tool that is called, as its own server knows it; a list calls none.
    pub(crate) fn tool(self) -> Option<&'static str> {
        match self {
            Self::List => None,
            Self::Call | Self::Call100Kb | Self::Call5Mb => Some(ECHO),
            Self::Gtin => Some("validate_gtin"),
            Self::Area | Self::Bill => Some(self.name()),
        }
    }

    /// How long the text is that the tool adds to its answer.
    pub(crate) fn padding(self) -> Option<usize> {
        match self {
            Self::Call100Kb => Some(PADDINGS[0]),
            Self::Call5Mb => Some(PADDINGS[1]),
            _ => None,
        }
    }

    /// The name used on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Call => "call",
            Self::Call100Kb => "call-100kb",
            Self::Call5Mb => "call-5mb",
            Self::List => "list",
            Self::Area => "area",
            Self::Bill => "bill",
            Self::Gtin => "gtin",
        }
    }
}

/// Reads a length of time in seconds, between a millisecond and an hour.
fn seconds(text: &str) -> Result<Duration, String> {
    let hint = "use a number of seconds from 0.001 to 3600";
    match text.parse::<f64>() {
        Ok(number) if (0.001..=3600.0).contains(&number) => Ok(Duration::from_secs_f64(number)),
        Ok(_) => Err(format!("`{text}` is out of range; {hint}")),
        Err(_) => Err(format!("`{text}` is not a number; {hint}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        <BenchArgs as clap::CommandFactory>::command().debug_assert();
    }

    #[test]
    fn operations_are_called_what_the_command_line_calls_them() {
        for operation in LoadOperation::value_variants() {
            let value = operation.to_possible_value().unwrap();
            assert_eq!(value.get_name(), operation.name());
        }
    }

    #[test]
    fn seconds_are_checked() {
        assert_eq!(seconds("0.5"), Ok(Duration::from_millis(500)));
        for bad in ["", "soon", "0", "-1", "NaN", "inf", "1e9"] {
            let error = seconds(bad).expect_err(bad);
            assert!(error.contains(&format!("`{bad}`")), "{error}");
        }
    }
}
