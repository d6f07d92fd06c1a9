//! A gateway with a catalogue.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use candor_config::{CatalogueSettings, RegistryAccess, RegistryLocation};
use candor_gatetest::{TestDatabase, gateway_spec, test_keyring};
use candor_gateway::{GatewayPolicySettings, GatewaySpec};
use candor_pagetest::{PageWorld, open_settings};
use candor_registry_client::{RegistryClient, SharedCatalogue};
use candor_testkit::ScriptedRegistry;
use serde_json::{Value, json};

use crate::source_factory::TestSourceFactory;

/// Compares a page with its snapshot, without the address of the registry.
macro_rules! assert_kept {
    ($name:expr, $page:expr) => {
        let registry = [(r"http://127\.0\.0\.1:\d+", "[registry]")];
        candor_pagetest::assert_page!($name, $page, registry)
    };
}

pub(crate) use assert_kept;

pub(crate) const EARLY: &str = "2001-01-01T00:00:00Z";

/// A server with everything that a page shows.
pub(crate) fn weather() -> Value {
    json!({
        "name": "io.github.ada/weather",
        "title": "Weather",
        "description": "Forecasts for every city",
        "version": "1.2.3",
        "websiteUrl": "https://weather.example/docs",
        "repository": { "url": "https://code.example/ada/weather", "source": "github" },
        "packages": [{
            "registryType": "npm", "identifier": "@ada/weather", "version": "1.2.3",
            "transport": { "type": "stdio" },
            "environmentVariables": [{
                "name": "API_KEY", "description": "Your key", "isRequired": true, "isSecret": true,
            }],
            "packageArguments": [
                { "type": "named", "name": "--units", "default": "metric",
                  "choices": ["metric", "imperial"], "description": "What to measure in" },
                { "type": "named", "name": "--city", "isRepeated": true,
                  "description": "Where", "placeholder": "Bern" },
            ],
        }],
        "remotes": [{
            "type": "streamable-http", "url": "https://weather.example/mcp",
            "headers": [{ "name": "Authorization", "isRequired": true, "isSecret": true }],
        }],
        "_meta": { "io.modelcontextprotocol.registry/publisher-provided": { "tools": [
            { "name": "forecast", "title": "Forecast", "description": "Tells the weather.",
              "annotations": { "readOnlyHint": true, "openWorldHint": true } },
            { "name": "forget", "annotations": { "destructiveHint": true } },
            { "name": "odd" },
        ] } },
    })
}

/// A server with one package and nothing else.
pub(crate) fn plain(name: &str, version: &str) -> Value {
    json!({
        "name": name,
        "description": format!("Server {name}"),
        "version": version,
        "packages": [{
            "registryType": "pypi", "identifier": "plain", "version": version,
            "transport": { "type": "stdio" },
        }],
    })
}

/// A registry with these servers.
pub(crate) fn registry(servers: &[Value]) -> ScriptedRegistry {
    let registry = ScriptedRegistry::start().expect("a registry");
    for server in servers {
        registry.publish(server.clone(), EARLY);
    }
    registry
}

/// A catalogue whose memory is in a folder. What is older than `refresh` is asked for again.
pub(crate) fn catalogue(
    registry: &ScriptedRegistry,
    data: &Path,
    refresh: Duration,
) -> Arc<SharedCatalogue> {
    let origin = registry.origin().parse().expect("an address");
    let settings = CatalogueSettings {
        registries: vec![RegistryLocation::Url(origin).into()],
        refresh,
        allow_private: true,
        serve: RegistryAccess::Off,
        namespace: "local.candor".to_owned(),
    };
    let client = RegistryClient::new(data, &settings).expect("a client");
    Arc::new(SharedCatalogue::new(client))
}

/// A gateway to which programs can be added, with this registry.
pub(crate) async fn open(registry: &ScriptedRegistry) -> PageWorld {
    world(open_settings(), Some(registry), true).await
}

/// A gateway, perhaps with a registry.
pub(crate) async fn world(
    settings: GatewayPolicySettings,
    registry: Option<&ScriptedRegistry>,
    allow_commands: bool,
) -> PageWorld {
    let folder = tempfile::tempdir().expect("a folder");
    let hour = Duration::from_hours(1);
    let catalogue = registry.map(|registry| catalogue(registry, folder.path(), hour));
    of(settings, catalogue, allow_commands, folder).await
}

/// A gateway with this catalogue.
pub(crate) async fn of(
    settings: GatewayPolicySettings,
    catalogue: Option<Arc<SharedCatalogue>>,
    allow_commands: bool,
    folder: tempfile::TempDir,
) -> PageWorld {
    let spec = GatewaySpec {
        keyring: test_keyring("7"),
        policy_settings: settings,
        source_factory: Arc::new(TestSourceFactory { allow_commands }),
        ..gateway_spec(TestDatabase::of(folder.path()).await, Vec::new())
    };
    let routes = candor_dashboard_catalogue::routes(catalogue);
    PageWorld::of(spec, routes, Vec::new(), folder).await
}
