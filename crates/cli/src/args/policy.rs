//! `candor policy`.

use candor_model::{EnvironmentName, QualifiedName, Roles, ToolsetName};
use clap::Subcommand;

use super::preference::Preferring;
use super::values;

/// `candor policy`.
#[derive(Subcommand)]
pub(crate) enum PolicyCommand {
    /// Show the rules in words, and the preferences with where each comes from
    #[command(after_help = "\
Examples:
  candor policy show
  candor policy show --json")]
    Show,
    /// State preferences, or leave them to the house again
    ///
    /// `auto_approve_read_only`, `always_confirm_destructive`, `show_warnings`,
    /// `trust_idempotent_retries`, `out_of_band` and `collapse` are `true` or `false`; `unset` is
    /// `allow` or `ask`; `cache` is a time such as `30s`, and `0s` is not at all. What the
    /// configuration file states cannot be changed here.
    #[command(after_help = "\
Examples:
  candor policy set unset=ask
  candor policy set --toolset reading auto_approve_read_only=true cache=30s
  candor policy set --toolset reading cache=    Leave it to the house again")]
    Set(PolicySet),
    /// Tell what would happen to a call, and why
    ///
    /// No tool is called, and nobody is asked.
    #[command(after_help = "\
Examples:
  candor policy explain shop.delete_book
  candor policy explain shop.pay '{\"amount\": 500}' --as-role caller --environment prod")]
    Explain(Box<PolicyExplain>),
}

/// `candor policy set`.
#[derive(clap::Args)]
pub(crate) struct PolicySet {
    /// The preferences; without a value one is left to the house, or to the default
    #[arg(value_name = "KEY=VALUE", required = true, value_parser = values::preference)]
    pub(crate) preferences: Vec<Preferring>,

    /// In this toolset only
    #[arg(long, value_name = "TOOLSET", value_parser = ToolsetName::parse)]
    pub(crate) toolset: Option<ToolsetName>,

    /// Why; it is kept in the history
    #[arg(long, value_name = "TEXT")]
    pub(crate) why: Option<String>,
}

/// `candor policy explain`.
#[derive(clap::Args)]
pub(crate) struct PolicyExplain {
    /// The tool as `source.tool`
    #[arg(value_name = "TOOL", value_parser = values::tool)]
    pub(crate) tool: QualifiedName,

    /// The arguments as a JSON object; `-` reads it from standard input, `@FILE` from a file
    /// [default: {}]
    #[arg(value_name = "JSON")]
    pub(crate) arguments: Option<String>,

    /// As a caller with these roles; several with commas [default: all of them]
    #[arg(long, value_name = "ROLE,…", value_parser = values::roles)]
    pub(crate) as_role: Option<Roles>,

    /// In this environment
    #[arg(long, value_name = "ENVIRONMENT", value_parser = EnvironmentName::parse)]
    pub(crate) environment: Option<EnvironmentName>,

    /// Through the endpoint of this toolset
    #[arg(long, value_name = "TOOLSET", value_parser = ToolsetName::parse)]
    pub(crate) toolset: Option<ToolsetName>,
}
