//! `candor note`.

use candor_model::{NoteName, QualifiedName, ToolsetName};
use clap::Subcommand;

use super::values;

/// `candor note`.
#[derive(Subcommand)]
pub(crate) enum NoteCommand {
    /// List notes: of one toolset, those that count everywhere, or all
    #[command(after_help = "\
Examples:
  candor note list
  candor note list --toolset reading")]
    List {
        /// Only those in this toolset
        #[arg(
            long,
            value_name = "TOOLSET",
            value_parser = ToolsetName::parse,
            conflicts_with = "everywhere"
        )]
        toolset: Option<ToolsetName>,

        /// Only those that count in every toolset
        #[arg(long)]
        everywhere: bool,
    },
    /// Add a note; one of that name that is there already stays as it is
    #[command(after_help = "\
Examples:
  candor note add shop.list_books paging 'Ask for at most 20 books.' --toolset reading
  candor note add shop.list_books paging - --everywhere < paging.txt")]
    Add(NoteSaying),
    /// Say something else in a note
    #[command(after_help = "\
Example:
  candor note edit shop.list_books paging 'Ask for at most 10 books.' --toolset reading")]
    Edit(NoteSaying),
    /// Remove a note
    #[command(after_help = "\
Example:
  candor note remove shop.list_books paging --toolset reading")]
    Remove(NoteNaming),
    /// Put a note at another place among the notes on its tool
    ///
    /// Where there is no room for all notes, the last are left out.
    #[command(after_help = "\
Example:
  candor note move shop.list_books paging --to 1 --toolset reading")]
    Move {
        #[command(flatten)]
        which: NoteNaming,

        /// To this place; the first is 1
        #[arg(
            long,
            value_name = "N",
            value_parser = values::position
        )]
        to: usize,
    },
}

/// A note and what it says.
#[derive(clap::Args)]
pub(crate) struct NoteSaying {
    /// The tool as `source.tool`
    #[arg(value_name = "TOOL", value_parser = values::tool)]
    pub(crate) tool: QualifiedName,

    /// The name of the note: 2 to 50 lowercase letters, digits and `-`
    #[arg(value_name = "NAME", value_parser = NoteName::parse)]
    pub(crate) name: NoteName,

    /// What it says: one line of at most 500 characters; `-` reads it from standard input
    #[arg(value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) text: String,

    #[command(flatten)]
    pub(crate) place: NoteWhere,

    /// Why; it is kept in the history
    #[arg(long, value_name = "TEXT")]
    pub(crate) why: Option<String>,
}

/// A note.
#[derive(clap::Args)]
pub(crate) struct NoteNaming {
    /// The tool as `source.tool`
    #[arg(value_name = "TOOL", value_parser = values::tool)]
    pub(crate) tool: QualifiedName,

    /// The name of the note
    #[arg(value_name = "NAME", value_parser = NoteName::parse)]
    pub(crate) name: NoteName,

    #[command(flatten)]
    pub(crate) place: NoteWhere,

    /// Why; it is kept in the history
    #[arg(long, value_name = "TEXT")]
    pub(crate) why: Option<String>,
}

/// Where a note counts.
#[derive(clap::Args)]
#[group(required = true, multiple = false)]
pub(crate) struct NoteWhere {
    /// In this toolset
    #[arg(long, value_name = "TOOLSET", value_parser = ToolsetName::parse)]
    pub(crate) toolset: Option<ToolsetName>,

    /// In every toolset, and where there is none
    #[arg(long)]
    pub(crate) everywhere: bool,
}
