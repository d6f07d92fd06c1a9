//! Who calls and edits, but may not decide, cannot let its own calls through.

use candor_testkit::{
    ApiClient, CandorProcess, RawClient, ServerEra, api, assert_contains, assert_contains_for,
    config, script, wait_until,
};
use reqwest::Method;
use serde_json::{Value, json};

use crate::approvals::kit::{ApprovalGateway, ConcurrentClient, ON_THE_LINE, TOOLS, forms, script};

/// Those who may loosen, and the one who may not.
const HOLDERS: [(&str, &str); 4] = [
    ("agent", "viewer,caller,editor"),
    ("keeper", "viewer,editor"),
    ("lead", "caller,editor,approver"),
    ("root", "admin"),
];

async fn change(api: &ApiClient, (method, path, body): &(Method, &str, Value)) -> u16 {
    // What was never said has no version.
    let tag: &[(&str, &str)] = match *method {
        Method::PATCH => &[],
        _ => &[("if-match", "*")],
    };
    let answer = api.send(method.clone(), path, Some(body), tag).await;
    if answer.status == 403 {
        let sentence = answer.refused(403);
        let words = "this would let your own calls through unasked";
        assert_contains_for(&(method, path, body), &sentence, words);
        assert_contains(&sentence, "a token with the approver role can do it");
    }
    answer.status
}

fn loosening() -> Vec<(Method, &'static str, Value)> {
    let annotations = "/annotations/s.wipe";
    let preferences = "/policy/preferences";
    vec![
        (Method::PATCH, annotations, json!({"destructive": false})),
        (Method::PATCH, annotations, json!({"read_only": true})),
        (Method::PATCH, annotations, json!({"confirm": "never"})),
        (Method::PATCH, annotations, json!({"confirm": "first"})),
        (
            Method::PATCH,
            "/annotations/s.wipe?toolset=kit",
            json!({"destructive": false}),
        ),
        (
            Method::PUT,
            preferences,
            json!({"always_confirm_destructive": false}),
        ),
        (Method::PUT, preferences, json!({"unset": "allow"})),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn a_caller_that_edits_cannot_let_its_own_calls_through() {
    let (stage, tokens) = ApprovalGateway::guarded("", HOLDERS).await;
    let apis = tokens
        .each_ref()
        .map(|token| ApiClient::new(&stage.gateway, Some(token)));
    let [agent, keeper, lead, root] = &apis;
    let kit = json!({"name": "kit", "members": ["s.wipe", "s.look"]});
    agent.post("/toolsets", &kit).await.fine();

    for row in loosening() {
        assert_eq!(change(agent, &row).await, 403, "{row:?}");
    }
    // The call is asked about as before.
    let url = stage.gateway.url();
    let mut wire = ConcurrentClient::http(url, ON_THE_LINE[1].1, &forms(), Some(&tokens[0])).await;
    assert!(wire.is_asked("s_wipe", &json!({"path": "a"})).await);

    // What makes it stricter, or is about something else, it may say.
    for row in [
        (
            Method::PATCH,
            "/annotations/s.look",
            json!({"title": "Look around"}),
        ),
        (
            Method::PATCH,
            "/annotations/s.look",
            json!({"confirm": "always"}),
        ),
        (
            Method::PATCH,
            "/annotations/s.odd",
            json!({"destructive": true}),
        ),
        (Method::PUT, "/policy/preferences", json!({"unset": "ask"})),
    ] {
        assert_eq!(change(agent, &row).await, 200, "{row:?}");
    }
    // But not take it back.
    for row in [
        (
            Method::PATCH,
            "/annotations/s.look",
            json!({"confirm": null}),
        ),
        (Method::PUT, "/policy/preferences", json!({})),
    ] {
        assert_eq!(change(agent, &row).await, 403, "{row:?}");
    }
    let gone = agent.send(
        Method::DELETE,
        "/annotations/s.odd",
        None,
        &[("if-match", "*")],
    );
    assert_contains(&gone.await.refused(403), "your own calls");

    // Others may: one guards the calls of others, the other two decide about calls anyway.
    for api in [keeper, lead, root] {
        let harmless = json!({"destructive": false});
        let row = (Method::PATCH, "/annotations/s.odd", harmless);
        assert_eq!(change(api, &row).await, 200);
        let careful = json!({"destructive": true});
        let row = (Method::PATCH, "/annotations/s.odd", careful);
        assert_eq!(change(api, &row).await, 200);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_caller_that_edits_cannot_free_a_tool_that_is_held() {
    let changed = TOOLS.replace("everything in a folder", "everything");
    let upstream = script::serve_http(&script().field("tools_after", changed), ServerEra::Modern);
    let harmless = "[annotations.\"s.turn\"]\ndestructive = false\n";
    let text = config::url("s", upstream.url(), "") + harmless;
    let (gateway, tokens) = CandorProcess::with_tokens(&text, &HOLDERS).await;
    let [agent, lead] = [0, 2].map(|at: usize| ApiClient::new(&gateway, Some(&tokens[at])));
    let pool = api::pool(Some(&tokens[2]));
    let mut client = RawClient::http_pooled(gateway.url(), ServerEra::Legacy, pool).await;
    client.call("s_turn", "{}").await;
    wait_until("the change is found", async || {
        let held = lead.items("/drift").await;
        held.iter().any(|one: &Value| one["name"] == "s.wipe")
    })
    .await;
    let which = json!({"tool": "s.wipe"});
    let refused = agent.post("/drift/accept", &which).await.refused(403);
    assert_contains(&refused, "the changed definition of `s.wipe`");
    lead.post("/drift/accept", &which).await.fine();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_caller_that_edits_cannot_drop_a_toolset_that_asks_more() {
    let (stage, tokens) = ApprovalGateway::guarded("", HOLDERS).await;
    let [agent, _, lead, _] = tokens
        .each_ref()
        .map(|token| ApiClient::new(&stage.gateway, Some(token)));
    let kit = json!({"name": "kit", "members": ["s.wipe", "s.look"]});
    agent.post("/toolsets", &kit).await.fine();
    let strict = json!({"confirm": "always"});
    let path = "/annotations/s.look?toolset=kit";
    agent.patch(path, &strict).await.fine();
    let tag = [("if-match", "*")];
    let equipped = json!({"toolset": "kit"});
    agent
        .send(Method::PUT, "/equipped", Some(&equipped), &[])
        .await
        .fine();
    for (method, path, body) in [
        (Method::DELETE, "/toolsets/kit", None),
        (
            Method::PATCH,
            "/toolsets/kit",
            Some(json!({"name": "other"})),
        ),
        (Method::PUT, "/equipped", Some(json!({"toolset": null}))),
    ] {
        let answer = agent.send(method.clone(), path, body.as_ref(), &tag).await;
        let sentence = answer.refused(403);
        assert_contains_for(&(method, path), &sentence, "your own calls");
    }
    // Nor by the tools that manage toolsets.
    let pool = api::pool(Some(&tokens[0]));
    let url = stage.gateway.url();
    let mut client = RawClient::http_pooled(url, ServerEra::Legacy, pool).await;
    let reply = client.call("unequip-toolset", "{}").await;
    assert_contains(&reply.response, "your own calls");
    let answer = lead.send(Method::DELETE, "/toolsets/kit", None, &tag).await;
    answer.fine();
    wait_until("it is gone", async || {
        agent.get("/toolsets/kit").await.status == 404
    })
    .await;
}
