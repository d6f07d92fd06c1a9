//! The base URL of an operation.
//!
//! The source's settings take precedence: a base URL, or one of the servers in the document.
//! Otherwise the first `https` server is used, or else the first with a URL. A relative server URL
//! is resolved against the document's URL.

mod error;
mod template;

use std::collections::BTreeMap;

use candor_openapi::ApiServer;
use url::Url;

pub use self::error::BaseUrlError;
use self::template::expand;

/// The source's settings about the base URL.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BaseUrlSettings {
    /// This URL, overriding the document.
    pub base_url: Option<Url>,
    /// This one of the document's servers: its address as the document writes it, its name, its
    /// description, or its number from 0.
    pub server: Option<String>,
    /// Values for the variables in the addresses of servers.
    pub variables: BTreeMap<String, String>,
}

/// The base URL of an operation with these servers. `document` is the document's URL, if it has
/// one.
///
/// The result has a host and the scheme `http` or `https`, and no user, query or fragment.
pub fn base(
    servers: &[ApiServer],
    document: Option<&Url>,
    settings: &BaseUrlSettings,
) -> Result<Url, BaseUrlError> {
    if let Some(url) = &settings.base_url {
        return check(url.clone());
    }
    if let Some(wanted) = &settings.server {
        let server = find(servers, wanted)?;
        return resolve(server, document, &settings.variables);
    }
    let mut plain = None;
    let mut refused = None;
    for server in servers {
        match resolve(server, document, &settings.variables) {
            Ok(url) if url.scheme() == "https" => return Ok(url),
            Ok(url) => plain = plain.or(Some(url)),
            // This value was chosen. To go elsewhere instead would be worse than not to go.
            Err(error) if error.is_about_settings() => return Err(error),
            Err(error) => refused = refused.or(Some(error)),
        }
    }
    plain.ok_or_else(|| refused.unwrap_or(BaseUrlError::NoServer))
}

fn find<'a>(servers: &'a [ApiServer], wanted: &str) -> Result<&'a ApiServer, BaseUrlError> {
    let by_words = servers.iter().find(|server| {
        server.url == wanted
            || server.name.as_deref() == Some(wanted)
            || server.description.as_deref() == Some(wanted)
    });
    let by_number = || servers.get(wanted.parse::<usize>().ok()?);
    by_words
        .or_else(by_number)
        .ok_or_else(|| BaseUrlError::UnknownServer {
            wanted: wanted.to_owned(),
            servers: listed(servers),
        })
}

/// The servers with their numbers, for a sentence.
fn listed(servers: &[ApiServer]) -> String {
    if servers.is_empty() {
        return "none".to_owned();
    }
    let name = |(at, server): (usize, &ApiServer)| format!("{at}: `{}`", server.url);
    let shown: Vec<_> = servers.iter().enumerate().take(10).map(name).collect();
    shown.join(", ")
}

fn resolve(
    server: &ApiServer,
    document: Option<&Url>,
    variables: &BTreeMap<String, String>,
) -> Result<Url, BaseUrlError> {
    let mut address = expand(server, variables)?;
    if address.is_empty() {
        // Taken literally, it would be the document itself.
        address.push('/');
    }
    let refuse = |cause| BaseUrlError::Malformed {
        url: address.clone(),
        cause,
    };
    match Url::parse(&address) {
        Ok(url) => check(url),
        Err(url::ParseError::RelativeUrlWithoutBase) => {
            let document = document
                .filter(|document| matches!(document.scheme(), "http" | "https"))
                .ok_or_else(|| BaseUrlError::Relative {
                    url: address.clone(),
                })?;
            check(document.join(&address).map_err(refuse)?)
        }
        Err(cause) => Err(refuse(cause)),
    }
}

fn check(url: Url) -> Result<Url, BaseUrlError> {
    let why = if !matches!(url.scheme(), "http" | "https") {
        "only `http` and `https` can be spoken"
    } else if !url.username().is_empty() || url.password().is_some() {
        "a user or a password in an address would be shown with it; use a credential"
    } else if url.query().is_some() || url.fragment().is_some() {
        "the paths of operations are joined to it, so it can have no `?` and no `#`"
    } else if url.host().is_none() {
        "it has no host"
    } else {
        return Ok(url);
    };
    Err(BaseUrlError::Unfit {
        url: shown(&url),
        why,
    })
}

/// The address without anything in it that could be a secret.
fn shown(url: &Url) -> String {
    let mut url = url.clone();
    // An address that can have no user has none to hide.
    let _ = url.set_username("");
    let _ = url.set_password(None);
    url.set_query(None);
    url.set_fragment(None);
    url.into()
}
