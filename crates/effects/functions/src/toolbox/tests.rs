use std::sync::atomic::{AtomicBool, Ordering};

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use tokio::sync::Notify;

use super::*;
use crate::{Group, NoInput};

#[derive(Deserialize, JsonSchema)]
struct NameInput {
    name: String,
}

async fn greet(_: Context, input: NameInput) -> Result<String, Failure> {
    Ok(format!("Hello, {}!", input.name))
}

async fn fall(_: Context, input: NameInput) -> Result<String, Failure> {
    tokio::task::yield_now().await;
    panic!("{} is too much", input.name)
}

/// Falls before it has begun.
fn stumble(_: Context, _: NoInput) -> std::future::Ready<Result<String, Failure>> {
    panic!("at the door")
}

fn toolbox(tool: Tool) -> Toolbox {
    let greet = Tool::new("greet", "Greets.", greet);
    let group = Group::new("test", "1").tool(greet).tool(tool);
    group.build().expect("tools in order")
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(object) => object,
        _ => panic!("arguments are an object"),
    }
}

async fn check(toolbox: &Toolbox, name: &str, given: Value, expect: Value) {
    let called = toolbox.call(name, object(given), ToolInvocation::alone());
    let reply = called.await.expect("a known tool");
    assert_eq!(reply.to_json(), expect);
}

fn failed(sentence: &str) -> Value {
    json!({"content": [{"type": "text", "text": sentence}], "isError": true})
}

#[tokio::test]
async fn whatever_a_handler_does_is_a_reply() {
    let toolbox = toolbox(Tool::new("fall", "Falls.", fall));
    check(
        &toolbox,
        "greet",
        json!({"name": "Ada"}),
        json!({"content": [{"type": "text", "text": "Hello, Ada!"}]}),
    )
    .await;
    check(
        &toolbox,
        "greet",
        json!({}),
        failed("the arguments do not fit: missing field `name`"),
    )
    .await;
    check(
        &toolbox,
        "fall",
        json!({"name": "This"}),
        failed("the tool failed: This is too much"),
    )
    .await;
    let toolbox = self::toolbox(Tool::new("stumble", "Stumbles.", stumble));
    check(
        &toolbox,
        "stumble",
        json!({}),
        failed("the tool failed: at the door"),
    )
    .await;
    // The others go on.
    check(
        &toolbox,
        "greet",
        json!({"name": "Bob"}),
        json!({"content": [{"type": "text", "text": "Hello, Bob!"}]}),
    )
    .await;
}

#[tokio::test]
async fn a_name_that_leads_nowhere_is_no_reply() {
    let toolbox = toolbox(Tool::new("fall", "Falls.", fall));
    let call = |name: String| {
        let toolbox = toolbox.clone();
        async move {
            let called = toolbox
                .call(&name, Map::new(), ToolInvocation::alone())
                .await;
            called.expect_err("an unknown tool").to_string()
        }
    };
    assert_eq!(
        call("great".to_owned()).await,
        "there is no tool `great`; did you mean `greet`?"
    );
    assert_eq!(call("zebra".to_owned()).await, "there is no tool `zebra`");
    assert!(call("x".repeat(1_000_000)).await.len() < 300);
}

/// Sets a flag when it is dropped.
struct DropFlag(Arc<AtomicBool>);

impl Drop for DropFlag {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

#[tokio::test]
async fn a_handler_that_ignores_cancellation_is_dropped() {
    let (gone, begun) = (Arc::new(AtomicBool::new(false)), Arc::new(Notify::new()));
    let (inner_gone, inner_begun) = (Arc::clone(&gone), Arc::clone(&begun));
    let stubborn = move |_: Context, _: NoInput| {
        let guard = DropFlag(Arc::clone(&inner_gone));
        let begun = Arc::clone(&inner_begun);
        async move {
            let _guard = guard;
            begun.notify_one();
            std::future::pending::<Result<String, Failure>>().await
        }
    };
    let toolbox = toolbox(Tool::new("stubborn", "Waits.", stubborn));
    let invocation = ToolInvocation::alone();
    let cancel = invocation.cancel.clone();
    let call = tokio::spawn(async move { toolbox.call("stubborn", Map::new(), invocation).await });
    begun.notified().await;
    cancel.cancel();
    let reply = call.await.expect("no panic").expect("a known tool");
    assert_eq!(reply.to_json(), failed("the call was cancelled"));
    assert!(gone.load(Ordering::SeqCst));
}

#[tokio::test]
async fn a_handler_that_listens_can_leave_things_in_order() {
    let tidy = |ctx: Context, _: NoInput| async move {
        ctx.cancelled().await;
        // More than one step, so that it is not over with the wake-up.
        for _ in 0..10 {
            tokio::task::yield_now().await;
        }
        assert!(ctx.is_cancelled());
        Ok::<_, Failure>("tidied up")
    };
    let toolbox = toolbox(Tool::new("tidy", "Waits.", tidy));
    let invocation = ToolInvocation::alone();
    invocation.cancel.cancel();
    let reply = toolbox.call("tidy", Map::new(), invocation).await;
    let reply = reply.expect("a known tool");
    assert!(!reply.is_error(), "{reply:?}");
}

#[test]
fn problems_keep_a_toolbox_from_being_built() {
    let bad = Tool::new("a b", "", greet)
        .read_only(true)
        .destructive(true);
    let problems = Group::new("", "1").tool(bad).build().expect_err("problems");
    let codes: Vec<_> = problems.0.iter().map(|one| one.code).collect();
    assert_eq!(
        codes,
        [
            "functions::group",
            "functions::name",
            "functions::description",
            "functions::hints",
        ]
    );
}

#[test]
fn groups_can_be_put_together() {
    let other = Group::new("other", "2")
        .instructions("Second.")
        .tool(Tool::new("fall", "Falls.", fall));
    let group = Group::new("test", "1")
        .instructions("First.")
        .tool(Tool::new("greet", "Greets.", greet).tag("kind"));
    let toolbox = group.clone().extend(other).build().expect("tools in order");
    let names: Vec<_> = toolbox.definitions().map(|one| one.name.as_str()).collect();
    assert_eq!(names, ["greet", "fall"]);
    assert_eq!(toolbox.instructions(), Some("First.\n\nSecond."));
    assert_eq!((toolbox.name(), toolbox.version()), ("test", "1"));
    assert!(toolbox.definition("fall").is_some() && toolbox.definition("fell").is_none());
    // What one part demands holds for the whole.
    let strict = group.extend(Group::new("strict", "1").strict());
    assert!(strict.build().is_err());
    let empty = Group::new("empty", "1").build().expect("odd, not wrong");
    assert_eq!(empty.warnings().len(), 1);
}
