//! Everything that reaches a server is a call: prompts, resources, completions and subscriptions
//! obey rules and toolsets and are written down, and so do the gateway's own tools.

use candor_testkit::api::pool;
use candor_testkit::script::{self, ServerScript};
use candor_testkit::{
    ApiClient, CandorProcess, RawClient, ServerEra, ServerHandle, assert_contains, config,
    wait_until,
};
use serde_json::{Value, json};

const URI: &str = "note://one";

/// What can be asked of a source that is not a tool: the method, the parameters, and under which
/// kind it is written down.
const ASKS: [(&str, &str, &str); 5] = [
    ("prompts/get", r#"{"name":"files_greet"}"#, "prompt"),
    ("resources/read", r#"{"uri":"note://one"}"#, "resource"),
    (
        "completion/complete",
        r#"{"ref":{"type":"ref/prompt","name":"files_greet"},"argument":{"name":"x","value":"y"}}"#,
        "completion",
    ),
    (
        "completion/complete",
        r#"{"ref":{"type":"ref/resource","uri":"note://{n}"},"argument":{"name":"n","value":"y"}}"#,
        "completion",
    ),
    (
        "resources/subscribe",
        r#"{"uri":"note://one"}"#,
        "subscription",
    ),
];

/// A server with one of everything.
fn files() -> ServerHandle {
    let script = ServerScript::simple(&[("look", "{}")])
        .field(
            "capabilities",
            r#"{"tools":{},"prompts":{},"resources":{"subscribe":true},"completions":{}}"#,
        )
        .method(
            "prompts/list",
            r#"{"result":{"prompts":[{"name":"greet"}]}}"#,
        )
        .method("prompts/get", r#"{"result":{"messages":[]}}"#)
        .method(
            "resources/list",
            r#"{"result":{"resources":[{"uri":"note://one","name":"one"}]}}"#,
        )
        .method(
            "resources/templates/list",
            r#"{"result":{"resourceTemplates":[{"uriTemplate":"note://{n}","name":"n"}]}}"#,
        )
        .method("resources/read", r#"{"result":{"contents":[]}}"#)
        .method("resources/subscribe", r#"{"result":{}}"#)
        .method("resources/unsubscribe", r#"{"result":{}}"#)
        .method(
            "completion/complete",
            r#"{"result":{"completion":{"values":[]}}}"#,
        );
    script::serve_http(&script, ServerEra::Legacy)
}

/// A gateway before the server and another one that only has a tool.
async fn serve(more: &str) -> (CandorProcess, ServerHandle, ServerHandle) {
    let files = files();
    let shop = script::serve_http(&ServerScript::simple(&[("list", "{}")]), ServerEra::Legacy);
    let text = config::url("files", files.url(), "") + &config::url("shop", shop.url(), "") + more;
    (CandorProcess::served(&text).await, files, shop)
}

/// How many of the requests that matter here have reached the server.
fn reached(server: &ServerHandle) -> usize {
    let methods = [
        "prompts/get",
        "resources/read",
        "completion/",
        "resources/subscribe",
    ];
    let seen = server.seen();
    let matters = |body: &str| methods.iter().any(|method| body.contains(method));
    seen.iter().filter(|seen| matters(&seen.body)).count()
}

/// What a client of the modern era is acknowledged that wants to follow the resource.
async fn acknowledged(candor: &CandorProcess, path: &str) -> String {
    let body = json!({"jsonrpc": "2.0", "id": 1, "method": "subscriptions/listen", "params": {
        "notifications": {"resourceSubscriptions": [URI]},
        "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
        },
    }});
    let headers = [
        ("mcp-protocol-version", "2026-07-28"),
        ("mcp-method", "subscriptions/listen"),
    ];
    let mut stream = candor.post_at(path, &body.to_string(), &headers).await;
    let mut heard = String::new();
    while !heard.contains("subscriptions/acknowledged") || !heard.ends_with('\n') {
        let chunk = stream.chunk().await.expect("bytes");
        let chunk = chunk.unwrap_or_else(|| panic!("it ended: {heard}"));
        heard.push_str(&String::from_utf8_lossy(&chunk));
    }
    heard
}

/// The arrivals on file, oldest first, by kind and outcome.
async fn on_file(candor: &CandorProcess) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut calls = candor.api().calls("").await;
    calls.reverse();
    let pairs = calls.iter();
    pairs
        .map(|call| (text(&call["kind"]), text(&call["outcome"])))
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_denied_source_is_not_reached_by_any_method() {
    let rule = "\n[[policy.rule]]\nname = \"no files\"\ntool = \"files.*\"\neffect = \"deny\"\n";
    let (candor, files, _shop) = serve(rule).await;
    let mut expect = Vec::new();
    for era in [ServerEra::Legacy, ServerEra::Modern] {
        let mut client = candor.client(era).await;
        for (method, params, kind) in ASKS {
            if era == ServerEra::Modern && method == "resources/subscribe" {
                let heard = acknowledged(&candor, "/mcp").await;
                assert!(!heard.contains(URI), "{heard}");
            } else {
                let reply = client.request(method, params).await;
                assert_contains(&reply.error().to_string(), "no files");
            }
            expect.push((kind.to_owned(), "refused".to_owned()));
        }
    }
    assert_eq!(reached(&files), 0);
    wait_until("every arrival on file", async || {
        on_file(&candor).await.len() == expect.len()
    })
    .await;
    assert_eq!(on_file(&candor).await, expect);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_allowed_is_made_and_written_down() {
    let (candor, files, _shop) = serve("").await;
    let mut client = candor.client(ServerEra::Legacy).await;
    let mut expect = Vec::new();
    for (method, params, kind) in ASKS {
        client.request(method, params).await.result();
        expect.push((kind.to_owned(), "ok".to_owned()));
    }
    assert_eq!(reached(&files), ASKS.len());
    assert_contains(&acknowledged(&candor, "/mcp").await, URI);
    expect.push(("subscription".to_owned(), "ok".to_owned()));
    wait_until("every arrival on file", async || {
        on_file(&candor).await.len() == expect.len()
    })
    .await;
    assert_eq!(on_file(&candor).await, expect);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_question_about_what_is_not_a_tool_is_a_refusal() {
    let rule = "\n[[policy.rule]]\nsource = \"files\"\neffect = \"ask\"\n";
    let (candor, files, _shop) = serve(rule).await;
    let mut client = candor.client(ServerEra::Legacy).await;
    for (method, params, _) in ASKS {
        let said = client.request(method, params).await.error().to_string();
        assert_contains(&said, "which is possible for tools only");
    }
    assert_eq!(reached(&files), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_toolset_does_not_serve_what_is_outside_it() {
    let toolsets = "\n[toolsets.outside]\ntools = [\"shop.*\"]\n\
                    [toolsets.inside]\ntools = [\"files.look\"]\n\
                    [toolsets.bare]\ntools = [\"files.look\"]\nprompts_and_resources = false\n";
    let (candor, files, _shop) = serve(toolsets).await;
    for path in ["/mcp/outside", "/mcp/bare"] {
        for era in [ServerEra::Legacy, ServerEra::Modern] {
            let mut client = candor.client_at(path, era).await;
            for method in ["prompts/list", "resources/list", "resources/templates/list"] {
                let listed = client.request(method, "{}").await.response;
                assert!(!listed.contains("greet"), "{path} {listed}");
                assert!(!listed.contains("note:"), "{path} {listed}");
            }
            for (method, params, _) in ASKS {
                if era == ServerEra::Modern && method == "resources/subscribe" {
                    let heard = acknowledged(&candor, path).await;
                    assert!(!heard.contains(URI), "{path} {heard}");
                    continue;
                }
                let said = client.request(method, params).await.error().to_string();
                assert_contains(&said, "there is no ");
            }
        }
    }
    assert_eq!(reached(&files), 0);
    let mut client = candor.client_at("/mcp/inside", ServerEra::Legacy).await;
    for (method, params, _) in ASKS {
        client.request(method, params).await.result();
    }
    assert_eq!(reached(&files), ASKS.len());
}

/// A gateway where everybody has a token: one who may change things, one who may not, and one who
/// decides.
async fn staffed(more: &str) -> (CandorProcess, Vec<String>, ServerHandle) {
    let shop = script::serve_http(&ServerScript::simple(&[("list", "{}")]), ServerEra::Legacy);
    let text = config::url("shop", shop.url(), "")
        + "\n[[policy.rule]]\ntool = \"candor.unequip-toolset\"\neffect = \"deny\"\n"
        + more;
    let people = [
        ("agent", "caller,editor"),
        ("reader", "caller"),
        ("ann", "approver"),
    ];
    let (candor, tokens) = CandorProcess::with_tokens(&text, &people).await;
    (candor, tokens, shop)
}

async fn client(candor: &CandorProcess, token: &str) -> RawClient {
    RawClient::http_pooled(candor.url(), ServerEra::Legacy, pool(Some(token))).await
}

#[tokio::test(flavor = "multi_thread")]
async fn management_tools_obey_rules_and_roles_and_a_deletion_is_asked_about() {
    let (candor, tokens, _shop) = staffed("").await;
    let [agent, reader, ann] = &tokens[..] else {
        panic!("three tokens")
    };
    let mut agent = client(&candor, agent).await;
    let tools = r#"{"name":"work","tools":[{"namespacedName":"shop.list"}]}"#;
    agent.call("build-toolset", tools).await.says("work");
    let denied = agent.call("unequip-toolset", "{}").await;
    denied.says("`candor.unequip-toolset` was not called, because the rules here do not allow it");

    // Who lacks the role neither sees nor calls what changes something.
    let mut reader = client(&candor, reader).await;
    let seen = reader.all_tools().await.join("\n");
    for tool in [
        "build-toolset",
        "equip-toolset",
        "unequip-toolset",
        "delete-toolset",
        "add-tool-annotation",
    ] {
        assert!(!seen.contains(&format!("\"{tool}\"")), "{tool}: {seen}");
        let refused = reader.call(tool, r#"{"name":"work","confirm":true}"#).await;
        refused.says("the role `editor`");
        refused.says("candor token create NAME --role caller,editor");
    }
    assert_contains(&seen, "search-tools");

    // Nothing is asked about a deletion that is not confirmed; one that is waits for a person.
    let unconfirmed = agent.call("delete-toolset", r#"{"name":"work"}"#).await;
    unconfirmed.says("has to be confirmed");
    let approver = ApiClient::new(&candor, Some(ann));
    let delete = async |agent: &mut RawClient| {
        let gone = r#"{"name":"work","confirm":true}"#;
        agent.call("delete-toolset", gone).await
    };
    for is_approved in [false, true] {
        let (answer, ()) = tokio::join!(delete(&mut agent), async {
            let id = approver.only_pending().await;
            let card = approver.approval(&id).await["card"].to_string();
            assert_contains(&card, "candor.delete-toolset");
            assert_contains(&card, "work");
            if is_approved {
                approver.approve(&id).await;
            } else {
                approver.deny(&id, "keep it").await;
            }
        });
        answer.says(if is_approved { "is deleted" } else { "keep it" });
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_without_a_token_sees_only_management_tools_that_read() {
    let (candor, _files, _shop) = serve("").await;
    for era in [ServerEra::Legacy, ServerEra::Modern] {
        let mut client = candor.client(era).await;
        let tools = client.all_tools().await;
        let parsed = |tool: &String| serde_json::from_str::<Value>(tool).expect("JSON");
        let own = tools.iter().map(parsed).filter(|tool| {
            let name = tool["name"].as_str().unwrap_or_default();
            candor_testkit::client::MANAGEMENT.contains(&name)
        });
        let own: Vec<Value> = own.collect();
        assert!(!own.is_empty());
        for tool in own.iter().filter(|tool| tool["name"] != "call-tool") {
            assert_eq!(tool["annotations"]["readOnlyHint"], true, "{tool}");
        }
        let refused = client.call("equip-toolset", r#"{"name":"work"}"#).await;
        refused.says("candor token create NAME --role caller,editor");
    }
}
