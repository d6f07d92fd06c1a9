//! The command line. Doc comments here are what `--help` says, so they speak to a newcomer.

mod annotate;
mod approvals;
mod call;
mod changes;
mod document;
mod drift;
mod environment;
mod functions;
mod gs1;
mod infer;
mod lint;
mod login;
mod note;
mod policy;
mod preference;
mod token;
mod tools;
mod toolset;
mod values;

use std::convert::Infallible;
use std::path::PathBuf;

use candor_config::Flags;
use candor_model::{EnvironmentName, Secret, ToolsetName};
use clap::{Parser, Subcommand};

pub(crate) use annotate::{Annotate, ConfirmWish, Wish};
pub(crate) use approvals::{ApprovalsCommand, ApprovalsList, Approve};
pub(crate) use call::Call;
pub(crate) use changes::Changes;
pub(crate) use document::DocumentOptions;
pub(crate) use drift::{Drift, DriftAccept};
pub(crate) use environment::{
    EnvironmentCommand, EnvironmentCreate, EnvironmentEditing, EnvironmentSet,
};
pub(crate) use functions::{
    FunctionsCheck, FunctionsCommand, FunctionsNew, FunctionsRun, FunctionsTest,
};
pub(crate) use gs1::{Gs1Command, Gs1Import};
pub(crate) use infer::Infer;
pub(crate) use lint::Lint;
pub(crate) use login::Login;
pub(crate) use note::{NoteCommand, NoteNaming, NoteSaying, NoteWhere};
pub(crate) use policy::{PolicyCommand, PolicyExplain, PolicySet};
pub(crate) use token::{TokenCommand, TokenCreate};
pub(crate) use tools::Tools;
pub(crate) use toolset::{ToolsetBuild, ToolsetCommand, ToolsetEditing, ToolsetExport};
pub(crate) use values::Inheritable;

/// One endpoint for many MCP servers
///
/// Candor is an MCP gateway. It starts or connects to any number of MCP servers, calls HTTP APIs
/// as their OpenAPI documents describe, and offers all their tools, resources and prompts behind
/// one endpoint, over HTTP or stdio, to clients of every protocol revision.
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
  candor tools shop.yaml                        See the tools that an OpenAPI document becomes
  candor annotate bookshop.add_book --idempotent true
                                                Correct what is said about a tool
  candor toolset build reading 'bookshop.list_*'
                                                Serve a few tools at /mcp/reading
  candor approvals watch                        Decide about calls that wait for somebody
  candor functions new hello                    Write tools of your own

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
Examples:
  candor stdio --environment prod
  candor stdio --toolset reading

Example entry for a client's .mcp.json:
  {\"mcpServers\": {\"candor\": {\"command\": \"candor\", \"args\": [\"stdio\"]}}}")]
    Stdio(Stdio),

    /// List the tools that clients see
    ///
    /// Starts the configured sources, or the target, waits until each has started or failed, and
    /// lists what they offer and what each tool does, as far as anybody says. Exits with 1 if a
    /// source failed, or a tool had to be left out or waits in quarantine.
    #[command(after_help = "\
Examples:
  candor tools --explain
  candor tools --source files --environment prod
  candor tools --toolset reading
  candor tools --export overrides.toml
  candor tools shop.yaml --tag books
  candor tools hello.ts
  candor tools https://tracker.example/mcp
  candor tools .mcp.json
  candor tools -- npx -y @modelcontextprotocol/server-everything")]
    Tools(Box<Tools>),

    /// Call one tool
    ///
    /// The call takes the same way as a client's: arguments are checked, limits hold, and it is
    /// written to the audit. Prints what the tool answers; exits with 1 if that is an error.
    ///
    /// If somebody has to approve the call, it is shown and you are asked. Where there is no
    /// terminal to ask on, it waits until somebody has answered elsewhere.
    ///
    /// With `--target` no gateway has to be set up. Credentials of an API are then taken from this
    /// process's environment: `SHOP_API_KEY` for the scheme `apiKey` of shop.yaml.
    #[command(after_help = "\
Examples:
  candor call bookshop.list_books
  candor call bookshop.get_book '{\"id\": 1}'
  candor call files.write_file @arguments.json
  candor call bookshop.list_books --toolset reading
  candor call list_books '{\"limit\": 5}' --target shop.yaml --base-url https://shop.example
  candor call echo '{\"message\": \"hi\"}' -- npx -y @modelcontextprotocol/server-everything
  echo '{}' | candor call bookshop_list_books -")]
    Call(Box<Call>),

    /// Say what a tool does
    ///
    /// Corrects what is said about one tool, or about all tools that a pattern fits: everywhere,
    /// or in one environment or toolset. `true` and `false` say so, `unset` says that nobody can tell,
    /// `inherit` takes back what was said here. Clients see it at once.
    ///
    /// With `--apply` a whole file is taken over, or nothing of it.
    #[command(after_help = "\
Examples:
  candor annotate shop.delete_book --destructive true --why 'there is no bin'
  candor annotate 'shop.list_*' --read-only true --open-world false
  candor annotate shop.delete_book --environment dev --destructive false
  candor annotate shop.get_book --toolset reading --read-only true
  candor annotate shop.delete_book --confirm always
  candor annotate shop.delete_book --destructive inherit
  candor annotate shop.delete_book --reset
  candor annotate --apply overrides.toml --prune --dry-run")]
    Annotate(Box<Annotate>),

    /// Guess what tools do
    ///
    /// Shows what their names, descriptions and schemas suggest, on what evidence and how sure
    /// that is. Evidence that a tool is dangerous counts by itself; that it is harmless counts
    /// once somebody accepts it. Reads a dump of tools, too: one JSON object a line, a list, or
    /// an answer to `tools/list`.
    #[command(after_help = "\
Examples:
  candor infer
  candor infer --all --source files
  candor infer tools.jsonl --destructive deletes
  candor infer shop.yaml --all
  candor infer hello.ts
  candor infer -- npx -y @modelcontextprotocol/server-everything
  candor infer --accept shop.list_books --hint read-only
  candor infer --accept-all --source shop --min-confidence 95")]
    Infer(Box<Infer>),

    /// Check what tools say about themselves
    ///
    /// Finds what makes tools hard or dangerous to use: what had to be left out of an OpenAPI
    /// document, descriptions and hints that are missing, contradict themselves or are
    /// contradicted by evidence, names and schemas that clients refuse. Exits with 1 if there is
    /// an error or a warning; notes are only worth knowing.
    #[command(after_help = "\
Examples:
  candor lint shop.yaml
  candor lint hello.ts
  candor lint https://shop.example/openapi.json --json
  candor lint --source files
  candor lint tools.jsonl
  candor lint -- npx -y @modelcontextprotocol/server-everything")]
    Lint(Box<Lint>),

    /// See which tools have changed, and accept it
    ///
    /// A tool is held to the definition that was first seen. If it changes, it is not served until
    /// somebody has looked at the change.
    #[command(subcommand)]
    Drift(Drift),

    /// Decide about calls that wait for somebody
    ///
    /// A call that the house wants to be asked about waits until somebody says yes or no, here or
    /// anywhere else. The first answer counts. If nobody answers in time, the call is not made.
    #[command(subcommand)]
    Approvals(ApprovalsCommand),

    /// See what is allowed, asked about or denied, and why
    ///
    /// Rules are written in the configuration file. Preferences can be changed here, for the house
    /// or for a toolset, as far as the file leaves them open.
    #[command(subcommand)]
    Policy(PolicyCommand),

    /// Manage tokens: who may call, approve and edit from elsewhere
    ///
    /// Whoever is on this machine needs none, unless `server.auth` says otherwise.
    #[command(subcommand)]
    Token(TokenCommand),

    /// Manage toolsets: which tools belong together
    ///
    /// The endpoint of a toolset is `/mcp/NAME`; no other tool exists there. `/mcp` serves the
    /// toolset that is equipped, or everything.
    #[command(subcommand)]
    Toolset(ToolsetCommand),

    /// Manage notes: what the house says about a tool, for the model to read
    ///
    /// A note stands after the description of its tool, in one toolset or everywhere.
    #[command(subcommand)]
    Note(NoteCommand),

    /// Manage environments: variables, secrets and what tools do there
    ///
    /// The endpoint of an environment is `/mcp@NAME`.
    #[command(subcommand)]
    Environment(EnvironmentCommand),

    /// Write tools of your own
    ///
    /// A function is a tool in TypeScript, in a file that a source points at. It runs in a confined
    /// process and can do no more than it says: with `openWorldHint: false` it reaches only the
    /// hosts that it names, with `readOnlyHint: true` it sends nothing that could change something.
    #[command(subcommand)]
    Functions(FunctionsCommand),

    /// Fill the catalogue of the `gs1` pack
    ///
    /// Its tools look up products and resolve their numbers by what is in there.
    #[command(subcommand)]
    Gs1(Gs1Command),

    /// Let an environment act for you at an API
    ///
    /// For APIs that ask a person in a browser (`OAuth2` with an authorization code). Shows the page to
    /// open, waits until the browser has come back, and keeps what it brought as a secret of the
    /// environment. The client that Candor is there must be known to the API: set its id, and its
    /// secret if it has one, first.
    #[command(after_help = "\
Examples:
  candor environment set prod SHOP_OAUTH_CLIENT_ID candor
  candor login shop --environment prod")]
    Login(Login),

    /// Show who changed what, when and why
    ///
    /// The newest change comes first.
    #[command(after_help = "\
Examples:
  candor changes
  candor changes --subject shop.delete_book --limit 5
  candor changes --json")]
    Changes(Changes),

    /// Show the configuration
    #[command(subcommand)]
    Config(Config),

    /// Check everything and say what to do
    ///
    /// Looks at the configuration, the data directory, the database, the port, what this machine
    /// offers to lock functions in, and every source; of an API also at where it is and which
    /// credentials are missing. No tool is called. Exits with 1 if something was found.
    #[command(after_help = "\
Examples:
  candor doctor
  candor doctor --config team.toml --json")]
    Doctor,

    /// Take over other programs' files
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
    /// Serve the tools of this toolset
    #[arg(long, value_name = "TOOLSET", value_parser = ToolsetName::parse)]
    pub(crate) toolset: Option<ToolsetName>,

    /// Serve the tools as they are in this environment
    #[arg(long, value_name = "ENVIRONMENT", value_parser = EnvironmentName::parse)]
    pub(crate) environment: Option<EnvironmentName>,

    /// Serve only this source, with its own names
    #[arg(long, value_name = "SOURCE")]
    pub(crate) transparent: Option<String>,
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

    /// Take over hypertool's toolsets and notes
    ///
    /// Shows what comes over, and what does not and why. Then all toolsets are made, or none if
    /// one of them exists already. Exits with 1 if something had to be left out.
    #[command(after_help = "\
Examples:
  candor import hypertool ~/.toolprint/hypertool-mcp --dry-run
  candor import hypertool ~/.toolprint/hypertool-mcp
  candor import hypertool team.htp")]
    Hypertool(Hypertool),
}

/// `candor import hypertool`.
#[derive(clap::Args)]
pub(crate) struct Hypertool {
    /// Its folder, its config.json, a toolset file, a persona's folder or file, or an .htp archive
    #[arg(value_name = "PATH")]
    pub(crate) path: PathBuf,

    /// Change nothing
    #[arg(long)]
    pub(crate) dry_run: bool,

    /// Why; it is kept in the history
    #[arg(long, value_name = "TEXT")]
    pub(crate) why: Option<String>,
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
