//! The ledger: its count, its followers, and writes through sources.

use std::time::Duration;

use candor_model::{CallId, GrantArguments, GrantScope, SourceName};
use candor_store::{AskOutcome, RevisionFollower, Store};
use tokio::time::timeout;

use crate::{
    approval_samples::{ANSWERED, ASKED, OVER, USE_BY, ask, decide, grant, question, yes},
    case::{StoreCase, name},
    samples::change,
};

/// Long enough for a machine that is busy with other tests.
const PATIENCE: Duration = Duration::from_secs(20);

async fn heard(follower: &mut RevisionFollower) -> u64 {
    timeout(PATIENCE, follower.next())
        .await
        .expect("it is heard of")
        .unwrap()
}

async fn nothing(follower: &mut RevisionFollower) {
    timeout(Duration::from_millis(400), follower.next())
        .await
        .expect_err("nothing has changed");
}

/// A follower on another handle hears of every step, and of nothing else.
pub(crate) async fn ledger(case: StoreCase) {
    let other = case.reopen().await.unwrap();
    assert_eq!(other.ledger_revision().await.unwrap(), 0);
    let mut follower = other.follow_ledger().await.unwrap();
    let mut workspace = other.follow().await.unwrap();
    nothing(&mut follower).await;
    steps(&case.store, &mut follower).await;
    writes(&case, &other).await;

    // The two counts are counted apart.
    nothing(&mut workspace).await;
    let revision = case.store.ledger_revision().await.unwrap();
    while heard(&mut follower).await != revision {}
    let record = change("file.apply", "candor.toml");
    case.store.set_declarations("{}", &record).await.unwrap();
    assert_eq!(heard(&mut workspace).await, 1);
    nothing(&mut follower).await;
    assert_eq!(case.store.ledger_revision().await.unwrap(), revision);

    case.execute("ALTER TABLE ledger RENAME TO away").await;
    let error = timeout(PATIENCE, follower.next()).await;
    let error = error.expect("it looks again").expect_err("it is away");
    let error = error.to_string();
    assert!(
        error.contains("failed to read the ledger's revision"),
        "{error}"
    );
    case.execute("ALTER TABLE away RENAME TO ledger").await;
    case.store.note_write(&name("shop")).await.unwrap();
    assert_eq!(heard(&mut follower).await, revision + 1);

    case.execute("DELETE FROM ledger").await;
    let error = case.store.note_write(&name("shop")).await;
    let error = error.expect_err("there is no ledger").to_string();
    assert!(
        error.contains("failed to note a write through a source"),
        "{error}"
    );
    other.close().await;
    let told = timeout(PATIENCE, follower.next())
        .await
        .expect("it is told");
    told.expect_err("it is closed");
}

async fn steps(store: &Store, follower: &mut RevisionFollower) {
    let asked = ask(store, &question("shop.a")).await;
    assert_eq!(heard(follower).await, asked.version);
    let open = store.ask_approval(&question("shop.a"), ASKED).await;
    assert!(matches!(open, Ok(AskOutcome::Open(_))));
    nothing(follower).await;
    let decided = decide(store, asked.id, &yes(GrantScope::Once)).await;
    assert_eq!(heard(follower).await, decided.version);
    let used = store.consume_approval(asked.id, CallId::fresh(), ANSWERED);
    assert!(used.await.unwrap());
    assert_eq!(heard(follower).await, 3);
    let again = store.consume_approval(asked.id, CallId::fresh(), ANSWERED);
    assert!(!again.await.unwrap());
    nothing(follower).await;

    let standing = ask(store, &question("shop.b")).await;
    assert_eq!(heard(follower).await, 4);
    let given = grant(&standing, GrantArguments::Any);
    let record = change("grant.create", "shop.b");
    let verdict = yes(GrantScope::Always);
    let decided = store.decide_approval(standing.id, &verdict, USE_BY, Some((&given, &record)));
    decided.await.unwrap();
    assert_eq!(heard(follower).await, 5);
    let record = change("grant.revoke", "shop.b");
    store.revoke_grant(given.id, &record).await.unwrap();
    assert_eq!(heard(follower).await, 6);

    // Two expire in one step, each with a version of its own; a yes that is not used, later.
    let unused = ask(store, &question("shop.e")).await;
    decide(store, unused.id, &yes(GrantScope::Once)).await;
    for tool in ["shop.c", "shop.d"] {
        ask(store, &question(tool)).await;
    }
    while heard(follower).await != 10 {}
    assert_eq!(store.expire_approvals(OVER).await.unwrap().len(), 2);
    assert_eq!(heard(follower).await, 12);
    assert_eq!(store.expire_approvals(USE_BY).await.unwrap().len(), 1);
    assert_eq!(heard(follower).await, 13);
}

/// Each source with the last time that something was written through it.
async fn writes(case: &StoreCase, other: &Store) {
    let store = &case.store;
    let from = store.ledger_revision().await.unwrap();
    let (files, shop) = (name("files"), name("shop"));
    assert_eq!(store.writes_since(0).await.unwrap(), []);
    store.note_write(&shop).await.unwrap();
    store.note_write(&files).await.unwrap();
    store.note_write(&files).await.unwrap();
    let check = async |version: u64, expect: &[(&SourceName, u64)]| {
        let found = other.writes_since(version).await.unwrap();
        let found: Vec<_> = found
            .iter()
            .map(|(name, version)| (name, *version))
            .collect();
        assert_eq!(found, expect, "since {version}");
    };
    check(0, &[(&shop, from + 1), (&files, from + 3)]).await;
    check(from + 1, &[(&files, from + 3)]).await;
    check(from + 3, &[]).await;
    check(u64::MAX, &[]).await;
    store.note_write(&shop).await.unwrap();
    check(from, &[(&files, from + 3), (&shop, from + 4)]).await;
    case.execute("UPDATE source_writes SET source = 'a.b' WHERE source = 'files'")
        .await;
    check(0, &[(&shop, from + 4)]).await;
}
