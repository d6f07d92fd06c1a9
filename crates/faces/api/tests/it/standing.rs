//! `/approvals/standing`.

use serde_json::{Value, json};

use crate::approvals::DELETE;
use crate::fixture::{ApiFixture, shows, strings};

/// Approves a call with this scope.
async fn approve(world: &ApiFixture, arguments: Value, scope: Value) -> String {
    let id = world.ask_about("agent", DELETE, arguments).await;
    let mut body = json!({"decision": "approve", "reason": "it is mine"});
    for (key, value) in scope.as_object().expect("an object") {
        body[key] = value.clone();
    }
    let path = format!("/approvals/{id}/decision");
    world.post(&path, body).gives(200).await;
    id
}

#[tokio::test]
async fn what_goes_on_counting_is_explained() {
    let world = ApiFixture::shop().await;
    let pattern = "/n <= 10";
    let once = approve(&world, json!({"n": 1}), json!({})).await;
    let exact = approve(&world, json!({"n": 2}), json!({"scope": "these-arguments"})).await;
    let scope = json!({"scope": "pattern", "pattern": pattern});
    let fitting = approve(&world, json!({"n": 3}), scope).await;
    let session = approve(&world, json!({"n": 30}), json!({"scope": "session"})).await;

    let page = world.json("/approvals/standing").await;
    let approvals = strings(&page["items"], "approval");
    assert_eq!(
        approvals,
        [session.as_str(), &fitting, &exact],
        "newest first"
    );
    assert!(!approvals.contains(&once));
    let [of_session, of_pattern, of_exact] = page["items"].as_array().expect("items").as_slice()
    else {
        panic!("{page}")
    };
    assert_eq!(of_exact["arguments"], "exactly");
    assert_eq!(of_pattern["arguments"], "pattern");
    assert_eq!(of_pattern["pattern"], pattern);
    assert_eq!(of_session["arguments"], "any");
    assert_eq!(
        (&of_session["session"], &of_pattern["session"]),
        (&json!(true), &json!(false))
    );
    for (view, part) in [
        (
            of_exact,
            "calls of `shop.delete_book` by `agent` with the arguments that were approved",
        ),
        (of_pattern, "with arguments that fit the pattern, until "),
        (
            of_session,
            "with any arguments, in one session only, until ",
        ),
    ] {
        let says = view["says"].as_str().expect("a sentence");
        assert!(says.contains(part), "{says}");
        let given = format!(
            "given by `local` on the approval `{}`",
            view["approval"].as_str().expect("an id")
        );
        assert!(says.ends_with(&given), "{says}");
        shows!(view, {"reason": "it is mine", "door": "api"});
    }
    let id = of_exact["id"].as_str().expect("an id");
    assert_eq!(
        world.json(&format!("/approvals/standing/{id}")).await,
        *of_exact
    );

    let first = world.json("/approvals/standing?limit=2").await;
    let next = first["next"].as_str().expect("a cursor");
    let rest = world
        .json(&format!("/approvals/standing?limit=2&after={next}"))
        .await;
    assert_eq!(strings(&rest["items"], "id"), [id]);
    assert_eq!(rest["next"], json!(null));
    let heard = world.heard.lock().expect("no panic");
    assert!(!heard.contains("session-canary"));
}

#[tokio::test]
async fn what_is_taken_back_counts_no_more() {
    let world = ApiFixture::shop().await;
    approve(&world, json!({"n": 1}), json!({"scope": "always"})).await;
    let page = world.json("/approvals/standing").await;
    let id = page["items"][0]["id"].as_str().expect("an id").to_owned();
    let path = format!("/approvals/standing/{id}");
    let body = world.delete(&path).body("{}");
    body.refused(400, "malformed", "takes no body").await;
    world.delete(&format!("{path}?why=over")).sent(204).await;
    assert_eq!(world.json("/approvals/standing").await["items"], json!([]));
    for ask in [world.get(&path), world.delete(&path)] {
        ask.unknown("there is no standing approval `").await;
    }
    for path in ["/approvals/standing/nope", "/approvals/standing/%00"] {
        for ask in [world.get(path), world.delete(path)] {
            ask.unknown("there is no standing approval `").await;
        }
    }
    let ask = world.get("/approvals/standing?after=x");
    ask.refused(400, "malformed", "`after` is `x`").await;
    let changes = world.json("/audit/changes?action=approvals.").await;
    let actions = strings(&changes["items"], "action");
    assert_eq!(actions, ["approvals.revoke", "approvals.grant"]);
    assert_eq!(changes["items"][0]["why"], "over");
    // It is asked again.
    world.ask_about("agent", DELETE, json!({"n": 1})).await;
}
