//! When an approval is needed: rules, `confirm`, preferences and roles.

use candor_testkit::http_api::HttpApi;
use candor_testkit::{ApiClient, assert_contains};
use serde_json::{Value, json};

use crate::approvals::kit::{
    ApprovalGateway, ConcurrentClient, MODERN, decision, forms, until, yes,
};

/// What becomes of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CallFate {
    Made,
    Asked,
    Denied,
}

use CallFate::{Asked, Denied, Made};

/// A client that comes back, at a path of a gateway.
async fn client(stage: &ApprovalGateway, path: &str) -> ConcurrentClient {
    ConcurrentClient::http(&stage.gateway.at(path), MODERN, &forms(), None).await
}

/// Makes a call and says what became of it, and in which words. A question is answered with no.
async fn fate(wire: &mut ConcurrentClient, tool: &str, arguments: &Value) -> (CallFate, String) {
    let done = wire.called(tool, arguments).await;
    let result = done.result();
    if result["resultType"] == "input_required" {
        let shown = &result["inputRequests"]["approval"]["params"]["message"];
        let shown = shown.as_str().expect("words").to_owned();
        let back = json!({
            "requestState": result["requestState"],
            "inputResponses": {"approval": {"action": "decline"}},
        });
        let done = wire.called_with(tool, arguments, &back).await;
        done.refused();
        return (Asked, shown);
    }
    let words = result["content"][0]["text"].as_str().unwrap_or_default();
    let fate = if result["isError"] == true {
        Denied
    } else {
        Made
    };
    (fate, words.to_owned())
}

/// Checks calls one after the other: tool, arguments, what becomes of them, and words.
async fn check(wire: &mut ConcurrentClient, table: &[(&str, Value, CallFate, &str)]) {
    for (tool, arguments, expect, words) in table {
        let (found, said) = fate(wire, tool, arguments).await;
        assert_eq!(found, *expect, "{tool} {arguments}: {said}");
        assert!(said.contains(words), "{tool} {arguments}: {said}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn rules_allow_ask_and_deny() {
    let rules = r#"
[policy]
unset = "allow"

[environments.prod]
[toolsets.night]
tools = ["s.wipe", "s.add", "s.look"]

[[policy.rule]]
name = "scratch"
tool = "s.wipe"
when = "args.path.startsWith('tmp/')"
effect = "allow"

[[policy.rule]]
name = "large"
tool = "s.a*"
when = "args.amount > 100"
effect = "ask"
message = "Check the invoice first."

[[policy.rule]]
name = "never home"
source = "s"
when = "has(args.path) && args.path == 'home'"
effect = "deny"
message = "The home folder stays."

[[policy.rule]]
name = "frozen"
environment = "prod"
hints = { destructive = true }
effect = "deny"

[[policy.rule]]
name = "night shift"
toolset = "night"
hints = { read_only = "unset" }
effect = "ask"
"#;
    let stage = ApprovalGateway::open(rules).await;
    let mut plain = client(&stage, "/mcp").await;
    check(
        &mut plain,
        &[
            ("s_wipe", json!({"path": "tmp/a"}), Made, "tmp/a"),
            ("s_wipe", json!({"path": "var/a"}), Asked, "destructive"),
            // What cannot be evaluated does not allow.
            ("s_wipe", json!({}), Asked, "destructive"),
            ("s_wipe", json!({"path": 7}), Asked, "destructive"),
            ("s_add", json!({"amount": 100}), Made, "100"),
            (
                "s_add",
                json!({"amount": 101}),
                Asked,
                "Check the invoice first.",
            ),
            ("s_add", json!({"amount": 100.5}), Asked, "large"),
            // And it does not skip the approval.
            ("s_add", json!({}), Asked, "large"),
            ("s_add", json!({"amount": "much"}), Asked, "large"),
            (
                "s_look",
                json!({"path": "home"}),
                Denied,
                "The home folder stays.",
            ),
            // Denied goes before asked and allowed.
            (
                "s_add",
                json!({"path": "home", "amount": 500}),
                Denied,
                "never home",
            ),
            ("s_look", json!({"path": "tmp/a"}), Made, "tmp/a"),
        ],
    )
    .await;
    let mut prod = client(&stage, "/mcp@prod").await;
    check(
        &mut prod,
        &[
            ("s_wipe", json!({"path": "tmp/a"}), Denied, "frozen"),
            ("s_look", json!({"path": "tmp/a"}), Made, "tmp/a"),
        ],
    )
    .await;
    // The source is not trusted: what it says of being read-only is not relied upon.
    let mut night = client(&stage, "/mcp/night").await;
    check(
        &mut night,
        &[
            ("s_look", json!({}), Asked, "night shift"),
            ("s_wipe", json!({"path": "home"}), Denied, "never home"),
        ],
    )
    .await;
    assert_eq!(stage.calls("wipe"), 1);
    let policy = stage.approver().read("/policy").await;
    assert_eq!(
        policy["rules"].as_array().map(Vec::len),
        Some(5),
        "{policy}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn confirm_in_the_configuration() {
    let said = r#"
[annotations."s.look"]
confirm = "always"
[annotations."s.wipe"]
confirm = "never"
[annotations."s.add"]
confirm = "first"
[toolsets.calm]
tools = ["s.*"]
confirm = { "s.look" = "never", "s.add" = "always" }
[policy.toolsets.calm]
always_confirm_destructive = false
"#;
    let stage = ApprovalGateway::trusted(said).await;
    let mut plain = client(&stage, "/mcp").await;
    check(
        &mut plain,
        &[
            ("s_look", json!({}), Asked, "`confirm` is `always`"),
            ("s_look", json!({}), Asked, "`confirm` is `always`"),
            // What destroys is asked about, whatever `confirm` says.
            (
                "s_wipe",
                json!({}),
                Asked,
                "what destroys is always asked about",
            ),
            ("s_add", json!({"n": 1}), Asked, "`confirm` is `first`"),
            ("s_odd", json!({}), Made, ""),
        ],
    )
    .await;
    // The first yes counts for every further call, with any arguments; a no does not.
    let asked = plain.asked("s_add", &json!({"n": 1})).await;
    plain.say(asked, &yes()).await.fine();
    check(
        &mut plain,
        &[
            ("s_add", json!({"n": 1}), Made, ""),
            ("s_add", json!({"n": 2}), Made, ""),
        ],
    )
    .await;
    let standing = stage.approver().standing().await;
    assert_eq!(standing.len(), 1, "{standing:?}");
    assert_eq!(standing[0]["first"], true, "{standing:?}");
    // Taken back, it is asked again the first time: the yes was used.
    stage.approver().revoke_all().await;
    until("the first time again", async || {
        let (fate, _) = fate(&mut plain, "s_add", &json!({"n": 1})).await;
        (fate == Asked).then_some(())
    })
    .await;
    let mut calm = client(&stage, "/mcp/calm").await;
    check(
        &mut calm,
        &[
            ("s_look", json!({}), Made, ""),
            ("s_wipe", json!({}), Made, ""),
            ("s_add", json!({"n": 1}), Asked, "`confirm` is `always`"),
        ],
    )
    .await;
}

/// What people say later counts at once.
#[tokio::test(flavor = "multi_thread")]
async fn confirm_and_preferences_that_change() {
    let stage = ApprovalGateway::trusted("[toolsets.calm]\ntools = [\"s.*\"]\n").await;
    let mut plain = client(&stage, "/mcp").await;
    let mut calm = client(&stage, "/mcp/calm").await;
    let becomes = async |wire: &mut ConcurrentClient, tool: &str, expect: CallFate| {
        until("what was said counts", async || {
            let (found, _) = fate(wire, tool, &json!({})).await;
            (found == expect).then_some(())
        })
        .await;
    };
    assert_eq!(fate(&mut plain, "s_look", &json!({})).await.0, Made);
    stage.run(&["annotate", "s.look", "--confirm", "always"]);
    becomes(&mut plain, "s_look", Asked).await;
    stage.run(&["policy", "set", "auto_approve_read_only=true"]);
    becomes(&mut plain, "s_look", Made).await;
    assert_eq!(fate(&mut plain, "s_odd", &json!({})).await.0, Made);
    stage.run(&["policy", "set", "unset=ask", "--toolset", "calm"]);
    becomes(&mut calm, "s_odd", Asked).await;
    assert_eq!(fate(&mut plain, "s_odd", &json!({})).await.0, Made);
    stage.run(&["policy", "set", "always_confirm_destructive=false"]);
    becomes(&mut plain, "s_wipe", Made).await;
}

/// A document says which of its operations need an approval.
#[tokio::test(flavor = "multi_thread")]
async fn confirm_in_a_document() {
    let api = HttpApi::start().expect("an API");
    let document = r"
openapi: 3.1.0
info: {title: Shop, version: '1'}
paths:
  /orders:
    get:
      operationId: list_orders
      x-candor: {confirm: always}
      responses: {'200': {description: fine}}
    post:
      operationId: add_order
      x-candor: {confirm: first}
      responses: {'200': {description: fine}}
    delete:
      operationId: drop_orders
      x-candor: {confirm: never}
      responses: {'200': {description: fine}}
    put:
      operationId: set_orders
      x-candor: {confirm: never}
      responses: {'200': {description: fine}}
";
    let more = format!(
        "[sources.api]\ndocument = \"api.yaml\"\nbase_url = \"{}\"\nallow_private = true\n",
        api.origin()
    );
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("api.yaml"), document).expect("a file");
    let gateway = candor_testkit::CandorProcess::serve_in(folder, &more, &[]);
    gateway.all_ready().await;
    let mut wire = ConcurrentClient::http(gateway.url(), MODERN, &forms(), None).await;
    check(
        &mut wire,
        &[
            ("api_list_orders", json!({}), Asked, "`confirm` is `always`"),
            ("api_add_order", json!({}), Asked, "`confirm` is `first`"),
            ("api_drop_orders", json!({}), Asked, "DELETE"),
        ],
    )
    .await;
    let before = api.requests().len();
    let asked = wire.asked("api_add_order", &json!({})).await;
    wire.say(asked, &decision("allow once")).await.fine();
    let (found, said) = fate(&mut wire, "api_add_order", &json!({})).await;
    assert_eq!(found, Made, "{said}");
    assert_eq!(api.requests().len(), before + 2);
}

/// Rules see who calls.
#[tokio::test(flavor = "multi_thread")]
async fn rules_know_who_calls() {
    let rules = r#"
[[policy.rule]]
name = "robots"
role = "editor"
effect = "deny"
message = "Editors do not call."

[[policy.rule]]
name = "ann may"
tool = "s.wipe"
when = "principal == 'ann'"
effect = "allow"
"#;
    let holders = [
        ("ann", "caller"),
        ("bob", "caller,approver"),
        ("robot", "caller,editor"),
        ("eve", "approver"),
    ];
    let (stage, [ann, bob, robot, eve]) = ApprovalGateway::guarded(rules, holders).await;
    let client = async |token: &str| {
        ConcurrentClient::http(stage.gateway.url(), MODERN, &forms(), Some(token)).await
    };
    let table = [
        (&ann, Made, "{}"),
        (&bob, Asked, "destructive"),
        (&robot, Denied, "Editors do not call."),
    ];
    for (token, expect, words) in table {
        let mut wire = client(token).await;
        let (found, said) = fate(&mut wire, "s_wipe", &json!({})).await;
        assert_eq!(found, expect, "{said}");
        assert!(said.contains(words), "{said}");
    }
    who_may_decide(&stage, &mut client(&bob).await, [&bob, &ann, &eve]).await;
}

/// Bob's call: neither he nor another caller decides, only an approver.
async fn who_may_decide(
    stage: &ApprovalGateway,
    wire: &mut ConcurrentClient,
    [bob, ann, eve]: [&str; 3],
) {
    let approver = |token: &str| ApiClient::new(&stage.gateway, Some(token));
    let arguments = json!({"path": "a"});
    wire.asked("s_wipe", &arguments).await;
    let id = approver(eve).only_pending().await;
    // A caller decides nothing.
    approver(ann).cannot_approve(&id, 403).await;
    let said = approver(bob).cannot_approve(&id, 403).await;
    assert_contains(&said, "cannot approve it");
    let nobody = ApiClient::new(&stage.gateway, None);
    nobody.cannot_approve(&id, 401).await;
    assert_eq!(approver(eve).approval(&id).await["state"], "pending");
    approver(eve).approve(&id).await;
    wire.called("s_wipe", &arguments).await.fine();
    let shown = approver(eve).becomes(&id, "consumed").await;
    assert_eq!(shown["verdict"]["who"], "eve", "{shown}");
    assert_eq!(shown["principal"], "bob", "{shown}");
}
