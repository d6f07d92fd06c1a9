//! Annotations: what every tool says about itself, who says so, and what happens when that
//! changes.

mod api;
mod benchmark;
mod concurrency;
mod contradiction;
mod doors;
mod drift;
mod endpoints;
mod overrides;
mod passthrough;
mod profiles;
mod replicas;
mod sealed;
mod tolerance;
mod upstream;

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use candor_e2e::candor::run;
use candor_e2e::{Candor, Client};
use serde_json::Value;

/// How long anything may take that is not promised to be quick.
const PATIENCE: Duration = Duration::from_secs(20);

/// Looks again and again until there is something to see.
async fn until<T>(what: &str, mut look: impl AsyncFnMut() -> Option<T>) -> T {
    let end = Instant::now() + PATIENCE;
    loop {
        if let Some(seen) = look().await {
            return seen;
        }
        assert!(Instant::now() < end, "never seen: {what}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// What a client is offered, by name.
async fn offered(client: &mut Client) -> BTreeMap<String, Value> {
    let tools = client.tools().await;
    tools
        .iter()
        .map(|tool| {
            let tool: Value = serde_json::from_str(tool).expect("a tool");
            (tool["name"].as_str().expect("a name").to_owned(), tool)
        })
        .collect()
}

/// Runs a command on the data of a gateway that may be running. Gives its exit code and
/// everything it printed.
fn candor(folder: &Path, args: &[&str]) -> (i32, String) {
    let output = run(folder, &[args, &["--data", "data"]].concat());
    let said = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    (output.status.code().expect("it ended"), said.into_owned())
}

/// The same for a command that must go well.
fn fine(gateway: &Candor, args: &[&str]) -> String {
    let (code, said) = candor(gateway.folder(), args);
    assert_eq!(code, 0, "candor {}: {said}", args.join(" "));
    said
}
