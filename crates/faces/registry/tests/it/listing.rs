use candor_model::ToolsetName;

use crate::world::{RegistryWorld, author};

#[tokio::test]
async fn lists_come_in_pages_and_are_filtered() {
    let world = RegistryWorld::open().await;
    for name in ["alpha", "beta", "gamma"] {
        world.toolset(name, "shop.*", "").await;
    }
    let all = world.names("").await;
    assert_eq!(
        all,
        [
            "com.example/all",
            "com.example/source.shop",
            "com.example/toolset.alpha",
            "com.example/toolset.beta",
            "com.example/toolset.gamma",
        ]
    );
    let mut seen = Vec::new();
    let mut query = "?limit=2&version=latest".to_owned();
    loop {
        let page = world.get(&format!("/v0.1/servers{query}")).await.body;
        let servers = page["servers"].as_array().expect("a list");
        assert_eq!(page["metadata"]["count"], servers.len());
        seen.extend(servers.iter().map(|entry| entry["server"]["name"].clone()));
        let Some(next) = page["metadata"]["nextCursor"].as_str() else {
            break;
        };
        query = format!(
            "?limit=2&version=latest&cursor={}",
            next.replace('/', "%2F")
        );
    }
    assert_eq!(seen, all);
    assert_eq!(
        world.names("?search=GAMMA").await,
        ["com.example/toolset.gamma"]
    );
    assert!(world.names("?search=zebra").await.is_empty());
    assert!(
        world
            .names("?updated_since=2999-01-01T00:00:00Z")
            .await
            .is_empty()
    );
    assert_eq!(
        world.names("?updated_since=2001-01-01T00:00:00Z").await,
        all
    );
    assert!(world.names("?version=9.9.9").await.is_empty());
}

#[tokio::test]
async fn what_cannot_be_read_is_refused_with_a_sentence() {
    let world = RegistryWorld::open().await;
    let long = "x".repeat(400);
    for query in [
        "limit=0",
        "limit=x",
        "limit=-1",
        "updated_since=yesterday",
        &format!("search={long}"),
    ] {
        let reply = world.get(&format!("/v0.1/servers?{query}")).await;
        assert_eq!(reply.status, 400, "{query}");
        assert!(reply.body["error"].is_string(), "{}", reply.body);
    }
    assert_eq!(world.names("?limit=5000&unknown=1").await.len(), 2);
    for path in [
        "/v0.1/servers/com.example%2Fnothing/versions",
        "/v0.1/servers/com.example%2Fall/versions/0.0.1",
        "/v0.1/servers/..%2F..%2Fetc/versions/latest",
    ] {
        let reply = world.get(path).await;
        assert_eq!(reply.status, 404, "{path}");
        assert_eq!(reply.body["error"], "Server not found");
    }
}

#[tokio::test]
async fn versions_follow_the_content_and_what_is_gone_is_told() {
    let world = RegistryWorld::open().await;
    let all = "/v0.1/servers/com.example%2Fall/versions";
    let first = world.get(all).await.body["servers"][0]["server"]["version"].clone();
    let version = first.as_str().expect("a version").replace('+', "%2B");
    let again = world.get(&format!("{all}/{version}")).await;
    assert_eq!(again.body["server"]["version"], first);

    world.toolset("short", "shop.list_*", "").await;
    assert_eq!(world.names("?search=short").await.len(), 1);
    let name = ToolsetName::parse("short").expect("a name");
    let editor = world.gateway.editor();
    editor
        .delete_toolset(&author(), &name, None)
        .await
        .expect("deleted");
    assert!(world.names("?search=short").await.is_empty());
    let gone = world
        .get("/v0.1/servers?search=short&updated_since=2001-01-01T00:00:00Z")
        .await;
    let meta = &gone.body["servers"][0]["_meta"];
    assert_eq!(
        meta["io.modelcontextprotocol.registry/official"]["status"],
        "deleted"
    );
    let path = "/v0.1/servers/com.example%2Ftoolset.short/versions/latest";
    assert_eq!(world.get(path).await.status, 404);
    assert_eq!(
        world
            .get(&format!("{path}?include_deleted=true"))
            .await
            .status,
        200
    );
}
