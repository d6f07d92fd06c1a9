//! Questions: asked once, answered once, used once.

mod limits;
mod many;
mod read;
mod together;

use std::slice::from_ref;

use candor_model::{
    Approval, ApprovalAnswer, ApprovalId, ApprovalState, CallId, Digest, GrantArguments, GrantScope,
};
use candor_store::{AskOutcome, DecideOutcome, Store};

use crate::{
    approval_samples::{
        ANSWERED, ASKED, OVER, USE_BY, approved, ask, consumed, decide, found, grant, no, question,
        yes,
    },
    case::{StoreCase, done, refused},
    samples::{all_changes, change, environment_name, tool},
};

pub(crate) use self::{
    limits::approval_limits, many::many_approvals, read::approval_pages,
    together::approvals_at_once,
};

/// A question goes from state to state, each way once.
pub(crate) async fn approvals(case: StoreCase) {
    let store = &case.store;
    let revision = done!(store.revision());
    asked_once(store).await;
    asked_again(store).await;
    bound(store).await;
    answered_once(store).await;
    too_late(store).await;
    used_once(store).await;
    expired(store).await;
    abandoned(store).await;
    with_a_grant(store).await;
    let now = done!(store.revision());
    assert_eq!(now, revision, "no catalogue has changed");
}

async fn asked_once(store: &Store) {
    let wanted = question("shop.asked");
    assert_eq!(done!(store.approval(wanted.id)), None);
    assert_eq!(done!(store.pending_count()), 0);
    let asked = ask(store, &wanted).await;
    let expect = Approval {
        version: 1,
        ..wanted.clone()
    };
    assert_eq!(asked, expect);
    assert_eq!(found(store, wanted.id).await, expect);
    assert_eq!(done!(store.pending_count()), 1);

    // The same call, from elsewhere and with another card.
    let mut again = question("shop.asked");
    again.session = None;
    again.endpoint = String::from("/mcp");
    again.card = String::from("{}");
    let open = done!(store.ask_approval(&again, OVER - 1));
    assert_eq!(open, AskOutcome::Open(expect));
    assert_eq!(done!(store.approval(again.id)), None);
    assert_eq!(done!(store.ledger_revision()), 1, "nothing changed");

    // What it claims to have become is not believed.
    let mut done = question("shop.done");
    done.state = ApprovalState::Approved;
    done.verdict = Some(yes(GrantScope::Always));
    done.consumed_by = Some(CallId::fresh());
    done.version = 77;
    let asked = ask(store, &done).await;
    assert_eq!((asked.state, asked.version), (ApprovalState::Pending, 2));
    assert_eq!((asked.verdict.clone(), asked.consumed_by), (None, None));
    assert_eq!(found(store, done.id).await, asked);

    // An id works once, whatever it is about.
    let mut taken = question("shop.taken");
    taken.id = done.id;
    let ends = "is there already; change it, or choose another name";
    refused!(store.ask_approval(&taken, ASKED) => ends_with ends);
    assert_eq!(found(store, done.id).await, asked);
}

/// When the same call can be asked about again, and when it cannot.
async fn asked_again(store: &Store) {
    let check = async |now: i64, first: &Approval, expect: ApprovalState, new: bool| {
        let wanted = Approval {
            id: ApprovalId::fresh(),
            expires_micros: now + 1_000,
            ..first.clone()
        };
        let asked = done!(store.ask_approval(&wanted, now));
        match &asked {
            AskOutcome::New(asked) => assert_eq!(asked.id, wanted.id),
            AskOutcome::Open(asked) => assert_eq!(*asked, *first),
        }
        assert_eq!(matches!(asked, AskOutcome::New(_)), new, "{asked:?}");
        let first = found(store, first.id).await;
        assert_eq!(first.state, expect);
        if let AskOutcome::New(asked) = asked {
            assert!(first.version < asked.version, "each has its own version");
        }
    };
    let pending = ask(store, &question("again.pending")).await;
    check(OVER - 1, &pending, ApprovalState::Pending, false).await;
    check(OVER, &pending, ApprovalState::Expired, true).await;
    let yes = approved(store, &question("again.approved")).await;
    check(OVER, &yes, ApprovalState::Approved, false).await;
    check(USE_BY - 1, &yes, ApprovalState::Approved, false).await;
    check(USE_BY, &yes, ApprovalState::Expired, true).await;
    let used = consumed(store, &question("again.consumed")).await;
    check(ANSWERED, &used, ApprovalState::Consumed, true).await;
    let denied = ask(store, &question("again.denied")).await;
    let denied = decide(store, denied.id, &no("not today")).await;
    check(ANSWERED, &denied, ApprovalState::Denied, true).await;
}

/// A call that differs in anything is another call.
async fn bound(store: &Store) {
    let first = ask(store, &question("bound.tool")).await;
    let changes: [fn(&mut Approval); 9] = [
        |other| other.binding.principal = String::from("bob"),
        |other| other.binding.principal = String::from("ada\0"),
        |other| other.binding.principal = String::from("ada\\0"),
        |other| other.binding.tool = tool("bound.other"),
        |other| other.binding.environment = None,
        |other| other.binding.environment = Some(environment_name("prod")),
        |other| other.binding.arguments = Digest::of("{\"id\":2}"),
        |other| other.binding.definition = Digest::of("changed"),
        |other| other.binding.policy = Digest::of("changed"),
    ];
    for change in changes {
        let mut other = question("bound.tool");
        change(&mut other);
        let asked = ask(store, &other).await;
        assert_eq!(asked.binding, other.binding);
        assert_eq!(found(store, other.id).await, asked);
    }
    let same = store.ask_approval(&question("bound.tool"), ASKED).await;
    assert_eq!(same.unwrap(), AskOutcome::Open(first));
}

async fn answered_once(store: &Store) {
    let pattern = GrantScope::Pattern("args.id < 5 && args.name != \"\\\0\"".to_owned());
    for (at, verdict) in [
        yes(GrantScope::Once),
        yes(GrantScope::Session),
        yes(GrantScope::TheseArguments),
        yes(pattern),
        yes(GrantScope::Always),
        no("not on a Friday"),
    ]
    .into_iter()
    .enumerate()
    {
        let asked = ask(store, &question(&format!("answered.tool_{at}"))).await;
        let decided = decide(store, asked.id, &verdict).await;
        let (state, expires_micros) = match verdict.answer {
            ApprovalAnswer::Approve(_) => (ApprovalState::Approved, USE_BY),
            ApprovalAnswer::Deny => (ApprovalState::Denied, OVER),
        };
        let expect = Approval {
            state,
            expires_micros,
            verdict: Some(verdict),
            version: asked.version + 1,
            ..asked
        };
        assert_eq!(decided, expect);
        assert_eq!(found(store, expect.id).await, expect);
        for late in [yes(GrantScope::Always), no("too late")] {
            let late = store.decide_approval(expect.id, &late, USE_BY, None).await;
            assert_eq!(late.unwrap(), DecideOutcome::Before(expect.clone()));
        }
        assert_eq!(done!(store.ledger_revision()), expect.version);
    }
    let nowhere = ApprovalId::fresh();
    let unknown = store.decide_approval(nowhere, &no(""), USE_BY, None).await;
    assert_eq!(unknown.unwrap(), DecideOutcome::Unknown);
}

/// An answer after the time is over does not count, and what has expired is then marked.
async fn too_late(store: &Store) {
    let check = async |approval: Approval, over: i64, verdict: Option<ApprovalState>| {
        let mut late = yes(GrantScope::Once);
        late.at_micros = over - 1;
        if verdict.is_some() {
            let before = store.decide_approval(approval.id, &late, 99_999, None);
            assert_eq!(
                before.await.unwrap(),
                DecideOutcome::Before(approval.clone())
            );
        }
        late.at_micros = over;
        let before = store.decide_approval(approval.id, &late, 99_999, None);
        let expect = Approval {
            state: ApprovalState::Expired,
            version: done!(store.ledger_revision()) + 1,
            ..approval
        };
        assert_eq!(before.await.unwrap(), DecideOutcome::Before(expect.clone()));
        assert_eq!(found(store, expect.id).await, expect);
    };
    let pending = ask(store, &question("late.pending")).await;
    check(pending, OVER, None).await;
    let unused = approved(store, &question("late.approved")).await;
    check(unused, USE_BY, Some(ApprovalState::Approved)).await;
}

async fn used_once(store: &Store) {
    let call = CallId::fresh();
    let consume = async |approval: &Approval, now: i64| {
        let used = store.consume_approval(approval.id, call, now).await;
        used.unwrap()
    };
    let mut pending = question("used.pending");
    assert!(!consume(&pending, ANSWERED).await, "it is not there");
    pending = ask(store, &pending).await;
    assert!(!consume(&pending, ANSWERED).await, "nobody said yes");
    let denied = decide(store, pending.id, &no("")).await;
    assert!(!consume(&denied, ANSWERED).await, "somebody said no");
    assert_eq!(found(store, denied.id).await, denied);

    let unused = approved(store, &question("used.late")).await;
    assert!(!consume(&unused, USE_BY).await, "it is too late");
    assert_eq!(found(store, unused.id).await, unused);
    assert!(consume(&unused, USE_BY - 1).await);
    let expect = Approval {
        state: ApprovalState::Consumed,
        consumed_by: Some(call),
        version: unused.version + 1,
        ..unused
    };
    assert_eq!(found(store, expect.id).await, expect);
    assert!(!consume(&expect, ANSWERED).await, "it was used");
    let late = no("too late");
    let late = store.decide_approval(expect.id, &late, USE_BY, None).await;
    assert_eq!(late.unwrap(), DecideOutcome::Before(expect));
}

/// Expiry of requests without a decision, and of unused approvals.
async fn expired(store: &Store) {
    while !done!(store.expire_approvals(i64::MAX)).is_empty() {}
    assert_eq!(done!(store.next_expiry()), None);
    assert_eq!(done!(store.pending_count()), 0);
    let revision = done!(store.ledger_revision());
    assert_eq!(done!(store.expire_approvals(i64::MAX)), []);
    assert_eq!(done!(store.ledger_revision()), revision);

    let pending = ask(store, &question("expired.pending")).await;
    let unused = approved(store, &question("expired.approved")).await;
    let used = consumed(store, &question("expired.consumed")).await;
    let denied = ask(store, &question("expired.denied")).await;
    let denied = decide(store, denied.id, &no("")).await;
    let mut later = question("expired.later");
    later.expires_micros = i64::MAX;
    let later = ask(store, &later).await;

    assert_eq!(done!(store.next_expiry()), Some(OVER));
    assert_eq!(done!(store.expire_approvals(OVER - 1)), []);
    assert_eq!(done!(store.expire_approvals(OVER)), [pending.id]);
    assert_eq!(done!(store.next_expiry()), Some(USE_BY));
    assert_eq!(done!(store.expire_approvals(USE_BY)), [unused.id]);
    assert_eq!(done!(store.next_expiry()), Some(i64::MAX));
    for before in [pending, unused] {
        let after = found(store, before.id).await;
        assert_eq!(after.state, ApprovalState::Expired);
        assert_eq!(after.verdict, before.verdict, "what was said stays known");
        assert!(after.version > before.version);
    }
    for before in [used, denied, later] {
        assert_eq!(found(store, before.id).await, before);
    }
}

/// A question ends with the last of its callers, unless it was decided or its time is over.
async fn abandoned(store: &Store) {
    let asked = ask(store, &question("left.by_all")).await;
    let again = done!(store.ask_approval(&question("left.by_all"), ASKED));
    assert_eq!(again, AskOutcome::Open(asked.clone()));
    assert_eq!(done!(store.leave_approval(asked.id, ANSWERED)), None);
    assert_eq!(found(store, asked.id).await, asked, "one is left");
    let ended = done!(store.leave_approval(asked.id, ANSWERED)).expect("nobody is left");
    let expect = Approval {
        state: ApprovalState::Abandoned,
        expires_micros: ANSWERED,
        version: done!(store.ledger_revision()),
        ..asked.clone()
    };
    assert_eq!(ended, expect);
    assert_eq!(found(store, asked.id).await, expect);
    let news = done!(store.approvals_since(asked.version, 1));
    assert_eq!(news, from_ref(&expect));

    // An answer comes too late, and the same call asks anew.
    let answer = yes(GrantScope::Once);
    let late = store.decide_approval(asked.id, &answer, USE_BY, None);
    assert_eq!(late.await.unwrap(), DecideOutcome::Before(expect));
    let next = ask(store, &question("left.by_all")).await;
    assert_ne!(next.id, asked.id);

    let unused = approved(store, &question("left.approved")).await;
    assert_eq!(done!(store.leave_approval(unused.id, ANSWERED)), None);
    assert_eq!(found(store, unused.id).await, unused);
    let over = ask(store, &question("left.late")).await;
    assert_eq!(done!(store.leave_approval(over.id, OVER)), None);
    assert_eq!(found(store, over.id).await, over);
    assert_eq!(done!(store.leave_approval(ApprovalId::fresh(), OVER)), None);
}

/// A yes that goes on counting is written with the answer, or not at all.
async fn with_a_grant(store: &Store) {
    let asked = ask(store, &question("granted.tool")).await;
    let standing = grant(&asked, GrantArguments::Any);
    let record = change("grant.create", "granted.tool");
    let always = yes(GrantScope::Always);
    let given = Some((&standing, &record));
    let decided = store.decide_approval(asked.id, &always, USE_BY, given);
    assert!(matches!(decided.await.unwrap(), DecideOutcome::Now(_)));
    assert_eq!(done!(store.grants()), from_ref(&standing));
    assert_eq!(all_changes(store).await, [record]);

    let nothing_more = async || {
        assert_eq!(done!(store.grants()), from_ref(&standing));
        assert_eq!(all_changes(store).await.len(), 1);
    };
    let second = grant(&asked, GrantArguments::Any);
    let record = change("grant.create", "granted.tool");
    let given = Some((&second, &record));
    let late = store.decide_approval(asked.id, &always, USE_BY, given);
    assert!(matches!(late.await.unwrap(), DecideOutcome::Before(_)));
    nothing_more().await;
    let nowhere = store.decide_approval(ApprovalId::fresh(), &always, USE_BY, given);
    assert_eq!(nowhere.await.unwrap(), DecideOutcome::Unknown);
    nothing_more().await;
    let refused = ask(store, &question("granted.never")).await;
    let never = no("never");
    let denied = store.decide_approval(refused.id, &never, USE_BY, given);
    assert!(matches!(denied.await.unwrap(), DecideOutcome::Now(_)));
    nothing_more().await;

    // One that cannot be written takes the answer back with it.
    let open = ask(store, &question("granted.twice")).await;
    let given = Some((&standing, &record));
    let twice = store.decide_approval(open.id, &always, USE_BY, given);
    twice.await.expect_err("the id is taken");
    assert_eq!(found(store, open.id).await, open);
    nothing_more().await;
}
