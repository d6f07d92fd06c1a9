use candor_config::RegistryAccess;
use candor_gateway::GatewayPolicySettings;

use crate::world::RegistryWorld;

fn with_tokens() -> GatewayPolicySettings {
    GatewayPolicySettings {
        tokens_needed: true,
        ..GatewayPolicySettings::default()
    }
}

#[tokio::test]
async fn a_token_is_needed_where_the_gateway_needs_one() {
    let world = RegistryWorld::with(RegistryAccess::Token, with_tokens()).await;
    let reply = world.get("/v0.1/servers").await;
    assert_eq!(reply.status, 401);
    assert!(reply.headers.contains_key("www-authenticate"));
    assert!(reply.body["error"].is_string());
    let wrong = world
        .send("/v0.1/servers", &[("authorization", "Bearer nonsense")])
        .await;
    assert_eq!(wrong.status, 401);
}

#[tokio::test]
async fn a_public_registry_is_for_everyone_and_says_that_its_servers_need_a_token() {
    let world = RegistryWorld::with(RegistryAccess::Public, with_tokens()).await;
    let reply = world.get("/v0.1/servers").await;
    assert_eq!(reply.status, 200);
    let header = &reply.body["servers"][0]["server"]["remotes"][0]["headers"][0];
    assert_eq!(header["name"], "Authorization");
    assert_eq!(header["variables"]["token"]["isSecret"], true);
}

#[tokio::test]
async fn another_host_or_origin_is_refused() {
    let world = RegistryWorld::open().await;
    let reply = world
        .send("/v0.1/servers", &[("origin", "https://evil.example")])
        .await;
    assert_eq!(reply.status, 403);
}

#[tokio::test]
async fn nothing_is_served_unless_it_is_switched_on() {
    let world = RegistryWorld::with(RegistryAccess::Off, with_tokens()).await;
    assert_eq!(world.get("/v0.1/servers").await.status, 404);
}
