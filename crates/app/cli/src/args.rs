//! The command line. Doc comments of commands and options are their help, so they are written for
//! newcomers.

mod adopt;
mod annotate;
mod approvals;
mod call;
mod catalogue;
mod changes;
mod config;
mod confine;
mod connect;
mod data;
mod document;
#[cfg(test)]
mod documented;
mod drift;
mod environment;
mod functions;
mod global;
mod gs1;
mod health;
mod import;
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
mod serve;
mod source;
mod stdio;
mod token;
mod tools;
mod toolset;
mod values;
mod verify;

use std::path::PathBuf;

use clap::{Parser, Subcommand};

pub(crate) use adopt::AdoptArgs;
pub(crate) use annotate::{AnnotateArgs, ConfirmOption, HintOption};
pub(crate) use approvals::{ApprovalsCommand, ApprovalsListArgs, ApproveArgs};
pub(crate) use call::CallArgs;
pub(crate) use catalogue::{
    CatalogueAddArgs, CatalogueAgeArgs, CatalogueCommand, CatalogueInspectArgs, CatalogueRunArgs,
    CatalogueSearchArgs, CatalogueServerArgs, CatalogueShowArgs,
};
pub(crate) use changes::ChangesArgs;
pub(crate) use config::ConfigCommand;
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
pub(crate) use global::GlobalArgs;
pub(crate) use gs1::{Gs1Command, Gs1ImportArgs};
pub(crate) use health::HealthArgs;
pub(crate) use import::{HypertoolImportArgs, ImportCommand, McpJsonImportArgs};
pub(crate) use infer::InferArgs;
pub(crate) use lint::LintArgs;
pub(crate) use login::LoginArgs;
pub(crate) use logs::LogsArgs;
pub(crate) use nextcloud::{NextcloudArgs, NextcloudCommand};
pub(crate) use note::{NoteCommand, NoteNameArgs, NoteScopeArgs, NoteTextArgs};
pub(crate) use open::OpenArgs;
pub(crate) use policy::{PolicyCommand, PolicyExplainArgs, PolicySetArgs};
pub(crate) use reason::ReasonArgs;
pub(crate) use serve::ServeArgs;
pub(crate) use source::{AddArgs, RemoveArgs};
pub(crate) use stdio::StdioArgs;
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

#[derive(Subcommand)]
pub(crate) enum CliCommand {
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
    Logs(LogsArgs),
    Open(OpenArgs),
    Add(AddArgs),
    Remove(RemoveArgs),
    Connect(ConnectArgs),
    Disconnect(DisconnectArgs),
    Stdio(StdioArgs),
    Tools(Box<ToolsArgs>),
    Call(Box<CallArgs>),
    Annotate(Box<AnnotateArgs>),
    Infer(Box<InferArgs>),
    Lint(Box<LintArgs>),
    Verify(Box<VerifyArgs>),
    #[command(subcommand)]
    Drift(DriftCommand),
    #[command(subcommand)]
    Approvals(ApprovalsCommand),
    #[command(subcommand)]
    Policy(PolicyCommand),
    #[command(subcommand)]
    Token(TokenCommand),
    #[command(subcommand)]
    Toolset(ToolsetCommand),
    #[command(subcommand)]
    Note(NoteCommand),
    #[command(subcommand)]
    Environment(EnvironmentCommand),
    #[command(subcommand)]
    Functions(FunctionsCommand),
    #[command(subcommand)]
    Gs1(Gs1Command),
    Nextcloud(NextcloudArgs),
    Login(LoginArgs),
    Changes(ChangesArgs),
    #[command(subcommand)]
    Config(ConfigCommand),
    #[command(subcommand)]
    Data(DataCommand),
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
    Health(HealthArgs),
    /// Print the completions for a shell
    #[command(after_help = "\
Examples:
  candor completions bash > ~/.local/share/bash-completion/completions/candor
  candor completions zsh > ~/.zfunc/_candor
  candor completions fish > ~/.config/fish/completions/candor.fish")]
    Completions {
        /// Shell to complete commands in
        shell: clap_complete::Shell,
    },
    /// Write the manual pages
    ///
    /// Writes `candor.1` and a page for each command into a folder.
    #[command(after_help = "\
Examples:
  candor man ~/.local/share/man/man1")]
    Man {
        /// Existing folder to write to
        folder: PathBuf,
    },
    Adopt(AdoptArgs),
    #[command(subcommand)]
    Catalogue(CatalogueCommand),
    #[command(subcommand)]
    Import(ImportCommand),
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    #[test]
    fn the_command_line_is_consistent() {
        super::CliArgs::command().debug_assert();
    }
}
