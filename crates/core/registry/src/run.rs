//! How a server is run: a program with separate arguments, or a URL with headers.
//!
//! No shell is involved, so no argument can start another command. Programs may still interpret
//! arguments in unexpected ways; [`crate::check`] warns of those that do more than configure.

mod command;
mod fill;
mod identifier;

use std::collections::BTreeMap;

use candor_text::nearest;
use url::Url;

use crate::form::LaunchForm;
use crate::package::{EntryPackage, NamedInput, PackageTransport};
use crate::remote::EntryRemote;
pub use fill::FilledText;
use fill::LaunchFiller;
pub(crate) use identifier::{identifier_problem, pinned_version};

/// One way to run a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LaunchOption {
    /// A package that is started on this machine.
    Package(Box<EntryPackage>),
    /// A server that others run.
    Remote(Box<EntryRemote>),
}

/// The user's values by key; several for a repeated argument.
pub type LaunchValues = BTreeMap<String, Vec<String>>;

/// How a server is run with the user's values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LaunchPlan {
    /// A program is started.
    Program {
        /// The program, which is found as usual.
        command: String,
        /// The arguments, each a single word.
        args: Vec<FilledText>,
        /// Variables that it is started with.
        env: Vec<(String, FilledText)>,
    },
    /// An address is called.
    Remote {
        /// The URL of the server.
        url: FilledText,
        /// Headers that are sent along.
        headers: Vec<(String, FilledText)>,
        /// Whether it speaks HTTP+SSE.
        sse: bool,
    },
}

/// Why there is no plan.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LaunchError {
    /// The entry cannot be used as it was written.
    #[error("this package or remote cannot be used: {0}")]
    Unusable(String),
    /// Packages of this kind are not supported.
    #[error("Candor does not start packages of the kind `{0}`{1}")]
    Kind(String, &'static str),
    /// The publisher requires a program that is not known to start such packages.
    #[error(
        "the entry wants to be started with {hint}, and `{kind}` packages are started with {known}"
    )]
    Runtime {
        /// The required program.
        hint: String,
        /// The kind of package.
        kind: String,
        /// The supported programs.
        known: String,
    },
    /// It does not talk through standard input and output.
    #[error(
        "the package listens on {0}: start it yourself, and add that address with `candor add`"
    )]
    Listens(String),
    /// A value is missing.
    #[error("`{key}` is needed{why}")]
    Missing {
        /// The key of the field.
        key: String,
        /// Its purpose, after a colon.
        why: String,
    },
    /// A value does not fit.
    #[error("`{key}` {problem}")]
    Value {
        /// The key of the field.
        key: String,
        /// The problem of the value.
        problem: String,
    },
    /// There is no such field.
    #[error("{key} is not something that this server asks for{hint}")]
    UnknownKey {
        /// The key, as it can be shown.
        key: String,
        /// A similar key.
        hint: String,
    },
}

// === impl LaunchOption ===

impl LaunchOption {
    /// Placeholder values for everything required, so that the command line can be displayed before
    /// the form is filled in: the first choice, or a variable of its name.
    pub fn placeholder_values(&self) -> LaunchValues {
        let fields = self.form().fields.into_iter();
        let needed =
            fields.filter(|field| field.input.is_required && field.input.default.is_none());
        needed
            .map(|field| {
                let variable = field.key.to_ascii_uppercase().replace(['-', '.'], "_");
                let first = field.input.choices.first().cloned();
                let value = first.unwrap_or_else(|| format!("${{{variable}}}"));
                (field.key, vec![value])
            })
            .collect()
    }

    /// Why it cannot be run with any values; `None` if it can.
    pub fn unusable(&self) -> Option<LaunchError> {
        let written = match self {
            Self::Package(package) => &package.unusable,
            Self::Remote(remote) => &remote.unusable,
        };
        if let Some(problem) = written {
            return Some(LaunchError::Unusable(problem.clone()));
        }
        let Self::Package(package) = self else {
            return None;
        };
        let kind = || package.kind.as_str().to_owned();
        if package.kind.runtimes().is_empty() {
            let instead = match package.kind {
                crate::PackageKind::Mcpb => {
                    ": unpack the bundle, check its checksum, and add its program with `candor add`"
                }
                _ => "",
            };
            return Some(LaunchError::Kind(kind(), instead));
        }
        if package.runtime().is_none() {
            let hint = package.runtime_hint.as_deref().unwrap_or_default();
            let known = package.kind.runtimes().iter().copied();
            return Some(LaunchError::Runtime {
                hint: candor_text::quote(hint),
                kind: kind(),
                known: candor_text::quote_list(known, "or"),
            });
        }
        match &package.transport {
            PackageTransport::Http { url, .. } => {
                Some(LaunchError::Listens(candor_text::quote(url)))
            }
            PackageTransport::Stdio => None,
        }
    }

    /// Creates the plan. Reports all problems at once.
    pub fn launch(&self, values: &LaunchValues) -> Result<LaunchPlan, Vec<LaunchError>> {
        if let Some(error) = self.unusable() {
            return Err(vec![error]);
        }
        let form = self.form();
        let mut filler = LaunchFiller::new(values);
        filler.errors.extend(unknown_keys(&form, values));
        let plan = match self {
            Self::Package(package) => command::program(package, &mut filler),
            Self::Remote(remote) => filler.remote(remote),
        };
        if filler.errors.is_empty() {
            return Ok(plan);
        }
        filler.errors.dedup();
        Err(filler.errors)
    }

    /// A one-line summary: `npm @scope/name 1.2.3`, or its URL.
    pub fn summary(&self) -> String {
        match self {
            Self::Package(package) => {
                let version = package.version.as_deref().unwrap_or("");
                let line = format!("{} {} {version}", package.kind.as_str(), package.identifier);
                line.trim_end().to_owned()
            }
            Self::Remote(remote) => format!("{} {}", remote.flavour, remote.url),
        }
    }
}

fn unknown_keys<'v>(
    form: &'v LaunchForm,
    values: &'v LaunchValues,
) -> impl Iterator<Item = LaunchError> + 'v {
    let unknown = values.keys().filter(|key| form.field(key).is_none());
    unknown.map(|key| {
        let known = form.fields.iter().map(|field| field.key.as_str());
        let near = nearest(key, known.clone());
        let hint = match near {
            Some(near) => format!("; did you mean `{near}`?"),
            None if form.fields.is_empty() => "; it asks for nothing".to_owned(),
            None => format!("; it asks for {}", candor_text::quote_all(known)),
        };
        LaunchError::UnknownKey {
            key: candor_text::quote(key),
            hint,
        }
    })
}

// === impl LaunchFiller ===

impl LaunchFiller<'_> {
    /// The address and headers of a remote.
    fn remote(&mut self, remote: &EntryRemote) -> LaunchPlan {
        let url = self.text(&remote.url, &remote.variables);
        let is_web = |url: &Url| matches!(url.scheme(), "https" | "http");
        // An address with a reference to a variable is read when the gateway starts.
        let sound = url.has_reference() || Url::parse(&url.plain()).is_ok_and(|url| is_web(&url));
        if self.errors.is_empty() && !sound {
            self.errors.push(LaunchError::Unusable(format!(
                "its address becomes {}, which is no `http` or `https` address",
                candor_text::quote(&url.masked())
            )));
        }
        LaunchPlan::Remote {
            url,
            headers: self.pairs(&remote.headers),
            sse: remote.flavour == crate::RemoteFlavour::Sse,
        }
    }

    /// Variables of the environment, or headers, that have a value.
    fn pairs(&mut self, inputs: &[NamedInput]) -> Vec<(String, FilledText)> {
        let pairs = inputs.iter().filter_map(|named| {
            let value = self.input(&named.name, &named.input).into_iter().next()?;
            Some((named.name.clone(), value))
        });
        pairs.collect()
    }
}

// === impl LaunchPlan ===

impl LaunchPlan {
    /// Whether it contains a plain secret rather than a `${NAME}`.
    pub fn has_plain_secret(&self) -> bool {
        self.texts().any(FilledText::has_plain_secret)
    }

    /// The command line or URL for display, with secrets masked.
    pub fn line(&self) -> String {
        match self {
            Self::Program { command, args, .. } => {
                let words = args.iter().map(FilledText::masked);
                let words = std::iter::once(command.clone()).chain(words);
                let words: Vec<String> = words.map(|word| candor_text::shell_word(&word)).collect();
                words.join(" ")
            }
            Self::Remote { url, .. } => url.masked(),
        }
    }

    fn texts(&self) -> impl Iterator<Item = &FilledText> {
        let (texts, pairs, url) = match self {
            Self::Program { args, env, .. } => (args.as_slice(), env, None),
            Self::Remote { url, headers, .. } => (&[][..], headers, Some(url)),
        };
        texts
            .iter()
            .chain(pairs.iter().map(|(_, text)| text))
            .chain(url)
    }
}
