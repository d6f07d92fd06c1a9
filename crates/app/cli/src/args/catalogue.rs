//! `candor catalogue`.

use candor_confine::ConfineLevel;
use candor_model::SourceName;
use candor_registry::ServerName;
use clap::Subcommand;

/// Find MCP servers in registries, and add them
#[derive(Subcommand)]
pub(crate) enum CatalogueCommand {
    /// Search the registries of the catalogue
    ///
    /// Finds servers by name, title, description and package. Answers of registries are cached for
    /// a while; `[catalogue]` in candor.toml lists the registries.
    #[command(after_help = "\
Examples:
  candor catalogue search weather
  candor catalogue search --offline postgres")]
    Search(CatalogueSearchArgs),

    /// Show a server: how it is run, what it needs, and its tools, if they are known
    #[command(after_help = "\
Examples:
  candor catalogue show io.github.ada/weather
  candor catalogue show io.github.ada/weather --version 1.2.0")]
    Show(CatalogueShowArgs),

    /// Start a server once, confined, and remember its tools
    ///
    /// Shows the command and asks first. Nothing is added. `candor catalogue show` then knows the
    /// tools of this version.
    #[command(after_help = "\
Examples:
  candor catalogue inspect io.github.ada/weather
  candor catalogue inspect io.github.ada/weather --set API_KEY='${WEATHER_KEY}' --yes")]
    Inspect(CatalogueInspectArgs),

    /// Add a server to candor.toml, after checks and one question
    ///
    /// The version is pinned, the source is not trusted, and its program is confined where this
    /// machine can do that. Secrets are never written into the file: a source with a secret in it
    /// is kept encrypted in the data directory, unless the value is a variable such as '${KEY}'.
    #[command(after_help = "\
Examples:
  candor catalogue add io.github.ada/weather
  candor catalogue add io.github.ada/weather --as weather --set API_KEY='${WEATHER_KEY}'
  candor catalogue add io.github.ada/weather --dry-run")]
    Add(CatalogueAddArgs),
}

/// `candor catalogue search`.
#[derive(clap::Args)]
pub(crate) struct CatalogueSearchArgs {
    /// What to look for; without it, everything is listed
    #[arg(value_name = "WORDS")]
    pub(crate) query: Vec<String>,

    /// Show at most this many servers
    #[arg(long, value_name = "N", default_value_t = 25, value_parser = clap::value_parser!(u16).range(1..=1000))]
    pub(crate) limit: u16,

    #[command(flatten)]
    pub(crate) age: CatalogueAgeArgs,
}

/// How new the answer must be.
#[derive(clap::Args)]
pub(crate) struct CatalogueAgeArgs {
    /// Ask the registries now, even if the cached data is recent
    #[arg(long, conflicts_with = "offline")]
    pub(crate) refresh: bool,

    /// Use only cached data, without asking a registry
    #[arg(long)]
    pub(crate) offline: bool,
}

/// `candor catalogue show`.
#[derive(clap::Args)]
pub(crate) struct CatalogueShowArgs {
    #[command(flatten)]
    pub(crate) server: CatalogueServerArgs,
}

/// Which server is meant.
#[derive(clap::Args)]
pub(crate) struct CatalogueServerArgs {
    /// The name of the server, such as `io.github.ada/weather`
    #[arg(value_name = "SERVER", value_parser = server_name)]
    pub(crate) name: ServerName,

    /// Use this version instead of the latest
    #[arg(long, value_name = "VERSION")]
    pub(crate) version: Option<String>,

    #[command(flatten)]
    pub(crate) age: CatalogueAgeArgs,
}

/// How a server is to be run.
#[derive(clap::Args)]
pub(crate) struct CatalogueRunArgs {
    /// Use this package or remote, by its number in `candor catalogue show` [default: the first
    /// that can be used]
    #[arg(long, value_name = "N")]
    pub(crate) option: Option<usize>,

    /// Give a value that the server needs; can be given more than once
    #[arg(long, value_name = "KEY=VALUE", value_parser = pair)]
    pub(crate) set: Vec<(String, String)>,

    /// Confine the program at this level [default: `standard` where that is possible]
    #[arg(long, value_name = "LEVEL", value_parser = level)]
    pub(crate) confine: Option<ConfineLevel>,

    /// Do it without asking
    #[arg(long)]
    pub(crate) yes: bool,
}

/// `candor catalogue inspect`.
#[derive(clap::Args)]
pub(crate) struct CatalogueInspectArgs {
    #[command(flatten)]
    pub(crate) server: CatalogueServerArgs,

    #[command(flatten)]
    pub(crate) run: CatalogueRunArgs,
}

/// `candor catalogue add`.
#[derive(clap::Args)]
pub(crate) struct CatalogueAddArgs {
    #[command(flatten)]
    pub(crate) server: CatalogueServerArgs,

    /// The name of the source [default: the server's own]
    #[arg(long = "as", value_name = "NAME", value_parser = SourceName::parse)]
    pub(crate) source: Option<SourceName>,

    #[command(flatten)]
    pub(crate) run: CatalogueRunArgs,

    /// Show what would be added, and change nothing
    #[arg(long, conflicts_with = "yes")]
    pub(crate) dry_run: bool,
}

fn server_name(text: &str) -> Result<ServerName, String> {
    ServerName::parse(text).map_err(|error| error.to_string())
}

fn level(word: &str) -> Result<ConfineLevel, String> {
    word.parse::<ConfineLevel>()
        .map_err(|error| error.to_string())
}

fn pair(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((key, value)) if !key.trim().is_empty() => {
            Ok((key.trim().to_owned(), value.to_owned()))
        }
        _ => Err("write `KEY=VALUE`".to_owned()),
    }
}
