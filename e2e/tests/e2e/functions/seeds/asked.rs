//! The example that deletes says that it destroys: by default a person is asked first.

use candor_testkit::CandorProcess;
use serde_json::json;

use super::{config, programs, weather};
use crate::approvals::kit::{
    ClientKind, ClientTransport, ConcurrentClient, asked_ways, forms, no, yes,
};

async fn wire(gateway: &CandorProcess, ClientKind(over, revision): ClientKind) -> ConcurrentClient {
    match over {
        ClientTransport::Http => {
            ConcurrentClient::http(gateway.url(), revision, &forms(), None).await
        }
        ClientTransport::Stdio => {
            ConcurrentClient::stdio(gateway.folder(), revision, &forms()).await
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_is_deleted_before_a_person_agrees() {
    let weather = weather();
    let gateway = CandorProcess::served_in(programs(), &config(&weather)).await;
    let approver = gateway.api();
    let ways: Vec<ClientKind> = asked_ways().collect();
    for way in &ways {
        let mut wire = wire(&gateway, *way).await;
        let user = json!({"userId": format!("{way:?}")});

        let asked = wire.asked("users_delete_user", &user).await;
        let shown = asked.shown();
        for part in ["users.delete_user", "Delete User", "destructive"] {
            assert!(shown.contains(part), "{way:?}: {part} in {shown}");
        }
        let id = approver.only_pending().await;
        let refusal = wire.say(asked, &no("still needed")).await;
        let words = refusal.refused();
        assert!(words.contains("still needed"), "{way:?}: {words}");
        approver.becomes(&id, "denied").await;

        let asked = wire.asked("users_delete_user", &user).await;
        let id = approver.only_pending().await;
        let done = wire.say(asked, &yes()).await;
        assert_eq!(done.fine(), r#"{"deleted":true}"#, "{way:?}");
        let made = approver.call_on(&id).await;
        assert_eq!(made["target"], "delete_user", "{way:?}: {made}");

        // Those that only look are not asked about.
        let counted = wire.call("look_count_users", &json!({})).await;
        assert_eq!(counted.done().await.fine(), r#"{"count":3}"#, "{way:?}");
    }
    let mut made = approver.calls("outcome=ok").await;
    made.retain(|call| call["target"] == "delete_user");
    assert_eq!(made.len(), ways.len(), "one for each yes: {made:?}");
}
