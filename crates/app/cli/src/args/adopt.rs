//! `candor adopt`.

use candor_adopt::ClientKind;
use candor_model::ToolsetName;

/// `candor adopt`.
#[derive(clap::Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag of the command line"
)]
pub(crate) struct AdoptArgs {
    /// List what was found, and change nothing
    #[arg(long, conflicts_with_all = ["undo", "look", "dry_run", "toolset"])]
    pub(crate) list: bool,

    /// Start each server once and count what its tools can do, after asking
    #[arg(long, conflicts_with_all = ["undo", "dry_run", "toolset"])]
    pub(crate) look: bool,

    /// Put every file back as it was
    #[arg(long, conflicts_with_all = ["client", "except", "project", "toolset", "dry_run"])]
    pub(crate) undo: bool,

    /// Only this client; can be given more than once
    #[arg(long, value_name = "CLIENT", value_parser = client)]
    pub(crate) client: Vec<ClientKind>,

    /// Leave this server where it is; can be given more than once
    #[arg(long, value_name = "SERVER")]
    pub(crate) except: Vec<String>,

    /// Let the clients see only the tools of this toolset
    #[arg(long, value_parser = ToolsetName::parse)]
    pub(crate) toolset: Option<ToolsetName>,

    /// Change the files of the current folder's project too, which may be shared with others
    #[arg(long)]
    pub(crate) project: bool,

    /// Show what would be changed, and change nothing
    #[arg(long)]
    pub(crate) dry_run: bool,

    /// Do not ask for confirmation
    #[arg(long)]
    pub(crate) yes: bool,
}

/// A client by its word.
pub(super) fn client(word: &str) -> Result<ClientKind, String> {
    ClientKind::parse(word).ok_or_else(|| {
        let known = ClientKind::ALL.map(ClientKind::as_str);
        format!("the clients are: {}", known.join(", "))
    })
}
