//! The requirements for calling an API: its address and credentials.

mod credential_option;
mod document;

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::time::Duration;

use candor_boxed::boxed;
use candor_config::{OpenApiSettings, SourceSettings};
use candor_model::SourceName;
use candor_openapi::ApiDescription;
use url::Url;

use crate::openapi;

pub use candor_sources::DocumentError;
pub use credential_option::CredentialOption;

/// The timeout for resolving a name.
const PATIENCE: Duration = Duration::from_secs(5);

/// The requirements of an API.
#[derive(Debug)]
pub struct ApiRequirements {
    /// The base URL unless an environment overrides it, or why it is unknown.
    pub base: Result<Url, String>,
    /// The credentials that tools need.
    pub demands: Vec<CredentialRequirement>,
}

/// Credentials that some tools need in the same way.
#[derive(Debug)]
pub struct CredentialRequirement {
    /// The number of tools that need them.
    pub tools: usize,
    /// Alternatives, any of which is enough.
    pub ways: Vec<CredentialOption>,
}

/// Reads the document of a source, as when it is served.
#[boxed]
pub async fn api_requirements(
    source: &SourceSettings,
    settings: &OpenApiSettings,
) -> Result<ApiRequirements, DocumentError> {
    let (api, url) = document::read(settings).await?;
    // Timeouts and `_select` do not matter here.
    let spec = openapi::spec(settings, Duration::ZERO, None);
    let base = candor_rest::base(&api.servers, url.as_ref(), &spec.base_url);
    let (tools, _) = candor_openapi::tools(&api, &spec.options);
    // An API may name a server for each operation and none for all.
    let base = base.or_else(|error| {
        let mut tools = tools.iter();
        let own = tools.find_map(|tool| {
            candor_rest::base(&tool.operation.servers, url.as_ref(), &spec.base_url).ok()
        });
        own.ok_or_else(|| error.to_string())
    });
    let security = tools.iter().map(|tool| tool.operation.security.as_slice());
    let demands = credential_requirements(&source.name, &api, security);
    Ok(ApiRequirements { base, demands })
}

/// Whether requests can be sent to this address: its name resolves, and the source may go there.
#[boxed]
pub async fn check_reachable(base: &Url, settings: &OpenApiSettings) -> Result<(), String> {
    let host = base.host_str().unwrap_or_default();
    let port = base.port_or_known_default().unwrap_or_default();
    let plain = host.trim_start_matches('[').trim_end_matches(']');
    let looking = tokio::net::lookup_host((plain, port));
    let found: Vec<IpAddr> = match tokio::time::timeout(PATIENCE, looking).await {
        Ok(Ok(found)) => found.map(|address| address.ip()).collect(),
        Ok(Err(error)) => return Err(format!("the address of `{host}` cannot be found: {error}")),
        Err(_) => {
            return Err(format!(
                "the address of `{host}` was not found within {PATIENCE:?}"
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

/// Tools with the same alternatives are counted together; tools without credentials are left out.
fn credential_requirements<'a>(
    source: &SourceName,
    api: &ApiDescription,
    security: impl Iterator<Item = &'a [candor_openapi::SecurityRequirement]>,
) -> Vec<CredentialRequirement> {
    let mut counted: BTreeMap<Vec<Vec<&str>>, usize> = BTreeMap::new();
    for alternatives in security {
        if alternatives.is_empty() || alternatives.iter().any(Vec::is_empty) {
            continue;
        }
        let names = |requirement: &'a candor_openapi::SecurityRequirement| {
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
            let ways = ways.map(|schemes| CredentialOption::new(source, &api.schemes, schemes));
            CredentialRequirement {
                tools,
                ways: ways.collect(),
            }
        })
        .collect()
}

// === impl CredentialRequirement ===

impl CredentialRequirement {
    /// Whether one of the alternatives is met.
    pub fn is_met(&self, is_set: impl Fn(&str) -> bool) -> bool {
        self.ways.iter().any(|way| way.is_met(&is_set))
    }
}

#[cfg(test)]
mod tests;
