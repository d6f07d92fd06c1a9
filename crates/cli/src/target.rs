//! What `candor tools TARGET`, `candor tools -- COMMAND` and their like look at.

mod document;
mod functions;
mod kind;
mod name;

use std::error::Error as _;
use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use candor_config::{Endpoint, Flags, Flavour, Loaded, SourceSettings, Text, Transport};
use candor_model::SourceName;
use tempfile::TempDir;

use crate::args::DocumentOptions;
use crate::file;
use crate::oneshot;
use crate::problems::Failure;
use crate::workspace::{self, Workspace};
use kind::Kind;

/// What a target without a name of its own is called.
const NAME: &str = "target";
/// Why options about a target are refused where there is none.
pub(crate) const NO_TARGET: &str = "there is no target";
/// How much of a file is read to tell what it is.
const LARGEST: u64 = 64 << 20;
/// The largest dump of tools, in bytes.
pub(crate) const DUMP_MAX: u64 = 64 << 20;

/// What a command was told to look at: at most one of target and command.
pub(crate) struct Target<'a> {
    /// A URL or a path.
    pub(crate) named: Option<&'a str>,
    /// A program and its arguments.
    pub(crate) command: &'a [String],
    /// What was said about a document.
    pub(crate) document: &'a DocumentOptions,
}

/// What messages about an API call a setting, and how a command is told the same.
const SPELT_HERE: [(&str, &str); 3] = [
    (
        "`allow_private = true`",
        "`--allow-private` says that it may",
    ),
    ("`base_url`", "`--base-url URL` says where the API is"),
    (
        ".variables]`",
        "with a target, credentials are variables of this process: `NAME=VALUE candor call …`",
    ),
];

/// What there is to look at.
pub(crate) struct Opened {
    /// Its sources.
    pub(crate) workspace: Workspace,
    /// Where it is kept what a look at somebody's server leaves behind, until this is dropped.
    _scratch: Option<TempDir>,
}

// === impl Target ===

impl Target<'_> {
    /// Finds the target or the command, or else what is configured. Of the first two nothing is
    /// kept.
    pub(crate) fn open(&self, flags: &Flags) -> Result<Opened, Failure> {
        if self.named.is_none() {
            self.refuse_options(NO_TARGET)?;
        }
        let mut workspace = match self.named {
            Some(target) => self.find(target, flags)?,
            None if self.command.is_empty() => Workspace::open(flags)?,
            None => alone(command(self.command)?, flags)?,
        };
        let scratch = self
            .is_given()
            .then(|| oneshot::keep_nothing(&mut workspace))
            .transpose()?;
        Ok(Opened {
            workspace,
            _scratch: scratch,
        })
    }

    /// The target, if it is a dump of tools. One that cannot be read is none, unless its name says
    /// so; what is wrong with it is said when it is read.
    pub(crate) fn dump(&self) -> Result<Option<&str>, Failure> {
        let Some(target) = self.named.filter(|target| is_dump(target)) else {
            return Ok(None);
        };
        if self.document.openapi {
            return Ok(None);
        }
        self.refuse_options(&format!("`{target}` is a dump of tools"))?;
        Ok(Some(target))
    }

    /// What to do about a message that speaks of settings, where there is no file to set them in.
    pub(crate) fn way_out(&self, message: &str) -> Option<&'static str> {
        self.named.and_then(|_| way_out(message))
    }

    /// Whether something other than the configured sources is looked at.
    pub(crate) fn is_given(&self) -> bool {
        self.named.is_some() || !self.command.is_empty()
    }

    /// A server or document at a URL, a document in a file, or the sources of a file.
    fn find(&self, target: &str, flags: &Flags) -> Result<Workspace, Failure> {
        if flags.config.is_some() {
            let sentence = format!("both `--config` and the target `{target}` say where to look");
            return Err(Failure::new(sentence).hint("leave one of them out"));
        }
        let lower = target.to_ascii_lowercase();
        if lower.starts_with("http://") || lower.starts_with("https://") {
            return alone(self.at_url(target)?, flags);
        }
        if let Some((scheme, _)) = target.split_once("://") {
            let sentence = format!("the target begins with `{scheme}:`, which is not supported");
            let hint = "the URL of an MCP server or of an OpenAPI document begins with `http:` or \
                        `https:`";
            return Err(Failure::new(sentence).hint(hint));
        }
        self.in_file(Path::new(target), flags)
    }

    fn at_url(&self, target: &str) -> Result<SourceSettings, Failure> {
        let url = Endpoint::parse(target).map_err(|error| {
            let cause = error
                .source()
                .map(|cause| format!(": {cause}"))
                .unwrap_or_default();
            Failure::new(format!("the target {error}{cause}"))
                .hint("write it in full, such as `https://tracker.example/mcp`")
        })?;
        if self.document.openapi || document::is_document(&url) {
            return document::url(url, self.document);
        }
        self.refuse_options(&format!("`{url}` is taken for an MCP server"))?;
        unnamed(Transport::Http {
            url,
            headers: Vec::new(),
            flavour: Flavour::Auto,
        })
    }

    fn in_file(&self, path: &Path, flags: &Flags) -> Result<Workspace, Failure> {
        if functions::is_program(path) && !self.document.openapi {
            return alone(functions::source(path, self)?, flags);
        }
        let shown = path.display();
        let mut bytes = Vec::new();
        File::open(path)
            .and_then(|file| file.take(LARGEST).read_to_end(&mut bytes))
            .map_err(|cause| {
                let hint = "a target is a URL, the path of an OpenAPI document, of functions, of an \
                            .mcp.json or a candor.toml, or `-- COMMAND`";
                Failure::io(format!("cannot read the target `{shown}`"), cause).hint(hint)
            })?;
        let kind = match kind::of(path, &bytes) {
            _ if self.document.openapi => Kind::Document,
            kind => kind,
        };
        match kind {
            Kind::Document => alone(document::file(path, self.document)?, flags),
            Kind::OtherYaml(reason) => Err(Failure::new(reason).hint(
                "a target is an OpenAPI document, an .mcp.json or a candor.toml, or the URL of an \
                 MCP server",
            )),
            Kind::Dump => {
                let sentence = format!("`{shown}` is a dump of tools, which cannot be served");
                Err(Failure::new(sentence).hint("`candor infer` and `candor lint` read it"))
            }
            Kind::Configuration => {
                self.refuse_options(&format!("`{shown}` is none"))?;
                configuration(path, flags)
            }
        }
    }

    /// Options about a document are refused where there is none, rather than passed over.
    pub(crate) fn refuse_options(&self, why: &str) -> Result<(), Failure> {
        self.refuse_options_but(&[], why)
    }

    /// The same, but for options that mean something here, too.
    fn refuse_options_but(&self, but: &[&str], why: &str) -> Result<(), Failure> {
        let mut given = self.document.given();
        let Some(option) = given.find(|option| !but.contains(option)) else {
            return Ok(());
        };
        let sentence = format!("`{option}` is about an OpenAPI document, and {why}");
        Err(Failure::new(sentence).hint(match self.named {
            Some(_) => "`--openapi` says that the target is one",
            None => "give the path or the URL of one",
        }))
    }
}

/// How a command is told what a message wants to be set.
pub(crate) fn way_out(message: &str) -> Option<&'static str> {
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
    kind::of(path, &bytes) == Kind::Dump
}

/// A server that a command starts.
fn command(words: &[String]) -> Result<SourceSettings, Failure> {
    let mut words = words.iter();
    let Some(program) = words.next().filter(|program| !program.is_empty()) else {
        return Err(Failure::new("there is no command after `--`"));
    };
    unnamed(Transport::Stdio {
        command: Text::verbatim(program),
        args: words.map(Text::verbatim).collect(),
        env: Vec::new(),
        cwd: None,
    })
}

fn unnamed(transport: Transport) -> Result<SourceSettings, Failure> {
    let name = SourceName::parse(NAME).map_err(anyhow::Error::new)?;
    Ok(SourceSettings::new(name, transport))
}

/// One source and otherwise defaults: no file is read, so that nobody else's is in the way.
fn alone(source: SourceSettings, flags: &Flags) -> Result<Workspace, Failure> {
    let loaded = candor_config::read(None, flags, &|name| std::env::var(name).ok())
        .map_err(|error| Failure::new(error.to_string()).because(error.diagnostics))?;
    let mut workspace = Workspace::of(loaded)?;
    workspace.settings.sources = vec![source];
    workspace.demo = false;
    Ok(workspace)
}

/// The sources of a configuration file.
fn configuration(path: &Path, flags: &Flags) -> Result<Workspace, Failure> {
    let flags = Flags {
        config: Some(path.to_owned()),
        ..flags.clone()
    };
    let loaded: Loaded = workspace::load(&flags)?;
    Workspace::of(loaded)
}
