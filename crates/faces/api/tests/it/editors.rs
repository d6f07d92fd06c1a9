//! Many at once.

use std::sync::Arc;

use serde_json::{Value, json};

use crate::fixture::{ApiFixture, count};

const PATH: &str = "/annotations/shop.add_book";
const EDITORS: usize = 64;

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_64_editors_of_one_tool_none_is_lost() {
    let world = Arc::new(ApiFixture::shop().await);
    let editors: Vec<_> = (0..EDITORS)
        .map(|number| {
            let world = Arc::clone(&world);
            tokio::spawn(async move {
                let body = json!({"extra": {format!("editor-{number}"): number}});
                world.patch(PATH, body).send().await
            })
        })
        .collect();
    let mut tags = std::collections::BTreeSet::new();
    for editor in editors {
        let reply = editor.await.expect("an answer");
        assert_eq!(reply.status, 200, "{}", reply.text);
        tags.insert(reply.etag().to_owned());
    }
    assert_eq!(tags.len(), EDITORS, "every change has a version of its own");
    let entry = world.json(PATH).await;
    for number in 0..EDITORS {
        let said = &entry["fields"]["extra"][format!("editor-{number}")]["say"];
        assert_eq!(*said, Value::from(number), "{number}");
    }
    let changes = world
        .json("/audit/changes?subject=shop.add_book&limit=500")
        .await;
    assert_eq!(count(&changes), EDITORS);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_many_who_have_read_the_same_version_one_is_heard() {
    let world = Arc::new(ApiFixture::shop().await);
    let editors: Vec<_> = (0..16)
        .map(|number| {
            let world = Arc::clone(&world);
            tokio::spawn(async move {
                let body = json!({"title": format!("Editor {number}")});
                let ask = world.patch(PATH, body).if_match("\"v0\"");
                ask.send().await.status
            })
        })
        .collect();
    let mut statuses = Vec::new();
    for editor in editors {
        statuses.push(editor.await.expect("an answer"));
    }
    statuses.sort_unstable();
    assert_eq!(statuses[0], 200);
    assert!(
        statuses[1..].iter().all(|status| *status == 412),
        "{statuses:?}"
    );
}
