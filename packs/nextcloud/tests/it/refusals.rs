//! What the server can refuse whatever is asked, explained by every tool.

use serde_json::json;

use crate::case::PackWorld;
use crate::cases;
use crate::server::Reply;

/// Statuses with a part of what is said about them.
const FAULTS: [(u16, &str); 8] = [
    (401, "check the user name and the app password"),
    (403, "may not do this"),
    (413, "too large"),
    (423, "locked"),
    (429, "try again in 120 seconds"),
    (500, "the server failed"),
    (503, "try again in 120 seconds"),
    (507, "storage of the account is full"),
];

#[tokio::test]
async fn every_tool_explains_what_the_server_refuses() {
    let world = PackWorld::start().await;
    for case in cases::all() {
        for (status, told) in FAULTS {
            world.server.reset();
            let arguments = world.resolved(case.arguments.clone());
            let before = world.server.snapshot();
            let fault = Reply::json(status, &json!({"message": "as the server says"}))
                .header("retry-after", "120");
            world
                .server
                .change(|state| state.fault = Some((fault, usize::MAX)));
            let sentence = world.fail(case.tool, &arguments).await;
            assert!(sentence.contains(told), "{}: {sentence}", case.tool);
            assert!(
                sentence.contains("as the server says"),
                "{}: {sentence}",
                case.tool
            );
            assert_eq!(world.server.snapshot(), before, "{}", case.tool);
        }
    }
}

#[tokio::test]
async fn a_wrong_password_is_refused_by_the_server() {
    let world = PackWorld::with_password("wrong").await;
    for case in cases::all() {
        let sentence = world.fail(case.tool, &case.arguments).await;
        assert!(sentence.contains("401"), "{}: {sentence}", case.tool);
        assert!(!sentence.contains("wrong"), "{}: {sentence}", case.tool);
    }
}

#[tokio::test]
async fn a_request_that_was_put_off_is_sent_again() {
    let world = PackWorld::start().await;
    let fault = Reply::json(429, &json!({})).header("retry-after", "1");
    world.server.change(|state| state.fault = Some((fault, 1)));
    let note = world.ask("nc_notes_get_note", &json!({"note_id": 1})).await;
    assert_eq!(note["title"], "Shopping");
    assert_eq!(world.server.take_seen().len(), 2);
}

#[tokio::test]
async fn a_server_that_is_down_is_told() {
    let world = PackWorld::start().await;
    let PackWorld { server, toolbox } = world;
    drop(server);
    tokio::task::yield_now().await;
    let arguments = json!({"note_id": 1}).as_object().unwrap().clone();
    let invocation = candor_functions::ToolInvocation::alone();
    let reply = toolbox
        .call("nc_notes_get_note", arguments, invocation)
        .await;
    let reply = reply.unwrap().to_json();
    assert_eq!(reply["isError"], true, "{reply}");
}
