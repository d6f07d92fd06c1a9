//! The contract suite on PostgreSQL, each area on a server of its own.

use std::time::{Duration, Instant};

use candor_model::{CallOutcome, Secret};
use candor_store::{DatabaseEngine, DatabaseTarget, Journal, RevisionFollower, Store};
use candor_testkit::PostgresServer;

use crate::{
    case::{StoreCase, begun, ended},
    contract::contract_suite,
    samples::change,
};

fn database(server: &PostgresServer) -> DatabaseTarget {
    DatabaseTarget::Postgres(Secret::new(server.url()))
}

async fn case() -> Option<(StoreCase, PostgresServer)> {
    let server = PostgresServer::start()?;
    Some((StoreCase::on(database(&server)).await, server))
}

contract_suite!();

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_comes_and_goes() {
    let Some(mut server) = PostgresServer::start() else {
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

    let case = StoreCase::on(target).await;
    assert_eq!(case.store.engine(), DatabaseEngine::Postgres);
    assert!(
        !format!("{:?}", case.store).contains("hunter2"),
        "{:?}",
        case.store
    );
    let (journal, _) = Journal::open(&case.journal(), &case.store).await.unwrap();
    let one = begun("files");
    journal.begin(&one).unwrap();
    journal.end(&ended(&one, CallOutcome::Ok)).unwrap();
    journal.flush().await.unwrap();
    let mut follower = case.store.follow().await.unwrap();

    server.stop();
    for _ in 0..100 {
        let call = begun("files");
        journal.begin(&call).unwrap();
        journal.end(&ended(&call, CallOutcome::Ok)).unwrap();
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
        error.contains("has schema 99, and this binary knows schemas up to 10;"),
        "{error}"
    );

    let nowhere =
        DatabaseTarget::Postgres(Secret::new("postgres://a:hunter2@127.0.0.1:1/x".to_owned()));
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
async fn follows_again(case: &StoreCase, follower: &mut RevisionFollower) {
    let mut quickest = Duration::MAX;
    for round in 1..=4 {
        let record = change("file.apply", "candor.toml");
        let body = round.to_string();
        case.store.set_declarations(&body, &record).await.unwrap();
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
