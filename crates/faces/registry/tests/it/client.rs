use std::time::Duration;

use candor_config::{CatalogueSettings, RegistryAccess, RegistryLocation};
use candor_registry::{LaunchPlan, LaunchValues, ServerName};
use candor_registry_client::{Freshness, RegistryClient};
use tokio::net::TcpListener;

use crate::world::RegistryWorld;

#[tokio::test]
async fn another_candor_reads_this_one() {
    let world = RegistryWorld::open().await;
    world.toolset("reading", "shop.list_*", "For readers").await;
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let serving = axum::serve(listener, world.router.clone());
    let server = tokio::spawn(serving.into_future());

    let data = tempfile::tempdir().expect("a folder");
    let url = format!("http://{address}").parse().expect("a URL");
    let settings = CatalogueSettings {
        registries: vec![RegistryLocation::Url(url).into()],
        refresh: Duration::from_hours(1),
        allow_private: true,
        serve: RegistryAccess::Off,
        namespace: "local.candor".to_owned(),
    };
    let client = RegistryClient::new(data.path(), &settings).expect("a client");
    let view = client.view(Freshness::Now).await;
    assert_eq!(view.registries[0].outage, None);
    assert_eq!(view.entries.len(), 3);
    let name = ServerName::parse("com.example/toolset.reading").expect("a name");
    let known = view.find(&name).expect("an entry");
    assert!(known.entry.remarks.is_empty(), "{:?}", known.entry.remarks);
    let tools = known.entry.tools.as_ref().expect("tools");
    assert_eq!(
        tools[0].hints.to_string(),
        "read_only=true,destructive=false"
    );
    assert_eq!(tools[0].origins[0].1, "declared");
    let plan = known.entry.options[0]
        .launch(&LaunchValues::new())
        .expect("a plan");
    let LaunchPlan::Remote { url, .. } = plan else {
        panic!("a remote");
    };
    assert_eq!(url.plain(), "https://candor.example/mcp/reading");
    let versions = client.versions(known).await.expect("versions");
    assert_eq!(versions.len(), 1);
    // And once more, for what changed.
    assert_eq!(client.view(Freshness::Now).await.registries[0].outage, None);
    server.abort();
}
