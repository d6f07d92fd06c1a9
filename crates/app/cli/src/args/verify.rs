//! `candor verify`.

use std::path::PathBuf;
use std::time::Duration;

use candor_config::EndpointUrl;
use candor_model::SourceName;
use candor_verify::VerifyFormat;

use super::{ReasonArgs, values};

/// Call a server's tools and compare what they do with their hints
///
/// Starts the server with a temporary home, working and temporary folder of its own; it can connect
/// to this machine only. Calls its tools with varied arguments, and compares files, the server's
/// state and its connections before and after. Folders that the command names are copied. The tools
/// of an OpenAPI document are called at the address of a test instance, and functions in their
/// workers; their requests are recorded, and those to other addresses are refused. Exits with 1 if
/// a declared hint is contradicted.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  candor verify -- npx -y @modelcontextprotocol/server-memory
  candor verify shop.yaml --address http://127.0.0.1:8080
  candor verify ./functions
  candor verify --tool 'list_*' -- python3 server.py
  candor verify --scenario verify.toml --format junit > verify.xml
  candor verify --format md -- node server.js ./notes
  candor verify --record files --since 1h --output verify.toml")]
pub(crate) struct VerifyArgs {
    /// Verify the API of this OpenAPI document, these functions, or a source of the configuration,
    /// which needs `--i-mean-it`
    #[arg(value_name = "TARGET")]
    pub(crate) target: Option<String>,

    /// Where a test instance of the API is; required for an OpenAPI document
    #[arg(long, value_name = "URL", value_parser = values::base_url, requires = "target")]
    pub(crate) address: Option<EndpointUrl>,

    /// Only tools whose name matches, such as 'list_*'
    #[arg(long, value_name = "GLOB")]
    pub(crate) tool: Option<String>,

    /// Read set-up, cases, probes and exceptions from this file
    #[arg(long, value_name = "FILE")]
    pub(crate) scenario: Option<PathBuf>,

    /// Write a scenario from the calls of this source that a gateway has kept, instead of
    /// verifying: their writes become its set-up, their reads its cases. Needs the setting
    /// `audit.keep_arguments`
    #[arg(
        long,
        value_name = "SOURCE",
        value_parser = SourceName::parse,
        conflicts_with_all = ["target", "command", "scenario", "format", "save_as", "tool"],
    )]
    pub(crate) record: Option<SourceName>,

    /// Only calls of this time until now, such as `1h`
    #[arg(
        long,
        value_name = "TIME",
        value_parser = values::duration,
        requires = "record",
        conflicts_with_all = ["target", "command"],
    )]
    pub(crate) since: Option<Duration>,

    /// Write the scenario to this file [default: standard output]
    #[arg(
        long,
        value_name = "FILE",
        requires = "record",
        conflicts_with_all = ["target", "command"],
    )]
    pub(crate) output: Option<String>,

    /// Print the report as text, json, junit, sarif or md
    #[arg(long, value_name = "FORMAT", value_parser = format)]
    pub(crate) format: Option<VerifyFormat>,

    /// How long a call may take, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 20)]
    pub(crate) call_seconds: u64,

    /// Generate at most this many cases for a tool
    #[arg(long, value_name = "NUMBER", default_value_t = 8)]
    pub(crate) cases: usize,

    /// Seed of the generated argument texts
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub(crate) seed: u64,

    /// Save the verdicts for this source: verified hints are relied upon, contradicted ones count
    /// as the opposite
    #[arg(long, value_name = "SOURCE", value_parser = SourceName::parse)]
    pub(crate) save_as: Option<SourceName>,

    #[command(flatten)]
    pub(crate) reason: ReasonArgs,

    /// Really call the tools of a configured source, with its own credentials
    #[arg(long)]
    pub(crate) i_mean_it: bool,

    /// Verify the MCP server that this command starts
    #[arg(last = true, conflicts_with = "target")]
    pub(crate) command: Vec<String>,
}

fn format(word: &str) -> Result<VerifyFormat, String> {
    let words = VerifyFormat::ALL.map(VerifyFormat::as_str);
    VerifyFormat::parse(word).ok_or_else(|| format!("it must be one of {}", words.join(", ")))
}
