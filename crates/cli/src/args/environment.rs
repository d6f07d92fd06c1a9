//! `candor environment`.

use candor_model::{EnvironmentName, Profile, VariableName};
use clap::Subcommand;

use super::values::{self, Inheritable};

/// `candor environment`.
#[derive(Subcommand)]
pub(crate) enum EnvironmentCommand {
    /// List the environments
    #[command(after_help = "\
Example:
  candor environment list --json")]
    List,
    /// Show one environment; secrets are not shown
    #[command(after_help = "\
Example:
  candor environment show prod")]
    Show {
        /// Its name
        #[arg(value_name = "NAME", value_parser = EnvironmentName::parse)]
        name: EnvironmentName,
    },
    /// Make an environment
    #[command(after_help = "\
Examples:
  candor environment create prod --description 'the real shop'
  candor environment create review --profile explicit --provenance true")]
    Create(EnvironmentCreate),
    /// Change an environment
    #[command(after_help = "\
Examples:
  candor environment edit prod --description 'the real shop'
  candor environment edit prod --profile inherit")]
    Edit(EnvironmentEditing),
    /// Remove an environment, its variables and what was said about tools in it
    #[command(after_help = "\
Example:
  candor environment delete review --yes")]
    Delete {
        /// Its name
        #[arg(value_name = "NAME", value_parser = EnvironmentName::parse)]
        name: EnvironmentName,

        /// Do not ask
        #[arg(long)]
        yes: bool,

        /// Why; it is kept in the history
        #[arg(long, value_name = "TEXT")]
        why: Option<String>,
    },
    /// Set a variable, secret or not
    ///
    /// The value of a secret is read from standard input, since a command line is seen by others.
    /// One line end after it is not part of it.
    #[command(after_help = "\
Examples:
  candor environment set prod SHOP_URL https://shop.example
  printf %s \"$TOKEN\" | candor environment set prod SHOP_TOKEN --secret
  candor environment set prod SHOP_TOKEN --secret < token.txt")]
    Set(EnvironmentSet),
    /// Remove a variable
    #[command(after_help = "\
Example:
  candor environment unset prod SHOP_TOKEN")]
    Unset {
        /// The environment
        #[arg(value_name = "NAME", value_parser = EnvironmentName::parse)]
        name: EnvironmentName,

        /// The variable
        #[arg(value_name = "VARIABLE", value_parser = VariableName::parse)]
        variable: VariableName,

        /// Why; it is kept in the history
        #[arg(long, value_name = "TEXT")]
        why: Option<String>,
    },
    /// Make a new key and seal all secrets with it
    ///
    /// The old keys stay in the key file until you remove them.
    #[command(after_help = "\
Example:
  candor environment rotate-key")]
    RotateKey {
        /// Why; it is kept in the history
        #[arg(long, value_name = "TEXT")]
        why: Option<String>,
    },
}

/// `candor environment create`.
#[derive(clap::Args)]
pub(crate) struct EnvironmentCreate {
    /// Its name: 2 to 50 lowercase letters, digits and `-`
    #[arg(value_name = "NAME", value_parser = EnvironmentName::parse)]
    pub(crate) name: EnvironmentName,

    /// What it is for
    #[arg(
        long,
        value_name = "TEXT",
        default_value = "",
        hide_default_value = true
    )]
    pub(crate) description: String,

    /// Which hints its endpoint writes [default: as `/mcp` does]
    #[arg(long, value_name = "PROFILE", value_parser = values::profile())]
    pub(crate) profile: Option<Profile>,

    /// Whether its endpoint says where each hint comes from [default: as `/mcp` does]
    #[arg(long, value_name = "YES")]
    pub(crate) provenance: Option<bool>,

    /// Why; it is kept in the history
    #[arg(long, value_name = "TEXT")]
    pub(crate) why: Option<String>,
}

/// `candor environment edit`.
#[derive(clap::Args)]
pub(crate) struct EnvironmentEditing {
    /// Its name
    #[arg(value_name = "NAME", value_parser = EnvironmentName::parse)]
    pub(crate) name: EnvironmentName,

    /// What it is for
    #[arg(long, value_name = "TEXT")]
    pub(crate) description: Option<String>,

    /// Which hints its endpoint writes; `inherit`: as `/mcp` does
    #[arg(
        long,
        value_name = "PROFILE",
        value_parser = values::inheritable_profile()
    )]
    pub(crate) profile: Option<Inheritable<Profile>>,

    /// Whether its endpoint says where each hint comes from; `inherit`: as `/mcp` does
    #[arg(long, value_name = "YES", value_parser = values::inheritable_bool())]
    pub(crate) provenance: Option<Inheritable<bool>>,

    /// Why; it is kept in the history
    #[arg(long, value_name = "TEXT")]
    pub(crate) why: Option<String>,
}

/// `candor environment set`.
#[derive(clap::Args)]
pub(crate) struct EnvironmentSet {
    /// The environment
    #[arg(value_name = "NAME", value_parser = EnvironmentName::parse)]
    pub(crate) name: EnvironmentName,

    /// The variable
    #[arg(value_name = "VARIABLE", value_parser = VariableName::parse)]
    pub(crate) variable: VariableName,

    /// Its value
    #[arg(
        value_name = "VALUE",
        allow_negative_numbers = true,
        required_unless_present = "secret",
        conflicts_with = "secret"
    )]
    pub(crate) value: Option<String>,

    /// Read the value from standard input, keep it encrypted and never show it
    #[arg(long)]
    pub(crate) secret: bool,

    /// Why; it is kept in the history
    #[arg(long, value_name = "TEXT")]
    pub(crate) why: Option<String>,
}
