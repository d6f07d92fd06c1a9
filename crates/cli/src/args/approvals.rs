//! `candor approvals`.

use candor_model::{ApprovalState, SourceName};
use clap::Subcommand;

use super::values;

/// `candor approvals`.
#[derive(Subcommand)]
pub(crate) enum ApprovalsCommand {
    /// List the calls that wait for somebody
    ///
    /// The newest comes first.
    #[command(after_help = "\
Examples:
  candor approvals list
  candor approvals list --state denied --state expired
  candor approvals list --all --source files --limit 200 --json")]
    List(ApprovalsList),
    /// Show one call in full: what it does, with which arguments, and who asks
    #[command(after_help = "\
Examples:
  candor approvals show 0198c9f2-0f3c
  candor approvals show 0198c9f2-0f3c --json")]
    Show {
        /// Its id, or enough of its beginning
        #[arg(value_name = "ID", value_parser = values::id_prefix)]
        id: String,
    },
    /// Approve a call: it is made
    ///
    /// Approving for more than once makes a standing approval, which `candor approvals standing`
    /// lists. Exits with 1 if somebody else has decided already.
    #[command(after_help = "\
Examples:
  candor approvals approve 0198c9f2-0f3c
  candor approvals approve 0198c9f2-0f3c --scope these-arguments
  candor approvals approve 0198c9f2-0f3c --pattern '/path ~ \"reports/*\"'
  candor approvals approve 0198c9f2-0f3c --pattern - < pattern.txt")]
    Approve(Approve),
    /// Deny a call: it is not made
    ///
    /// Exits with 1 if somebody else has decided already.
    #[command(after_help = "\
Examples:
  candor approvals deny 0198c9f2-0f3c
  candor approvals deny 0198c9f2-0f3c --reason 'the report is still needed'")]
    Deny {
        /// Its id, or enough of its beginning
        #[arg(value_name = "ID", value_parser = values::id_prefix)]
        id: String,

        /// Why; it is told to the model
        #[arg(long, value_name = "TEXT")]
        reason: Option<String>,
    },
    /// Decide on a screen that shows calls as they come
    ///
    /// `?` lists the keys. With --json it prints a line for every call that waits and for every
    /// change, until it is ended.
    #[command(after_help = "\
Examples:
  candor approvals watch
  candor approvals watch --json | jq .tool")]
    Watch,
    /// List the standing approvals: calls that need not be asked about
    #[command(after_help = "\
Example:
  candor approvals standing")]
    Standing,
    /// Take back a standing approval
    #[command(after_help = "\
Example:
  candor approvals revoke 0198c9f2-0f3c --why 'the migration is done'")]
    Revoke {
        /// Its id, or enough of its beginning
        #[arg(value_name = "ID", value_parser = values::id_prefix)]
        id: String,

        /// Why; it is kept in the history
        #[arg(long, value_name = "TEXT")]
        why: Option<String>,
    },
}

/// `candor approvals list`.
#[derive(clap::Args)]
pub(crate) struct ApprovalsList {
    /// Only calls in this state; may be given again [default: pending]
    #[arg(long, value_name = "STATE", value_parser = values::approval_state())]
    pub(crate) state: Vec<ApprovalState>,

    /// Calls in every state
    #[arg(long, conflicts_with = "state")]
    pub(crate) all: bool,

    /// Only calls of tools of this source
    #[arg(long, value_name = "SOURCE", value_parser = SourceName::parse)]
    pub(crate) source: Option<SourceName>,

    /// Show at most so many
    #[arg(
        long,
        value_name = "N",
        default_value_t = 50,
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    pub(crate) limit: u32,
}

/// `candor approvals approve`.
#[derive(clap::Args)]
pub(crate) struct Approve {
    /// Its id, or enough of its beginning
    #[arg(value_name = "ID", value_parser = values::id_prefix)]
    pub(crate) id: String,

    /// For how much the yes counts: this call, all calls of the tool in the client's session, all
    /// with these arguments, all with arguments that fit a pattern, or all [default: once]
    #[arg(
        long,
        value_name = "SCOPE",
        value_parser = ["once", "session", "these-arguments", "pattern", "always"]
    )]
    pub(crate) scope: Option<String>,

    /// The pattern that arguments must fit, a line for each; `-` reads it from standard input.
    /// `candor approvals show` prints one to begin with
    #[arg(long, value_name = "TEXT")]
    pub(crate) pattern: Option<String>,

    /// Why; it is kept with the approval
    #[arg(long, value_name = "TEXT")]
    pub(crate) reason: Option<String>,
}
