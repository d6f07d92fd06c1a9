//! `candor call`.

use std::time::Duration;

use candor_model::ToolsetName;

use super::{DocumentOptions, values};
use crate::target::CommandTarget;

/// Call a tool
///
/// The call is handled like a client's: arguments are validated, policy and limits apply, and
/// it is written to the audit log. Prints the result; exits with 1 if the tool returns an
/// error.
///
/// If the call needs approval, you are asked. Without a terminal, it says who can approve it and
/// where, and waits; `--yes` approves it where you may. If a gateway runs on the same state, it
/// makes the call.
///
/// With `--target` no gateway is needed. API credentials are then read from this process's
/// environment: `SHOP_API_KEY` for the scheme `apiKey` of shop.yaml.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  candor call bookshop.list_books
  candor call bookshop.get_book id=1
  candor call bookshop.get_book '{\"id\": 1}'
  candor call files.write_file @arguments.json
  candor call bookshop.list_books --toolset reading
  candor call list_books '{\"limit\": 5}' --target shop.yaml --base-url https://shop.example
  candor call echo '{\"message\": \"hi\"}' -- npx -y @modelcontextprotocol/server-everything
  echo '{}' | candor call bookshop_list_books -")]
pub(crate) struct CallArgs {
    /// The tool: `source.tool`, or the name that clients see; with a target, its own name works too
    pub(crate) tool: String,

    /// The arguments: `key=value` for each, with the types of the tool's schema, `key:=JSON`, or
    /// one JSON object; `-` reads the object from standard input, `@FILE` from a file
    #[arg(value_name = "JSON|KEY=VALUE")]
    pub(crate) arguments: Vec<String>,

    /// If the call needs approval, approve it once, where you may
    #[arg(long)]
    pub(crate) yes: bool,

    /// Do not wait longer than this for the result, such as `30s`; the call is then cancelled
    #[arg(long, value_name = "TIME", value_parser = values::duration)]
    pub(crate) timeout: Option<Duration>,

    /// Call it through the endpoint of this toolset
    #[arg(long, value_parser = ToolsetName::parse)]
    pub(crate) toolset: Option<ToolsetName>,

    /// Call a tool of this target instead of the configured sources, and store nothing: an OpenAPI
    /// document (its path or URL), functions (their file or folder), the URL of an MCP server, or
    /// the path of an .mcp.json or candor.toml
    #[arg(long, conflicts_with = "toolset")]
    pub(crate) target: Option<String>,

    /// Call a tool of the MCP server that this command starts
    #[arg(last = true, conflicts_with_all = ["target", "toolset"])]
    pub(crate) command: Vec<String>,

    #[command(flatten)]
    pub(crate) document: DocumentOptions,
}

// === impl CallArgs ===

impl CallArgs {
    /// The target of the call.
    pub(crate) fn target(&self) -> CommandTarget<'_> {
        CommandTarget {
            named: self.target.as_deref(),
            command: &self.command,
            source: None,
            document: &self.document,
        }
    }
}
