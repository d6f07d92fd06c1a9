use candor_registry_client::Freshness;
use serde_json::json;

use crate::support::{client, listed, server};

#[tokio::test]
async fn a_folder_of_server_json_is_a_registry() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |path: &str, text: String| {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(path, text).expect("written");
    };
    write(
        "one/server.json",
        server("a.example/one", "1.0.0").to_string(),
    );
    write(
        "two.json",
        json!({ "servers": [{ "server": server("a.example/two", "2.0.0") }] }).to_string(),
    );
    write(
        "three.json",
        json!([server("a.example/three", "3.0.0")]).to_string(),
    );
    write("readme.md", "no entry".to_owned());
    write("broken.json", "{".to_owned());
    let data = tempfile::tempdir().expect("a folder");
    let client = client(data.path(), &[folder.path().to_str().expect("a path")]);
    let view = client.view(Freshness::Remembered).await;
    assert_eq!(
        listed(&view),
        [
            "a.example/one 1.0.0 active",
            "a.example/three 3.0.0 active",
            "a.example/two 2.0.0 active"
        ]
    );
    let problems = &view.registries[0].problems;
    assert!(
        problems.len() == 1 && problems[0].contains("broken.json"),
        "{problems:?}"
    );

    std::fs::remove_file(folder.path().join("two.json")).expect("removed");
    let view = client.view(Freshness::Remembered).await;
    assert!(listed(&view).contains(&"a.example/two 2.0.0 deleted".to_owned()));
    assert_eq!(view.registries[0].servers, 2);
}

#[tokio::test]
async fn a_file_that_is_missing_is_an_outage() {
    let data = tempfile::tempdir().expect("a folder");
    let client = client(data.path(), &["/nowhere/server.json"]);
    let view = client.view(Freshness::WhenOld).await;
    let outage = view.registries[0].outage.clone().expect("an outage");
    assert!(
        outage.contains("cannot read `/nowhere/server.json`"),
        "{outage}"
    );
}

#[tokio::test]
async fn without_registries_there_is_nothing() {
    let data = tempfile::tempdir().expect("a folder");
    let client = client(data.path(), &[]);
    assert!(!client.is_on());
    assert!(client.view(Freshness::Now).await.entries.is_empty());
    assert!(!data.path().join("catalogue").exists());
}
