//! A client with a data directory of its own.

use std::time::Duration;

use candor_config::{CatalogueSettings, RegistryAccess, RegistryLocation};
use candor_registry::ServerName;
use candor_registry_client::{CatalogueView, RegistryClient, RegistryLimits};
use serde_json::{Value, json};

/// Long before any test, and long after.
pub(crate) const EARLY: &str = "2001-01-01T00:00:00Z";
pub(crate) const LATER: &str = "2999-01-01T00:00:00Z";

/// Settings with these registries, on this machine.
pub(crate) fn settings(registries: &[&str]) -> CatalogueSettings {
    let location = |text: &&str| match text.parse() {
        Ok(url) => RegistryLocation::Url(url),
        Err(_) => RegistryLocation::Path((*text).into()),
    };
    CatalogueSettings {
        registries: registries.iter().map(location).map(Into::into).collect(),
        refresh: Duration::from_hours(1),
        allow_private: true,
        serve: RegistryAccess::Off,
        namespace: "local.candor".to_owned(),
    }
}

/// A client with small limits, so that tests of them are quick.
pub(crate) fn client(data: &std::path::Path, registries: &[&str]) -> RegistryClient {
    let limits = RegistryLimits {
        answer: Duration::from_secs(10),
        page_bytes: 4 << 20,
        ..RegistryLimits::default()
    };
    RegistryClient::with_limits(data, &settings(registries), limits).expect("a client")
}

/// A `server.json` with one package.
pub(crate) fn server(name: &str, version: &str) -> Value {
    json!({
        "name": name,
        "description": format!("Server {name}"),
        "version": version,
        "packages": [{
            "registryType": "npm", "identifier": "pkg", "version": version,
            "transport": { "type": "stdio" },
        }],
    })
}

pub(crate) fn name(text: &str) -> ServerName {
    ServerName::parse(text).expect("a name")
}

/// Names with versions, and a sign where something is to be said.
pub(crate) fn listed(view: &CatalogueView) -> Vec<String> {
    let entries = view.entries.iter();
    entries
        .map(|known| {
            let changed = if known.history.has_changed {
                " changed"
            } else {
                ""
            };
            let entry = &known.entry;
            format!("{} {} {}{changed}", entry.name, entry.version, entry.status)
        })
        .collect()
}
