//! `candor approvals`.

use candor_model::{ApprovalState, SourceName};
use clap::Subcommand;

use super::ReasonArgs;
use super::values;

/// Approve or deny pending calls
///
/// A call that needs approval waits until it is approved or denied, here or anywhere else. The
/// first answer counts. If there is no answer in time, the call is not made.
#[derive(Subcommand)]
pub(crate) enum ApprovalsCommand {
    /// List pending approvals
    ///
    /// The newest comes first.
    #[command(after_help = "\
Examples:
  candor approvals list
  candor approvals list --state denied --state expired
  candor approvals list --all --source files --limit 200 --json")]
    List(ApprovalsListArgs),
    /// Show one call in full: what it does, its arguments and its caller
    #[command(after_help = "\
Examples:
  candor approvals show 0198c9f2-0f3c
  candor approvals show 0198c9f2-0f3c --reveal
  candor approvals show 0198c9f2-0f3c --qr
  candor approvals show 0198c9f2-0f3c --json")]
    Show {
        /// The id, or its first characters
        #[arg(value_parser = values::id_prefix)]
        id: String,

        /// Show what is masked; the change history records that you did
        #[arg(long)]
        reveal: bool,

        /// Show a QR code that opens the call on a phone, which can answer it once
        #[arg(long)]
        qr: bool,
    },
    /// Approve a call
    ///
    /// Any scope but `once` creates a standing approval, which `candor approvals standing` lists.
    /// Exits with 1 if the call was already decided.
    #[command(after_help = "\
Examples:
  candor approvals approve 0198c9f2-0f3c
  candor approvals approve 0198c9f2-0f3c --scope these-arguments
  candor approvals approve 0198c9f2-0f3c --pattern '/path ~ \"reports/*\"'
  candor approvals approve 0198c9f2-0f3c --pattern - < pattern.txt")]
    Approve(ApproveArgs),
    /// Deny a call
    ///
    /// Exits with 1 if the call was already decided.
    #[command(after_help = "\
Examples:
  candor approvals deny 0198c9f2-0f3c
  candor approvals deny 0198c9f2-0f3c --reason 'the report is still needed'")]
    Deny {
        /// The id, or its first characters
        #[arg(value_parser = values::id_prefix)]
        id: String,

        /// The reason; the model is told
        #[arg(long, value_name = "TEXT")]
        reason: Option<String>,
    },
    /// Approve and deny calls on a live screen
    ///
    /// Press `?` to list the keys. With --json it prints a line for every pending call and every
    /// change, until it is stopped.
    #[command(after_help = "\
Examples:
  candor approvals watch
  candor approvals watch --notify
  candor approvals watch --json | jq .tool")]
    Watch {
        /// Ring the bell and show a notification when a call waits for approval
        ///
        /// Uses the notifications of the terminal (OSC 9) and, where it is installed,
        /// `notify-send`.
        #[arg(long)]
        notify: bool,
    },
    /// List standing approvals
    #[command(after_help = "\
Example:
  candor approvals standing")]
    Standing,
    /// Revoke a standing approval
    #[command(after_help = "\
Example:
  candor approvals revoke 0198c9f2-0f3c --why 'the migration is done'")]
    Revoke {
        /// The id, or its first characters
        #[arg(value_parser = values::id_prefix)]
        id: String,

        #[command(flatten)]
        reason: ReasonArgs,
    },
}

/// `candor approvals list`.
#[derive(clap::Args)]
pub(crate) struct ApprovalsListArgs {
    /// Only calls in this state; can be repeated [default: pending]
    #[arg(long, value_parser = values::approval_state())]
    pub(crate) state: Vec<ApprovalState>,

    /// Calls in every state
    #[arg(long, conflicts_with = "state")]
    pub(crate) all: bool,

    /// Only calls to this source
    #[arg(long, value_parser = SourceName::parse)]
    pub(crate) source: Option<SourceName>,

    /// Show at most this many
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = values::limit())]
    pub(crate) limit: u32,
}

/// `candor approvals approve`.
#[derive(clap::Args)]
pub(crate) struct ApproveArgs {
    /// The id, or its first characters
    #[arg(value_parser = values::id_prefix)]
    pub(crate) id: String,

    /// What the approval covers: this call, all calls of the tool in the client's session, all with
    /// these arguments, all with arguments that match a pattern, or all [default: once]
    #[arg(long, value_parser = ["once", "session", "these-arguments", "pattern", "always"])]
    pub(crate) scope: Option<String>,

    /// The pattern that the arguments must match, one line per argument; `-` reads it from standard
    /// input. `candor approvals show` prints one to start with
    #[arg(long, value_name = "TEXT")]
    pub(crate) pattern: Option<String>,

    /// The reason; it is saved with the approval
    #[arg(long, value_name = "TEXT")]
    pub(crate) reason: Option<String>,
}
