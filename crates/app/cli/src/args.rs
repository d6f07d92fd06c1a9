//! The command line. Doc comments here are the help texts, so they are written for newcomers.

mod adopt;
mod annotate;
mod approvals;
mod call;
mod catalogue;
mod changes;
mod confine;
mod connect;
mod data;
mod document;
#[cfg(test)]
mod documented;
mod drift;
mod environment;
mod functions;
mod gs1;
mod health;
mod infer;
mod lint;
mod login;
mod logs;
mod nextcloud;
mod note;
mod open;
mod policy;
mod preference;
mod reason;
mod source;
mod token;
mod tools;
mod toolset;
mod values;
mod verify;

use std::convert::Infallible;
use std::path::PathBuf;

use candor_config::SettingFlags;
use candor_model::{EnvironmentName, Secret, ToolsetName};
use clap::{Parser, Subcommand};

use crate::api_client::ServerUrl;
use crate::pasted_flags::PastedFlags;
use crate::route::RouteFlags;

pub(crate) use adopt::AdoptArgs;
pub(crate) use annotate::{AnnotateArgs, ConfirmOption, HintOption};
pub(crate) use approvals::{ApprovalsCommand, ApprovalsListArgs, ApproveArgs};
pub(crate) use call::CallArgs;
pub(crate) use catalogue::{
    CatalogueAddArgs, CatalogueAgeArgs, CatalogueCommand, CatalogueInspectArgs, CatalogueRunArgs,
    CatalogueSearchArgs, CatalogueServerArgs, CatalogueShowArgs,
};
pub(crate) use changes::ChangesArgs;
pub(crate) use confine::{ConfineCommand, ConfineSuggestArgs};
pub(crate) use connect::{ConnectArgs, DisconnectArgs};
pub(crate) use data::{DataCommand, DataMoveArgs};
pub(crate) use document::DocumentOptions;
pub(crate) use drift::{DriftAcceptArgs, DriftCommand};
pub(crate) use environment::{
    EnvironmentCommand, EnvironmentCreateArgs, EnvironmentEditArgs, EnvironmentSetArgs,
};
pub(crate) use functions::{
    FunctionsCheckArgs, FunctionsCommand, FunctionsNewArgs, FunctionsRunArgs, FunctionsTestArgs,
};
pub(crate) use gs1::{Gs1Command, Gs1ImportArgs};
pub(crate) use health::HealthArgs;
pub(crate) use infer::InferArgs;
pub(crate) use lint::LintArgs;
pub(crate) use login::LoginArgs;
pub(crate) use logs::LogsArgs;
pub(crate) use nextcloud::{NextcloudArgs, NextcloudCommand};
pub(crate) use note::{NoteCommand, NoteNameArgs, NoteScopeArgs, NoteTextArgs};
pub(crate) use open::OpenArgs;
pub(crate) use policy::{PolicyCommand, PolicyExplainArgs, PolicySetArgs};
pub(crate) use reason::ReasonArgs;
pub(crate) use source::{AddArgs, RemoveArgs};
pub(crate) use token::{TokenCommand, TokenCreateArgs};
pub(crate) use tools::ToolsArgs;
pub(crate) use toolset::{ToolsetBuildArgs, ToolsetCommand, ToolsetEditArgs, ToolsetExportArgs};
pub(crate) use values::InheritableValue;
pub(crate) use verify::VerifyArgs;

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
  candor serve                                  Serve ./candor.toml, or a demo without one
  candor import mcp-json .mcp.json > candor.toml
                                                Import your MCP servers
  candor tools                                  List the tools and the status of their sources
  candor tools shop.yaml                        List the tools of an OpenAPI document
  candor annotate bookshop.add_book --confirm always
                                                Edit the annotations of a tool
  candor toolset build reading 'bookshop.list_*'
                                                Serve a few tools at /mcp/reading
  candor approvals watch                        Approve or deny pending calls
  candor functions new hello                    Write your own tools

`candor help COMMAND` shows the help of a command."
)]
pub(crate) struct CliArgs {
    #[command(flatten)]
    pub(crate) globals: GlobalArgs,
    #[command(subcommand)]
    pub(crate) command: CliCommand,
}

/// Options of every command.
#[derive(clap::Args)]
#[command(next_help_heading = "Options for every command")]
pub(crate) struct GlobalArgs {
    /// Read this file, a candor.toml or an .mcp.json [default: ./candor.toml, ./.mcp.json, or
    /// candor/candor.toml in the user's configuration]
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,

    /// Keep state in this directory [default: one for each folder with a configuration, in the
    /// user's data directory]
    #[arg(long, global = true, value_name = "DIR")]
    data: Option<PathBuf>,

    /// Use this PostgreSQL database [default: an SQLite file in the data directory]
    #[arg(long, global = true, value_name = "URL", value_parser = secret)]
    database_url: Option<Secret<String>>,

    /// Present the access token in this file; `-` reads standard input [default: the variable
    /// `CANDOR_TOKEN`, or the owner's secret in the data directory]
    #[arg(long, global = true, value_name = "FILE")]
    token_file: Option<PathBuf>,

    /// Let the running gateway at this address do it: for `approvals`, `token` and `open`
    /// [default: the variable `CANDOR_SERVER`]
    #[arg(long, global = true, value_name = "URL", value_parser = ServerUrl::parse)]
    server: Option<ServerUrl>,

    /// Set the log level: off, error, warn, info, debug, trace, or directives such as
    /// `info,candor_wire=trace`
    #[arg(long, global = true, value_name = "LEVEL")]
    log_level: Option<String>,

    /// Set the log format
    #[arg(long, global = true, value_name = "FORMAT", value_parser = ["text", "json"])]
    log_format: Option<String>,

    /// Print the result as one JSON document
    #[arg(long, global = true)]
    pub(crate) json: bool,
}

/// All commands.
#[derive(Subcommand)]
pub(crate) enum CliCommand {
    /// Serve the gateway over HTTP
    ///
    /// Starts all configured sources and serves their tools at `http://ADDR/mcp`. Without a
    /// configuration it serves a small demo. Ctrl-C stops it after running calls have finished; a
    /// second Ctrl-C stops it at once.
    #[command(after_help = "\
Examples:
  candor serve
  candor serve --config team.toml --listen 127.0.0.1:8080
  candor serve --transparent files    Only this source, with its own tool names")]
    Serve(ServeArgs),

    /// Show the gateway of this folder
    ///
    /// Shows whether it runs and where, its sources, and how many calls wait for approval. Starts
    /// nothing. Exits with 1 if it is not running or a source is not ready.
    #[command(after_help = "\
Examples:
  candor status
  candor status --json")]
    Status,

    /// Show what the program of a source logs
    ///
    /// Prints what the program has said on its error stream while a gateway of this folder ran it.
    #[command(after_help = "\
Examples:
  candor logs files
  candor logs files --lines 20 --follow")]
    Logs(LogsArgs),

    /// Open the dashboard in your browser, signed in
    ///
    /// Asks the running gateway for a link that works once, within ten minutes, and opens it.
    /// Without a terminal or with `--print` the link is printed instead.
    #[command(after_help = "\
Examples:
  candor open
  candor open --print")]
    Open(OpenArgs),

    /// Add an MCP server to the configuration
    ///
    /// Writes `[sources.NAME]` to the configuration file, or to a new candor.toml in this folder.
    /// Comments and formatting stay. Nothing is written if the source could not be used.
    #[command(after_help = "\
Examples:
  candor add files -- npx -y @modelcontextprotocol/server-filesystem .
  candor add search https://search.example.com/mcp --header 'Authorization=Bearer ${TOKEN}'
  candor add tracker --env 'API_KEY=${TRACKER_KEY}' -- tracker-mcp --read-only")]
    Add(AddArgs),

    /// Remove a source from the configuration
    ///
    /// Removes `[sources.NAME]` from the configuration file; everything else stays.
    #[command(after_help = "\
Example:
  candor remove files")]
    Remove(RemoveArgs),

    /// Connect a client on this machine to Candor
    ///
    /// Adds an entry for Candor, with the configuration of this folder, to the client's own file.
    /// Comments and other servers stay, and the file is backed up first.
    #[command(after_help = "\
Examples:
  candor connect claude-code
  candor connect cursor --toolset reading

Clients: claude-code, claude-desktop, vs-code, cursor, windsurf, zed, codex, gemini-cli, cline,
  junie, lm-studio, opencode, amazon-q, warp")]
    Connect(ConnectArgs),

    /// Take Candor out of a client's file
    #[command(after_help = "\
Example:
  candor disconnect cursor")]
    Disconnect(DisconnectArgs),

    /// Serve the gateway over stdio
    ///
    /// For MCP clients that start their servers themselves. Standard output carries only the
    /// protocol; logs go to standard error. Stops when standard input is closed.
    #[command(after_help = "\
Examples:
  candor stdio --environment prod
  candor stdio --toolset reading

Example entry for a client's .mcp.json:
  {\"mcpServers\": {\"candor\": {\"command\": \"candor\", \"args\": [\"stdio\"]}}}")]
    Stdio(StdioArgs),

    /// List the tools that clients see
    ///
    /// Starts the configured sources, or the target, waits until each has started or failed, and
    /// lists their tools with their hints. Exits with 1 if a source failed, or a tool was left out
    /// or is quarantined.
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
    Tools(Box<ToolsArgs>),

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
    Call(Box<CallArgs>),

    /// Edit a tool's annotations
    ///
    /// Overrides the hints of one tool, or of all tools that match a pattern: everywhere, or in one
    /// environment or toolset. `true` and `false` set a hint, `unset` clears it, and `inherit`
    /// removes the override. Clients see the change at once.
    ///
    /// With `--apply`, all overrides in a file are applied, or none if something is wrong.
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
    Annotate(Box<AnnotateArgs>),

    /// Suggest hints for tools
    ///
    /// Infers hints from names, descriptions and schemas, and shows the evidence and the
    /// confidence. Hints that raise the risk apply automatically; hints that lower it apply once
    /// you accept them. Also reads a dump of tools: one JSON object per line, a list, or a
    /// `tools/list` result.
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
    Infer(Box<InferArgs>),

    /// Find problems in tool definitions
    ///
    /// Finds what makes tools hard or dangerous to use: unsupported parts of an OpenAPI document,
    /// missing or contradictory descriptions and hints, and names and schemas that clients reject.
    /// Exits with 1 if there is an error or more warnings than allowed, but not for notes.
    #[command(after_help = "\
Examples:
  candor lint shop.yaml
  candor lint shop.yaml --profile anthropic --fix
  candor lint shop.yaml --format sarif > lint.sarif
  candor lint tools.json --submission openai
  candor lint --explain H005
  candor lint hello.ts
  candor lint https://shop.example/openapi.json --json
  candor lint --source files
  candor lint tools.jsonl
  candor lint -- npx -y @modelcontextprotocol/server-everything")]
    Lint(Box<LintArgs>),

    /// Call a server's tools and hold what they do against their hints
    ///
    /// Starts the server in a throw-away world: a home, a working and a temporary folder of its
    /// own, connections to this machine only. Calls its tools with varied arguments, and compares
    /// files, the server's state and its connections before and after. Folders that the command
    /// names are copied. The tools of an OpenAPI document are called at the address of a test
    /// instance, and functions in their workers; their requests are written down, and those that
    /// lead elsewhere are refused. Exits with 1 if a declared hint is contradicted.
    #[command(after_help = "\
Examples:
  candor verify -- npx -y @modelcontextprotocol/server-memory
  candor verify shop.yaml --address http://127.0.0.1:8080
  candor verify ./functions
  candor verify --tool 'list_*' -- python3 server.py
  candor verify --scenario verify.toml --format junit > verify.xml
  candor verify --format md -- node server.js ./notes")]
    Verify(Box<VerifyArgs>),

    /// Review and accept changed tool definitions
    ///
    /// Candor pins the definition of a tool when it first sees it. If the definition changes, the
    /// tool is quarantined until the change is accepted.
    #[command(subcommand)]
    Drift(DriftCommand),

    /// Approve or deny pending calls
    ///
    /// A call that needs approval waits until it is approved or denied, here or anywhere else. The
    /// first answer counts. If there is no answer in time, the call is not made.
    #[command(subcommand)]
    Approvals(ApprovalsCommand),

    /// Show and change which calls need approval
    ///
    /// Rules are set in the configuration file. Settings can be changed here, for the default
    /// policy or for a toolset, unless the file sets them.
    #[command(subcommand)]
    Policy(PolicyCommand),

    /// Manage access tokens
    ///
    /// Clients on this machine need no token, unless `server.auth` is `required`.
    #[command(subcommand)]
    Token(TokenCommand),

    /// Manage toolsets: named selections of tools
    ///
    /// The endpoint of a toolset is `/mcp/NAME`; it serves no other tools. `/mcp` serves the
    /// equipped toolset, or all tools.
    #[command(subcommand)]
    Toolset(ToolsetCommand),

    /// Manage notes: text added to a tool's description
    ///
    /// The model reads a note after the tool's description, in one toolset or everywhere.
    #[command(subcommand)]
    Note(NoteCommand),

    /// Manage environments: variables, secrets and overrides
    ///
    /// The endpoint of an environment is `/mcp@NAME`.
    #[command(subcommand)]
    Environment(EnvironmentCommand),

    /// Write your own tools
    ///
    /// A function is a tool in TypeScript, in a file that a source points to. It runs in a sandbox
    /// that enforces its annotations: with `openWorldHint: false` it can reach only the hosts it
    /// lists, and with `readOnlyHint: true` it cannot send requests that change anything.
    #[command(subcommand)]
    Functions(FunctionsCommand),

    /// Manage the catalogue of the `gs1` pack
    ///
    /// The tools of the pack look up products and resolve links in this catalogue.
    #[command(subcommand)]
    Gs1(Gs1Command),

    /// Serve the tools of a Nextcloud account
    ///
    /// The account is named by `NEXTCLOUD_HOST`, `NEXTCLOUD_USERNAME` and an app password in
    /// `NEXTCLOUD_PASSWORD`. Serves over stdio, or over HTTP with `--listen`; policies, approvals
    /// and the audit work as in the gateway. In a gateway with other sources, add
    /// `[sources.nextcloud]` with `kind = "pack"` to the configuration file instead.
    #[command(after_help = "\
Examples:
  candor nextcloud
  candor nextcloud --listen 127.0.0.1:8080
  candor nextcloud tools --json")]
    Nextcloud(NextcloudArgs),

    /// Log in to an API for an environment
    ///
    /// For APIs that use `OAuth2` with an authorization code. Prints the page to open, waits for
    /// the browser to return, and stores the token as a secret of the environment. Register Candor
    /// as a client of the API first, and set its client id, and its secret if it has one.
    #[command(after_help = "\
Examples:
  candor environment set prod SHOP_OAUTH_CLIENT_ID candor
  candor login shop --environment prod")]
    Login(LoginArgs),

    /// Show the history of changes
    ///
    /// Shows who changed what, when and why. The newest change comes first.
    #[command(after_help = "\
Examples:
  candor changes
  candor changes --subject shop.delete_book --limit 5
  candor changes --json")]
    Changes(ChangesArgs),

    /// Show the configuration
    #[command(subcommand)]
    Config(ConfigCommand),

    /// Show where state is kept, and move it
    ///
    /// Approvals, tokens, toolsets, secrets and the audit are kept in a data directory. Every
    /// folder with a candor.toml or .mcp.json has its own, and so have the demo and the user's own
    /// configuration. Folders share one if they set the same `server.data`.
    #[command(subcommand)]
    Data(DataCommand),

    /// Find out what the program of a source must be allowed, and what it was refused
    #[command(subcommand)]
    Confine(ConfineCommand),

    /// Check the setup and suggest fixes
    ///
    /// Checks the configuration, the data directory, the database, the port, the sandbox for
    /// functions, and every source; for an API also its address and missing credentials. No tool is
    /// called. Exits with 1 if there is a problem.
    #[command(after_help = "\
Examples:
  candor doctor
  candor doctor --config team.toml --json")]
    Doctor,

    /// Ask whether the gateway is ready
    ///
    /// Asks the gateway that listens on the configured address, for containers and supervisors.
    /// Exits with 1 if it is not ready and with 2 if nothing answers.
    #[command(after_help = "\
Examples:
  candor health
  candor health --live    Whether it answers at all, ready or not")]
    Health(HealthArgs),

    /// Print the completions for a shell
    #[command(after_help = "\
Examples:
  candor completions bash > ~/.local/share/bash-completion/completions/candor
  candor completions zsh > ~/.zfunc/_candor
  candor completions fish > ~/.config/fish/completions/candor.fish")]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },

    /// Write the manual pages
    ///
    /// Writes `candor.1` and a page for each command into a folder.
    #[command(after_help = "\
Examples:
  candor man ~/.local/share/man/man1")]
    Man {
        /// The folder, which must exist
        folder: PathBuf,
    },

    /// Move the MCP servers of your other clients to Candor
    ///
    /// Finds the servers in the configuration of the clients on this machine, such as Claude Code,
    /// Cursor or VS Code, shows what would change in every file, and asks. Then it adds them to
    /// candor.toml and points each client to Candor. Servers with secrets in plain text are kept
    /// encrypted in the data directory instead. Every file is backed up first; comments and
    /// formatting stay.
    ///
    /// Exits with 1 if a file was left alone that should have been read or written.
    #[command(after_help = "\
Examples:
  candor adopt --list
  candor adopt --look               Start each server once, and count what its tools can do
  candor adopt --dry-run
  candor adopt --client cursor --toolset reading
  candor adopt --undo               Put every file back as it was

Clients: claude-code, claude-desktop, vs-code, cursor, windsurf, zed, codex, gemini-cli, goose,
  cline, continue, junie, lm-studio, opencode, amazon-q, warp")]
    Adopt(AdoptArgs),

    /// Find MCP servers in registries, and add them
    #[command(subcommand)]
    Catalogue(CatalogueCommand),

    /// Import files of other programs
    #[command(subcommand)]
    Import(ImportCommand),
}

/// `candor serve`.
#[derive(clap::Args)]
pub(crate) struct ServeArgs {
    /// Listen on this address [default: 127.0.0.1:7333]; port 0 uses any free port
    #[arg(long, value_name = "ADDR")]
    pub(crate) listen: Option<String>,

    /// Serve only this source, with its own tool names
    #[arg(long, value_name = "SOURCE")]
    pub(crate) transparent: Option<String>,

    /// Do not open the dashboard in the browser
    #[arg(long)]
    pub(crate) no_open: bool,
}

/// `candor stdio`.
#[derive(clap::Args)]
pub(crate) struct StdioArgs {
    /// Serve the tools of this toolset
    #[arg(long, value_parser = ToolsetName::parse)]
    pub(crate) toolset: Option<ToolsetName>,

    /// Serve the tools as they are in this environment
    #[arg(long, value_parser = EnvironmentName::parse)]
    pub(crate) environment: Option<EnvironmentName>,

    /// Serve only this source, with its own tool names
    #[arg(long, value_name = "SOURCE")]
    pub(crate) transparent: Option<String>,
}

/// `candor config`.
#[derive(Subcommand)]
pub(crate) enum ConfigCommand {
    /// Print every setting
    #[command(after_help = "\
Examples:
  candor config show --origin
  candor config show --config team.toml --json")]
    Show {
        /// Show where each value comes from: a flag, the environment, the file or the default
        #[arg(long)]
        origin: bool,
    },
    /// Print the default candor.toml, with every setting explained
    #[command(after_help = "\
Example:
  candor config default > candor.toml")]
    Default,
}

/// `candor import`.
#[derive(Subcommand)]
pub(crate) enum ImportCommand {
    /// Turn an .mcp.json into a candor.toml
    ///
    /// Prints the result, or writes it to a file. Variables such as ${TOKEN} are kept.
    #[command(after_help = "\
Examples:
  candor import mcp-json .mcp.json > candor.toml
  candor import mcp-json ~/.cursor/mcp.json --output candor.toml")]
    McpJson(McpJsonImportArgs),

    /// Import toolsets and notes from hypertool
    ///
    /// Shows what can be imported, and what cannot and why. Then imports all toolsets, or none if
    /// one of them already exists and `--replace` is not given. Exits with 1 if something was left
    /// out.
    #[command(after_help = "\
Examples:
  candor import hypertool ~/.toolprint/hypertool-mcp --dry-run
  candor import hypertool ~/.toolprint/hypertool-mcp
  candor import hypertool ~/.toolprint/hypertool-mcp --replace
  candor import hypertool team.htp")]
    Hypertool(HypertoolImportArgs),
}

/// `candor import hypertool`.
#[derive(clap::Args)]
pub(crate) struct HypertoolImportArgs {
    /// The hypertool folder, its config.json, a toolset file, a persona's folder or file, or an
    /// .htp archive
    pub(crate) path: PathBuf,

    /// Give toolsets that already exist the description, members and notes of the imported ones;
    /// their settings and annotations stay, and so do their earlier versions
    #[arg(long)]
    pub(crate) replace: bool,

    /// Show what would be imported, and change nothing
    #[arg(long)]
    pub(crate) dry_run: bool,

    #[command(flatten)]
    pub(crate) reason: ReasonArgs,
}

/// `candor import mcp-json`.
#[derive(clap::Args)]
pub(crate) struct McpJsonImportArgs {
    /// The file to read
    pub(crate) path: PathBuf,

    /// Write this file instead of printing
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// Overwrite an existing file
    #[arg(long, requires = "output")]
    pub(crate) force: bool,
}

// === impl GlobalArgs ===

impl GlobalArgs {
    /// The flags that override configuration.
    pub(crate) fn flags(&self) -> SettingFlags {
        SettingFlags {
            config: self.config.clone(),
            data: self.data.clone(),
            database_url: self.database_url.clone(),
            log_level: self.log_level.clone(),
            log_format: self.log_format.clone(),
            ..SettingFlags::default()
        }
    }

    /// The flags that commands in messages need, too.
    pub(crate) fn pasted(&self) -> PastedFlags {
        let token = self.token_file.as_ref();
        PastedFlags::default()
            .path("--config", self.config.as_deref())
            .path("--data", self.data.as_deref())
            .routed("--server", self.server.as_ref().map(ToString::to_string))
            .routed("--token-file", token.map(|path| path.display().to_string()))
    }

    /// What was said about credentials and the gateway.
    pub(crate) fn route(&self) -> RouteFlags {
        RouteFlags {
            token_file: self.token_file.clone(),
            server: self.server.clone(),
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
        super::CliArgs::command().debug_assert();
    }
}
