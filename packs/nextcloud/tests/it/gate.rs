//! Modules whose app the server lacks are named, with the reason.

use candor_nextcloud::{ModuleState, PackModule, capability_gate, toolbox_without};
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
async fn tools_of_a_missing_app_are_left_out_and_people_are_told() {
    let world = PackWorld::start().await;
    world.server.change(|state| {
        let apps = json!({"dav": {}, "notes": {}, "files_sharing": {"api_enabled": true}});
        state.store.put("capabilities", apps);
    });
    let options = || PackWorld::options(&world.server, "secret");
    let gates = capability_gate(options()).await.unwrap();
    let toolbox = toolbox_without(&options(), &gates).unwrap();
    assert!(toolbox.definition("deck_get_boards").is_none());
    assert!(toolbox.definition("nc_notes_get_note").is_some());
    assert_eq!(
        toolbox.left_out(),
        [
            "the `deck` tools are not offered: the `deck` app is not installed or not enabled for \
             this account",
            "the `tables` tools are not offered: the `tables` app is not installed or not enabled \
             for this account",
            "the `cookbook` tools are not offered: the `cookbook` app is not installed or not \
             enabled for this account",
        ]
    );
}

#[tokio::test]
async fn a_server_that_does_not_say_is_an_error() {
    let world = PackWorld::start().await;
    let options = PackWorld::options(&world.server, "wrong");
    let error = capability_gate(options).await.unwrap_err();
    assert!(error.to_string().contains("401"), "{error}");
}
