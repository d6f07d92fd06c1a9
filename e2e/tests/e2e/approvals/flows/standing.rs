//! Approvals that go on counting: how far, and until when.

use candor_testkit::candor::owner_name;
use candor_testkit::{ApiClient, ServerEra, assert_contains, script, wait_until};
use serde_json::{Value, json};

use crate::approvals::kit::{
    ApprovalGateway, COMING_BACK, ClientKind, ClientTransport, ConcurrentClient, MODERN,
    ON_THE_LINE, TOOLS, asked_ways, forms, script, until, yes,
};

/// The call is made without asking.
async fn unasked(wire: &mut ConcurrentClient, arguments: &Value) {
    let done = wire.called("s_wipe", arguments).await;
    assert_eq!(done.fine(), arguments.to_string());
}

/// The client is asked, and declines.
async fn asked(wire: &mut ConcurrentClient, arguments: &Value) {
    assert!(wire.is_asked("s_wipe", arguments).await, "{arguments}");
}

/// What was said elsewhere counts here at once; in another process, a moment later.
async fn heard(wire: &mut ConcurrentClient, way: ClientKind, arguments: &Value, is_asked: bool) {
    if way.0 == ClientTransport::Http {
        assert_eq!(wire.is_asked("s_wipe", arguments).await, is_asked);
    }
    wait_until("it is heard of", async || {
        wire.is_asked("s_wipe", arguments).await == is_asked
    })
    .await;
}

/// A call that is approved through the API, with a scope.
async fn agreed(
    wire: &mut ConcurrentClient,
    approver: &ApiClient,
    arguments: &Value,
    body: &Value,
) {
    let asked = wire.asked("s_wipe", arguments).await;
    let id = approver.only_pending().await;
    let (status, said) = approver.decide(&id, body).await.pair();
    assert_eq!(status, 200, "{said}");
    match asked.flight {
        Some((flight, _)) => flight.done().await,
        None => wire.called("s_wipe", arguments).await,
    }
    .fine();
}

#[tokio::test(flavor = "multi_thread")]
async fn for_this_session() {
    let (stage, approver) = ApprovalGateway::with_approver("").await;
    let ways = ON_THE_LINE
        .into_iter()
        .filter(|way| way.0 == ClientTransport::Http);
    for way in ways {
        let mut wire = stage.wire(way).await;
        let body = json!({"decision": "approve", "scope": "session"});
        agreed(&mut wire, &approver, &json!({"path": "a"}), &body).await;
        unasked(&mut wire, &json!({"path": "b"})).await;
        let mut other = stage.wire(way).await;
        asked(&mut other, &json!({"path": "b"})).await;
        // Another tool is another matter.
        let slow = wire.asked("s_slow", &json!({})).await;
        wire.say(slow, &json!({"action": "decline"}))
            .await
            .refused();
        let standing = approver.standing().await;
        assert_eq!(standing.len(), 1, "{standing:?}");
        assert_eq!(standing[0]["session"], true, "{standing:?}");
        let why = until("the call on file", async || {
            let calls = approver.calls("outcome=ok").await;
            let why = calls.first()?["decision"].as_str()?.to_owned();
            (calls.len() % 2 == 0).then_some(why)
        })
        .await;
        let expect = format!("approved for this session by {}", owner_name());
        assert!(why.contains(&expect), "{why}");
        approver.revoke_all().await;
        asked(&mut wire, &json!({"path": "b"})).await;
    }
    // Who has no session cannot be approved for one.
    let mut wire = stage.wire(COMING_BACK[0]).await;
    wire.asked("s_wipe", &json!({})).await;
    let body = json!({"decision": "approve", "scope": "session"});
    let answer = approver.decide(&approver.only_pending().await, &body).await;
    assert_contains(&answer.refused(422), "no session");
}

#[tokio::test(flavor = "multi_thread")]
async fn with_these_arguments() {
    let (stage, approver) = ApprovalGateway::with_approver("").await;
    for way in asked_ways() {
        let arguments = way.arguments();
        let mut wire = stage.wire(way).await;
        let body = json!({"decision": "approve", "scope": "these-arguments"});
        agreed(&mut wire, &approver, &arguments, &body).await;
        unasked(&mut wire, &arguments).await;
        // In any other session, too: it is the same caller.
        let mut other = stage.wire(way).await;
        unasked(&mut other, &arguments).await;
        asked(&mut other, &json!({"path": "b"})).await;
        let more = json!({"path": arguments["path"], "force": true});
        asked(&mut other, &more).await;
    }
    let standing = approver.standing().await;
    assert_eq!(standing.len(), 6, "{standing:?}");
    let exact = |one: &Value| one["arguments"] == "exactly" && one["session"] == false;
    assert!(standing.iter().all(exact), "{standing:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn with_arguments_that_fit_a_pattern() {
    let (stage, approver) = ApprovalGateway::with_approver("").await;
    let way = ON_THE_LINE[1];
    let mut wire = stage.wire(way).await;
    let first = wire
        .asked("s_wipe", &json!({"path": "tmp/a", "depth": 2}))
        .await;
    let id = approver.only_pending().await;
    let suggested = approver.approval(&id).await["card"]["pattern"].clone();
    assert!(
        suggested.as_str().is_some_and(|it| it.contains("/path")),
        "{suggested}"
    );
    // A pattern that cannot be read decides nothing.
    for (body, status) in [
        (json!({"decision": "approve", "scope": "pattern"}), 422),
        (
            json!({"decision": "approve", "scope": "pattern", "pattern": "path like a"}),
            422,
        ),
        (json!({"decision": "approve", "pattern": "/path = *"}), 422),
        (json!({"decision": "deny", "scope": "always"}), 422),
    ] {
        let (found, said) = approver.decide(&id, &body).await.pair();
        assert_eq!(found, status, "{body}: {said}");
    }
    let pattern = "/path ~ \"tmp/*\"\n/depth <= 3";
    let body = json!({"decision": "approve", "scope": "pattern", "pattern": pattern});
    assert_eq!(approver.decide(&id, &body).await.status, 200);
    first.flight.expect("on the line").0.done().await.fine();
    for (arguments, fits) in [
        (json!({"path": "tmp/b", "depth": 3}), true),
        (json!({"path": "tmp/b", "depth": 4}), false),
        (json!({"path": "home/b", "depth": 1}), false),
        (json!({"path": "tmp/b", "depth": 1, "force": true}), false),
        (json!({"depth": 1}), false),
        (json!({"path": ["tmp/b"], "depth": 1}), false),
    ] {
        if fits {
            unasked(&mut wire, &arguments).await;
        } else {
            asked(&mut wire, &arguments).await;
        }
    }
    let standing = approver.standing().await;
    assert_eq!(standing[0]["pattern"], pattern, "{standing:?}");
}

/// Always, until it is taken back. What was agreed to is not used again afterwards.
#[tokio::test(flavor = "multi_thread")]
async fn always_until_it_is_taken_back() {
    let (stage, approver) = ApprovalGateway::with_approver("").await;
    for way in asked_ways() {
        let arguments = way.arguments();
        let mut wire = stage.wire(way).await;
        let body = json!({"decision": "approve", "scope": "always"});
        agreed(&mut wire, &approver, &arguments, &body).await;
        heard(&mut wire, way, &json!({"path": "anything"}), false).await;
        let says = approver.standing().await[0]["says"].clone();
        let says = says.as_str().expect("words");
        assert!(says.contains("with any arguments"), "{says}");
        approver.revoke_all().await;
        // With other arguments, and with those that were agreed to.
        heard(&mut wire, way, &json!({"path": "anything"}), true).await;
        asked(&mut wire, &arguments).await;
    }
}

/// A yes for always that no call was made on is taken back with it.
#[tokio::test(flavor = "multi_thread")]
async fn an_unused_yes_is_taken_back_as_well() {
    let (stage, approver) = ApprovalGateway::with_approver("").await;
    let way = COMING_BACK[0];
    let arguments = way.arguments();
    let mut wire = stage.wire(way).await;
    wire.asked("s_wipe", &arguments).await;
    let id = approver.only_pending().await;
    approver.approve_for(&id, "always").await;
    // Made on the standing approval, by a client that has forgotten its state.
    unasked(&mut wire, &arguments).await;
    approver.revoke_all().await;
    assert_eq!(approver.approval(&id).await["state"], "expired");
    asked(&mut wire, &arguments).await;
}

/// A no to this very call goes before a yes to many.
#[tokio::test(flavor = "multi_thread")]
async fn a_no_goes_before_what_goes_on_counting() {
    let (stage, approver) = ApprovalGateway::with_approver("").await;
    for way in asked_ways().filter(|way| way.0 == ClientTransport::Http) {
        let (one, two) = (json!({"path": "one"}), json!({"path": "two"}));
        let mut wire = stage.wire(way).await;
        let first = wire.asked("s_wipe", &one).await;
        let body = json!({"decision": "approve", "scope": "always"});
        let mut other = stage.wire(way).await;
        let second = other.asked("s_wipe", &two).await;
        let before = stage.calls("wipe");
        for id in approver.pending(2).await {
            let shown = approver.approval(&id).await;
            if shown["card"]["arguments"][0]["value"] == "\"two\"" {
                assert_eq!(approver.decide(&id, &body).await.status, 200);
            }
        }
        if let Some((flight, _)) = second.flight {
            flight.done().await.fine();
        } else {
            other.say(second, &yes()).await.fine();
        }
        let done = wire.say(first, &json!({"action": "decline"})).await;
        done.refused();
        assert_eq!(stage.calls("wipe"), before + 1, "{way:?}");
        approver.revoke_all().await;
    }
}

/// When a tool has changed, an approval is needed again, also after the change was
/// accepted.
#[tokio::test(flavor = "multi_thread")]
async fn until_the_tool_changes() {
    let changed = TOOLS.replace(
        "everything in a folder",
        "everything in a folder and above it",
    );
    let script = script().field("tools_after", changed);
    let upstream = script::serve_http(&script, ServerEra::Modern);
    let calm = "[annotations.\"s.turn\"]\ndestructive = false\n";
    let stage = ApprovalGateway::before(upstream, "", calm).await;
    let approver = stage.approver();
    let mut wire = stage.wire(ON_THE_LINE[1]).await;
    let arguments = json!({"path": "a"});
    let body = json!({"decision": "approve", "scope": "always"});
    agreed(&mut wire, &approver, &arguments, &body).await;
    unasked(&mut wire, &arguments).await;

    wire.called("s_turn", &json!({})).await.fine();
    until("the change is found", async || {
        let held = approver.items("/drift").await;
        held.iter().any(|one| one["name"] == "s.wipe").then_some(())
    })
    .await;
    approver
        .post("/drift/accept", &json!({"tool": "s.wipe"}))
        .await
        .fine();
    let asked_again = until("the tool is served again", async || {
        let mut flight = wire.call("s_wipe", &arguments).await;
        let next = flight.next().await;
        if next["method"] == "elicitation/create" {
            return Some((flight, next));
        }
        let words = next["result"]["content"][0]["text"]
            .as_str()
            .unwrap_or_default();
        let held = words.contains("quarantine") || next.get("error").is_some();
        assert!(held, "it must not be made on the old approval: {next}");
        None
    })
    .await;
    let (flight, question) = asked_again;
    let shown = question["params"]["message"].as_str().expect("words");
    assert!(shown.contains("changed"), "the card tells it: {shown}");
    wire.respond(&question, &yes()).await;
    flight.done().await.fine();
}

/// The same where changes are served without being accepted.
#[tokio::test(flavor = "multi_thread")]
async fn until_a_trusted_tool_changes() {
    let changed = TOOLS.replace("everything in a folder", "everything");
    let upstream = script::serve_http(&script().field("tools_after", changed), ServerEra::Modern);
    let stage = ApprovalGateway::before(upstream, "trust = \"trusted\"", "").await;
    let mut wire = stage.wire(ON_THE_LINE[1]).await;
    let arguments = json!({"path": "a"});
    let body = json!({"decision": "approve", "scope": "always"});
    agreed(&mut wire, &stage.approver(), &arguments, &body).await;
    unasked(&mut wire, &arguments).await;
    wire.called("s_turn", &json!({})).await.fine();
    wait_until("somebody is asked again", async || {
        wire.is_asked("s_wipe", &arguments).await
    })
    .await;
}

/// A standing approval counts as long as the rules stay as they are.
#[tokio::test(flavor = "multi_thread")]
async fn until_the_rules_change() {
    let (stage, approver) = ApprovalGateway::with_approver("").await;
    let mut wire = stage.wire(ON_THE_LINE[1]).await;
    let arguments = json!({"path": "a"});
    let body = json!({"decision": "approve", "scope": "always"});
    agreed(&mut wire, &approver, &arguments, &body).await;
    unasked(&mut wire, &arguments).await;
    stage.run(&["policy", "set", "unset=ask"]);
    let (flight, question) = until("asked again", async || {
        let mut flight = wire.call("s_wipe", &arguments).await;
        let next = flight.next().await;
        (next["method"] == "elicitation/create").then_some((flight, next))
    })
    .await;
    wire.respond(&question, &json!({"action": "decline"})).await;
    flight.done().await.refused();
}

/// A standing approval counts for one caller and one environment.
#[tokio::test(flavor = "multi_thread")]
async fn for_one_caller_in_one_environment() {
    let more = "[environments.prod]\n";
    let holders = [("ann", "caller"), ("bob", "caller"), ("eve", "approver")];
    let (stage, [ann, bob, eve]) = ApprovalGateway::guarded(more, holders).await;
    let approver = ApiClient::new(&stage.gateway, Some(&eve));
    let client = async |path: &str, token: &str| {
        ConcurrentClient::http(&stage.gateway.at(path), MODERN, &forms(), Some(token)).await
    };
    let arguments = json!({"path": "a"});
    let mut anns = client("/mcp", &ann).await;
    let body = json!({"decision": "approve", "scope": "always"});
    agreed(&mut anns, &approver, &arguments, &body).await;
    unasked(&mut anns, &arguments).await;
    asked(&mut client("/mcp", &bob).await, &arguments).await;
    asked(&mut client("/mcp@prod", &ann).await, &arguments).await;
    unasked(&mut anns, &json!({"path": "b"})).await;
}
