//! The contract suite on PostgreSQL, each area on a server of its own.

use std::time::{Duration, Instant};

use candor_model::{Outcome, Secret};
use candor_store::{Engine, Follower, Journal, Store, Target};
use candor_testkit::Postgres;

use crate::{
    case::{Case, begun, ended},
    contract,
    said::change,
};

fn database(server: &Postgres) -> Target {
    Target::Postgres(Secret::new(server.url()))
}

#[tokio::test]
async fn sources() {
    let Some(server) = Postgres::start() else {
        return;
    };
    contract::sources(Case::on(database(&server)).await).await;
}

#[tokio::test]
async fn calls() {
    let Some(server) = Postgres::start() else {
        return;
    };
    contract::calls(Case::on(database(&server)).await).await;
}

#[tokio::test]
async fn call_counts() {
    let Some(server) = Postgres::start() else {
        return;
    };
    contract::call_counts(Case::on(database(&server)).await).await;
}

#[tokio::test]
async fn journal() {
    let Some(server) = Postgres::start() else {
        return;
    };
    contract::journal(Case::on(database(&server)).await).await;
}

#[tokio::test]
async fn opinions() {
    let Some(server) = Postgres::start() else {
        return;
    };
    contract::opinions(Case::on(database(&server)).await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn editors() {
    let Some(server) = Postgres::start() else {
        return;
    };
    contract::editors(Case::on(database(&server)).await).await;
}

#[tokio::test]
async fn environments() {
    let Some(server) = Postgres::start() else {
        return;
    };
    contract::environments(Case::on(database(&server)).await).await;
}

#[tokio::test]
async fn secrets() {
    let Some(server) = Postgres::start() else {
        return;
    };
    contract::secrets(Case::on(database(&server)).await).await;
}

#[tokio::test]
async fn pins() {
    let Some(server) = Postgres::start() else {
        return;
    };
    contract::pins(Case::on(database(&server)).await).await;
}

#[tokio::test]
async fn changes() {
    let Some(server) = Postgres::start() else {
        return;
    };
    contract::changes(Case::on(database(&server)).await).await;
}

#[tokio::test]
async fn follow() {
    let Some(server) = Postgres::start() else {
        return;
    };
    contract::follow(Case::on(database(&server)).await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_comes_and_goes() {
    let Some(mut server) = Postgres::start() else {
        return;
    };
    // Replicas that start together on an empty database do not trip over one another.
    let target = database(&server);
    let opened: Vec<_> = (0..6)
        .map(|_| {
            tokio::spawn({
                let target = target.clone();
                async move { Store::open(&target).await }
            })
        })
        .collect();
    for store in opened {
        store.await.unwrap().unwrap().close().await;
    }

    let case = Case::on(target).await;
    assert_eq!(case.store.engine(), Engine::Postgres);
    assert!(
        !format!("{:?}", case.store).contains("hunter2"),
        "{:?}",
        case.store
    );
    let (journal, _) = Journal::open(&case.journal(), &case.store).await.unwrap();
    let one = begun("files");
    journal.begin(&one).unwrap();
    journal.end(&ended(&one, Outcome::Ok)).unwrap();
    journal.flush().await.unwrap();
    let mut follower = case.store.follow().await.unwrap();

    server.stop();
    for _ in 0..100 {
        let call = begun("files");
        journal.begin(&call).unwrap();
        journal.end(&ended(&call, Outcome::Ok)).unwrap();
    }
    let flushed = tokio::time::timeout(Duration::from_millis(300), journal.flush()).await;
    flushed.expect_err("there is no server");
    let error = Store::open(&database(&server))
        .await
        .expect_err("there is no server");
    assert!(
        error
            .to_string()
            .starts_with("cannot reach PostgreSQL at `/"),
        "{error}"
    );
    assert!(
        !format!("{error} {error:?}").contains("hunter2"),
        "{error:?}"
    );

    server.run();
    journal.flush().await.unwrap();
    assert_eq!(case.count().await, 101);
    journal.close().await.unwrap();
    follows_again(&case, &mut follower).await;

    case.execute("INSERT INTO _sqlx_migrations VALUES (99, 'x', now(), true, '', 0)")
        .await;
    let error = Store::open(&database(&server))
        .await
        .expect_err("a newer schema")
        .to_string();
    assert!(
        error.contains("has schema 99, and this binary knows schemas up to 9;"),
        "{error}"
    );

    let nowhere = Target::Postgres(Secret::new("postgres://a:hunter2@127.0.0.1:1/x".to_owned()));
    let error = Store::open(&nowhere)
        .await
        .expect_err("nobody listens there")
        .to_string();
    assert!(
        error.starts_with("cannot reach PostgreSQL at `127.0.0.1:1/x`;"),
        "{error}"
    );
}

/// A follower that has lost its server hears of what happens after it came back, and hears of it
/// by announcement again.
async fn follows_again(case: &Case, follower: &mut Follower) {
    let mut quickest = Duration::MAX;
    for round in 1..=4 {
        let record = change("file.apply", "candor.toml");
        let body = round.to_string();
        case.store.set_declared(&body, &record).await.unwrap();
        let committed = Instant::now();
        let heard = async {
            // Errors are allowed while it finds out that the old connection is gone.
            for _ in 0..20 {
                if let Ok(revision) = follower.next().await {
                    return revision;
                }
            }
            panic!("it never heard of it");
        };
        let heard = tokio::time::timeout(Duration::from_mins(1), heard).await;
        assert_eq!(heard.expect("it is heard of"), round);
        quickest = quickest.min(committed.elapsed());
    }
    assert!(
        quickest < Duration::from_secs(1),
        "heard within {quickest:?}"
    );
}

#[tokio::test]
async fn mark() {
    let Some(server) = Postgres::start() else {
        return;
    };
    contract::mark(Case::on(database(&server)).await).await;
}

#[tokio::test]
async fn toolsets() {
    let Some(server) = Postgres::start() else {
        return;
    };
    contract::toolsets(Case::on(database(&server)).await).await;
}

#[tokio::test]
async fn toolset_versions() {
    let Some(server) = Postgres::start() else {
        return;
    };
    contract::toolset_versions(Case::on(database(&server)).await).await;
}

#[tokio::test]
async fn whole_toolsets() {
    let Some(server) = Postgres::start() else {
        return;
    };
    contract::whole_toolsets(Case::on(database(&server)).await).await;
}

#[tokio::test]
async fn house_notes() {
    let Some(server) = Postgres::start() else {
        return;
    };
    contract::house_notes(Case::on(database(&server)).await).await;
}

#[tokio::test]
async fn saved_sources() {
    let Some(server) = Postgres::start() else {
        return;
    };
    contract::saved_sources(Case::on(database(&server)).await).await;
}

#[tokio::test]
async fn renamed_tools() {
    let Some(server) = Postgres::start() else {
        return;
    };
    contract::renamed_tools(Case::on(database(&server)).await).await;
}

#[tokio::test]
async fn tokens() {
    let Some(server) = Postgres::start() else {
        return;
    };
    contract::tokens(Case::on(database(&server)).await).await;
}

#[tokio::test]
async fn preferences() {
    let Some(server) = Postgres::start() else {
        return;
    };
    contract::preferences(Case::on(database(&server)).await).await;
}

#[tokio::test]
async fn tasks() {
    let Some(server) = Postgres::start() else {
        return;
    };
    contract::tasks(Case::on(database(&server)).await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn task_races() {
    let Some(server) = Postgres::start() else {
        return;
    };
    contract::task_races(Case::on(database(&server)).await).await;
}

#[tokio::test]
async fn approvals() {
    let Some(server) = Postgres::start() else {
        return;
    };
    contract::approvals(Case::on(database(&server)).await).await;
}

#[tokio::test]
async fn approval_pages() {
    let Some(server) = Postgres::start() else {
        return;
    };
    contract::approval_pages(Case::on(database(&server)).await).await;
}

#[tokio::test]
async fn approval_limits() {
    let Some(server) = Postgres::start() else {
        return;
    };
    contract::approval_limits(Case::on(database(&server)).await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn approvals_at_once() {
    let Some(server) = Postgres::start() else {
        return;
    };
    contract::approvals_at_once(Case::on(database(&server)).await).await;
}

#[tokio::test]
async fn many_approvals() {
    let Some(server) = Postgres::start() else {
        return;
    };
    contract::many_approvals(Case::on(database(&server)).await).await;
}

#[tokio::test]
async fn grants() {
    let Some(server) = Postgres::start() else {
        return;
    };
    contract::grants(Case::on(database(&server)).await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn spent() {
    let Some(server) = Postgres::start() else {
        return;
    };
    contract::spent(Case::on(database(&server)).await).await;
}

#[tokio::test]
async fn ledger() {
    let Some(server) = Postgres::start() else {
        return;
    };
    contract::ledger(Case::on(database(&server)).await).await;
}

#[tokio::test]
async fn gs1() {
    let Some(server) = Postgres::start() else {
        return;
    };
    contract::gs1(Case::on(database(&server)).await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn gs1_links() {
    let Some(server) = Postgres::start() else {
        return;
    };
    contract::gs1_links(Case::on(database(&server)).await).await;
}
