//! What a card masks is kept sealed while its question waits, and read with a record.

use candor_model::{Approval, ApprovalId, GrantScope};
use candor_store::{AskOutcome, RevealOutcome, Store};

use crate::{
    approval_samples::{ANSWERED, ASKED, OVER, ask, decide, found, no, question, yes},
    case::{StoreCase, done, refused},
    samples::{all_changes, change},
};

const SEALED: &str = "c2VhbGVk";

/// A sealed card is kept until its request is decided or expires, and every access is recorded.
pub(crate) async fn reveals(case: StoreCase) {
    let store = &case.store;
    read_with_a_record(store).await;
    nothing_was_sealed(store).await;
    too_long(store).await;
    let mut over = gone_with_the_answer(store).await;
    over.extend(gone_with_its_time(store).await);
    forgotten(&case, over).await;
}

async fn ask_sealed(store: &Store, name: &str) -> Approval {
    let wanted = question(name);
    match done!(store.ask_sealed_approval(&wanted, Some(SEALED), ASKED)) {
        AskOutcome::New(approval) => approval,
        AskOutcome::Open(approval) => panic!("it was asked before: {approval:?}"),
    }
}

async fn reveal(store: &Store, id: ApprovalId, now_micros: i64) -> RevealOutcome {
    let record = change("approvals.reveal", &format!("approval {id}"));
    done!(store.reveal_approval(id, now_micros, &record))
}

/// The question is where it was before, and nothing was written down.
async fn nothing(store: &Store, id: ApprovalId, now_micros: i64) {
    let before = all_changes(store).await.len();
    let outcome = reveal(store, id, now_micros).await;
    assert!(matches!(outcome, RevealOutcome::Nothing(_)), "{outcome:?}");
    assert_eq!(all_changes(store).await.len(), before);
}

async fn read_with_a_record(store: &Store) {
    let asked = ask_sealed(store, "shop.sealed").await;
    let revision = done!(store.ledger_revision());
    for times in 1..=2 {
        let outcome = reveal(store, asked.id, ANSWERED).await;
        assert_eq!(outcome, RevealOutcome::Sealed(SEALED.to_owned()));
        let changes = all_changes(store).await;
        assert_eq!(changes.len(), times);
        assert_eq!(changes[0].subject, format!("approval {}", asked.id));
    }
    assert_eq!(found(store, asked.id).await, asked, "it waits as before");
    assert_eq!(done!(store.ledger_revision()), revision);
    let unknown = reveal(store, ApprovalId::fresh(), ANSWERED).await;
    assert_eq!(unknown, RevealOutcome::Unknown);
    assert_eq!(all_changes(store).await.len(), 2);
}

async fn nothing_was_sealed(store: &Store) {
    let asked = ask(store, &question("shop.plain")).await;
    nothing(store, asked.id, ANSWERED).await;
}

async fn gone_with_the_answer(store: &Store) -> Vec<ApprovalId> {
    let mut over = Vec::new();
    for (name, verdict) in [
        ("shop.approved", yes(GrantScope::Once)),
        ("shop.denied", no("")),
    ] {
        let asked = ask_sealed(store, name).await;
        decide(store, asked.id, &verdict).await;
        nothing(store, asked.id, ANSWERED).await;
        over.push(asked.id);
    }
    over
}

async fn gone_with_its_time(store: &Store) -> Vec<ApprovalId> {
    // It has expired but is not marked yet.
    let marked = ask_sealed(store, "shop.marked").await.id;
    nothing(store, marked, OVER).await;
    // It is marked by a repeated call, a late decision, or cleanup.
    let again = ask_sealed(store, "shop.again").await.id;
    let mut repeated = question("shop.again");
    repeated.expires_micros = OVER * 3;
    done!(store.ask_approval(&repeated, OVER));
    let late = ask_sealed(store, "shop.late").await.id;
    let mut verdict = no("");
    verdict.at_micros = OVER;
    done!(store.decide_approval(late, &verdict, OVER * 2, None));
    assert!(done!(store.expire_approvals(OVER)).contains(&marked));
    vec![marked, again, late]
}

/// The sealed texts are gone from their rows: not found even if the questions were to wait again.
async fn forgotten(case: &StoreCase, over: Vec<ApprovalId>) {
    case.execute("UPDATE approvals SET state = 'pending', binding = id WHERE state <> 'pending'")
        .await;
    for id in over {
        nothing(&case.store, id, ANSWERED).await;
    }
}

async fn too_long(store: &Store) {
    let wanted = question("shop.large");
    let long = "x".repeat((1 << 20) + 1);
    refused!(store.ask_sealed_approval(&wanted, Some(&long), ASKED) =>
        starts_with "what is masked of the call of `shop.large` has 1048577 bytes");
    assert_eq!(done!(store.approval(wanted.id)), None);
}
