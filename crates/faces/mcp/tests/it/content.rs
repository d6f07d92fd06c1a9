//! Prompts and resources at the endpoints of toolsets, for clients of both eras.

use candor_model::{ChangeAuthor, ChangeChannel, Toolset, ToolsetMember, ToolsetName};
use candor_testkit::ServerEra;
use candor_testkit::script::ServerScript;
use serde_json::{Value, json};

use crate::harness::{McpHarness, message};

const URI: &str = "note://one";

/// A server with one of everything.
fn script() -> ServerScript {
    ServerScript::simple(&[("plain", "{}")])
        .field(
            "capabilities",
            r#"{"tools":{},"prompts":{},"resources":{"subscribe":true},"completions":{}}"#,
        )
        .method(
            "prompts/list",
            r#"{"result":{"prompts":[{"name":"greet"}]}}"#,
        )
        .method(
            "prompts/get",
            r#"{"result":{"messages":[],"description":"reached"}}"#,
        )
        .method(
            "resources/list",
            r#"{"result":{"resources":[{"uri":"note://one","name":"one"}]}}"#,
        )
        .method(
            "resources/templates/list",
            r#"{"result":{"resourceTemplates":[{"uriTemplate":"note://{n}","name":"n"}]}}"#,
        )
        .method(
            "resources/read",
            r#"{"result":{"contents":[],"description":"reached"}}"#,
        )
        .method("resources/subscribe", r#"{"result":{}}"#)
        .method("resources/unsubscribe", r#"{"result":{}}"#)
        .method(
            "completion/complete",
            r#"{"result":{"completion":{"values":["reached"]}}}"#,
        )
}

/// A gateway with three toolsets: one of the source's tools, one of them without prompts and
/// resources, and one without any tool.
async fn world() -> McpHarness {
    let world = McpHarness::of(&script(), ServerEra::Legacy).await;
    for (name, member, prompts_and_resources) in [
        ("own", "test.plain", true),
        ("bare", "test.plain", false),
        ("empty", "read_only=true", true),
    ] {
        let toolset = Toolset {
            members: vec![ToolsetMember::parse(member).expect("a member")],
            prompts_and_resources,
            ..Toolset::new(ToolsetName::parse(name).expect("a name"))
        };
        let editor = world.gateway.editor();
        let made = editor.create_toolset(&ada(), &toolset).await;
        made.expect("a toolset");
    }
    world
}

fn ada() -> ChangeAuthor {
    ChangeAuthor {
        name: "ada".to_owned(),
        channel: ChangeChannel::Api,
        why: None,
    }
}

/// What reaches the source, with the names that the source has or that nothing has.
fn asks(prompt: &str, uri: &str) -> Vec<(&'static str, Value)> {
    let argument = json!({"name": "x", "value": "y"});
    vec![
        ("prompts/get", json!({"name": prompt})),
        ("resources/read", json!({"uri": uri})),
        (
            "completion/complete",
            json!({"ref": {"type": "ref/prompt", "name": prompt}, "argument": argument}),
        ),
        (
            "completion/complete",
            json!({"ref": {"type": "ref/resource", "uri": uri}, "argument": argument}),
        ),
    ]
}

/// A client of one era at one endpoint.
struct ContentClient<'a> {
    world: &'a McpHarness,
    path: &'static str,
    session: Option<String>,
}

impl<'a> ContentClient<'a> {
    async fn new(world: &'a McpHarness, path: &'static str, era: ServerEra) -> Self {
        let session = match era {
            ServerEra::Modern => None,
            ServerEra::Legacy | ServerEra::Both => {
                let hello = world.initialize("2025-11-25", json!({})).at(path);
                hello.send().await.header("mcp-session-id")
            }
        };
        Self {
            world,
            path,
            session,
        }
    }

    async fn ask(&self, method: &str, params: Value) -> Value {
        let request = match &self.session {
            Some(id) => self.world.post(message(1, method, params)).session(id),
            None => self.world.modern(method, params),
        };
        let mut reply = request.at(self.path).send().await;
        if reply.is_stream() {
            return reply.event().await.expect("an answer");
        }
        reply.json().await
    }
}

#[tokio::test]
async fn a_toolset_serves_the_prompts_and_resources_of_its_sources_and_no_others() {
    let world = world().await;
    for era in [ServerEra::Legacy, ServerEra::Modern] {
        for (path, is_served) in [
            ("/mcp", true),
            ("/mcp/own", true),
            ("/mcp/bare", false),
            ("/mcp/empty", false),
        ] {
            let client = ContentClient::new(&world, path, era).await;
            for (method, part) in [
                ("prompts/list", "greet"),
                ("resources/list", URI),
                ("resources/templates/list", "note://{n}"),
            ] {
                let listed = client.ask(method, json!({})).await.to_string();
                assert_eq!(listed.contains(part), is_served, "{path} {listed}");
            }
            let reached = world.upstream.seen().len();
            let never = asks("nobody", "odd://nothing");
            for ((method, params), (_, unknown)) in asks("greet", URI).into_iter().zip(never) {
                let said = client.ask(method, params).await;
                let text = said.to_string();
                assert_eq!(text.contains("reached"), is_served, "{path} {text}");
                if is_served {
                    continue;
                }
                // The same words as for a name that never was.
                let other = client.ask(method, unknown).await.to_string();
                let text = text
                    .replace("greet", "nobody")
                    .replace(URI, "odd://nothing");
                assert_eq!(text, other, "{path} {method}");
            }
            if !is_served {
                assert_eq!(world.upstream.seen().len(), reached, "{path}");
            }
        }
    }
}

#[tokio::test]
async fn a_session_follows_what_its_endpoint_serves() {
    let world = world().await;
    for (path, is_served) in [
        ("/mcp/bare", false),
        ("/mcp/empty", false),
        ("/mcp/own", true),
    ] {
        let client = ContentClient::new(&world, path, ServerEra::Legacy).await;
        let said = client.ask("resources/subscribe", json!({"uri": URI})).await;
        assert_eq!(said["result"].is_object(), is_served, "{path} {said}");
        let told = |seen: &str| seen.contains("resources/subscribe");
        let heard = world.upstream.seen().iter().any(|seen| told(&seen.body));
        assert_eq!(heard, is_served, "{path}");
        let filter = json!({"notifications": {"resourceSubscriptions": [URI]}});
        let request = world.modern("subscriptions/listen", filter).at(path);
        let mut stream = request.send().await;
        let first = stream.event().await.expect("an acknowledgement");
        let honoured = &first["params"]["notifications"];
        assert_eq!(
            honoured.to_string().contains(URI),
            is_served,
            "{path} {first}"
        );
    }
}

#[tokio::test]
async fn what_an_endpoint_does_not_serve_is_no_capability_of_it() {
    let world = world().await;
    for (path, is_served) in [("/mcp", true), ("/mcp/own", true), ("/mcp/bare", false)] {
        let mut welcome = world
            .initialize("2025-11-25", json!({}))
            .at(path)
            .send()
            .await;
        let legacy = welcome.json().await["result"]["capabilities"].clone();
        let request = world.modern("server/discover", json!({})).at(path);
        let modern = request.send().await.json().await["result"]["capabilities"].clone();
        for capabilities in [legacy, modern] {
            for area in ["prompts", "resources", "completions"] {
                let there = capabilities[area].is_object();
                assert_eq!(there, is_served, "{path} {area}: {capabilities}");
            }
            assert!(capabilities["tools"].is_object(), "{path}");
        }
    }
}

#[tokio::test]
async fn whoever_listens_hears_of_the_lists_of_their_own_endpoint() {
    let world = world().await;
    let filter = || json!({"notifications": {"promptsListChanged": true}});
    let listen = |path| {
        world
            .modern("subscriptions/listen", filter())
            .at(path)
            .send()
    };
    let mut own = listen("/mcp/own").await;
    let mut plain = listen("/mcp").await;
    for stream in [&mut own, &mut plain] {
        stream.event().await.expect("an acknowledgement");
    }
    // The toolset gives up its prompts; the plain endpoint keeps them.
    let editor = world.gateway.editor();
    let name = ToolsetName::parse("own").expect("a name");
    let edit = |toolset: &mut Toolset| {
        toolset.prompts_and_resources = false;
        Ok(())
    };
    let edited = editor.edit_toolset(&ada(), &name, None, &edit).await;
    edited.expect("a change");
    let told = own.event().await.expect("a change");
    assert_eq!(told["method"], "notifications/prompts/list_changed");
    world.shutdown.cancel();
    assert_eq!(plain.methods().await, [""], "only the end");
}
