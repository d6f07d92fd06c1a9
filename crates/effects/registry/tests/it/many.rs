use candor_registry_client::Freshness;
use candor_testkit::ScriptedRegistry;

use crate::support::{EARLY, client, server};

#[tokio::test]
async fn ten_thousand_entries_are_fetched_kept_and_searched() {
    let registry = ScriptedRegistry::start().expect("a registry");
    for at in 0..10_000 {
        registry.publish(server(&format!("a.example/server-{at}"), "1.0.0"), EARLY);
    }
    let data = tempfile::tempdir().expect("a folder");
    let fresh = client(data.path(), &[&registry.origin()]);
    assert_eq!(fresh.view(Freshness::Now).await.entries.len(), 10_000);
    assert_eq!(registry.targets().len(), 100);
    // Another process finds the same without asking.
    let other = client(data.path(), &[&registry.origin()]);
    let view = other.view(Freshness::Remembered).await;
    assert_eq!(view.entries.len(), 10_000);
    let found = view.search("server-9876", 5);
    assert_eq!(found[0].entry.name.as_str(), "a.example/server-9876");
    assert_eq!(registry.targets().len(), 100);
}
