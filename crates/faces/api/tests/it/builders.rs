//! Many who build toolsets at once.

use std::collections::BTreeSet;
use std::sync::Arc;

use candor_model::SourceTrust;
use serde_json::{Value, json};

use crate::fixture::{ApiFixture, ApiFixtureBuilder, count, strings};

const BUILDERS: usize = 16;

async fn big() -> Arc<ApiFixture> {
    let tools: Vec<_> = (0..BUILDERS)
        .map(|number| json!({"name": format!("get_{number}"), "inputSchema": {"type": "object"}}))
        .collect();
    let tools = Value::from(tools).to_string();
    let plan = ApiFixtureBuilder::default().tools("big", &tools, SourceTrust::Untrusted);
    Arc::new(plan.start().await)
}

/// Lets everybody do something at once, and expects that all of it is done.
async fn all<F>(world: &Arc<ApiFixture>, status: u16, act: impl Fn(Arc<ApiFixture>, usize) -> F)
where
    F: Future<Output = u16> + Send + 'static,
{
    let builders: Vec<_> = (0..BUILDERS)
        .map(|number| tokio::spawn(act(Arc::clone(world), number)))
        .collect();
    for builder in builders {
        assert_eq!(builder.await.expect("an answer"), status);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn sixteen_builds_at_once_all_survive() {
    let world = big().await;
    all(&world, 201, |world, number| async move {
        let members = [format!("big.get_{number}")];
        let body = json!({"name": format!("set-{number}"), "members": members});
        world.post("/toolsets", body).send().await.status
    })
    .await;
    let list = world.json("/toolsets").await;
    assert_eq!(count(&list), BUILDERS);
    for number in 0..BUILDERS {
        let names = world.names(&format!("?toolset=set-{number}")).await;
        assert_eq!(names, [format!("big.get_{number}")]);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn sixteen_builders_of_one_toolset_lose_nothing() {
    let world = big().await;
    world.toolset(json!({"name": "one"})).await;
    all(&world, 200, |world, number| async move {
        let body = json!({"add": [format!("big.get_{number}")]});
        world
            .post("/toolsets/one/members", body)
            .send()
            .await
            .status
    })
    .await;
    let view = world.json("/toolsets/one").await;
    let tools: BTreeSet<_> = strings(&view["tools"], "name").into_iter().collect();
    assert_eq!(tools.len(), BUILDERS);
    let versions = world.json("/toolsets/one/versions").await;
    assert_eq!(count(&versions), BUILDERS + 1);

    for place in ["/toolsets/one/notes", "/notes"] {
        all(&world, 200, |world, number| async move {
            let note = json!({"name": format!("n-{number}"), "note": "x"});
            let body = json!({"tool": "big.get_0", "notes": [note]});
            world.post(place, body).send().await.status
        })
        .await;
        let list = world.json(place).await;
        let notes = strings(&list["items"][0]["notes"], "name");
        assert_eq!(
            notes.into_iter().collect::<BTreeSet<_>>().len(),
            BUILDERS,
            "{place}"
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_many_who_make_the_same_toolset_one_does() {
    let world = big().await;
    let makers: Vec<_> = (0..BUILDERS)
        .map(|_| {
            let world = Arc::clone(&world);
            tokio::spawn(async move {
                let body = json!({"name": "same", "members": ["big.*"]});
                world.post("/toolsets", body).send().await.status
            })
        })
        .collect();
    let mut statuses = Vec::new();
    for maker in makers {
        statuses.push(maker.await.expect("an answer"));
    }
    statuses.sort_unstable();
    assert_eq!(statuses[0], 201);
    assert!(
        statuses[1..].iter().all(|status| *status == 409),
        "{statuses:?}"
    );
}
