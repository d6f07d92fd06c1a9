//! `candor policy`.

use candor_model::{EnvironmentName, QualifiedName, Roles, ToolsetName};
use clap::Subcommand;

use super::ReasonArgs;
use super::preference::PreferenceAssignment;
use super::values;

/// Show and change which calls need approval
///
/// Rules are set in the configuration file. Settings can be changed here, for the default
/// policy or for a toolset, unless the file sets them.
#[derive(Subcommand)]
pub(crate) enum PolicyCommand {
    /// Show the rules, and the settings with where each comes from
    #[command(after_help = "\
Examples:
  candor policy show
  candor policy show --json")]
    Show,
    /// Change policy settings, or reset them
    ///
    /// `auto_approve_read_only`, `always_confirm_destructive`, `show_warnings`,
    /// `trust_idempotent_retries`, `out_of_band` and `collapse` are `true` or `false`; `unset` is
    /// `allow`, `evidence` or `ask`; `cache` is a duration such as `30s`, and `0s` turns it off.
    /// Settings in the configuration file cannot be changed here.
    #[command(after_help = "\
Examples:
  candor policy set unset=ask
  candor policy set --toolset reading auto_approve_read_only=true cache=30s
  candor policy set --toolset reading cache=    Reset it")]
    Set(PolicySetArgs),
    /// Show what would happen to a call, and why
    ///
    /// No tool is called, and no approval is requested.
    #[command(after_help = "\
Examples:
  candor policy explain shop.delete_book
  candor policy explain shop.pay '{\"amount\": 500}' --as-role caller --environment prod")]
    Explain(Box<PolicyExplainArgs>),
}

/// `candor policy set`.
#[derive(clap::Args)]
pub(crate) struct PolicySetArgs {
    /// The settings; `KEY=` without a value resets a setting
    #[arg(value_name = "KEY=VALUE", required = true, value_parser = values::preference)]
    pub(crate) preferences: Vec<PreferenceAssignment>,

    /// In this toolset only
    #[arg(long, value_parser = ToolsetName::parse)]
    pub(crate) toolset: Option<ToolsetName>,

    #[command(flatten)]
    pub(crate) reason: ReasonArgs,
}

/// `candor policy explain`.
#[derive(clap::Args)]
pub(crate) struct PolicyExplainArgs {
    /// The tool as `source.tool`
    #[arg(value_parser = values::tool)]
    pub(crate) tool: QualifiedName,

    /// The arguments as a JSON object; `-` reads them from standard input, `@FILE` from a file
    /// [default: {}]
    #[arg(value_name = "JSON")]
    pub(crate) arguments: Option<String>,

    /// As a caller with these roles, separated by commas [default: viewer,caller]
    #[arg(long, value_name = "ROLE,…", value_parser = values::roles)]
    pub(crate) as_role: Option<Roles>,

    /// In this environment
    #[arg(long, value_parser = EnvironmentName::parse)]
    pub(crate) environment: Option<EnvironmentName>,

    /// Through the endpoint of this toolset
    #[arg(long, value_parser = ToolsetName::parse)]
    pub(crate) toolset: Option<ToolsetName>,
}
