//! `candor annotate`.

use candor_model::{EnvironmentName, ToolPattern, ToolsetName};
use clap::ValueEnum;

use super::values::{self, Member};

/// What is to become of a hint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Wish {
    /// It is so
    True,
    /// It is not so
    False,
    /// Nobody can tell, whatever others say
    Unset,
    /// Nothing is said here any more
    Inherit,
}

/// What is to become of when somebody is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ConfirmWish {
    /// Before every call
    Always,
    /// Before the first call of a caller
    First,
    /// Never
    Never,
    /// By what the tool does, whatever others say
    Unset,
    /// Nothing is said here any more
    Inherit,
}

/// Everything that says something, for `--reset` and `--apply`, which say it all.
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

/// How the values of a hint stand in the help.
const WISHES: &str = "true|false|unset|inherit";

/// `candor annotate`.
#[derive(clap::Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a flag of its own on the command line"
)]
pub(crate) struct Annotate {
    /// The tool as `source.tool`; `*` in the tool's half stands for anything: `source.list_*`
    #[arg(
        value_name = "TOOL",
        value_parser = ToolPattern::parse,
        required_unless_present = "apply",
        conflicts_with = "apply"
    )]
    pub(crate) tool: Option<ToolPattern>,

    /// Whether it changes nothing
    #[arg(long, value_name = WISHES, hide_possible_values = true)]
    pub(crate) read_only: Option<Wish>,

    /// Whether it may destroy or overwrite
    #[arg(long, value_name = WISHES, hide_possible_values = true)]
    pub(crate) destructive: Option<Wish>,

    /// Whether doing it twice is doing it once
    #[arg(long, value_name = WISHES, hide_possible_values = true)]
    pub(crate) idempotent: Option<Wish>,

    /// Whether it deals with the world outside
    #[arg(long, value_name = WISHES, hide_possible_values = true)]
    pub(crate) open_world: Option<Wish>,

    /// Its title
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["no_title", "inherit_title"])]
    pub(crate) title: Option<String>,

    /// It has no title, whatever others say
    #[arg(long, conflicts_with = "inherit_title")]
    pub(crate) no_title: bool,

    /// Say nothing about the title here any more
    #[arg(long)]
    pub(crate) inherit_title: bool,

    /// When somebody is asked before it is called; `unset`: by what it does
    #[arg(
        long,
        value_name = "always|first|never|unset|inherit",
        hide_possible_values = true
    )]
    pub(crate) confirm: Option<ConfirmWish>,

    /// Set a further member of its annotations
    #[arg(long, value_name = "KEY=JSON", value_parser = values::member)]
    pub(crate) set: Vec<Member>,

    /// Take away a further member, whoever set it
    #[arg(long, value_name = "KEY")]
    pub(crate) unset: Vec<String>,

    /// Say nothing about a further member here any more
    #[arg(long, value_name = "KEY")]
    pub(crate) inherit: Vec<String>,

    /// Say it about the tool in this environment only
    #[arg(
        long,
        value_name = "ENVIRONMENT",
        value_parser = EnvironmentName::parse,
        conflicts_with_all = ["toolset", "apply"]
    )]
    pub(crate) environment: Option<EnvironmentName>,

    /// Say it about the tool in this toolset only
    #[arg(
        long,
        value_name = "TOOLSET",
        value_parser = ToolsetName::parse,
        conflicts_with = "apply"
    )]
    pub(crate) toolset: Option<ToolsetName>,

    /// Why; it is kept with what is said
    #[arg(long, value_name = "TEXT")]
    pub(crate) why: Option<String>,

    /// Take back all that was said here
    #[arg(long, conflicts_with = "apply", conflicts_with_all = SAYING)]
    pub(crate) reset: bool,

    /// Take over this file, as `candor tools --export` writes it; `-` is standard input. If
    /// anything in it is wrong, nothing is changed
    #[arg(long, value_name = "FILE", conflicts_with_all = SAYING)]
    pub(crate) apply: Option<String>,

    /// With --apply: take back what is not in the file
    #[arg(long, requires = "apply", conflicts_with = "tool")]
    pub(crate) prune: bool,

    /// With --apply: change nothing, and exit with 1 if there were something to change
    #[arg(long, requires = "apply", conflicts_with = "tool")]
    pub(crate) dry_run: bool,
}
