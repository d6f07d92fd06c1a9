//! `candor connect` and `candor disconnect`.

use candor_adopt::ClientKind;
use candor_model::ToolsetName;

use super::adopt;

/// `candor connect`.
#[derive(clap::Args)]
pub(crate) struct ConnectArgs {
    /// The client, such as `claude-code` or `cursor`
    #[arg(value_parser = adopt::client)]
    pub(crate) client: ClientKind,

    /// Let it use the tools of this toolset only
    #[arg(long, value_parser = ToolsetName::parse)]
    pub(crate) toolset: Option<ToolsetName>,
}

/// `candor disconnect`.
#[derive(clap::Args)]
pub(crate) struct DisconnectArgs {
    /// The client
    #[arg(value_parser = adopt::client)]
    pub(crate) client: ClientKind,
}
