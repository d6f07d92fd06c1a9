//! `candor connect` and `candor disconnect`.

use candor_adopt::ClientKind;
use candor_model::ToolsetName;

use super::adopt;

/// Connect a client on this machine to Candor
///
/// Adds an entry for Candor, with the configuration of this folder, to the client's own file.
/// Comments and other servers stay, and the file is backed up first.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  candor connect claude-code
  candor connect cursor --toolset reading
  candor connect vs-code --link

Clients: claude-code, claude-desktop, vs-code, cursor, windsurf, zed, codex, gemini-cli, cline,
  junie, lm-studio, opencode, amazon-q, warp")]
pub(crate) struct ConnectArgs {
    /// The client, such as `claude-code` or `cursor`
    #[arg(value_parser = adopt::client)]
    pub(crate) client: ClientKind,

    /// Let it use the tools of this toolset only
    #[arg(long, value_parser = ToolsetName::parse)]
    pub(crate) toolset: Option<ToolsetName>,

    /// Change no file: print a link that the client opens, and asks about, to add Candor itself
    ///
    /// For `cursor` and `vs-code`.
    #[arg(long)]
    pub(crate) link: bool,
}

/// Remove Candor from a client's configuration
#[derive(clap::Args)]
#[command(after_help = "\
Example:
  candor disconnect cursor")]
pub(crate) struct DisconnectArgs {
    /// The client, such as `claude-code` or `cursor`
    #[arg(value_parser = adopt::client)]
    pub(crate) client: ClientKind,
}
