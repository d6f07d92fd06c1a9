//! `candor annotate`.

use candor_model::{EnvironmentName, ToolPattern, ToolsetName};
use clap::ValueEnum;

use super::values::{self, AnnotationMember};

/// How a hint is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum HintOption {
    /// The hint is true
    True,
    /// The hint is false
    False,
    /// Not set, even if a lower layer sets it
    Unset,
    /// Remove the override
    Inherit,
}

/// How the confirmation of a tool is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ConfirmOption {
    /// Before every call
    Always,
    /// Before the first call of each caller
    First,
    /// Before no call
    Never,
    /// Based on hints, even if a lower layer sets it
    Unset,
    /// Remove the override
    Inherit,
}

/// All options that change a value, which `--reset` and `--apply` exclude.
const SAYING: [&str; 11] = [
    "read_only",
    "destructive",
    "idempotent",
    "open_world",
    "title",
    "no_title",
    "inherit_title",
    "confirm",
    "set",
    "unset",
    "inherit",
];

/// The values of a hint in the help.
const HINT_VALUES: &str = "true|false|unset|inherit";

/// Edit a tool's annotations
///
/// Overrides the hints of one tool, or of all tools that match a pattern: everywhere, or in one
/// environment or toolset. `true` and `false` set a hint, `unset` clears it, and `inherit`
/// removes the override. Clients see the change at once.
///
/// With `--apply`, all overrides in a file are applied, or none if something is wrong.
#[derive(clap::Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag of its own on the command line"
)]
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
pub(crate) struct AnnotateArgs {
    /// The tool as `source.tool`; the tool name can contain `*`: `source.list_*`
    #[arg(
        value_parser = ToolPattern::parse,
        required_unless_present = "apply",
        conflicts_with = "apply"
    )]
    pub(crate) tool: Option<ToolPattern>,

    /// Whether it changes nothing
    #[arg(long, value_name = HINT_VALUES, hide_possible_values = true)]
    pub(crate) read_only: Option<HintOption>,

    /// Whether it may delete or overwrite data
    #[arg(long, value_name = HINT_VALUES, hide_possible_values = true)]
    pub(crate) destructive: Option<HintOption>,

    /// Whether calling it twice has the same effect as once
    #[arg(long, value_name = HINT_VALUES, hide_possible_values = true)]
    pub(crate) idempotent: Option<HintOption>,

    /// Whether it interacts with external systems
    #[arg(long, value_name = HINT_VALUES, hide_possible_values = true)]
    pub(crate) open_world: Option<HintOption>,

    /// Set the title
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["no_title", "inherit_title"])]
    pub(crate) title: Option<String>,

    /// Clear the title, even if a lower layer sets it
    #[arg(long, conflicts_with = "inherit_title")]
    pub(crate) no_title: bool,

    /// Remove the override of the title
    #[arg(long)]
    pub(crate) inherit_title: bool,

    /// When a call needs approval; `unset`: based on hints
    #[arg(
        long,
        value_name = "always|first|never|unset|inherit",
        hide_possible_values = true
    )]
    pub(crate) confirm: Option<ConfirmOption>,

    /// Set another member of its annotations
    #[arg(long, value_name = "KEY=JSON", value_parser = values::member)]
    pub(crate) set: Vec<AnnotationMember>,

    /// Clear another member, even if a lower layer sets it
    #[arg(long, value_name = "KEY")]
    pub(crate) unset: Vec<String>,

    /// Remove the override of another member
    #[arg(long, value_name = "KEY")]
    pub(crate) inherit: Vec<String>,

    /// Apply to this environment only
    #[arg(long, value_parser = EnvironmentName::parse, conflicts_with_all = ["toolset", "apply"])]
    pub(crate) environment: Option<EnvironmentName>,

    /// Apply to this toolset only
    #[arg(long, value_parser = ToolsetName::parse, conflicts_with = "apply")]
    pub(crate) toolset: Option<ToolsetName>,

    /// The reason; it is saved with the override
    #[arg(long, value_name = "TEXT")]
    pub(crate) why: Option<String>,

    /// Remove all overrides of the tool here
    #[arg(long, conflicts_with = "apply", conflicts_with_all = SAYING)]
    pub(crate) reset: bool,

    /// Apply the overrides in this file, as written by `candor tools --export`; `-` is standard
    /// input. If anything in it is wrong, nothing is changed
    #[arg(long, value_name = "FILE", conflicts_with_all = SAYING)]
    pub(crate) apply: Option<String>,

    /// With --apply: remove overrides that are not in the file
    #[arg(long, requires = "apply", conflicts_with = "tool")]
    pub(crate) prune: bool,

    /// With --apply: change nothing, and exit with 1 if something would change
    #[arg(long, requires = "apply", conflicts_with = "tool")]
    pub(crate) dry_run: bool,
}
