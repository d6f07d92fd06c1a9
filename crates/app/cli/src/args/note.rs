//! `candor note`.

use candor_model::{NoteName, QualifiedName, ToolsetName};
use clap::Subcommand;

use super::ReasonArgs;
use super::values;

/// Manage notes: text added to a tool's description
///
/// The model reads a note after the tool's description, in one toolset or everywhere.
#[derive(Subcommand)]
pub(crate) enum NoteCommand {
    /// List notes: of one toolset, those that apply everywhere, or all
    #[command(after_help = "\
Examples:
  candor note list
  candor note list --toolset reading")]
    List {
        /// Only notes in this toolset
        #[arg(long, value_parser = ToolsetName::parse, conflicts_with = "everywhere")]
        toolset: Option<ToolsetName>,

        /// Only notes that apply in every toolset
        #[arg(long)]
        everywhere: bool,
    },
    /// Add a note; an existing note with the same name is not changed
    #[command(after_help = "\
Examples:
  candor note add shop.list_books paging 'Ask for at most 20 books.' --toolset reading
  candor note add shop.list_books paging - --everywhere < paging.txt")]
    Add(NoteTextArgs),
    /// Change the text of a note
    #[command(after_help = "\
Example:
  candor note edit shop.list_books paging 'Ask for at most 10 books.' --toolset reading")]
    Edit(NoteTextArgs),
    /// Remove a note
    #[command(after_help = "\
Example:
  candor note remove shop.list_books paging --toolset reading")]
    Remove(NoteNameArgs),
    /// Change the position of a note among the notes of its tool
    ///
    /// If there is no room for all notes, the last ones are left out.
    #[command(after_help = "\
Example:
  candor note move shop.list_books paging --to 1 --toolset reading")]
    Move {
        #[command(flatten)]
        which: NoteNameArgs,

        /// The new position; the first is 1
        #[arg(long, value_name = "N", value_parser = values::position)]
        to: usize,
    },
}

/// A note with its text.
#[derive(clap::Args)]
pub(crate) struct NoteTextArgs {
    /// The tool as `source.tool`
    #[arg(value_parser = values::tool)]
    pub(crate) tool: QualifiedName,

    /// The name of the note: 2 to 50 lowercase letters, digits and `-`
    #[arg(value_parser = NoteName::parse)]
    pub(crate) name: NoteName,

    /// The text: one line of at most 500 characters; `-` reads it from standard input
    #[arg(allow_hyphen_values = true)]
    pub(crate) text: String,

    #[command(flatten)]
    pub(crate) place: NoteScopeArgs,

    #[command(flatten)]
    pub(crate) reason: ReasonArgs,
}

/// A note, by its tool and name.
#[derive(clap::Args)]
pub(crate) struct NoteNameArgs {
    /// The tool as `source.tool`
    #[arg(value_parser = values::tool)]
    pub(crate) tool: QualifiedName,

    /// The name of the note
    #[arg(value_parser = NoteName::parse)]
    pub(crate) name: NoteName,

    #[command(flatten)]
    pub(crate) place: NoteScopeArgs,

    #[command(flatten)]
    pub(crate) reason: ReasonArgs,
}

/// Where a note counts.
#[derive(clap::Args)]
#[group(required = true, multiple = false)]
pub(crate) struct NoteScopeArgs {
    /// In this toolset
    #[arg(long, value_parser = ToolsetName::parse)]
    pub(crate) toolset: Option<ToolsetName>,

    /// In every toolset and at `/mcp`
    #[arg(long)]
    pub(crate) everywhere: bool,
}
