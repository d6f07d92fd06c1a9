//! Parses values of individual settings.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use candor_model::{McpEra, NameError, SourceName, ToolsetName};
use candor_text::{StringEnum, quote, quote_all};
use url::Url;

use crate::endpoint;
use crate::problem::{ValueProblem, did_you_mean};
use crate::settings::HttpFlavour;
use crate::tree::ConfigNode;

const LEVELS: [&str; 6] = ["off", "error", "warn", "info", "debug", "trace"];

/// An address to listen on; `localhost` is a name everyone knows and needs no resolver.
pub(crate) fn address(text: &str) -> Result<SocketAddr, ValueProblem> {
    let local = text
        .strip_prefix("localhost:")
        .and_then(|port| port.parse().ok());
    local
        .map(|port| SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), port))
        .or_else(|| text.parse().ok())
        .ok_or_else(|| {
            ValueProblem::new(format!(
                "is {}, which is not an address to listen on",
                quote(text)
            ))
            .with_hint("write an IP address and a port, such as `127.0.0.1:7333` or `[::1]:7333`")
        })
}

/// One of several words.
pub(super) fn word<T: Copy>(text: &str, known: &[(&str, T)]) -> Result<T, ValueProblem> {
    if let Some((_, value)) = known.iter().find(|(word, _)| *word == text) {
        return Ok(*value);
    }
    let words = || known.iter().map(|(word, _)| *word);
    let (written, all) = (quote(text), quote_all(words()));
    let mut problem = ValueProblem::new(format!("is {written}, but must be one of {all}"));
    problem.hint = did_you_mean(text, words());
    Err(problem)
}

/// A value of an enum.
pub(super) fn one_of<T: StringEnum>(text: &str) -> Result<T, ValueProblem> {
    let known: Vec<(&str, T)> = T::VARIANTS.iter().map(|one| (one.word(), *one)).collect();
    word(text, &known)
}

/// `auto`, `legacy` or `modern`.
pub(super) fn era(text: &str) -> Result<Option<McpEra>, ValueProblem> {
    let eras = [None, Some(McpEra::Legacy), Some(McpEra::Modern)];
    word(
        text,
        &eras.map(|era| (era.map_or("auto", McpEra::as_str), era)),
    )
}

/// `auto`, `stdio`, `streamable-http` or `sse`; `None` is stdio.
pub(super) fn transport(text: &str) -> Result<Option<HttpFlavour>, ValueProblem> {
    let http = [HttpFlavour::Auto, HttpFlavour::Streamable, HttpFlavour::Sse];
    let [auto, streamable, sse] = http.map(|flavour| (flavour.as_str(), Some(flavour)));
    word(text, &[auto, ("stdio", None), streamable, sse])
}

/// A level, or directives `target=level` between commas.
pub(crate) fn log_level(text: &str) -> Result<String, ValueProblem> {
    let is_level = |word: &str| LEVELS.iter().any(|level| level.eq_ignore_ascii_case(word));
    let bad = text
        .split(',')
        .map(str::trim)
        .find(|directive| match directive.rsplit_once('=') {
            Some((target, level)) => target.is_empty() || !is_level(level),
            None => !is_level(directive),
        });
    match bad {
        None => Ok(text.to_owned()),
        Some(bad) => Err(ValueProblem::new(format!(
            "says {}, which is not a log level",
            quote(bad)
        ))
        .with_hint(format!(
            "write one of {}, or directives such as `info,candor_wire=trace`",
            LEVELS.map(|level| format!("`{level}`")).join(", ")
        ))),
    }
}

/// The name of a source.
pub(crate) fn source_name(text: &str) -> Result<SourceName, ValueProblem> {
    SourceName::parse(text).map_err(|error| {
        let why = match error {
            NameError::Empty => "which is empty".to_owned(),
            NameError::TooLong(_) => "which is longer than 64 characters".to_owned(),
            NameError::Character(_, bad) => format!("which holds {}", quote(&bad.to_string())),
        };
        ValueProblem::new(format!("is {}, {why}", quote(text)))
            .with_hint("a name has letters, digits, `_` and `-`, at most 64")
    })
}

/// The name of a toolset.
pub(crate) fn toolset_name(text: &str) -> Result<ToolsetName, ValueProblem> {
    ToolsetName::parse(text)
        .map_err(|error| ValueProblem::new(format!("is {}: {error}", quote(text))))
}

/// A list of host names, each with or without a port.
pub(crate) fn hosts(node: &ConfigNode) -> Result<Vec<String>, ValueProblem> {
    list(
        node,
        "a host name",
        "write names such as `candor.example` or `candor.example:443`",
        |text| {
            // A host with an optional port makes a URL without further parts. The URL normalises
            // the host as clients do, but omits the default port.
            let url = Url::parse(&format!("http://{text}/")).ok()?;
            let port = url.port().or_else(|| text.ends_with(":80").then_some(80));
            let port = port.map(|port| format!(":{port}")).unwrap_or_default();
            let host = url
                .host_str()
                .filter(|_| is_bare(&url) && !text.contains(['/', '*']))?;
            Some(format!("{host}{port}"))
        },
    )
}

/// A list of web origins.
pub(crate) fn origins(node: &ConfigNode) -> Result<Vec<String>, ValueProblem> {
    list(
        node,
        "an origin",
        "write a scheme and a host, such as `https://app.example`",
        |text| {
            let url = Url::parse(text).ok()?;
            let web = matches!(url.scheme(), "http" | "https");
            (is_bare(&url) && web).then(|| url.origin().ascii_serialization())
        },
    )
}

/// The base URL of links, without a trailing `/`. An invalid one is quoted as written, but without
/// possible credentials.
pub(crate) fn public_url(written: &str, value: &str) -> Result<String, ValueProblem> {
    let fits = |url: &Url| {
        let web = matches!(url.scheme(), "http" | "https");
        web && !endpoint::has_user(url) && url.query().is_none() && url.fragment().is_none()
    };
    let url = Url::parse(value.trim()).ok().filter(fits).ok_or_else(|| {
        let shown = quote(&endpoint::shown(written));
        ValueProblem::new(format!("is {shown}, which links cannot begin with")).with_hint(
            "write a scheme, a host and perhaps a path, such as `https://candor.example`",
        )
    })?;
    Ok(url.as_str().trim_end_matches('/').to_owned())
}

/// Whether a URL has only a scheme, a host and optionally a port.
fn is_bare(url: &Url) -> bool {
    !endpoint::has_user(url)
        && url.path() == "/"
        && url.query().is_none()
        && url.fragment().is_none()
}

/// A database URL; never quoted, because it contains a password.
pub(crate) fn database_url(text: &str) -> Result<(), ValueProblem> {
    const SCHEMES: [&str; 3] = ["sqlite", "postgres", "postgresql"];
    let scheme = text.split_once(':').map(|(scheme, _)| scheme);
    if scheme.is_some_and(|scheme| SCHEMES.contains(&scheme)) && !text.contains('\0') {
        return Ok(());
    }
    Err(
        ValueProblem::new("is not the address of a database that can be used")
            .with_hint("begin with `sqlite:` or `postgres:`"),
    )
}

/// Every item read, or all items that cannot be.
fn list(
    node: &ConfigNode,
    what: &str,
    hint: &str,
    read: impl Fn(&str) -> Option<String>,
) -> Result<Vec<String>, ValueProblem> {
    let mut good = Vec::new();
    let mut bad = Vec::new();
    for item in node.as_list()? {
        let text = item.as_text().map_err(ValueProblem::of_item)?;
        match read(text) {
            Some(value) => good.push(value),
            None => bad.push(text),
        }
    }
    ValueProblem::of_list(&bad, what, hint).map(|()| good)
}
