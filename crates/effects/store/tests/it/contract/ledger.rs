//! The ledger: its count, its followers, and writes through sources.

use candor_model::{CallId, GrantArguments, GrantScope, SourceName};
use candor_store::{AskOutcome, RevisionFollower, Store};

use super::follow::{heard, nothing, told};
use crate::{
    approval_samples::{ANSWERED, ASKED, OVER, USE_BY, ask, decide, grant, question, yes},
    case::{StoreCase, done, name, refused},
    samples::{change, declare},
};

/// A follower on another handle hears of every step, and of nothing else.
pub(crate) async fn ledger(case: StoreCase) {
    let other = done!(case.reopen());
    assert_eq!(done!(other.ledger_revision()), 0);
    let mut follower = done!(other.follow_ledger());
    let mut workspace = done!(other.follow());
    nothing(&mut follower).await;
    steps(&case.store, &mut follower).await;
    writes(&case, &other).await;

    // The two counts are counted apart.
    nothing(&mut workspace).await;
    let revision = done!(case.store.ledger_revision());
    while heard(&mut follower).await != revision {}
    declare(&case.store, "{}").await;
    assert_eq!(heard(&mut workspace).await, 1);
    nothing(&mut follower).await;
    assert_eq!(done!(case.store.ledger_revision()), revision);

    case.execute("ALTER TABLE ledger RENAME TO away").await;
    refused!(told(&mut follower) => contains "failed to read the ledger's revision");
    case.execute("ALTER TABLE away RENAME TO ledger").await;
    done!(case.store.note_write(&name("shop")));
    assert_eq!(heard(&mut follower).await, revision + 1);

    case.execute("DELETE FROM ledger").await;
    refused!(
        case.store.note_write(&name("shop")) =>
        contains "failed to note a write through a source"
    );
    other.close().await;
    told(&mut follower).await.expect_err("it is closed");
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
    done!(store.revoke_grant(given.id, &record));
    assert_eq!(heard(follower).await, 6);

    // Two expire in one step, each with a version of its own; a yes that is not used, later.
    let unused = ask(store, &question("shop.e")).await;
    decide(store, unused.id, &yes(GrantScope::Once)).await;
    for tool in ["shop.c", "shop.d"] {
        ask(store, &question(tool)).await;
    }
    while heard(follower).await != 10 {}
    assert_eq!(done!(store.expire_approvals(OVER)).len(), 2);
    assert_eq!(heard(follower).await, 12);
    assert_eq!(done!(store.expire_approvals(USE_BY)).len(), 1);
    assert_eq!(heard(follower).await, 13);
}

/// Each source with the last time that something was written through it.
async fn writes(case: &StoreCase, other: &Store) {
    let store = &case.store;
    let from = done!(store.ledger_revision());
    let (files, shop) = (name("files"), name("shop"));
    assert_eq!(done!(store.writes_since(0)), []);
    done!(store.note_write(&shop));
    done!(store.note_write(&files));
    done!(store.note_write(&files));
    let check = async |version: u64, expect: &[(&SourceName, u64)]| {
        let found = done!(other.writes_since(version));
        let found = found.iter().map(|(name, version)| (name, *version));
        assert_eq!(found.collect::<Vec<_>>(), expect, "since {version}");
    };
    check(0, &[(&shop, from + 1), (&files, from + 3)]).await;
    check(from + 1, &[(&files, from + 3)]).await;
    check(from + 3, &[]).await;
    check(u64::MAX, &[]).await;
    done!(store.note_write(&shop));
    check(from, &[(&files, from + 3), (&shop, from + 4)]).await;
    case.execute("UPDATE source_writes SET source = 'a.b' WHERE source = 'files'")
        .await;
    check(0, &[(&shop, from + 4)]).await;
}
