//! Names never collide: what is listed can be called, and reaches the tool that is meant.

use candor_testkit::script::ServerScript;
use candor_testkit::{CandorProcess, ServerEra, config};
use serde_json::json;

use super::management_client::{ManagementClient, name};

/// A server whose only tool says who it is.
fn saying(tool: &str, who: &str) -> ServerScript {
    let result = format!(r#"{{"result":{{"content":[{{"type":"text","text":"{who}"}}]}}}}"#);
    ServerScript::simple(&[(tool, &result)])
}

#[tokio::test(flavor = "multi_thread")]
async fn two_tools_that_would_have_the_same_name() {
    let first = saying("b_c", "the tool b_c of a").file();
    let second = saying("c", "the tool c of a_b").file();
    let text = config::script("a", &first, ServerEra::Legacy, "")
        + &config::script("a_b", &second, ServerEra::Legacy, "");
    let candor = CandorProcess::served_unasked(&text).await;
    let mut counter = ManagementClient::of(candor.owner_client(ServerEra::Legacy).await).await;
    counter.build("both", &["a.b_c", "a_b.c"]).await;
    counter.build("second", &["a_b.c"]).await;
    for toolset in [None, Some("both")] {
        if let Some(toolset) = toolset {
            counter.equip(toolset).await;
        }
        let names = counter.names().await;
        assert_eq!(names.len(), 2, "{names:?}");
        assert_ne!(names[0], names[1], "{names:?}");
        let mut said = Vec::new();
        for name in &names {
            said.push(counter.call(name, "{}").await.words());
        }
        said.sort_unstable();
        assert_eq!(
            said,
            ["the tool b_c of a", "the tool c of a_b"],
            "{toolset:?}"
        );
    }

    // A note is on the tool that it names, and nowhere else.
    counter.add_notes("a_b.c", &[("which", "Of a_b.")]).await;
    for tool in counter.tools().await {
        let said = counter.call(name(&tool), "{}").await.words();
        let noted = tool["description"].to_string().contains("Of a_b.");
        assert_eq!(noted, said == "the tool c of a_b", "{tool}");
    }

    // Alone in a toolset it keeps its name, and the other's name leads nowhere.
    counter.equip("both").await;
    let both = counter.names().await;
    counter.equip("second").await;
    let alone = counter.names().await;
    assert_eq!(alone.len(), 1);
    assert!(both.contains(&alone[0]), "{alone:?} of {both:?}");
    let said = counter.call(&alone[0], "{}").await.words();
    assert_eq!(said, "the tool c of a_b");
    let other = both.iter().find(|one| **one != alone[0]).expect("another");
    counter.call(other, "{}").await.error();

    // By their namespaced names they are never confused.
    counter.equip("both").await;
    for (tool, who) in [
        ("a.b_c", "the tool b_c of a"),
        ("a_b.c", "the tool c of a_b"),
    ] {
        let arguments = json!({"name": tool}).to_string();
        let reply = counter.call("call-tool", &arguments).await;
        assert_eq!(reply.words(), who);
    }
}
