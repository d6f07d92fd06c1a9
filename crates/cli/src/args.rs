//! The command line. Doc comments here are what `--help` says, so they speak to a newcomer.

use std::convert::Infallible;
use std::path::PathBuf;

use candor_config::Flags;
use candor_model::Secret;
use clap::{Parser, Subcommand};

/// One endpoint for many MCP servers
///
/// Candor is an MCP gateway. It starts or connects to any number of MCP servers and offers all
/// their tools, resources and prompts behind one endpoint, over HTTP or stdio, to clients of every
/// protocol revision.
#[derive(Parser)]
#[command(
    name = "candor",
    version,
    max_term_width = 100,
    arg_required_else_help = true,
    after_help = "\
Examples:
  candor serve                                  Serve ./candor.toml, or a demo where there is none
  candor import mcp-json .mcp.json > candor.toml
                                                Take over the servers you have
  candor tools                                  See every tool and how its server is doing

`candor help COMMAND` says more about a command."
)]
pub(crate) struct Args {
    #[command(flatten)]
    pub(crate) globals: Globals,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// What every command takes.
#[derive(clap::Args)]
#[command(next_help_heading = "Options for every command")]
pub(crate) struct Globals {
    /// Read this file, a candor.toml or an .mcp.json [default: ./candor.toml, ./.mcp.json, or
    /// candor/candor.toml in the user's configuration]
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,

    /// Keep state in this directory [default: the user's data directory]
    #[arg(long, global = true, value_name = "DIR")]
    data: Option<PathBuf>,

    /// Use this PostgreSQL database [default: an SQLite file in the data directory]
    #[arg(long, global = true, value_name = "URL", value_parser = secret)]
    database_url: Option<Secret<String>>,

    /// Log this much: off, error, warn, info, debug, trace, or directives such as
    /// `info,candor_wire=trace`
    #[arg(long, global = true, value_name = "LEVEL")]
    log_level: Option<String>,

    /// Write log lines for people or for machines
    #[arg(long, global = true, value_name = "FORMAT", value_parser = ["text", "json"])]
    log_format: Option<String>,

    /// Print the result as one JSON document
    #[arg(long, global = true)]
    pub(crate) json: bool,
}

/// What there is to do.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Serve the gateway over HTTP
    ///
    /// Starts all configured sources and serves their tools at `http://ADDR/mcp`. Without any
    /// configuration it serves a small demo. Ctrl-C ends it: calls under way may finish first, and
    /// a second Ctrl-C ends it at once.
    #[command(after_help = "\
Examples:
  candor serve
  candor serve --config team.toml --listen 127.0.0.1:8080
  candor serve --transparent files    Only this source, with its own tool names")]
    Serve(Serve),

    /// Serve the gateway on standard input and output
    ///
    /// For MCP clients that start their servers themselves. Standard output carries nothing but
    /// the protocol; logs go to standard error. Ends when standard input does.
    #[command(after_help = "\
Example entry for a client's .mcp.json:
  {\"mcpServers\": {\"candor\": {\"command\": \"candor\", \"args\": [\"stdio\"]}}}")]
    Stdio(Stdio),

    /// List the tools that clients see
    ///
    /// Starts the configured sources, or the target, waits until each has started or failed, and
    /// lists what they offer. Exits with 1 if a source failed or a tool had to be left out.
    #[command(after_help = "\
Examples:
  candor tools --explain
  candor tools https://tracker.example/mcp
  candor tools .mcp.json
  candor tools -- npx -y @modelcontextprotocol/server-everything")]
    Tools(Tools),

    /// Call one tool
    ///
    /// The call takes the same way as a client's: arguments are checked, limits hold, and it is
    /// written to the audit. Prints what the tool answers; exits with 1 if that is an error.
    #[command(after_help = "\
Examples:
  candor call bookshop.list_books
  candor call bookshop.get_book '{\"id\": 1}'
  candor call files.write_file @arguments.json
  echo '{}' | candor call bookshop_list_books -")]
    Call(Call),

    /// Show the configuration
    #[command(subcommand)]
    Config(Config),

    /// Check everything and say what to do
    ///
    /// Looks at the configuration, the data directory, the database, the port and every source.
    /// Exits with 1 if something was found.
    #[command(after_help = "\
Examples:
  candor doctor
  candor doctor --config team.toml --json")]
    Doctor,

    /// Turn other programs' files into a candor.toml
    #[command(subcommand)]
    Import(Import),
}

/// `candor serve`.
#[derive(clap::Args)]
pub(crate) struct Serve {
    /// Listen on this address [default: 127.0.0.1:7333]; port 0 takes any free one
    #[arg(long, value_name = "ADDR")]
    pub(crate) listen: Option<String>,

    /// Serve only this source, with its own names
    #[arg(long, value_name = "SOURCE")]
    pub(crate) transparent: Option<String>,
}

/// `candor stdio`.
#[derive(clap::Args)]
pub(crate) struct Stdio {
    /// Serve only this source, with its own names
    #[arg(long, value_name = "SOURCE")]
    pub(crate) transparent: Option<String>,
}

/// `candor tools`.
#[derive(clap::Args)]
pub(crate) struct Tools {
    /// Look at this instead of the configured sources: the URL of an MCP server, or the path of an
    /// .mcp.json or candor.toml
    #[arg(value_name = "TARGET")]
    pub(crate) target: Option<String>,

    /// Tell about each tool: its names, its source and the hints the source declares
    #[arg(long)]
    pub(crate) explain: bool,

    /// Look at the MCP server that this command starts
    #[arg(last = true, value_name = "COMMAND", conflicts_with = "target")]
    pub(crate) command: Vec<String>,
}

/// `candor call`.
#[derive(clap::Args)]
pub(crate) struct Call {
    /// The tool: `source.tool`, or the name that clients see
    #[arg(value_name = "TOOL")]
    pub(crate) tool: String,

    /// The arguments as a JSON object; `-` reads it from standard input, `@FILE` from a file
    /// [default: {}]
    #[arg(value_name = "JSON")]
    pub(crate) arguments: Option<String>,
}

/// `candor config`.
#[derive(Subcommand)]
pub(crate) enum Config {
    /// Print every setting
    #[command(after_help = "\
Examples:
  candor config show --origin
  candor config show --config team.toml --json")]
    Show {
        /// Print where each value came from: a flag, the environment, the file or the default
        #[arg(long)]
        origin: bool,
    },
    /// Print the default candor.toml, in which every key is explained
    #[command(after_help = "\
Example:
  candor config default > candor.toml")]
    Default,
}

/// `candor import`.
#[derive(Subcommand)]
pub(crate) enum Import {
    /// Turn an .mcp.json into a candor.toml
    ///
    /// Prints it, or writes it to a file. Variables such as ${TOKEN} stay as they are.
    #[command(after_help = "\
Examples:
  candor import mcp-json .mcp.json > candor.toml
  candor import mcp-json ~/.cursor/mcp.json --output candor.toml")]
    McpJson(McpJson),
}

/// `candor import mcp-json`.
#[derive(clap::Args)]
pub(crate) struct McpJson {
    /// The file to read
    #[arg(value_name = "PATH")]
    pub(crate) path: PathBuf,

    /// Write this file instead of printing
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Overwrite the file if it is there
    #[arg(long, requires = "output")]
    pub(crate) force: bool,
}

// === impl Globals ===

impl Globals {
    /// The flags that override configuration.
    pub(crate) fn flags(&self) -> Flags {
        Flags {
            config: self.config.clone(),
            data: self.data.clone(),
            database_url: self.database_url.clone(),
            log_level: self.log_level.clone(),
            log_format: self.log_format.clone(),
            ..Flags::default()
        }
    }
}

#[expect(
    clippy::unnecessary_wraps,
    reason = "clap wants a parser that could fail"
)]
fn secret(text: &str) -> Result<Secret<String>, Infallible> {
    Ok(Secret::new(text.to_owned()))
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    #[test]
    fn the_command_line_is_consistent() {
        super::Args::command().debug_assert();
    }
}
