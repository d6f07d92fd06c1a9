//! `candor toolset`.

use candor_model::{HintProfile, ToolsetMember, ToolsetName};
use clap::Subcommand;

use super::ReasonArgs;
use super::values::{self, InheritableValue};

/// Manage toolsets: named selections of tools
///
/// The endpoint of a toolset is `/mcp/NAME`; it serves no other tools. `/mcp` serves the
/// equipped toolset, or all tools.
#[derive(Subcommand)]
pub(crate) enum ToolsetCommand {
    /// List all toolsets
    #[command(after_help = "\
Example:
  candor toolset list --json")]
    List,
    /// Show a toolset: its tools, missing members and token cost
    ///
    /// Shows the tools as they were last seen. Exits with 1 if a member matches nothing.
    #[command(after_help = "\
Example:
  candor toolset show reading")]
    Show {
        /// Name of the toolset
        #[arg(value_parser = ToolsetName::parse)]
        name: ToolsetName,
    },
    /// Create a toolset
    #[command(after_help = "\
Examples:
  candor toolset build reading 'shop.list_*' files.read_file --description 'look around'
  candor toolset build careful read_only=true --equip
  candor toolset build fixed shop.delete_book --pin")]
    Build(ToolsetBuildArgs),
    /// Edit a toolset
    ///
    /// Removes members first, then adds, then moves.
    #[command(after_help = "\
Examples:
  candor toolset edit reading --add shop.get_book --remove 'shop.list_*'
  candor toolset edit reading --move shop.get_book --to 1
  candor toolset edit reading --description 'look around' --budget inherit")]
    Edit(Box<ToolsetEditArgs>),
    /// Copy a toolset with its notes and overrides
    #[command(after_help = "\
Example:
  candor toolset clone reading writing")]
    Clone {
        /// The toolset to copy
        #[arg(value_parser = ToolsetName::parse)]
        name: ToolsetName,

        /// The name of the copy
        #[arg(value_parser = ToolsetName::parse)]
        new: ToolsetName,

        #[command(flatten)]
        reason: ReasonArgs,
    },
    /// Rename a toolset; its endpoint changes too
    #[command(after_help = "\
Example:
  candor toolset rename reading library")]
    Rename {
        /// Name of the toolset
        #[arg(value_parser = ToolsetName::parse)]
        name: ToolsetName,

        /// New name of the toolset
        #[arg(value_parser = ToolsetName::parse)]
        new: ToolsetName,

        #[command(flatten)]
        reason: ReasonArgs,
    },
    /// Delete a toolset; `candor toolset restore` restores it
    #[command(after_help = "\
Example:
  candor toolset delete reading --yes")]
    Delete {
        /// Name of the toolset
        #[arg(value_parser = ToolsetName::parse)]
        name: ToolsetName,

        /// Do not ask for confirmation
        #[arg(long)]
        yes: bool,

        #[command(flatten)]
        reason: ReasonArgs,
    },
    /// Serve this toolset at `/mcp` instead of all tools
    #[command(after_help = "\
Example:
  candor toolset equip reading")]
    Equip {
        /// Name of the toolset
        #[arg(value_parser = ToolsetName::parse)]
        name: ToolsetName,

        #[command(flatten)]
        reason: ReasonArgs,
    },
    /// Serve all tools at `/mcp` again
    #[command(after_help = "\
Example:
  candor toolset unequip")]
    Unequip {
        #[command(flatten)]
        reason: ReasonArgs,
    },
    /// Show the versions of a toolset, even if it was deleted
    ///
    /// The newest version comes first.
    #[command(after_help = "\
Example:
  candor toolset history reading")]
    History {
        /// Name of the toolset
        #[arg(value_parser = ToolsetName::parse)]
        name: ToolsetName,
    },
    /// Restore an earlier version of a toolset
    #[command(after_help = "\
Example:
  candor toolset restore reading 7")]
    Restore {
        /// Name of the toolset
        #[arg(value_parser = ToolsetName::parse)]
        name: ToolsetName,

        /// The version, as `candor toolset history` shows it
        version: u64,

        #[command(flatten)]
        reason: ReasonArgs,
    },
    /// Export toolsets as TOML for a candor.toml
    ///
    /// With `--all`, toolsets set in the configuration file are left out.
    #[command(
        override_usage = "candor toolset export [OPTIONS] <NAME> [FILE]\n       \
                          candor toolset export [OPTIONS] --all [FILE]",
        after_help = "\
Examples:
  candor toolset export reading
  candor toolset export --all toolsets.toml"
    )]
    Export(ToolsetExportArgs),
    /// Import toolsets from a file written by `candor toolset export`
    ///
    /// If anything is wrong, or a toolset already exists, nothing is changed. Members that match
    /// nothing now are kept.
    #[command(after_help = "\
Examples:
  candor toolset import toolsets.toml
  candor toolset export reading | candor --data elsewhere toolset import -")]
    Import {
        /// The file; `-` is standard input
        file: String,

        #[command(flatten)]
        reason: ReasonArgs,
    },
}

/// `candor toolset build`.
#[derive(clap::Args)]
pub(crate) struct ToolsetBuildArgs {
    /// Name of the toolset: 2 to 50 lowercase letters, digits and `-`
    #[arg(value_parser = ToolsetName::parse)]
    pub(crate) name: ToolsetName,

    /// The members, in order: `source.tool`, `source.list_*`, a hint such as
    /// `read_only=true` or `source:read_only=true`, or the id of a tool
    #[arg(value_name = "MEMBER", value_parser = values::toolset_member, required = true)]
    pub(crate) members: Vec<ToolsetMember>,

    /// What it is for
    #[arg(
        long,
        value_name = "TEXT",
        default_value = "",
        hide_default_value = true
    )]
    pub(crate) description: String,

    /// Pin each named tool to its current definition: if it changes, it leaves the toolset
    #[arg(long)]
    pub(crate) pin: bool,

    /// Equip it, so that `/mcp` serves it
    #[arg(long)]
    pub(crate) equip: bool,

    /// Which hints its endpoint writes [default: same as `/mcp`]
    #[arg(long, value_parser = values::profile())]
    pub(crate) profile: Option<HintProfile>,

    /// Whether its endpoint shows where each hint comes from [default: same as `/mcp`]
    #[arg(long, value_name = "YES")]
    pub(crate) provenance: Option<bool>,

    /// The maximum length of a description with its notes [default: same as `/mcp`]
    #[arg(long, value_name = "N", value_parser = values::budget)]
    pub(crate) budget: Option<usize>,

    /// Whether its endpoint serves the prompts and resources of its tools' sources
    /// [default: true]
    #[arg(long, value_name = "YES")]
    pub(crate) prompts_and_resources: Option<bool>,

    #[command(flatten)]
    pub(crate) reason: ReasonArgs,
}

/// `candor toolset edit`.
#[derive(clap::Args)]
pub(crate) struct ToolsetEditArgs {
    /// Name of the toolset
    #[arg(value_parser = ToolsetName::parse)]
    pub(crate) name: ToolsetName,

    /// Add this member at the end; can be repeated
    #[arg(long, value_name = "MEMBER", value_parser = values::toolset_member)]
    pub(crate) add: Vec<ToolsetMember>,

    /// Remove this member; can be repeated
    #[arg(long, value_name = "MEMBER", value_parser = values::toolset_member)]
    pub(crate) remove: Vec<ToolsetMember>,

    /// Move this member to another position
    #[arg(
        long = "move",
        value_name = "MEMBER",
        value_parser = values::toolset_member,
        requires = "to"
    )]
    pub(crate) moved: Option<ToolsetMember>,

    /// With --move: the new position; the first is 1
    #[arg(long, value_name = "N", requires = "moved", value_parser = values::position)]
    pub(crate) to: Option<usize>,

    /// Pin each added tool to its current definition
    #[arg(long, requires = "add")]
    pub(crate) pin: bool,

    /// What it is for
    #[arg(long, value_name = "TEXT")]
    pub(crate) description: Option<String>,

    /// Which hints its endpoint writes; `inherit`: same as `/mcp`
    #[arg(long, value_parser = values::inheritable_profile())]
    pub(crate) profile: Option<InheritableValue<HintProfile>>,

    /// Whether its endpoint shows where each hint comes from; `inherit`: same as `/mcp`
    #[arg(long, value_name = "YES", value_parser = values::inheritable_bool())]
    pub(crate) provenance: Option<InheritableValue<bool>>,

    /// The maximum length of a description with its notes; `inherit`: same as `/mcp`
    #[arg(long, value_name = "N", value_parser = values::inheritable_budget)]
    pub(crate) budget: Option<InheritableValue<usize>>,

    /// Whether its endpoint serves the prompts and resources of its tools' sources
    #[arg(long, value_name = "YES")]
    pub(crate) prompts_and_resources: Option<bool>,

    #[command(flatten)]
    pub(crate) reason: ReasonArgs,
}

/// `candor toolset export`.
#[derive(clap::Args)]
pub(crate) struct ToolsetExportArgs {
    /// Name of the toolset
    #[arg(required_unless_present = "all")]
    pub(crate) name: Option<String>,

    /// The file to write; `-`, or none, prints to standard output
    #[arg(conflicts_with = "all")]
    pub(crate) file: Option<String>,

    /// Export all toolsets
    #[arg(long)]
    pub(crate) all: bool,
}
