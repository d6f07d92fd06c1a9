//! `candor adopt`.

use candor_adopt::ClientKind;
use candor_model::ToolsetName;

/// Move the MCP servers of your other clients to Candor
///
/// Finds the servers in the configuration of the clients on this machine, such as Claude Code,
/// Cursor or VS Code, shows what would change in every file, and asks. Then it adds them to
/// candor.toml and points each client to Candor. Servers with secrets in plain text are kept
/// encrypted in the data directory instead. Every file is backed up first; comments and
/// formatting stay.
///
/// Exits with 1 if a file was left alone that should have been read or written.
#[derive(clap::Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag of the command line"
)]
#[command(after_help = "\
Examples:
  candor adopt --list
  candor adopt --look               Start each server once, and count what its tools can do
  candor adopt --dry-run
  candor adopt --client cursor --toolset reading
  candor adopt --undo               Put every file back as it was

Clients: claude-code, claude-desktop, vs-code, cursor, windsurf, zed, codex, gemini-cli, goose,
  cline, continue, junie, lm-studio, opencode, amazon-q, warp")]
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

/// Parses the name of a client.
pub(super) fn client(word: &str) -> Result<ClientKind, String> {
    ClientKind::parse(word).ok_or_else(|| {
        let known = ClientKind::ALL.map(ClientKind::as_str);
        format!("the clients are: {}", known.join(", "))
    })
}
