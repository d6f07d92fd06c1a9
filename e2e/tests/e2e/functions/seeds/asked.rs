//! The example that deletes says that it destroys: by default a person is asked first.

use candor_e2e::Candor;
use serde_json::json;

use super::{config, programs, weather};
use crate::approvals::kit::{Desk, Over, Way, Wire, asked_ways, forms, no, yes};

async fn wire(gateway: &Candor, Way(over, revision): Way) -> Wire {
    match over {
        Over::Http => Wire::http(gateway.url(), revision, &forms(), None).await,
        Over::Stdio => Wire::stdio(gateway.folder(), revision, &forms()).await,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_deleted_before_a_person_agrees() {
    let weather = weather();
    let gateway = Candor::serve_in(programs(), &config(&weather), &[]);
    gateway.all_ready().await;
    let desk = Desk::at(gateway.at("/api/v1"), None);
    let ways: Vec<Way> = asked_ways().collect();
    for way in &ways {
        let mut wire = wire(&gateway, *way).await;
        let user = json!({"userId": format!("{way:?}")});

        let asked = wire.asked("users_delete_user", &user).await;
        let shown = asked.shown();
        for part in ["users.delete_user", "Delete User", "destructive"] {
            assert!(shown.contains(part), "{way:?}: {part} in {shown}");
        }
        let id = desk.only().await;
        let refusal = wire.say(asked, &no("still needed")).await;
        let words = refusal.refused();
        assert!(words.contains("still needed"), "{way:?}: {words}");
        desk.becomes(&id, "denied").await;

        let asked = wire.asked("users_delete_user", &user).await;
        let id = desk.only().await;
        let done = wire.say(asked, &yes()).await;
        assert_eq!(done.fine(), r#"{"deleted":true}"#, "{way:?}");
        let made = desk.call_on(&id).await;
        assert_eq!(made["target"], "delete_user", "{way:?}: {made}");

        // Those that only look are not asked about.
        let counted = wire.call("look_count_users", &json!({})).await;
        assert_eq!(counted.done().await.fine(), r#"{"count":3}"#, "{way:?}");
    }
    let mut made = desk.calls("outcome=ok").await;
    made.retain(|call| call["target"] == "delete_user");
    assert_eq!(made.len(), ways.len(), "one for each yes: {made:?}");
}
