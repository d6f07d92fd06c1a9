//! `candor token`.

use std::time::Duration;

use candor_model::Roles;
use clap::Subcommand;

use super::values;

/// `candor token`.
#[derive(Subcommand)]
pub(crate) enum TokenCommand {
    /// Make a token, and print it once
    ///
    /// Standard output gets the token and nothing else. Only a digest of it is kept, so that it
    /// cannot be shown again. Roles: viewer, caller, approver, editor, admin. Approvers and editors
    /// see what a viewer sees; an admin may do everything.
    #[command(after_help = "\
Examples:
  candor token create laptop --role caller
  candor token create ada --role approver,editor --expires 90d
  candor token create ci --role caller > token.txt")]
    Create(TokenCreate),
    /// List the tokens that work
    #[command(after_help = "\
Examples:
  candor token list
  candor token list --all --json")]
    List {
        /// Also those that have expired or were taken back
        #[arg(long)]
        all: bool,
    },
    /// Take a token back: it works nowhere from now on
    #[command(after_help = "\
Example:
  candor token revoke laptop --why 'it was lost'")]
    Revoke {
        /// Its name or its id
        #[arg(value_name = "NAME|ID")]
        which: String,

        /// Why; it is kept in the history
        #[arg(long, value_name = "TEXT")]
        why: Option<String>,
    },
}

/// `candor token create`.
#[derive(clap::Args)]
pub(crate) struct TokenCreate {
    /// The name that its holder acts under: 1 to 64 lowercase letters, digits, `.`, `_` and `-`
    #[arg(value_name = "NAME")]
    pub(crate) name: String,

    /// What its holder may do; several with commas
    #[arg(long, value_name = "ROLE,…", required = true, value_parser = values::roles)]
    pub(crate) role: Roles,

    /// When it stops working: `12h`, `90d` [default: never]
    #[arg(long, value_name = "TIME", value_parser = values::duration)]
    pub(crate) expires: Option<Duration>,

    /// Why; it is kept in the history
    #[arg(long, value_name = "TEXT")]
    pub(crate) why: Option<String>,
}
