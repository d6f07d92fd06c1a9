use candor_registry_client::Freshness;
use candor_testkit::ScriptedRegistry;
use serde_json::json;

use crate::support::{EARLY, LATER, client, listed, name, server};

#[tokio::test]
async fn every_page_is_read_and_then_only_what_changed() {
    let registry = ScriptedRegistry::start().expect("a registry");
    for at in 0..250 {
        registry.publish(server(&format!("a.example/s{at:03}"), "1.0.0"), EARLY);
    }
    let data = tempfile::tempdir().expect("a folder");
    let client = client(data.path(), &[&registry.origin()]);
    let view = client.view(Freshness::WhenOld).await;
    assert_eq!(view.entries.len(), 250);
    assert_eq!(view.registries[0].servers, 250);
    assert_eq!(view.registries[0].outage, None);
    let first = registry.targets();
    assert_eq!(first.len(), 3, "{first:?}");
    assert_eq!(first[0], "/v0.1/servers?limit=100&version=latest");

    // What is new is not asked for again while it is fresh.
    client.view(Freshness::WhenOld).await;
    assert_eq!(registry.targets().len(), 3);

    registry.publish(server("a.example/s007", "1.1.0"), LATER);
    registry.publish(server("a.example/new", "0.1.0"), LATER);
    registry.set_status("a.example/s008", "1.0.0", "deleted", LATER);
    registry.set_status("a.example/s009", "1.0.0", "deprecated", LATER);
    let view = client.view(Freshness::Now).await;
    let asked = registry.targets();
    assert_eq!(asked.len(), 4, "{asked:?}");
    assert!(asked[3].contains("updated_since=20"), "{asked:?}");
    let listed = listed(&view);
    for expect in [
        "a.example/new 0.1.0 active",
        "a.example/s007 1.1.0 active",
        "a.example/s008 1.0.0 deleted",
        "a.example/s009 1.0.0 deprecated",
        "a.example/s010 1.0.0 active",
    ] {
        assert!(listed.iter().any(|line| line == expect), "{expect}");
    }
    assert_eq!(view.registries[0].servers, 250);
}

#[tokio::test]
async fn a_version_whose_content_changes_is_told() {
    let registry = ScriptedRegistry::start().expect("a registry");
    registry.publish(server("a.example/s", "1.0.0"), EARLY);
    let data = tempfile::tempdir().expect("a folder");
    let client = client(data.path(), &[&registry.origin()]);
    assert_eq!(
        listed(&client.view(Freshness::Now).await),
        ["a.example/s 1.0.0 active"]
    );
    let mut other = server("a.example/s", "1.0.0");
    other["packages"][0]["identifier"] = json!("evil");
    registry.tamper("a.example/s", "1.0.0", other, LATER);
    for _ in 0..2 {
        let view = client.view(Freshness::Now).await;
        assert_eq!(listed(&view), ["a.example/s 1.0.0 active changed"]);
    }
    // The next version is a version of its own.
    registry.publish(server("a.example/s", "1.0.1"), LATER);
    let view = client.view(Freshness::Now).await;
    assert_eq!(listed(&view), ["a.example/s 1.0.1 active"]);
    let known = view.find(&name("a.example/s")).expect("an entry");
    let old = client.version(known, "1.0.0").await.expect("a version");
    assert!(old.history.has_changed);
}

#[tokio::test]
async fn versions_are_asked_for_by_name() {
    let registry = ScriptedRegistry::start().expect("a registry");
    for version in ["1.0.0", "1.1.0", "2.0.0+build"] {
        registry.publish(server("a.example/s", version), EARLY);
    }
    let data = tempfile::tempdir().expect("a folder");
    let client = client(data.path(), &[&registry.origin()]);
    let view = client.view(Freshness::Now).await;
    let known = view.find(&name("a.example/s")).expect("an entry");
    assert_eq!(known.entry.version, "2.0.0+build");
    let versions = client.versions(known).await.expect("versions");
    let versions: Vec<&str> = versions
        .iter()
        .map(|entry| entry.version.as_str())
        .collect();
    assert_eq!(versions, ["2.0.0+build", "1.1.0", "1.0.0"]);
    let one = client.version(known, "1.1.0").await.expect("a version");
    assert_eq!(one.entry.version, "1.1.0");
    let missing = client
        .version(known, "9.9.9")
        .await
        .expect_err("no version");
    assert_eq!(missing.to_string(), "`127.0.0.1` does not know it");
    let targets = registry.targets();
    assert!(
        targets.contains(&"/v0.1/servers/a.example%2Fs/versions".to_owned()),
        "{targets:?}"
    );
}

#[tokio::test]
async fn the_first_registry_that_has_a_server_counts() {
    let [one, other] = [(); 2].map(|()| ScriptedRegistry::start().expect("a registry"));
    one.publish(server("a.example/s", "1.0.0"), EARLY);
    other.publish(server("a.example/s", "6.6.6"), EARLY);
    other.publish(server("a.example/t", "1.0.0"), EARLY);
    let data = tempfile::tempdir().expect("a folder");
    let client = client(data.path(), &[&one.origin(), &other.origin()]);
    let view = client.view(Freshness::Now).await;
    assert_eq!(
        listed(&view),
        ["a.example/s 1.0.0 active", "a.example/t 1.0.0 active"]
    );
    assert_eq!(view.search("s", 9)[0].registry, 0);
}
