//! `candor environment`.

use candor_model::{EnvironmentName, HintProfile, VariableName};
use clap::Subcommand;

use super::ReasonArgs;
use super::values::{self, InheritableValue};

/// Manage environments: variables, secrets and overrides
///
/// The endpoint of an environment is `/mcp@NAME`.
#[derive(Subcommand)]
pub(crate) enum EnvironmentCommand {
    /// List all environments
    #[command(after_help = "\
Example:
  candor environment list --json")]
    List,
    /// Show an environment, without its secrets
    #[command(after_help = "\
Example:
  candor environment show prod")]
    Show {
        /// Name of the environment
        #[arg(value_parser = EnvironmentName::parse)]
        name: EnvironmentName,
    },
    /// Create an environment
    #[command(after_help = "\
Examples:
  candor environment create prod --description 'the real shop'
  candor environment create review --profile explicit --provenance true")]
    Create(EnvironmentCreateArgs),
    /// Edit an environment
    #[command(after_help = "\
Examples:
  candor environment edit prod --description 'the real shop'
  candor environment edit prod --profile inherit")]
    Edit(EnvironmentEditArgs),
    /// Delete an environment with its variables and overrides
    #[command(after_help = "\
Example:
  candor environment delete review --yes")]
    Delete {
        /// Name of the environment
        #[arg(value_parser = EnvironmentName::parse)]
        name: EnvironmentName,

        /// Do not ask for confirmation
        #[arg(long)]
        yes: bool,

        #[command(flatten)]
        reason: ReasonArgs,
    },
    /// Set a variable or a secret
    ///
    /// The value of a secret is read from standard input, because other users can see a command
    /// line. One trailing line break is removed.
    #[command(after_help = "\
Examples:
  candor environment set prod SHOP_URL https://shop.example
  printf %s \"$TOKEN\" | candor environment set prod SHOP_TOKEN --secret
  candor environment set prod SHOP_TOKEN --secret < token.txt")]
    Set(EnvironmentSetArgs),
    /// Remove a variable
    #[command(after_help = "\
Example:
  candor environment unset prod SHOP_TOKEN")]
    Unset {
        /// Name of the environment
        #[arg(value_parser = EnvironmentName::parse)]
        name: EnvironmentName,

        /// Name of the variable
        #[arg(value_parser = VariableName::parse)]
        variable: VariableName,

        #[command(flatten)]
        reason: ReasonArgs,
    },
    /// Create a new key and re-encrypt all secrets
    ///
    /// The old keys stay in the key file until you remove them.
    #[command(after_help = "\
Example:
  candor environment rotate-key")]
    RotateKey {
        #[command(flatten)]
        reason: ReasonArgs,
    },
}

/// `candor environment create`.
#[derive(clap::Args)]
pub(crate) struct EnvironmentCreateArgs {
    /// Name of the environment: 2 to 50 lowercase letters, digits and `-`
    #[arg(value_parser = EnvironmentName::parse)]
    pub(crate) name: EnvironmentName,

    /// What it is for
    #[arg(
        long,
        value_name = "TEXT",
        default_value = "",
        hide_default_value = true
    )]
    pub(crate) description: String,

    /// Which hints its endpoint writes [default: same as `/mcp`]
    #[arg(long, value_parser = values::profile())]
    pub(crate) profile: Option<HintProfile>,

    /// Whether its endpoint shows where each hint comes from [default: same as `/mcp`]
    #[arg(long, value_name = "YES")]
    pub(crate) provenance: Option<bool>,

    #[command(flatten)]
    pub(crate) reason: ReasonArgs,
}

/// `candor environment edit`.
#[derive(clap::Args)]
pub(crate) struct EnvironmentEditArgs {
    /// Name of the environment
    #[arg(value_parser = EnvironmentName::parse)]
    pub(crate) name: EnvironmentName,

    /// What it is for
    #[arg(long, value_name = "TEXT")]
    pub(crate) description: Option<String>,

    /// Which hints its endpoint writes; `inherit`: same as `/mcp`
    #[arg(long, value_parser = values::inheritable_profile())]
    pub(crate) profile: Option<InheritableValue<HintProfile>>,

    /// Whether its endpoint shows where each hint comes from; `inherit`: same as `/mcp`
    #[arg(long, value_name = "YES", value_parser = values::inheritable_bool())]
    pub(crate) provenance: Option<InheritableValue<bool>>,

    #[command(flatten)]
    pub(crate) reason: ReasonArgs,
}

/// `candor environment set`.
#[derive(clap::Args)]
pub(crate) struct EnvironmentSetArgs {
    /// Name of the environment
    #[arg(value_parser = EnvironmentName::parse)]
    pub(crate) name: EnvironmentName,

    /// Name of the variable
    #[arg(value_parser = VariableName::parse)]
    pub(crate) variable: VariableName,

    /// Value of the variable
    #[arg(
        allow_negative_numbers = true,
        required_unless_present = "secret",
        conflicts_with = "secret"
    )]
    pub(crate) value: Option<String>,

    /// Read the value from standard input, store it encrypted and never show it
    #[arg(long)]
    pub(crate) secret: bool,

    #[command(flatten)]
    pub(crate) reason: ReasonArgs,
}
