//! `candor add` and `candor remove`.

use candor_model::SourceName;

/// Add an MCP server to the configuration
///
/// Writes `[sources.NAME]` to the configuration file, or to a new candor.toml in this folder.
/// Comments and formatting stay. Nothing is written if the source could not be used. A program
/// starts in the folder of the configuration file, so `.` is that folder; `cwd` in the file
/// names another. Programs of your own file in ~/.config/candor start where Candor is started.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  candor add files -- npx -y @modelcontextprotocol/server-filesystem .
  candor add search https://search.example.com/mcp --header 'Authorization=Bearer ${TOKEN}'
  candor add tracker --env 'API_KEY=${TRACKER_KEY}' -- tracker-mcp --read-only")]
pub(crate) struct AddArgs {
    /// The name of the source: letters, digits, `_` and `-`
    #[arg(value_parser = SourceName::parse)]
    pub(crate) name: SourceName,

    /// The URL of an MCP server
    #[arg(value_name = "URL", conflicts_with = "command")]
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

/// Remove a source from the configuration
///
/// Removes `[sources.NAME]` from the configuration file; everything else stays.
#[derive(clap::Args)]
#[command(after_help = "\
Example:
  candor remove files")]
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
