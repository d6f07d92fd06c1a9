//! Answers that go on counting.

use candor_model::{
    Approval, ApprovalGrant, ApprovalState, Digest, GrantArguments, GrantId, GrantScope,
};
use candor_store::{DecideOutcome, GRANTS_MAX, Store};

use crate::{
    approval_samples::{ANSWERED, USE_BY, ask, found, grant, question, yes},
    case::{StoreCase, done, refused},
    samples::{all_changes, change},
};

/// Standing approvals are given with an answer, listed, taken back and forgotten when they have
/// expired.
pub(crate) async fn grants(case: StoreCase) {
    let store = &case.store;
    assert_eq!(done!(store.grants()), []);
    let given = all_kinds(store).await;
    revoked(store, &given).await;
    pruned(store).await;
    unreadable(&case).await;
    full(&case).await;
}

/// Says yes to a question in a way that goes on counting.
async fn give(store: &Store, asked: &Approval, grant: &ApprovalGrant) {
    let record = change("grant.create", &grant.id.to_string());
    let verdict = yes(GrantScope::Always);
    let given = Some((grant, &record));
    let decided = store.decide_approval(asked.id, &verdict, USE_BY, given);
    assert!(matches!(decided.await.unwrap(), DecideOutcome::Now(_)));
}

/// Every kind is read back as it was given; returns them newest first.
async fn all_kinds(store: &Store) -> Vec<ApprovalGrant> {
    let mut given = Vec::new();
    for (at, arguments) in [
        GrantArguments::Any,
        GrantArguments::Exactly(Digest::of("{}")),
        GrantArguments::Fitting("args.id < 5 \\ \0 🦀".to_owned()),
        GrantArguments::Fitting(String::new()),
    ]
    .into_iter()
    .enumerate()
    {
        let mut wanted = question(&format!("shop.tool_{at}\0\\"));
        wanted.binding.principal = String::from("ada\0\\");
        wanted.session = (at % 2 == 0).then(|| "s\0\\".to_owned());
        wanted.binding.environment = wanted.binding.environment.filter(|_| at > 1);
        wanted.first = at == 3;
        let asked = ask(store, &wanted).await;
        let mut standing = grant(&asked, arguments);
        standing.author.why = standing.author.why.filter(|_| at > 0);
        give(store, &asked, &standing).await;
        given.insert(0, standing);
        assert_eq!(done!(store.grants()), given);
    }
    given
}

async fn revoked(store: &Store, given: &[ApprovalGrant]) {
    let revision = done!(store.ledger_revision());
    let workspace = done!(store.revision());
    let record = change("grant.revoke", "shop.tool_2");
    done!(store.revoke_grant(given[1].id, &record));
    assert_eq!(all_changes(store).await[0], record);
    let left = [&given[..1], &given[2..]].concat();
    assert_eq!(done!(store.grants()), left);
    for missing in [given[1].id, GrantId::fresh()] {
        let record = change("grant.revoke", "shop.tool_2");
        let sentence = format!("there is no standing approval `{missing}`");
        refused!(store.revoke_grant(missing, &record) => sentence);
    }
    assert_eq!(all_changes(store).await.len(), 5, "four given, one taken");
    // The yes that came with it cannot be used any more; the others can.
    for (at, standing) in given.iter().enumerate() {
        let state = found(store, standing.approval).await.state;
        let expect = [ApprovalState::Approved, ApprovalState::Expired][usize::from(at == 1)];
        assert_eq!(state, expect, "{at}");
    }
    assert_eq!(done!(store.ledger_revision()), revision + 1);
    assert_eq!(done!(store.revision()), workspace);
}

async fn pruned(store: &Store) {
    let asked = ask(store, &question("shop.soon")).await;
    let mut soon = grant(&asked, GrantArguments::Any);
    soon.expires_micros = USE_BY - 1;
    give(store, &asked, &soon).await;
    assert_eq!(done!(store.prune_grants(USE_BY - 2)), 0);
    assert_eq!(done!(store.prune_grants(USE_BY - 1)), 1);
    assert_eq!(done!(store.grants()).len(), 3);
    assert_eq!(done!(store.prune_grants(USE_BY)), 3);
    assert_eq!(done!(store.grants()), []);
}

/// A row that cannot be read hides no other, and can be taken back all the same.
async fn unreadable(case: &StoreCase) {
    let store = &case.store;
    let mut given = Vec::new();
    for number in 0..2 {
        let asked = ask(store, &question(&format!("bad.tool_{number}"))).await;
        let standing = grant(&asked, GrantArguments::Any);
        give(store, &asked, &standing).await;
        given.push(standing);
    }
    for statement in [
        "UPDATE grants SET kind = 'some' WHERE tool = 'tool_0'",
        "UPDATE grants SET kind = 'exactly' WHERE tool = 'tool_0'",
        "UPDATE grants SET kind = 'any', door = 'window' WHERE tool = 'tool_0'",
        "UPDATE grants SET door = 'api', approval = 'x' WHERE tool = 'tool_0'",
    ] {
        case.execute(statement).await;
        assert_eq!(done!(store.grants()), given[1..], "{statement}");
    }
    let record = change("grant.revoke", "bad.tool_0");
    done!(store.revoke_grant(given[0].id, &record));
    assert_eq!(done!(store.prune_grants(i64::MAX)), 1);
}

/// Beyond the limit a call can still be approved, but only that call.
async fn full(case: &StoreCase) {
    let store = &case.store;
    case.execute(
        "WITH RECURSIVE numbers (n) AS \
         (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 10000) \
         INSERT INTO grants (id, principal, source, tool, environment, kind, arguments, \
         definition, policy, first, approval, author, door, at_micros, expires_micros, version) \
         SELECT CAST(n AS TEXT), 'ada', 'shop', 'a', '', 'any', '', '', '', FALSE, '', 'bob', \
         'api', 1, 2001, n FROM numbers",
    )
    .await;
    let asked = ask(store, &question("full.tool")).await;
    let standing = grant(&asked, GrantArguments::Any);
    let record = change("grant.create", "full.tool");
    let verdict = yes(GrantScope::Always);
    let given = Some((&standing, &record));
    let sentence = format!(
        "there are {GRANTS_MAX} standing approvals already, and more are not kept; revoke some of \
         them, or approve this call only"
    );
    refused!(store.decide_approval(asked.id, &verdict, USE_BY, given) => sentence);
    assert_eq!(found(store, asked.id).await, asked, "it stays open");
    case.execute("UPDATE grants SET expires_micros = 2000 WHERE id = '1'")
        .await;
    give(store, &asked, &standing).await;
    assert_eq!(done!(store.prune_grants(ANSWERED + 1)), 10_000);
    assert_eq!(done!(store.grants()), [standing]);
}
