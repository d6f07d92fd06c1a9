//! The target of `candor tools TARGET`, `candor tools -- COMMAND` and similar commands.

mod document;
mod file_kind;
mod functions;
mod name;

use std::error::Error as _;
use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use candor_config::{
    EndpointUrl, HttpFlavour, SettingFlags, SourceSettings, TemplateText, TransportSettings,
};
use candor_model::{SourceName, UnsetPolicy};
use tempfile::TempDir;

use crate::args::DocumentOptions;
use crate::file;
use crate::oneshot;
use crate::prelude::{CommandContext, CommandFailure, CommandResult, CommandWorkspace};
use crate::workspace;
use file_kind::TargetFileKind;

/// The name of a target without its own.
const NAME: &str = "target";
/// Why options about a target are refused where there is none.
pub(crate) const NO_TARGET: &str = "there is no target";
/// How much of a file is read to detect its kind.
const LARGEST: u64 = 64 << 20;
/// The largest dump of tools, in bytes.
pub(crate) const DUMP_MAX: u64 = 64 << 20;

/// The target options of a command: at most one of target and command.
pub(crate) struct CommandTarget<'a> {
    /// A URL or a path.
    pub(crate) named: Option<&'a str>,
    /// A program and its arguments.
    pub(crate) command: &'a [String],
    /// The selected source; `None` means all.
    pub(crate) source: Option<&'a SourceName>,
    /// The options for a document.
    pub(crate) document: &'a DocumentOptions,
}

/// Settings that messages about an API name, and the command-line options that do the same.
const SPELT_HERE: [(&str, &str); 3] = [
    ("`allow_private = true`", "`--allow-private` allows it"),
    ("`base_url`", "`--base-url URL` sets the address of the API"),
    (
        ".variables]`",
        "with a target, credentials come from this process's environment: `NAME=VALUE candor call \
         …`",
    ),
];

/// An opened target.
pub(crate) struct OpenedTarget {
    /// The sources of the target.
    pub(crate) workspace: CommandWorkspace,
    /// The state of a target, removed when this is dropped.
    _scratch: Option<TempDir>,
}

// === impl CommandTarget ===

impl CommandTarget<'_> {
    /// Opens the target or the command, otherwise the configuration. For the former two, no state
    /// is stored.
    pub(crate) fn open(&self, context: &CommandContext) -> CommandResult<OpenedTarget> {
        if self.named.is_none() {
            self.refuse_options(NO_TARGET)?;
        }
        let mut workspace = match self.named {
            Some(target) => self.find(target, context)?,
            None if self.command.is_empty() => CommandWorkspace::open_silently(context)?,
            None => alone(command(self.command)?, context)?,
        };
        let mut scratch = None;
        if self.is_given() {
            scratch = Some(oneshot::use_scratch_storage(&mut workspace)?);
        }
        if let Some(source) = self.source {
            workspace.narrow(source)?;
        }
        Ok(OpenedTarget {
            workspace,
            _scratch: scratch,
        })
    }

    /// The target, if it is a tool dump. An unreadable file is not, unless its name says so; it is
    /// reported when it is read.
    pub(crate) fn dump(&self) -> CommandResult<Option<&str>> {
        let Some(target) = self.named.filter(|target| is_dump(target)) else {
            return Ok(None);
        };
        if self.document.openapi {
            return Ok(None);
        }
        self.refuse_options(&format!("`{target}` is a dump of tools"))?;
        Ok(Some(target))
    }

    /// A hint for messages about settings, if there is no configuration file.
    pub(crate) fn way_out(&self, message: &str) -> Option<&'static str> {
        self.named.and_then(|_| option_hint(message))
    }

    /// Whether something other than the configured sources is looked at.
    pub(crate) fn is_given(&self) -> bool {
        self.named.is_some() || !self.command.is_empty()
    }

    /// A server or document at a URL, a document in a file, or the sources of a file.
    fn find(&self, target: &str, context: &CommandContext) -> CommandResult<CommandWorkspace> {
        if context.flags.config.is_some() {
            let sentence = format!("both `--config` and the target `{target}` are given");
            return Err(CommandFailure::new(sentence).hint("leave out one of them"));
        }
        let lower = target.to_ascii_lowercase();
        if lower.starts_with("http://") || lower.starts_with("https://") {
            return alone(self.at_url(target)?, context);
        }
        if let Some((scheme, _)) = target.split_once("://") {
            let sentence = format!("the target begins with `{scheme}:`, which is not supported");
            let hint = "the URL of an MCP server or of an OpenAPI document begins with `http:` or \
                        `https:`";
            return Err(CommandFailure::new(sentence).hint(hint));
        }
        self.in_file(Path::new(target), context)
    }

    fn at_url(&self, target: &str) -> CommandResult<SourceSettings> {
        let url = EndpointUrl::parse(target).map_err(|error| {
            let cause = error.source().map(|cause| format!(": {cause}"));
            CommandFailure::new(format!("the target {error}{}", cause.unwrap_or_default()))
                .hint("use a full URL, such as `https://tracker.example/mcp`")
        })?;
        if self.document.openapi || document::is_document(&url) {
            return document::url(url, self.document);
        }
        self.refuse_options(&format!("`{url}` is treated as an MCP server"))?;
        unnamed(TransportSettings::Http {
            url,
            headers: Vec::new(),
            flavour: HttpFlavour::Auto,
        })
    }

    fn in_file(&self, path: &Path, context: &CommandContext) -> CommandResult<CommandWorkspace> {
        if functions::is_program(path) && !self.document.openapi {
            return alone(functions::source(path, self)?, context);
        }
        let shown = path.display();
        let mut bytes = Vec::new();
        File::open(path)
            .and_then(|file| file.take(LARGEST).read_to_end(&mut bytes))
            .map_err(|cause| {
                let hint = "a target is a URL, the path of an OpenAPI document, of functions, of an \
                            .mcp.json or a candor.toml, or `-- COMMAND`";
                CommandFailure::io(format!("cannot read the target `{shown}`"), cause).hint(hint)
            })?;
        let kind = match file_kind::of(path, &bytes) {
            _ if self.document.openapi => TargetFileKind::Document,
            kind => kind,
        };
        match kind {
            TargetFileKind::Document => alone(document::file(path, self.document)?, context),
            TargetFileKind::OtherYaml(reason) => Err(CommandFailure::new(reason).hint(
                "a target is an OpenAPI document, an .mcp.json or a candor.toml, or the URL of an \
                 MCP server",
            )),
            TargetFileKind::Dump => {
                let sentence = format!("`{shown}` is a dump of tools, which cannot be served");
                Err(CommandFailure::new(sentence).hint("`candor infer` and `candor lint` read it"))
            }
            TargetFileKind::Configuration => {
                self.refuse_options(&format!("`{shown}` is not one"))?;
                configuration(path, context)
            }
        }
    }

    /// Rejects options for a document if the target is not one.
    pub(crate) fn refuse_options(&self, why: &str) -> CommandResult<()> {
        self.refuse_options_but(&[], why)
    }

    /// Rejects all options except those that apply.
    fn refuse_options_but(&self, but: &[&str], why: &str) -> CommandResult<()> {
        let mut given = self.document.given();
        let Some(option) = given.find(|option| !but.contains(option)) else {
            return Ok(());
        };
        let sentence = format!("`{option}` needs an OpenAPI document, and {why}");
        Err(CommandFailure::new(sentence).hint(match self.named {
            Some(_) => "use `--openapi` if the target is one",
            None => "give the path or URL of one",
        }))
    }
}

/// The command-line option for the setting that a message names.
pub(crate) fn option_hint(message: &str) -> Option<&'static str> {
    let mut known = SPELT_HERE.iter();
    let (_, here) = known.find(|(setting, _)| message.contains(setting))?;
    Some(here)
}

fn is_dump(target: &str) -> bool {
    let path = Path::new(target);
    let ending = path.extension().and_then(|ending| ending.to_str());
    let bytes = match ending.map(str::to_ascii_lowercase).as_deref() {
        Some("jsonl" | "ndjson") => Vec::new(),
        Some("json") => file::read(target, DUMP_MAX).unwrap_or_default(),
        _ => return false,
    };
    file_kind::of(path, &bytes) == TargetFileKind::Dump
}

/// A server that a command starts.
fn command(words: &[String]) -> CommandResult<SourceSettings> {
    let mut words = words.iter();
    let Some(program) = words.next().filter(|program| !program.is_empty()) else {
        return Err(CommandFailure::new("there is no command after `--`"));
    };
    unnamed(TransportSettings::Stdio {
        command: TemplateText::verbatim(program),
        args: words.map(TemplateText::verbatim).collect(),
        env: Vec::new(),
        // A program started by hand inherits the user's environment.
        inherit_env: std::env::vars().map(|(name, _)| name).collect(),
        cwd: None,
    })
}

fn unnamed(transport: TransportSettings) -> CommandResult<SourceSettings> {
    let name = SourceName::parse(NAME)?;
    Ok(SourceSettings::new(name, transport))
}

/// A single source with default settings, without a configuration file.
pub(crate) fn alone(
    mut source: SourceSettings,
    context: &CommandContext,
) -> CommandResult<CommandWorkspace> {
    let loaded = candor_config::read(None, &context.flags, &|name| std::env::var(name).ok())
        .map_err(|error| CommandFailure::new(error.to_string()).because(error.diagnostics))?;
    let mut workspace = CommandWorkspace::of(loaded, context)?;
    // Users who name a server and call its tool by hand want the call; destructive tools still need
    // approval.
    source.unset.get_or_insert(UnsetPolicy::Allow);
    workspace.settings.sources = vec![source];
    workspace.demo = false;
    Ok(workspace)
}

/// The sources of a configuration file.
fn configuration(path: &Path, context: &CommandContext) -> CommandResult<CommandWorkspace> {
    let flags = SettingFlags {
        config: Some(path.to_owned()),
        ..context.flags.clone()
    };
    CommandWorkspace::of(workspace::load(&flags)?, context)
}
