//! Two examples of functions as they are written elsewhere, letter by letter: they run here, and
//! say to every client what they say.

mod asked;
mod types;

use candor_testkit::http_api::{HttpApi, ScriptedReply};
use candor_testkit::text::rows;
use candor_testkit::{RawClient, ServerEra, wait_until};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::kit::{ERAS, FunctionGateway, call, done, folder, install, refused, source};

const DELETE_USER: &str = include_str!("seeds/delete_user.ts");
const GET_WEATHER: &str = include_str!("seeds/get_weather.ts");
const COUNT_USERS: &str = include_str!("seeds/count_users.ts");

/// The programs, each a source of its own, beside the zod that they import.
fn programs() -> TempDir {
    let folder = folder(&[
        ("delete_user.ts", DELETE_USER),
        ("get_weather.ts", GET_WEATHER),
        ("count_users.ts", COUNT_USERS),
    ]);
    install(folder.path(), "zod");
    folder
}

fn config(weather: &HttpApi) -> String {
    let origin = weather.origin();
    let reach = format!("allow_private = true\nvariables = {{ WEATHER = \"{origin}\" }}\n");
    source("users", "delete_user.ts", "")
        + &source("weather", "get_weather.ts", &reach)
        + &source("look", "count_users.ts", "")
}

/// Where the weather is asked for.
fn weather() -> HttpApi {
    let api = HttpApi::start().expect("an API");
    let reply = ScriptedReply::json(&json!({"city": "Graz", "celsius": 21}));
    api.on("GET", "/weather", reply);
    api
}

/// A client of each era over each transport.
async fn clients(stage: &FunctionGateway) -> Vec<(String, RawClient)> {
    let mut clients = Vec::new();
    for era in ERAS {
        clients.push((format!("{era:?} over HTTP"), stage.client(era).await));
        let child = RawClient::stdio(stage.gateway.folder(), era).await;
        clients.push((format!("{era:?} over stdio"), child));
    }
    clients
}

/// What a client is told of each: name, title, schema and annotations.
fn expected() -> [(&'static str, Value); 3] {
    [
        (
            "users_delete_user",
            json!({
                "name": "users_delete_user",
                "title": "Delete User",
                "description": "Permanently delete a user account",
                "inputSchema": {
                    "type": "object",
                    "properties": {"userId": {"type": "string"}},
                    "required": ["userId"],
                },
                "annotations": {
                    "title": "Delete User",
                    "destructiveHint": true,
                    "readOnlyHint": false,
                    "idempotentHint": true,
                    "openWorldHint": false,
                },
            }),
        ),
        (
            "weather_get_weather",
            json!({
                "name": "weather_get_weather",
                // It names none itself, and people like to read one.
                "title": "Get Weather",
                "description": "Get current weather for a city",
                "inputSchema": {
                    "type": "object",
                    "properties": {"city": {"type": "string"}},
                    "required": ["city"],
                },
                "annotations": {
                    "title": "Get Weather",
                    "readOnlyHint": true,
                    "destructiveHint": false,
                    "openWorldHint": true,
                },
            }),
        ),
        (
            "look_count_users",
            json!({
                "name": "look_count_users",
                "title": "Count Users",
                "description": "Counts the accounts whose name begins so.",
                "inputSchema": {
                    "type": "object",
                    "properties": {
                        "prefix": {"type": "string"},
                        "limits": {
                            "type": "object",
                            "properties": {"most": {"type": "number"}},
                            "required": ["most"],
                        },
                    },
                },
                "annotations": {"title": "Count Users", "readOnlyHint": true},
            }),
        ),
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn every_client_is_told_what_was_written() {
    let weather = weather();
    let stage = FunctionGateway::open_in(programs(), &config(&weather), &[]).await;
    for (who, mut client) in clients(&stage).await {
        // Until its sources have started, a gateway lists what it remembers of them.
        wait_until("the sources have started", async || {
            let tools = client.tools().await;
            !tools
                .iter()
                .any(|tool| tool.contains("dev.candor/remembered"))
        })
        .await;
        let mut tools = client.offered().await;
        for (name, expect) in expected() {
            let tool = tools.remove(name);
            assert_eq!(tool, Some(expect), "{who}: {name}");
        }
        assert!(tools.is_empty(), "{who}: {tools:?}");
    }
    stage.end();
}

/// Those who want all four hints get them, and `readOnlyHint: true` alone is not read as the worst.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_left_open_is_not_made_worse() {
    let weather = weather();
    let text = config(&weather) + "[endpoint]\nprofile = \"explicit\"\n";
    let stage = FunctionGateway::open_in(programs(), &text, &[]).await;
    for (era, mut client) in stage.clients().await {
        let tools = client.offered().await;
        let hints = json!({
            "title": "Count Users",
            "readOnlyHint": true,
            "destructiveHint": false,
            "idempotentHint": false,
            "openWorldHint": true,
        });
        assert_eq!(tools["look_count_users"]["annotations"], hints, "{era:?}");
    }
    let explained = stage.read("/tools/look.count_users").await;
    assert_ne!(explained["effective"]["destructive"], true, "{explained}");
}

#[tokio::test(flavor = "multi_thread")]
async fn calls_do_what_the_examples_say() {
    let weather = weather();
    let stage = FunctionGateway::open_in(programs(), &config(&weather), &[]).await;
    for (who, mut client) in clients(&stage).await {
        let user = json!({"userId": who});
        let said = done(&mut client, "users_delete_user", &user).await;
        assert_eq!(said, r#"{"deleted":true}"#, "{who}");

        let said = done(&mut client, "weather_get_weather", &json!({"city": "Graz"})).await;
        let said: Value = serde_json::from_str(&said).expect("JSON");
        assert_eq!(said, json!({"city": "Graz", "celsius": 21}), "{who}");
        let request = weather.last().expect("a request");
        assert_eq!(request.target, "/weather?city=Graz", "{who}");

        let counted = json!({"prefix": "a", "limits": {"most": 5}});
        let said = done(&mut client, "look_count_users", &counted).await;
        assert_eq!(said, r#"{"count":2}"#, "{who}");
        let said = done(&mut client, "look_count_users", &json!({})).await;
        assert_eq!(said, r#"{"count":3}"#, "{who}");
    }
    // What a function prints is in the gateway's log.
    let log = stage.gateway.log();
    assert!(log.contains("account Legacy over HTTP is gone"), "{log}");
    stage.end();
}

/// A tool, arguments that do not fit it, and what is said of them.
const MISFITS: &str = r#"
    users_delete_user | {"userId": 7} | /userId: 7 is not of type "string"
    users_delete_user | {} | "userId" is a required property
    users_delete_user | {"userId": null} | /userId: null is not of type "string"
    weather_get_weather | {"city": ["Graz"]} | /city: ["Graz"] is not of type "string"
    look_count_users | {"limits": {"most": "all"}} | /limits/most: "all" is not of type "number"
"#;

#[tokio::test(flavor = "multi_thread")]
async fn what_does_not_fit_is_refused_with_its_place() {
    let weather = weather();
    let stage = FunctionGateway::open_in(programs(), &config(&weather), &[]).await;
    for (who, mut client) in clients(&stage).await {
        for [tool, arguments, expect] in rows(MISFITS) {
            let arguments = serde_json::from_str(arguments).expect("JSON");
            let said = refused(&mut client, tool, &arguments).await;
            assert!(said.contains(expect), "{who}: {tool} {arguments}: {said}");
            assert!(said.contains(tool), "{who}: {said}");
        }
    }
    assert!(weather.requests().is_empty(), "nobody was asked");
    assert!(
        !stage.gateway.log().contains("is gone"),
        "nobody was deleted"
    );
}

/// Clients of the first revision know no annotations; the tools are there all the same.
#[tokio::test(flavor = "multi_thread")]
async fn the_oldest_clients_are_served_too() {
    let weather = weather();
    let stage = FunctionGateway::open_in(programs(), &config(&weather), &[]).await;
    let mut client =
        RawClient::http_at(stage.gateway.url(), ServerEra::Legacy, "2024-11-05", "{}").await;
    let tools = client.offered().await;
    assert_eq!(tools["users_delete_user"].get("annotations"), None);
    let result = call(&mut client, "users_delete_user", &json!({"userId": "ada"})).await;
    assert_eq!(result["content"][0]["text"], r#"{"deleted":true}"#);
}
