//! `candor toolset`.

use candor_model::{Member, Profile, ToolsetName};
use clap::Subcommand;

use super::values::{self, Inheritable};

/// `candor toolset`.
#[derive(Subcommand)]
pub(crate) enum ToolsetCommand {
    /// List the toolsets
    #[command(after_help = "\
Example:
  candor toolset list --json")]
    List,
    /// Show one toolset: its tools, what is missing and why, what it costs and saves
    ///
    /// Tools are as their sources were last seen. Exits with 1 if a member names nothing now.
    #[command(after_help = "\
Example:
  candor toolset show reading")]
    Show {
        /// Its name
        #[arg(value_name = "NAME", value_parser = ToolsetName::parse)]
        name: ToolsetName,
    },
    /// Build a toolset
    #[command(after_help = "\
Examples:
  candor toolset build reading 'shop.list_*' files.read_file --description 'look around'
  candor toolset build careful read_only=true --equip
  candor toolset build fixed shop.delete_book --pin")]
    Build(ToolsetBuild),
    /// Change a toolset
    ///
    /// Takes away first, then adds, then moves.
    #[command(after_help = "\
Examples:
  candor toolset edit reading --add shop.get_book --remove 'shop.list_*'
  candor toolset edit reading --move shop.get_book --to 1
  candor toolset edit reading --description 'look around' --budget inherit")]
    Edit(Box<ToolsetEditing>),
    /// Copy a toolset, with its notes and what is said about tools in it
    #[command(after_help = "\
Example:
  candor toolset clone reading writing")]
    Clone {
        /// The toolset to copy
        #[arg(value_name = "NAME", value_parser = ToolsetName::parse)]
        name: ToolsetName,

        /// The name of the copy
        #[arg(value_name = "NEW", value_parser = ToolsetName::parse)]
        new: ToolsetName,

        /// Why; it is kept in the history
        #[arg(long, value_name = "TEXT")]
        why: Option<String>,
    },
    /// Give a toolset another name, and so another endpoint
    #[command(after_help = "\
Example:
  candor toolset rename reading library")]
    Rename {
        /// Its name
        #[arg(value_name = "NAME", value_parser = ToolsetName::parse)]
        name: ToolsetName,

        /// Its new name
        #[arg(value_name = "NEW", value_parser = ToolsetName::parse)]
        new: ToolsetName,

        /// Why; it is kept in the history
        #[arg(long, value_name = "TEXT")]
        why: Option<String>,
    },
    /// Remove a toolset; `candor toolset restore` brings it back
    #[command(after_help = "\
Example:
  candor toolset delete reading --yes")]
    Delete {
        /// Its name
        #[arg(value_name = "NAME", value_parser = ToolsetName::parse)]
        name: ToolsetName,

        /// Do not ask
        #[arg(long)]
        yes: bool,

        /// Why; it is kept in the history
        #[arg(long, value_name = "TEXT")]
        why: Option<String>,
    },
    /// Let `/mcp` serve this toolset instead of everything
    #[command(after_help = "\
Example:
  candor toolset equip reading")]
    Equip {
        /// Its name
        #[arg(value_name = "NAME", value_parser = ToolsetName::parse)]
        name: ToolsetName,

        /// Why; it is kept in the history
        #[arg(long, value_name = "TEXT")]
        why: Option<String>,
    },
    /// Let `/mcp` serve everything again
    #[command(after_help = "\
Example:
  candor toolset unequip")]
    Unequip {
        /// Why; it is kept in the history
        #[arg(long, value_name = "TEXT")]
        why: Option<String>,
    },
    /// Show what a toolset was before, also after it was deleted
    ///
    /// The newest version comes first.
    #[command(after_help = "\
Example:
  candor toolset history reading")]
    History {
        /// Its name
        #[arg(value_name = "NAME", value_parser = ToolsetName::parse)]
        name: ToolsetName,
    },
    /// Make a toolset what it was
    #[command(after_help = "\
Example:
  candor toolset restore reading 7")]
    Restore {
        /// Its name
        #[arg(value_name = "NAME", value_parser = ToolsetName::parse)]
        name: ToolsetName,

        /// The version, as `candor toolset history` shows it
        #[arg(value_name = "VERSION")]
        version: u64,

        /// Why; it is kept in the history
        #[arg(long, value_name = "TEXT")]
        why: Option<String>,
    },
    /// Write toolsets as tables that a candor.toml takes
    ///
    /// With `--all`, those that the configuration file declares are left out: they are in a file
    /// already.
    #[command(
        override_usage = "candor toolset export [OPTIONS] <NAME> [FILE]\n       \
                          candor toolset export [OPTIONS] --all [FILE]",
        after_help = "\
Examples:
  candor toolset export reading
  candor toolset export --all toolsets.toml"
    )]
    Export(ToolsetExport),
    /// Take over the toolsets of a file, as `candor toolset export` writes it
    ///
    /// If anything in it is wrong, or one of them exists already, nothing is changed. Members
    /// that name nothing now are kept: their source may still come.
    #[command(after_help = "\
Examples:
  candor toolset import toolsets.toml
  candor toolset export reading | candor --data elsewhere toolset import -")]
    Import {
        /// The file; `-` is standard input
        #[arg(value_name = "FILE")]
        file: String,

        /// Why; it is kept in the history
        #[arg(long, value_name = "TEXT")]
        why: Option<String>,
    },
}

/// `candor toolset build`.
#[derive(clap::Args)]
pub(crate) struct ToolsetBuild {
    /// Its name: 2 to 50 lowercase letters, digits and `-`
    #[arg(value_name = "NAME", value_parser = ToolsetName::parse)]
    pub(crate) name: ToolsetName,

    /// What is in it, in this order: `source.tool`, `source.list_*`, a hint such as
    /// `read_only=true` or `source:read_only=true`, or the id of a tool
    #[arg(value_name = "MEMBER", value_parser = values::toolset_member, required = true)]
    pub(crate) members: Vec<Member>,

    /// What it is for
    #[arg(
        long,
        value_name = "TEXT",
        default_value = "",
        hide_default_value = true
    )]
    pub(crate) description: String,

    /// Hold each tool that is named to what it is now: if it changes, it is in the toolset no more
    #[arg(long)]
    pub(crate) pin: bool,

    /// Let `/mcp` serve it at once
    #[arg(long)]
    pub(crate) equip: bool,

    /// Which hints its endpoint writes [default: as `/mcp` does]
    #[arg(long, value_name = "PROFILE", value_parser = values::profile())]
    pub(crate) profile: Option<Profile>,

    /// Whether its endpoint says where each hint comes from [default: as `/mcp` does]
    #[arg(long, value_name = "YES")]
    pub(crate) provenance: Option<bool>,

    /// How many characters a description may have with its notes [default: as `/mcp` does]
    #[arg(long, value_name = "N", value_parser = values::budget)]
    pub(crate) budget: Option<usize>,

    /// Why; it is kept in the history
    #[arg(long, value_name = "TEXT")]
    pub(crate) why: Option<String>,
}

/// `candor toolset edit`.
#[derive(clap::Args)]
pub(crate) struct ToolsetEditing {
    /// Its name
    #[arg(value_name = "NAME", value_parser = ToolsetName::parse)]
    pub(crate) name: ToolsetName,

    /// Add this at the end; it may be said several times
    #[arg(long, value_name = "MEMBER", value_parser = values::toolset_member)]
    pub(crate) add: Vec<Member>,

    /// Take this away; it may be said several times
    #[arg(long, value_name = "MEMBER", value_parser = values::toolset_member)]
    pub(crate) remove: Vec<Member>,

    /// Put this member at another place
    #[arg(
        long = "move",
        value_name = "MEMBER",
        value_parser = values::toolset_member,
        requires = "to"
    )]
    pub(crate) moved: Option<Member>,

    /// With --move: to this place; the first is 1
    #[arg(
        long,
        value_name = "N",
        requires = "moved",
        value_parser = values::position
    )]
    pub(crate) to: Option<usize>,

    /// Hold each tool that is added to what it is now
    #[arg(long, requires = "add")]
    pub(crate) pin: bool,

    /// What it is for
    #[arg(long, value_name = "TEXT")]
    pub(crate) description: Option<String>,

    /// Which hints its endpoint writes; `inherit`: as `/mcp` does
    #[arg(
        long,
        value_name = "PROFILE",
        value_parser = values::inheritable_profile()
    )]
    pub(crate) profile: Option<Inheritable<Profile>>,

    /// Whether its endpoint says where each hint comes from; `inherit`: as `/mcp` does
    #[arg(long, value_name = "YES", value_parser = values::inheritable_bool())]
    pub(crate) provenance: Option<Inheritable<bool>>,

    /// How many characters a description may have with its notes; `inherit`: as `/mcp` does
    #[arg(long, value_name = "N", value_parser = values::inheritable_budget)]
    pub(crate) budget: Option<Inheritable<usize>>,

    /// Why; it is kept in the history
    #[arg(long, value_name = "TEXT")]
    pub(crate) why: Option<String>,
}

/// `candor toolset export`.
#[derive(clap::Args)]
pub(crate) struct ToolsetExport {
    /// The toolset
    #[arg(value_name = "NAME", required_unless_present = "all")]
    pub(crate) name: Option<String>,

    /// Write this file; `-`, or nothing, prints it
    #[arg(value_name = "FILE", conflicts_with = "all")]
    pub(crate) file: Option<String>,

    /// Write all toolsets
    #[arg(long)]
    pub(crate) all: bool,
}
