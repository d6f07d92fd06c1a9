//! `candor lint`.

use std::path::PathBuf;

use candor_lint::format::ReportFormat;
use candor_lint::{LintProfile, SubmissionDirectory};
use candor_model::SourceName;

use super::DocumentOptions;
use crate::target::CommandTarget;

/// Find problems in tool definitions
///
/// Finds what makes tools hard or dangerous to use: unsupported parts of an OpenAPI document,
/// missing or contradictory descriptions and hints, and names and schemas that clients reject.
/// Exits with 1 if there is an error or more warnings than allowed, but not for notes.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  candor lint shop.yaml
  candor lint shop.yaml --profile anthropic --fix
  candor lint shop.yaml --format sarif > lint.sarif
  candor lint tools.json --submission openai
  candor lint --explain H005
  candor lint hello.ts
  candor lint https://shop.example/openapi.json --json
  candor lint --source files
  candor lint tools.jsonl
  candor lint -- npx -y @modelcontextprotocol/server-everything")]
pub(crate) struct LintArgs {
    /// Use this target instead of the configured sources: an OpenAPI document (its path or URL),
    /// functions (their file or folder), the URL of an MCP server, the path of an .mcp.json or
    /// candor.toml, or a .jsonl or .json dump of tools
    pub(crate) target: Option<String>,

    /// Only tools of this source
    #[arg(long, value_parser = SourceName::parse)]
    pub(crate) source: Option<SourceName>,

    /// Choose who the tools are meant for: spec, clients, anthropic, openai or strict [default:
    /// the policy's, or clients]
    #[arg(long, value_name = "PROFILE", value_parser = profile)]
    pub(crate) profile: Option<LintProfile>,

    /// Print the report as text, json, sarif, junit or github
    #[arg(long, value_name = "FORMAT", value_parser = format)]
    pub(crate) format: Option<ReportFormat>,

    /// Read the project's policy from this file [default: ./candor-lint.toml, if there is one]
    #[arg(long, value_name = "FILE")]
    pub(crate) policy: Option<PathBuf>,

    /// Explain a rule, and check nothing
    #[arg(long, value_name = "RULE", conflicts_with_all = ["target", "command"])]
    pub(crate) explain: Option<String>,

    /// Allow this many warnings [default: the policy's, or 0]
    #[arg(long, value_name = "NUMBER")]
    pub(crate) max_warnings: Option<usize>,

    /// Report only findings that are not in this file
    #[arg(long, value_name = "FILE")]
    pub(crate) baseline: Option<PathBuf>,

    /// Write all findings to the file of `--baseline`, and report none
    #[arg(long, requires = "baseline")]
    pub(crate) update_baseline: bool,

    /// Compare with this earlier dump of the same tools
    #[arg(long, value_name = "DUMP")]
    pub(crate) since: Option<String>,

    /// Apply safe fixes: OpenAPI documents and functions are edited, other tools get overrides
    #[arg(long)]
    pub(crate) fix: bool,

    /// Write overrides of `--fix` to this file
    #[arg(
        long,
        value_name = "FILE",
        requires = "fix",
        default_value = "candor-overrides.toml"
    )]
    pub(crate) overrides: String,

    /// Print the check-list of a directory instead: anthropic or openai
    #[arg(long, value_name = "DIRECTORY", value_parser = directory)]
    pub(crate) submission: Option<SubmissionDirectory>,

    /// Write the submission file of OpenAI's directory to this file
    #[arg(long, value_name = "FILE", requires = "submission")]
    pub(crate) submission_file: Option<String>,

    /// Check again whenever the target or the policy changes
    #[arg(long, requires = "target")]
    pub(crate) watch: bool,

    /// Use the MCP server that this command starts
    #[arg(last = true, conflicts_with = "target")]
    pub(crate) command: Vec<String>,

    #[command(flatten)]
    pub(crate) document: DocumentOptions,
}

// === impl LintArgs ===

impl LintArgs {
    /// The target to examine.
    pub(crate) fn target(&self) -> CommandTarget<'_> {
        CommandTarget {
            named: self.target.as_deref(),
            command: &self.command,
            source: self.source.as_ref(),
            document: &self.document,
        }
    }
}

fn profile(word: &str) -> Result<LintProfile, String> {
    choice(
        word,
        LintProfile::parse,
        &LintProfile::ALL.map(LintProfile::as_str),
    )
}

fn format(word: &str) -> Result<ReportFormat, String> {
    choice(
        word,
        ReportFormat::parse,
        &ReportFormat::ALL.map(ReportFormat::as_str),
    )
}

fn directory(word: &str) -> Result<SubmissionDirectory, String> {
    let words = SubmissionDirectory::ALL.map(SubmissionDirectory::as_str);
    choice(word, SubmissionDirectory::parse, &words)
}

fn choice<T>(word: &str, parse: impl Fn(&str) -> Option<T>, words: &[&str]) -> Result<T, String> {
    parse(word).ok_or_else(|| format!("it must be one of {}", words.join(", ")))
}
