//! Modules whose app the server lacks are named, with the reason.

use candor_nextcloud::{ModuleState, PackModule, capability_gate};
use serde_json::json;

use crate::case::PackWorld;

#[tokio::test]
async fn a_missing_app_is_told_with_its_reason() {
    let world = PackWorld::start().await;
    let options = || PackWorld::options(&world.server, "secret");
    let missing = async || {
        let gates = capability_gate(options()).await.unwrap();
        let gates = gates.into_iter().filter_map(|gate| match gate.state {
            ModuleState::Missing { reason } => Some((gate.module, reason)),
            ModuleState::Available => None,
        });
        gates.collect::<Vec<_>>()
    };
    let before = missing().await;
    assert_eq!(before, []);
    world.server.change(|state| {
        let apps = json!({"dav": {}, "notes": {}, "files_sharing": {"api_enabled": false}});
        state.store.put("capabilities", apps);
    });
    let found = missing().await;
    let modules: Vec<PackModule> = found.iter().map(|(module, _)| *module).collect();
    for module in [
        PackModule::Deck,
        PackModule::Tables,
        PackModule::Sharing,
        PackModule::Cookbook,
    ] {
        assert!(modules.contains(&module), "{module:?}");
    }
    assert!(!modules.contains(&PackModule::Notes));
    assert!(
        found
            .iter()
            .any(|(_, reason)| reason.contains("`deck` app"))
    );
}

#[tokio::test]
async fn a_server_that_does_not_say_is_an_error() {
    let world = PackWorld::start().await;
    let options = PackWorld::options(&world.server, "wrong");
    let error = capability_gate(options).await.unwrap_err();
    assert!(error.to_string().contains("401"), "{error}");
}
