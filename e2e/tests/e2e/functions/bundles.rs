//! Programs that were built elsewhere, and schemas of every kind.

mod schemas;

use std::path::Path;

use candor_testkit::candor::{ended, run};
use candor_testkit::peers::{folder as peers, node};
use candor_testkit::{ServerEra, assert_contains_for};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::process::Command;

use self::schemas::essence;
use super::kit::{FunctionGateway, call, done, folder, install, refused, source, words, write};

const SHOP: &str = include_str!("bundles/shop.ts");

/// Builds a bundle of the program in a folder; gives its manifest.
async fn build(to: &Path) -> Value {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/e2e/functions/bundles");
    std::fs::create_dir_all(to).expect("a folder");
    let mut command = Command::new(node().expect("Node is installed"));
    command
        .arg(here.join("build.mjs"))
        .arg(peers().expect("a folder"))
        .arg(here.join("framework.mjs"))
        .arg(here.join("shop.ts"))
        .arg(to);
    let output = command.output().await.expect("Node runs");
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{complaint}");
    serde_json::from_slice(&output.stdout).expect("a manifest")
}

/// The bundle in `built`, and the program as it was written in `plain`, with its zod.
async fn both() -> (TempDir, Value) {
    let folder = folder(&[("plain/gram.ts", SHOP)]);
    install(&folder.path().join("plain"), "zod");
    let manifest = build(&folder.path().join("built")).await;
    (folder, manifest)
}

fn config() -> String {
    let variables = "variables = { CURRENCY = \"EUR\" }\n";
    source("built", "built", variables) + &source("plain", "plain", variables)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bundle_says_what_its_author_wrote() {
    let (folder, manifest) = both().await;
    let stage = FunctionGateway::open_in(folder, &config(), &[]).await;
    for (era, mut client) in stage.clients().await {
        let tools = client.offered().await;
        assert_eq!(tools.len(), 6, "{tools:?}");
        for source in ["built", "plain"] {
            let tool = |name: &str| &tools[&format!("{source}_{name}")];
            let price = json!({
                "title": "Price of an item",
                "readOnlyHint": true,
                "destructiveHint": false,
                "idempotentHint": true,
                "openWorldHint": false,
            });
            assert_eq!(tool("get_price")["annotations"], price, "{era:?} {source}");
            assert_eq!(tool("get_price")["title"], "Price of an item", "{source}");
            // Its author said one thing; that it does not only read follows from its name.
            let cancel = json!({
                "title": "Cancel an order",
                "destructiveHint": true,
                "readOnlyHint": false,
            });
            assert_eq!(
                tool("cancel_order")["annotations"],
                cancel,
                "{era:?} {source}"
            );
            assert_eq!(tool("cancel_order")["title"], "Cancel an order", "{source}");
            let shop = json!({"title": "Describe Shop", "readOnlyHint": true});
            assert_eq!(
                tool("describe_shop")["annotations"],
                shop,
                "{era:?} {source}"
            );
        }
        // A bundle's schemas are those of its manifest; the others mean the same.
        for tool in manifest["tools"].as_array().expect("tools") {
            let name = tool["name"].as_str().expect("a name");
            let built = &tools[&format!("built_{name}")];
            let plain = &tools[&format!("plain_{name}")];
            assert_eq!(built["description"], tool["description"]);
            assert_eq!(built["description"], plain["description"]);
            for member in ["properties", "required"] {
                let [built, plain, told] =
                    [built, plain, tool].map(|one| &one["inputSchema"][member]);
                assert_eq!(built, told, "{name}");
                assert_eq!(essence(built), essence(plain), "{name}");
            }
        }
    }
    stage.end();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bundle_does_what_the_program_does() {
    let (folder, _) = both().await;
    let stage = FunctionGateway::open_in(folder, &config(), &[]).await;
    for (_, mut client) in stage.clients().await {
        for source in ["built", "plain"] {
            let tool = |name: &str| format!("{source}_{name}");
            let given = json!({"item": "tea", "count": 2});
            let said = done(&mut client, &tool("get_price"), &given).await;
            let said: Value = serde_json::from_str(&said).expect("JSON");
            assert_eq!(said, json!({"price": 6, "currency": "EUR"}), "{source}");
            let given = json!({"order": {"id": "A7", "lines": [1, 2.5]}});
            let said = done(&mut client, &tool("cancel_order"), &given).await;
            assert_eq!(said, "cancelled A7", "{source}");
            let said = done(&mut client, &tool("describe_shop"), &json!({})).await;
            assert_eq!(said, "# A shop", "{source}");

            // Failures of the author's, and what does not fit.
            let said = refused(&mut client, &tool("get_price"), &json!({"item": "moon"})).await;
            assert_contains_for(&source, &said, "the moon is not for sale");
            let empty = json!({"order": {"id": "A7", "lines": []}});
            let said = refused(&mut client, &tool("cancel_order"), &empty).await;
            assert_contains_for(&source, &said, "there is nothing to cancel");
            for (given, expect) in [
                (json!({"item": "tea", "count": 0}), "/count: 0"),
                (json!({"item": "tea", "count": 1.5}), "/count: 1.5"),
                (json!({"item": ""}), "/item"),
                (json!({}), "\"item\" is a required property"),
            ] {
                let said = refused(&mut client, &tool("get_price"), &given).await;
                assert!(said.contains(expect), "{source} {given}: {said}");
            }
            let given = json!({"order": {"id": "A7", "lines": ["one"]}});
            let said = refused(&mut client, &tool("cancel_order"), &given).await;
            assert!(said.contains("/order/lines/0"), "{source}: {said}");
        }
    }
    stage.end();
}

/// A bundle is held to what it says like any other program.
#[tokio::test(flavor = "multi_thread")]
async fn a_bundle_is_checked_on_the_command_line() {
    let (folder, _) = both().await;
    for name in ["built", "plain"] {
        let checked = run(folder.path(), &["functions", "check", name]);
        let said = String::from_utf8_lossy(&checked.stdout).into_owned();
        assert!(said.contains("Price of an item"), "{name}: {said}");
        assert!(said.contains("3 tools"), "{name}: {said}");
        assert!(checked.status.success(), "{name}: {said} {checked:?}");
    }
}

/// A built module without its manifest tells its tools itself; one that says nothing of them is
/// refused with the way out.
#[tokio::test(flavor = "multi_thread")]
async fn a_manifest_may_be_missing_where_the_bundle_has_one() {
    let (folder, _) = both().await;
    let built = folder.path().join("built");
    std::fs::remove_file(built.join("manifest.json")).expect("a file");
    let text = source(
        "f",
        "built/functions.js",
        "variables = { CURRENCY = \"EUR\" }\n",
    );
    let mute = "export async function handleToolCall() { return new Response(\"\"); }\n";
    write(folder.path(), "mute.js", mute);
    let (code, said) = ended(&run(folder.path(), &["functions", "check", "mute.js"]));
    assert_ne!(code, 0, "{said}");
    assert!(said.contains("no `manifest.json`"), "{said}");

    let stage = FunctionGateway::open_in(folder, &text, &[]).await;
    let mut client = stage.client(ServerEra::Modern).await;
    let result = call(&mut client, "f_get_price", &json!({"item": "tea"})).await;
    assert!(words(&result).contains("\"price\":3"), "{result}");
    let tools = client.offered().await;
    assert_eq!(
        tools["f_cancel_order"]["annotations"]["title"],
        "Cancel an order"
    );
}
