//! What an API needs before its tools can be called, found out without calling any.

mod document;
mod way;

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::time::Duration;

use candor_config::{OpenApiSettings, SourceSettings};
use candor_model::SourceName;
use candor_openapi::Api;
use url::Url;

use crate::openapi;

pub use candor_sources::DocumentError;
pub use way::Way;

/// How long looking up a name may take.
const PATIENCE: Duration = Duration::from_secs(5);

/// What an API needs.
#[derive(Debug)]
pub struct Survey {
    /// Where requests go unless an environment says otherwise, or why nobody knows.
    pub base: Result<Url, String>,
    /// What callers must show, for tools that ask for something.
    pub demands: Vec<Demand>,
}

/// What some tools ask for alike.
#[derive(Debug)]
pub struct Demand {
    /// How many tools.
    pub tools: usize,
    /// Any one of these is enough.
    pub ways: Vec<Way>,
}

/// Reads the document of a source as it is read when the source is served.
pub async fn survey(
    source: &SourceSettings,
    settings: &OpenApiSettings,
) -> Result<Survey, DocumentError> {
    let (api, url) = document::read(settings).await?;
    // Neither the time of calls nor who selects plays a part.
    let spec = openapi::spec(settings, Duration::ZERO, None);
    let base = candor_rest::base(&api.servers, url.as_ref(), &spec.wish);
    let (tools, _) = candor_openapi::tools(&api, &spec.options);
    // An API may name a server for each operation and none for all.
    let base = base.or_else(|error| {
        let mut tools = tools.iter();
        let own = tools.find_map(|tool| {
            candor_rest::base(&tool.operation.servers, url.as_ref(), &spec.wish).ok()
        });
        own.ok_or_else(|| error.to_string())
    });
    let security = tools.iter().map(|tool| tool.operation.security.as_slice());
    let demands = demands(&source.name, &api, security);
    Ok(Survey { base, demands })
}

/// Whether requests to this address can be sent: its name is known, and the source may go there.
pub async fn reach(base: &Url, settings: &OpenApiSettings) -> Result<(), String> {
    let host = base.host_str().unwrap_or_default();
    let port = base.port_or_known_default().unwrap_or_default();
    let plain = host.trim_start_matches('[').trim_end_matches(']');
    let looking = tokio::net::lookup_host((plain, port));
    let found: Vec<IpAddr> = match tokio::time::timeout(PATIENCE, looking).await {
        Ok(Ok(found)) => found.map(|address| address.ip()).collect(),
        Ok(Err(error)) => return Err(format!("the address of `{host}` cannot be found: {error}")),
        Err(_) => {
            return Err(format!(
                "the address of `{host}` was not found in {PATIENCE:?}"
            ));
        }
    };
    let mut private = found
        .iter()
        .filter(|address| !candor_egress::is_public(**address));
    match private.next() {
        Some(address) if !settings.allow_private => Err(format!(
            "`{host}` is at `{address}`, which is not a public address; set `allow_private = true` \
             on the source if it may go there"
        )),
        _ => Ok(()),
    }
}

/// Tools that allow the same ways are counted together; those that ask for nothing are not.
fn demands<'a>(
    source: &SourceName,
    api: &Api,
    security: impl Iterator<Item = &'a [candor_openapi::Requirement]>,
) -> Vec<Demand> {
    let mut counted: BTreeMap<Vec<Vec<&str>>, usize> = BTreeMap::new();
    for alternatives in security {
        if alternatives.is_empty() || alternatives.iter().any(Vec::is_empty) {
            continue;
        }
        let names = |requirement: &'a candor_openapi::Requirement| {
            requirement
                .iter()
                .map(|need| need.scheme.as_str())
                .collect()
        };
        let key = alternatives.iter().map(names).collect();
        *counted.entry(key).or_default() += 1;
    }
    counted
        .into_iter()
        .map(|(alternatives, tools)| {
            let ways = alternatives.iter();
            let ways = ways.map(|schemes| Way::new(source, &api.schemes, schemes));
            Demand {
                tools,
                ways: ways.collect(),
            }
        })
        .collect()
}

// === impl Demand ===

impl Demand {
    /// Whether something is enough of what is there.
    pub fn is_met(&self, is_set: impl Fn(&str) -> bool) -> bool {
        self.ways.iter().any(|way| way.is_met(&is_set))
    }
}

#[cfg(test)]
mod tests;
