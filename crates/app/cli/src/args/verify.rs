//! `candor verify`.

use std::path::PathBuf;

use candor_config::EndpointUrl;
use candor_model::SourceName;
use candor_verify::VerifyFormat;

use super::{ReasonArgs, values};

/// `candor verify`.
#[derive(clap::Args)]
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

    /// Print the report as text, json, junit, sarif or md
    #[arg(long, value_name = "FORMAT", value_parser = format)]
    pub(crate) format: Option<VerifyFormat>,

    /// How long a call may take, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 20)]
    pub(crate) call_seconds: u64,

    /// The most generated cases of a tool
    #[arg(long, value_name = "NUMBER", default_value_t = 8)]
    pub(crate) cases: usize,

    /// Make other texts for arguments than the last run
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
