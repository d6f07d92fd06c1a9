//! The contract suite on PostgreSQL, each area on a server of its own.

use std::time::{Duration, Instant};

use candor_model::Secret;
use candor_store::{DatabaseEngine, DatabaseTarget, Journal, RevisionFollower, Store};
use candor_testkit::PostgresServer;

use crate::{
    case::{StoreCase, call, done, open_at_once, refused},
    contract::contract_suite,
    samples::declare,
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
    for store in open_at_once(6, &target).await {
        store.close().await;
    }

    let case = StoreCase::on(target).await;
    assert_eq!(case.store.engine(), DatabaseEngine::Postgres);
    let shown = format!("{:?}", case.store);
    assert!(!shown.contains("hunter2"), "{shown}");
    let (journal, _) = done!(Journal::open(&case.journal(), &case.store));
    call(&journal);
    done!(journal.flush());
    let mut follower = done!(case.store.follow());

    server.stop();
    for _ in 0..100 {
        call(&journal);
    }
    let flushed = tokio::time::timeout(Duration::from_millis(300), journal.flush()).await;
    flushed.expect_err("there is no server");
    let error = refused!(
        Store::open(&database(&server)) =>
        starts_with "cannot reach PostgreSQL at `/"
    );
    let shown = format!("{error} {error:?}");
    assert!(!shown.contains("hunter2"), "{shown}");

    server.run();
    done!(journal.flush());
    assert_eq!(case.count().await, 101);
    done!(journal.close());
    follows_again(&case, &mut follower).await;

    case.execute("INSERT INTO _sqlx_migrations VALUES (99, 'x', now(), true, '', 0)")
        .await;
    refused!(
        Store::open(&database(&server)) =>
        contains "has schema 99, and this binary knows schemas up to 24;"
    );

    let nowhere = Secret::new("postgres://a:hunter2@127.0.0.1:1/x".to_owned());
    let nowhere = DatabaseTarget::Postgres(nowhere);
    refused!(Store::open(&nowhere) => starts_with "cannot reach PostgreSQL at `127.0.0.1:1/x`;");
}

/// A follower that has lost its server hears of what happens after it came back, and hears of it
/// by announcement again.
async fn follows_again(case: &StoreCase, follower: &mut RevisionFollower) {
    let mut quickest = Duration::MAX;
    for round in 1..=4 {
        declare(&case.store, &round.to_string()).await;
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
    assert!(quickest.as_secs() < 1, "heard within {quickest:?}");
}
