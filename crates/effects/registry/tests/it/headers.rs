use candor_model::Secret;
use candor_registry_client::{Freshness, RegistryClient, RegistryError};
use candor_testkit::ScriptedRegistry;

use crate::support::{EARLY, listed, server, settings};

const TOKEN: &str = "Bearer t0ken-of-a-registry";

/// A client that sends this header, or none.
fn client(
    data: &std::path::Path,
    registry: &ScriptedRegistry,
    header: Option<(&str, &str)>,
) -> Result<RegistryClient, RegistryError> {
    let mut settings = settings(&[&registry.origin()]);
    let headers = header.map(|(name, value)| (name.to_owned(), Secret::new(value.to_owned())));
    settings.registries[0].headers = headers.into_iter().collect();
    RegistryClient::new(data, &settings)
}

#[tokio::test]
async fn a_registry_that_wants_a_token_gets_it_with_every_request() {
    let registry = ScriptedRegistry::start().expect("a registry");
    registry.require("Authorization", TOKEN);
    for at in 0..150 {
        registry.publish(server(&format!("a.example/s{at:03}"), "1.0.0"), EARLY);
    }
    registry.publish(server("a.example/s000", "2.0.0"), EARLY);
    let data = tempfile::tempdir().expect("a folder");
    let client = client(data.path(), &registry, Some(("authorization", TOKEN)));
    let client = client.expect("a client");
    let view = client.view(Freshness::Now).await;
    assert_eq!(view.registries[0].outage, None);
    assert_eq!(listed(&view).len(), 150);
    let known = view.search("s000", 1)[0];
    let versions = client.versions(known).await.expect("versions");
    assert_eq!(versions.len(), 2);
    let old = client.version(known, "1.0.0").await.expect("a version");
    assert_eq!(old.entry.version, "1.0.0");
    // Nothing of it is kept or printed.
    assert!(!format!("{client:?}").contains("t0ken"));
    for file in std::fs::read_dir(data.path().join("catalogue")).expect("a folder") {
        let text = std::fs::read_to_string(file.expect("a file").path());
        assert!(!text.expect("text").contains("t0ken"));
    }
}

#[tokio::test]
async fn without_it_or_with_another_the_way_out_is_told() {
    let registry = ScriptedRegistry::start().expect("a registry");
    registry.require("Authorization", TOKEN);
    registry.publish(server("a.example/s", "1.0.0"), EARLY);
    let data = tempfile::tempdir().expect("a folder");
    for (header, expect) in [
        (None, "give it `headers` with a token"),
        (
            Some(("Authorization", "Bearer wr0ng")),
            "it does not accept the `headers`",
        ),
    ] {
        let client = client(data.path(), &registry, header).expect("a client");
        let view = client.view(Freshness::Now).await;
        let outage = view.registries[0].outage.clone().expect("an outage");
        assert!(outage.contains("answered 401 Unauthorized"), "{outage}");
        assert!(outage.contains(expect), "{outage}");
        assert!(!outage.contains("wr0ng"), "{outage}");
        assert!(view.entries.is_empty());
    }
}

#[test]
fn what_cannot_be_a_header_is_refused_without_its_value() {
    let registry = ScriptedRegistry::start().expect("a registry");
    let data = tempfile::tempdir().expect("a folder");
    for header in [("Authorization", "a\nb-s3cret"), ("no header", "s3cret")] {
        let error = client(data.path(), &registry, Some(header)).expect_err("no header");
        let said = error.to_string();
        assert!(
            said.contains(header.0) && !said.contains("s3cret"),
            "{said}"
        );
    }
}
