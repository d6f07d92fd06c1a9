//! Many editors of one tool: no change is lost, none is made by halves.

use std::collections::BTreeSet;

use candor_testkit::script::{ScriptFile, ServerScript};
use candor_testkit::{ApiClient, CandorProcess, PostgresServer, ServerEra, config};
use futures_util::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};

use super::until;

const EDITORS: usize = 64;

/// How many of the editors use the command line, each in a process of its own.
const BY_HAND: usize = 8;

const PATH: &str = "/annotations/s.lend";

/// One or more gateways on one database.
struct EditingGateways {
    gateways: Vec<CandorProcess>,
    _file: ScriptFile,
    _database: Option<PostgresServer>,
}

// === impl EditingGateways ===

impl EditingGateways {
    async fn open(count: usize, database: Option<PostgresServer>) -> Self {
        let file = ServerScript::simple(&[("lend", "{}")]).file();
        let text = config::script("s", &file, ServerEra::Legacy, "");
        let url = database.as_ref().map(PostgresServer::url);
        let flags: Vec<&str> = url
            .iter()
            .flat_map(|url| ["--database-url", url.as_str()])
            .collect();
        let gateways: Vec<_> = (0..count)
            .map(|_| CandorProcess::unasked(&text, &flags))
            .collect();
        for gateway in &gateways {
            gateway.all_ready().await;
        }
        Self {
            gateways,
            _file: file,
            _database: database,
        }
    }

    /// The API that one of many editors uses.
    fn api(&self, editor: usize) -> ApiClient {
        ApiClient::of(&self.gateways[editor % self.gateways.len()])
    }

    /// Every gateway serves what these editors said, and nothing else.
    async fn agree(&self, editors: &BTreeSet<usize>) {
        for gateway in &self.gateways {
            let mut client = gateway.client(ServerEra::Legacy).await;
            until("every change at every gateway", async || {
                let tools = client.offered().await;
                let annotations = tools["s_lend"]["annotations"].as_object()?.clone();
                let said: BTreeSet<usize> = annotations
                    .iter()
                    .filter_map(|(key, value)| {
                        let editor = key.strip_prefix("editor-")?.parse().ok()?;
                        assert_eq!(*value, whole(editor), "{key} was made by halves");
                        Some(editor)
                    })
                    .collect();
                (said == *editors).then_some(())
            })
            .await;
        }
    }

    async fn records(&self) -> Vec<Value> {
        self.api(0).changes("annotations.amend", "s.lend").await
    }
}

/// What an editor says: more than one value, so that half of it could be missing.
fn whole(editor: usize) -> Value {
    json!({"number": editor, "words": format!("said by {editor}").repeat(20)})
}

fn edit(editor: usize) -> Value {
    json!({"extra": {format!("editor-{editor}"): whole(editor)}})
}

/// Each editor adds one thing without looking at what the others do.
async fn all_at_once(office: &EditingGateways, editors: impl Iterator<Item = usize>) {
    let work = editors.map(|editor| async move {
        let answer = office.api(editor).patch(PATH, &edit(editor)).await;
        assert_eq!(answer.status, 200, "editor {editor}: {}", answer.text);
        answer.etag().expect("a tag")
    });
    let tags: BTreeSet<String> = join_all(work).await.into_iter().collect();
    assert!(tags.len() > 1, "each made a version of its own: {tags:?}");
}

/// Each editor changes what they saw, and all have seen the same.
async fn first_come(office: &EditingGateways) {
    let before = office.records().await.len();
    let seen = office.api(0).get(PATH).await;
    assert_eq!(seen.status, 200, "{}", seen.text);
    let tag = seen.etag().expect("a tag");
    let tag = tag.as_str();
    let work = (0..EDITORS).map(|editor| async move {
        let body = json!({"title": format!("By {editor}"), "idempotent": editor % 2 == 0});
        let headers = [("if-match", tag)];
        let api = office.api(editor);
        (
            editor,
            api.send(Method::PATCH, PATH, Some(&body), &headers).await,
        )
    });
    let mut winner = None;
    for (editor, answer) in join_all(work).await {
        if answer.status == 200 {
            assert!(winner.is_none(), "{winner:?} and {editor} both won");
            winner = Some(editor);
        } else {
            let refused = answer.refused(412);
            assert!(refused.contains("read it again"), "{refused}");
            assert_ne!(answer.etag().as_deref(), Some(tag), "the tag it has now");
        }
    }
    let winner = winner.expect("one won");
    assert_eq!(office.records().await.len(), before + 1);
    for gateway in &office.gateways {
        let mut client = gateway.client(ServerEra::Legacy).await;
        until("the winner's change", async || {
            let tool = client.offered().await.remove("s_lend")?;
            let hint = tool["annotations"]["idempotentHint"] == (winner % 2 == 0);
            (tool["title"] == format!("By {winner}").as_str() && hint).then_some(())
        })
        .await;
    }
}

async fn check(office: &EditingGateways) {
    all_at_once(office, 0..EDITORS).await;
    office.agree(&(0..EDITORS).collect()).await;
    let records = office.records().await;
    assert_eq!(records.len(), EDITORS);
    // Each change began where another had ended: nothing was overwritten unseen.
    let count = |side: &Value| side["extra"].as_object().map_or(0, serde_json::Map::len);
    for record in &records {
        assert_eq!(count(&record["new"]), count(&record["old"]) + 1, "{record}");
    }
    first_come(office).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn many_editors_at_two_replicas() {
    let Some(database) = PostgresServer::start() else {
        return;
    };
    check(&EditingGateways::open(2, Some(database)).await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn many_editors_at_one_gateway() {
    check(&EditingGateways::open(1, None).await).await;
}

/// The command line writes to the same file at the same time.
#[tokio::test(flavor = "multi_thread")]
async fn editors_on_the_command_line_beside_a_running_gateway() {
    let office = EditingGateways::open(1, None).await;
    let gateway = &office.gateways[0];
    let by_hand = std::thread::scope(|scope| {
        let work: Vec<_> = (0..BY_HAND)
            .map(|editor| {
                scope.spawn(move || {
                    let said = format!("editor-{editor}={}", whole(editor));
                    gateway.fine(&["annotate", "s.lend", "--set", &said]);
                })
            })
            .collect();
        let handle = tokio::runtime::Handle::current();
        tokio::task::block_in_place(|| {
            handle.block_on(all_at_once(&office, BY_HAND..EDITORS));
        });
        work.into_iter()
            .filter_map(|thread| thread.join().ok())
            .count()
    });
    assert_eq!(by_hand, BY_HAND, "every process ended well");
    office.agree(&(0..EDITORS).collect()).await;
    let records = office.records().await;
    assert_eq!(records.len(), EDITORS);
    let through = |door: &str| {
        records
            .iter()
            .filter(|record| record["door"] == door)
            .count()
    };
    assert_eq!(
        (through("cli"), through("api")),
        (BY_HAND, EDITORS - BY_HAND)
    );
}
