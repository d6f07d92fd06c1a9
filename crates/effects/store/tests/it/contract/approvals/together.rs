//! Many at once, through two handles, as two replicas have them.

use std::collections::BTreeMap;

use candor_model::{Approval, ApprovalId, ApprovalState, CallId, GrantArguments, GrantScope};
use candor_store::{AskOutcome, DecideOutcome, Store};

use crate::{
    approval_samples::{ANSWERED, ASKED, USE_BY, approved, ask, found, grant, no, question, yes},
    case::{StoreCase, at_once, done},
    samples::{all_changes, change},
};

const MANY: usize = 64;

/// Whatever the number of askers, answers and users, one of them is the first.
pub(crate) async fn approvals_at_once(case: StoreCase) {
    let stores = case.handles().await;
    asked(&stores).await;
    answered(&stores).await;
    used(&stores).await;
    expired(&stores).await;
    followed(&stores).await;
    stores[1].close().await;
}

async fn asked(stores: &[Store; 2]) {
    let asked = at_once(stores, MANY, async |store, _| {
        done!(store.ask_approval(&question("race.ask"), ASKED))
    });
    let mut news = Vec::new();
    let mut open = Vec::new();
    for asked in asked.await {
        match asked {
            AskOutcome::New(approval) => news.push(approval),
            AskOutcome::Open(approval) => open.push(approval),
        }
    }
    let [first] = &news[..] else {
        panic!("one is written down: {news:?}")
    };
    assert!(open.iter().all(|one| one == first), "{open:?}");
    assert_eq!(done!(stores[0].pending_count()), 1);
}

/// Half say yes, for good, and half say no.
async fn answered(stores: &[Store; 2]) {
    for round in 0..8 {
        let asked = ask(&stores[0], &question(&format!("race.decide_{round}"))).await;
        let answers = at_once(stores, MANY, |store, number| {
            let asked = asked.clone();
            async move { answer(&store, &asked, number).await }
        });
        let mut first = Vec::new();
        let mut late = Vec::new();
        for answer in answers.await {
            match answer {
                DecideOutcome::Now(approval) => first.push(approval),
                DecideOutcome::Before(approval) => late.push(approval),
                DecideOutcome::Unknown => panic!("it is there"),
            }
        }
        let [first] = &first[..] else {
            panic!("one answer counts: {first:?}")
        };
        assert_eq!(found(&stores[1], asked.id).await, *first);
        assert!(late.iter().all(|one| one == first), "{late:?}");
        let grants = done!(stores[0].grants());
        let standing = grants.iter().filter(|grant| grant.approval == asked.id);
        let granted = usize::from(first.state == ApprovalState::Approved);
        assert_eq!(standing.count(), granted, "with a yes, one grant");
        let changes = all_changes(&stores[0]).await;
        let id = asked.id.to_string();
        let recorded = changes.iter().filter(|change| change.subject == id);
        assert_eq!(recorded.count(), granted, "with its record");
    }
}

async fn answer(store: &Store, asked: &Approval, number: usize) -> DecideOutcome {
    let mut verdict = match number % 4 {
        0 | 3 => yes(GrantScope::Always),
        _ => no("never"),
    };
    verdict.author.name = format!("person-{number}");
    let standing = grant(asked, GrantArguments::Any);
    let record = change("grant.create", &asked.id.to_string());
    let given = Some((&standing, &record)).filter(|_| verdict.is_yes());
    let decided = store.decide_approval(asked.id, &verdict, USE_BY, given);
    decided.await.unwrap()
}

async fn used(stores: &[Store; 2]) {
    for round in 0..8 {
        let id = approved(&stores[0], &question(&format!("race.use_{round}")))
            .await
            .id;
        let users = at_once(stores, MANY, |store, _| async move {
            let call = CallId::fresh();
            let used = done!(store.consume_approval(id, call, ANSWERED));
            used.then_some(call)
        });
        let users: Vec<CallId> = users.await.into_iter().flatten().collect();
        assert_eq!(users.len(), 1, "it is used once");
        assert_eq!(found(&stores[1], id).await.consumed_by, Some(users[0]));
    }
}

/// Those who mark what has expired, those who answer and those who use agree on what came first.
async fn expired(stores: &[Store; 2]) {
    let id = approved(&stores[0], &question("race.expire")).await.id;
    let marked = at_once(stores, MANY, |store, number| async move {
        if number % 2 == 0 {
            let call = CallId::fresh();
            let used = done!(store.consume_approval(id, call, ANSWERED));
            (usize::from(used), 0)
        } else {
            let marked = done!(store.expire_approvals(USE_BY));
            (0, marked.iter().filter(|one| **one == id).count())
        }
    });
    let marked = marked.await.into_iter();
    let (used, expired) = marked.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    assert_eq!(used + expired, 1, "used {used}, expired {expired}");
    let state = match used {
        1 => ApprovalState::Consumed,
        _ => ApprovalState::Expired,
    };
    assert_eq!(found(&stores[0], id).await.state, state);
}

/// A reader by version misses nothing while others write.
async fn followed(stores: &[Store; 2]) {
    let from = done!(stores[0].ledger_revision());
    let writers = at_once(stores, MANY, async |store, number| {
        let mut wanted = question(&format!("followed.tool_{number}"));
        wanted.expires_micros = if number % 5 == 0 { ASKED + 1 } else { USE_BY };
        let asked = done!(store.ask_approval(&wanted, ASKED));
        assert!(matches!(asked, AskOutcome::New(_)));
        let _ = answer(&store, &wanted, number).await;
        let call = CallId::fresh();
        done!(store.consume_approval(wanted.id, call, ANSWERED));
        done!(store.expire_approvals(ANSWERED));
    });
    let reader = tokio::spawn({
        let store = stores[1].clone();
        async move { read_on(&store, from).await }
    });
    let writers = writers.await;
    assert_eq!(writers.len(), MANY);
    let seen = reader.await.unwrap();
    assert_eq!(seen.len(), MANY, "every question was seen");
    for approval in seen.values() {
        assert_eq!(found(&stores[0], approval.id).await, *approval);
        assert!(!is_open(approval), "{approval:?}");
    }
}

fn is_open(approval: &Approval) -> bool {
    matches!(
        approval.state,
        ApprovalState::Pending | ApprovalState::Approved
    )
}

/// Reads from version to version until all of the writers' questions are finished; the last that
/// was seen of each.
async fn read_on(store: &Store, from: u64) -> BTreeMap<ApprovalId, Approval> {
    let mut version = from;
    let mut seen: BTreeMap<ApprovalId, Approval> = BTreeMap::new();
    for _ in 0..100_000 {
        let changed = done!(store.approvals_since(version, 7));
        assert!(changed.len() <= 7);
        if changed.is_empty() {
            tokio::time::sleep(std::time::Duration::from_millis(1)).await;
        }
        for approval in changed {
            assert!(approval.version > version, "each version once, in order");
            version = approval.version;
            seen.insert(approval.id, approval);
        }
        if seen.len() == MANY && !seen.values().any(is_open) {
            return seen;
        }
    }
    panic!("something was missed: {} of {MANY} were seen", seen.len());
}
