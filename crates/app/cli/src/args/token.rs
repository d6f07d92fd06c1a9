//! `candor token`.

use std::time::Duration;

use candor_model::Roles;
use clap::Subcommand;

use super::ReasonArgs;
use super::values;

/// Manage access tokens
///
/// Clients on this machine need no token, unless `server.auth` is `required`.
#[derive(Subcommand)]
pub(crate) enum TokenCommand {
    /// Create a token and print it once
    ///
    /// Only the token is printed to standard output. Candor stores a digest, so the token cannot be
    /// shown again. Roles: viewer, caller, approver, editor, admin. Approvers and editors can also
    /// view; an admin can do everything.
    #[command(after_help = "\
Examples:
  candor token create laptop --role caller
  candor token create ada --role approver,editor --expires 90d
  candor token create ci --role caller > token.txt")]
    Create(TokenCreateArgs),
    /// List the active tokens
    #[command(after_help = "\
Examples:
  candor token list
  candor token list --all --json")]
    List {
        /// Also list expired and revoked tokens
        #[arg(long)]
        all: bool,
    },
    /// Revoke a token
    #[command(after_help = "\
Example:
  candor token revoke laptop --why 'it was lost'")]
    Revoke {
        /// The name or id of the token
        #[arg(value_name = "NAME|ID")]
        which: String,

        #[command(flatten)]
        reason: ReasonArgs,
    },
}

/// The lifetime of a token; `None` means until it is revoked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TokenLifetime(pub(crate) Option<Duration>);

/// `candor token create`.
#[derive(clap::Args)]
pub(crate) struct TokenCreateArgs {
    /// The name of its holder: 1 to 64 lowercase letters, digits, `.`, `_` and `-`
    pub(crate) name: String,

    /// The roles of its holder, separated by commas
    #[arg(long, value_name = "ROLE,…", required = true, value_parser = values::roles)]
    pub(crate) role: Roles,

    /// When it stops working: `12h`, `90d` or `never`
    #[arg(long, value_name = "TIME", default_value = "90d", value_parser = TokenLifetime::parse)]
    pub(crate) expires: TokenLifetime,

    #[command(flatten)]
    pub(crate) reason: ReasonArgs,
}

// === impl TokenLifetime ===

impl TokenLifetime {
    fn parse(text: &str) -> Result<Self, String> {
        match text {
            "never" => Ok(Self(None)),
            time => values::duration(time).map(|time| Self(Some(time))),
        }
    }
}
