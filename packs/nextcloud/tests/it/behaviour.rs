//! What every tool does is what its hints say: the requests it sends and the state it leaves.

use candor_functions::{FunctionDefinition, Hint};
use serde_json::Value;

use crate::case::PackWorld;
use crate::cases;
use crate::store::Snapshot;

const SAFE: [&str; 6] = ["GET", "HEAD", "OPTIONS", "PROPFIND", "REPORT", "SEARCH"];

/// What a tool says of a call with these arguments: by the case that they select, or by the worst.
fn says(tool: &FunctionDefinition, arguments: &Value, hint: Hint) -> bool {
    let name = match hint {
        Hint::ReadOnly => "readOnlyHint",
        Hint::Destructive => "destructiveHint",
        Hint::Idempotent => "idempotentHint",
        Hint::OpenWorld => "openWorldHint",
    };
    let cases = tool.meta.get("dev.candor/when").and_then(Value::as_array);
    let met = cases.into_iter().flatten().find(|case| {
        let argument = case["argument"].as_str().unwrap();
        arguments.get(argument) == Some(&case["is"])
    });
    let said = met.and_then(|case| case["annotations"][name].as_bool());
    said.unwrap_or_else(|| tool.hints.get(hint).expect("every hint is set"))
}

#[tokio::test]
async fn read_only_tools_send_safe_methods_and_change_nothing() {
    let world = PackWorld::start().await;
    for case in cases::all() {
        for arguments in case.also.iter().chain([&case.arguments]) {
            world.server.reset();
            let tool = world.toolbox.definition(case.tool).unwrap().clone();
            let before = world.server.snapshot();
            world.ask(case.tool, arguments).await;
            let seen = world.server.take_seen();
            assert!(!seen.is_empty(), "{} asked nothing", case.tool);
            let unsafe_one = seen
                .iter()
                .find(|asked| !SAFE.contains(&asked.method.as_str()));
            if says(&tool, arguments, Hint::ReadOnly) {
                assert!(unsafe_one.is_none(), "{}: {unsafe_one:?}", case.tool);
                assert_eq!(world.server.snapshot(), before, "{}", case.tool);
            } else if *arguments == case.arguments {
                assert!(unsafe_one.is_some(), "{} only reads", case.tool);
            }
        }
    }
}

#[tokio::test]
async fn tools_that_are_not_destructive_leave_what_was_there() {
    let world = PackWorld::start().await;
    for case in cases::all() {
        for arguments in case.also.iter().chain([&case.arguments]) {
            world.server.reset();
            let tool = world.toolbox.definition(case.tool).unwrap().clone();
            let before = world.server.snapshot();
            world.ask(case.tool, arguments).await;
            let lost = lost(&before, &world.server.snapshot());
            if !says(&tool, arguments, Hint::Destructive) {
                assert!(lost.is_empty(), "{}: {lost:?}", case.tool);
            } else if *arguments == case.arguments {
                assert!(!lost.is_empty(), "{} destroys nothing", case.tool);
            }
        }
    }
}

#[tokio::test]
async fn idempotent_tools_leave_the_same_state_twice() {
    let world = PackWorld::start().await;
    for case in cases::all() {
        for arguments in case.also.iter().chain([&case.arguments]) {
            world.server.reset();
            let tool = world.toolbox.definition(case.tool).unwrap().clone();
            let arguments = world.resolved(arguments.clone());
            world.ask(case.tool, &arguments).await;
            let once = world.server.snapshot();
            let reply = world.call(case.tool, &arguments).await;
            let same = world.server.snapshot() == once;
            if says(&tool, &arguments, Hint::Idempotent) {
                assert!(same, "{} changed something again", case.tool);
            } else if arguments == world.resolved(case.arguments.clone()) {
                let refused = reply["isError"] == true;
                assert!(!same || refused, "{} could be repeated", case.tool);
            }
        }
    }
}

/// What was there and is not any more, or holds something else.
fn lost(before: &Snapshot, after: &Snapshot) -> Vec<String> {
    let all = before.iter();
    all.filter(|(key, value)| !after.get(*key).is_some_and(|now| is_kept(value, now)))
        .filter(|(_, value)| !is_moved(value, before, after))
        .map(|(key, _)| key.clone())
        .collect()
}

/// Whether a thing is somewhere else now, as it was. What lies in the trash or
/// among old versions is not there any more.
fn is_moved(value: &Value, before: &Snapshot, after: &Snapshot) -> bool {
    let same = |now: &Value| {
        let mut value = value.clone();
        if let Some(fields) = value.as_object_mut() {
            fields.remove("original");
        }
        value == *now && now.is_object()
    };
    let new = after.iter().filter(|(key, _)| !before.contains_key(*key));
    let put_away = |key: &str| key.starts_with("trash/") || key.starts_with("version/");
    let mut new = new.filter(|(key, _)| !put_away(key));
    new.any(|(_, now)| same(now))
}

/// Whether a value still holds what it held: the same, a text that was continued, a list or an
/// object with more in it, a field that had nothing.
fn is_kept(before: &Value, now: &Value) -> bool {
    match (before, now) {
        (Value::Null, _) => true,
        (Value::String(before), Value::String(now)) => now.starts_with(before.as_str()),
        (Value::Array(before), Value::Array(now)) => before.iter().all(|one| now.contains(one)),
        (Value::Object(before), Value::Object(now)) => before
            .iter()
            .all(|(name, value)| now.get(name).is_some_and(|now| is_kept(value, now))),
        (before, now) => before == now,
    }
}

/// Every case of a tool is one that a call selects, so that the checks above meet it.
#[tokio::test]
async fn every_case_of_a_tool_is_called() {
    let world = PackWorld::start().await;
    let mut met = 0;
    for tool in world.toolbox.definitions() {
        let all = cases::all();
        let calls = all.iter().find(|case| case.tool == tool.name).unwrap();
        let calls: Vec<&Value> = calls.also.iter().chain([&calls.arguments]).collect();
        let cases = tool.meta.get("dev.candor/when").and_then(Value::as_array);
        for case in cases.into_iter().flatten() {
            let argument = case["argument"].as_str().unwrap();
            let selects = |call: &&Value| call.get(argument) == Some(&case["is"]);
            assert!(calls.iter().any(selects), "{}: {case}", tool.name);
            met += 1;
        }
    }
    assert!(met >= 7, "{met}");
}
