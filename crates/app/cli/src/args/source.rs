//! `candor add` and `candor remove`.

use candor_model::SourceName;

/// `candor add`.
#[derive(clap::Args)]
pub(crate) struct AddArgs {
    /// The name of the source: letters, digits, `_` and `-`
    #[arg(value_parser = SourceName::parse)]
    pub(crate) name: SourceName,

    /// The URL of an MCP server
    #[arg(
        value_name = "URL",
        conflicts_with = "command",
        required_unless_present = "command"
    )]
    pub(crate) url: Option<String>,

    /// Start the program with this variable; `NAME='${NAME}'` takes it from your environment
    #[arg(long, value_name = "NAME=VALUE", value_parser = pair, conflicts_with = "url")]
    pub(crate) env: Vec<(String, String)>,

    /// Send this header along, such as `Authorization=Bearer ${TOKEN}`
    #[arg(long, value_name = "NAME=VALUE", value_parser = pair, conflicts_with = "command")]
    pub(crate) header: Vec<(String, String)>,

    /// The program and its arguments
    #[arg(last = true, value_name = "COMMAND")]
    pub(crate) command: Vec<String>,
}

/// `candor remove`.
#[derive(clap::Args)]
pub(crate) struct RemoveArgs {
    /// The name of the source
    #[arg(value_parser = SourceName::parse)]
    pub(crate) name: SourceName,
}

/// A name and a value.
fn pair(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => {
            Ok((name.trim().to_owned(), value.to_owned()))
        }
        _ => Err("write `NAME=VALUE`".to_owned()),
    }
}
