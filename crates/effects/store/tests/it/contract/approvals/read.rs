//! Reading questions: by page, by what they are about, by what has changed.

use std::slice::from_ref;

use candor_model::{Approval, ApprovalId, ApprovalState, Digest, GrantScope};
use candor_store::{ApprovalFilter, CARD_MAX, Store};

use crate::{
    approval_samples::{
        ASKED, OVER, USE_BY, approved, ask, consumed, decide, found, no, question, yes,
    },
    case::{StoreCase, done, name, refused},
    samples::tool,
};

/// Questions are read by page, newest first, by what they are about and by version, and are
/// forgotten when they are finished and old.
pub(crate) async fn approval_pages(case: StoreCase) {
    let store = &case.store;
    let all = ApprovalFilter::default();
    let empty = done!(store.approvals(&all, None, 10));
    assert_eq!((empty.approvals, empty.next), (vec![], None));
    assert_eq!(done!(store.approvals_since(0, 10)), []);

    let mut asked = Vec::new();
    for number in 0..45 {
        asked.push(ask(store, &question(&format!("shop.tool_{number}"))).await);
    }
    by_page(store, &asked).await;
    filtered(store).await;
    last(store).await;
    since(store).await;
    pruned(store).await;
    long_cards(store).await;
    unreadable(&case).await;
}

async fn ids(store: &Store, filter: &ApprovalFilter) -> Vec<ApprovalId> {
    let page = done!(store.approvals(filter, None, usize::MAX));
    assert_eq!(page.next, None);
    page.approvals.iter().map(|approval| approval.id).collect()
}

async fn by_page(store: &Store, asked: &[Approval]) {
    let all = ApprovalFilter::default();
    let mut read = Vec::new();
    let mut before = None;
    loop {
        let page = done!(store.approvals(&all, before, 15));
        assert_eq!(page.approvals.len(), 15);
        read.extend(page.approvals);
        before = page.next;
        if before.is_none() {
            break;
        }
    }
    read.reverse();
    assert_eq!(read, asked, "each once, as it was asked, newest first");
    let page = done!(store.approvals(&all, None, 0));
    assert_eq!(page.approvals, asked[44..], "no page is empty");
    let oldest = Some(asked[0].id);
    let page = done!(store.approvals(&all, oldest, 10));
    assert_eq!((page.approvals, page.next), (vec![], None));
}

async fn filtered(store: &Store) {
    let first = ask(store, &question("files.read")).await;
    let mut other = question("files.read");
    other.binding.principal = String::from("eve\0\\");
    let other = approved(store, &other).await;
    let mut odd = question("files.read");
    odd.binding.tool = tool("files.a\0b\\0'; DROP TABLE approvals; -- é🦀");
    let odd = ask(store, &odd).await;

    let check = async |filter: ApprovalFilter, expect: &[&Approval]| {
        let expect: Vec<ApprovalId> = expect.iter().map(|approval| approval.id).collect();
        assert_eq!(ids(store, &filter).await, expect, "{filter:?}");
    };
    let all = ApprovalFilter::default();
    let states = |states: &[ApprovalState]| ApprovalFilter {
        states: states.to_vec(),
        ..all.clone()
    };
    let source = |source: &str| ApprovalFilter {
        source: Some(name(source)),
        ..all.clone()
    };
    let about = |approval: &Approval| ApprovalFilter {
        tool: Some(approval.binding.tool.clone()),
        ..all.clone()
    };
    let principal = |principal: &str| ApprovalFilter {
        principal: Some(principal.to_owned()),
        ..all.clone()
    };
    assert_eq!(ids(store, &states(&[])).await.len(), 48);
    assert_eq!(ids(store, &states(&ApprovalState::ALL)).await.len(), 48);
    let pending = states(&[ApprovalState::Pending]);
    assert_eq!(ids(store, &pending).await.len(), 47);
    check(states(&[ApprovalState::Approved]), &[&other]).await;
    check(
        states(&[ApprovalState::Denied, ApprovalState::Approved]),
        &[&other],
    )
    .await;
    check(states(&[ApprovalState::Consumed]), &[]).await;
    check(source("files"), &[&odd, &other, &first]).await;
    check(source("Files"), &[]).await;
    check(about(&first), &[&other, &first]).await;
    check(about(&odd), &[&odd]).await;
    check(principal("eve\0\\"), &[&other]).await;
    check(principal("eve' OR '1'='1"), &[]).await;
    let both = ApprovalFilter {
        states: vec![ApprovalState::Pending],
        ..about(&first)
    };
    check(both, &[&first]).await;
    let contradiction = ApprovalFilter {
        source: Some(name("shop")),
        ..about(&first)
    };
    check(contradiction, &[]).await;
}

/// The last yes is the one of the same caller about the same tool.
async fn last(store: &Store) {
    let ada = async || done!(store.last_approval("ada", &tool("last.tool")));
    assert_eq!(ada().await, None);
    let mut arguments = 0;
    let mut wanted = || {
        arguments += 1;
        let mut wanted = question("last.tool");
        wanted.binding.arguments = Digest::of(arguments.to_string());
        wanted
    };
    ask(store, &wanted()).await;
    let denied = ask(store, &wanted()).await;
    decide(store, denied.id, &no("")).await;
    assert_eq!(ada().await, None, "nobody said yes");
    let first = consumed(store, &wanted()).await;
    assert_eq!(ada().await, Some(first.clone()));
    let second = approved(store, &wanted()).await;
    assert_eq!(ada().await, Some(second.clone()));
    ask(store, &wanted()).await;
    let mut others = wanted();
    others.binding.principal = String::from("bob");
    approved(store, &others).await;
    approved(store, &question("last.other")).await;
    assert_eq!(ada().await, Some(second.clone()));
    let mut late = yes(GrantScope::Once);
    late.at_micros = USE_BY;
    let marked = store.decide_approval(second.id, &late, USE_BY, None).await;
    marked.unwrap();
    assert_eq!(ada().await, Some(first), "the other was not used in time");
}

async fn since(store: &Store) {
    let from = done!(store.ledger_revision());
    assert_eq!(done!(store.approvals_since(from, 10)), []);
    assert_eq!(done!(store.approvals_since(u64::MAX, 10)), []);
    let first = ask(store, &question("since.first")).await;
    let second = ask(store, &question("since.second")).await;
    let first = decide(store, first.id, &yes(GrantScope::Once)).await;
    let changed = done!(store.approvals_since(from, usize::MAX));
    assert_eq!(changed, [second.clone(), first.clone()], "as they are now");
    let changed = done!(store.approvals_since(from, 0));
    assert_eq!(changed, from_ref(&second), "never none if there is one");
    let changed = done!(store.approvals_since(second.version, 1));
    assert_eq!(changed, [first]);
}

/// Only what is finished, and over, is forgotten.
async fn pruned(store: &Store) {
    let count = async || ids(store, &ApprovalFilter::default()).await.len();
    let before = count().await;
    assert_eq!(done!(store.prune_approvals(ASKED)), 0);
    let finished = ApprovalFilter {
        states: vec![
            ApprovalState::Denied,
            ApprovalState::Expired,
            ApprovalState::Consumed,
        ],
        ..ApprovalFilter::default()
    };
    let finished = ids(store, &finished).await;
    assert_eq!(finished.len(), 3);
    let revision = done!(store.ledger_revision());
    let denied = done!(store.prune_approvals(OVER + 1));
    assert_eq!(denied, 1, "the one whose time was over by then");
    assert_eq!(done!(store.prune_approvals(i64::MAX)), 2);
    assert_eq!(done!(store.prune_approvals(i64::MAX)), 0);
    assert_eq!(count().await, before - 3);
    for id in finished {
        assert_eq!(done!(store.approval(id)), None);
    }
    assert_eq!(done!(store.ledger_revision()), revision);
}

/// However long the cards are, a page stays within bounds, and the pages together are whole.
async fn long_cards(store: &Store) {
    let from = done!(store.ledger_revision());
    let mut asked = Vec::new();
    for number in 0..40 {
        let mut long = question(&format!("long.tool_{number}"));
        long.card = format!("\"{}\"", "x".repeat(CARD_MAX - 2));
        asked.push(ask(store, &long).await);
    }
    let filter = ApprovalFilter {
        source: Some(name("long")),
        ..ApprovalFilter::default()
    };
    let mut read = Vec::new();
    let mut before = None;
    loop {
        let page = done!(store.approvals(&filter, before, 100));
        let count = page.approvals.len();
        assert!(count < 20, "{count} at once");
        read.extend(page.approvals);
        before = page.next;
        if before.is_none() {
            break;
        }
    }
    read.reverse();
    assert!(read == asked, "each once, newest first");

    let mut read: Vec<Approval> = Vec::new();
    loop {
        let version = read.last().map_or(from, |last| last.version);
        let changed = done!(store.approvals_since(version, 100));
        assert!(changed.len() < 20, "{} at once", changed.len());
        if changed.is_empty() {
            break;
        }
        read.extend(changed);
    }
    assert!(read == asked, "each once, in their order");
}

/// A row that cannot be read hides no other, and is an error where it is asked for.
async fn unreadable(case: &StoreCase) {
    let store = &case.store;
    case.execute("DELETE FROM approvals").await;
    let from = done!(store.ledger_revision());
    let oldest = ask(store, &question("shop.oldest")).await;
    let bad = approved(store, &question("shop.bad")).await;
    for number in 0..4 {
        approved(store, &question(&format!("shop.bad_{number}"))).await;
    }
    let newest = ask(store, &question("shop.newest")).await;
    let check = async |statement: &'static str, word: &str| {
        case.execute(statement).await;
        let all = ApprovalFilter::default();
        // The pages in the middle would be empty, and do not look like the last one.
        let page = done!(store.approvals(&all, None, 1));
        assert_eq!(page.approvals, from_ref(&newest));
        assert_eq!(page.next, Some(newest.id));
        let page = done!(store.approvals(&all, page.next, 1));
        assert_eq!((page.approvals, page.next), (vec![oldest.clone()], None));
        let changed = done!(store.approvals_since(from, 1));
        assert_eq!(changed, from_ref(&oldest));
        let changed = done!(store.approvals_since(oldest.version, 1));
        assert_eq!(changed, from_ref(&newest));
        let error = store.approval(bad.id).await.expect_err(word).to_string();
        let expect = format!("approval `{}` has the {word}, which this binary", bad.id);
        assert!(error.starts_with(&expect), "{error}");
        let late = store.decide_approval(bad.id, &no(""), USE_BY, None).await;
        assert_eq!(late.expect_err(word).to_string(), error);
    };
    for (statement, word) in [
        (
            "UPDATE approvals SET answer = 'perhaps' WHERE answer IS NOT NULL",
            "answer `perhaps`",
        ),
        (
            "UPDATE approvals SET answer = 'pattern' WHERE answer IS NOT NULL",
            "answer `pattern`",
        ),
        (
            "UPDATE approvals SET answer = 'once', door = 'window' WHERE answer IS NOT NULL",
            "door `window`",
        ),
        (
            "UPDATE approvals SET door = NULL WHERE answer IS NOT NULL",
            "door ``",
        ),
        (
            "UPDATE approvals SET door = 'api', policy = 'abc' WHERE answer IS NOT NULL",
            "policy `abc`",
        ),
    ] {
        check(statement, word).await;
    }
    case.execute("UPDATE approvals SET state = 'odd' WHERE source = 'shop'")
        .await;
    refused!(store.approval(newest.id) => contains "has the state `odd`, which");
    case.execute("UPDATE approvals SET state = 'pending', source = 'a.b' WHERE tool = 'newest'")
        .await;
    refused!(
        store.ask_approval(&question("shop.newest"), ASKED) =>
        contains "has the source `a.b`, which"
    );
    let marked = done!(store.expire_approvals(OVER));
    assert_eq!(marked, [newest.id], "time ends what cannot be read, too");
    case.execute("UPDATE approvals SET source = 'shop' WHERE tool = 'newest'")
        .await;
    let state = found(store, newest.id).await.state;
    assert_eq!(state, ApprovalState::Expired);
}
