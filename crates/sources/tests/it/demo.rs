//! The bookshop behind the same handle as every other source.

use candor_model::Era;
use candor_sources::{NewsEvent, OriginSpec, SourceError, State};
use serde_json::json;

use crate::rig::{Rig, asker, call, spec};

#[tokio::test]
async fn the_demo_is_a_source_like_any_other() {
    let mut rig = Rig::ready(spec(OriginSpec::Demo)).await;
    assert_eq!(rig.tools().len(), 5);
    let tools = rig
        .hear(|event| match event {
            NewsEvent::Inventory { tools, .. } => Some(tools),
            _ => None,
        })
        .await;
    assert!(tools);
    let result = rig.call("list_books", &json!({})).await;
    assert_eq!(result["structuredContent"]["total"], 5);
    assert!(matches!(
        rig.source.watch_resource("bookshop://catalogue").await,
        Err(SourceError::Refused { .. })
    ));
    rig.source.stop().await;
    assert!(matches!(rig.source.state(), State::Stopped));
    assert!(rig.tools().is_empty());
    let asked = rig
        .source
        .ask(call(asker(Era::Modern, 1), "list_books", &json!({})))
        .await;
    assert!(matches!(asked, Err(SourceError::NotReady { .. })));
}
