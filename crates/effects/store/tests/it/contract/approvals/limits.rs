//! What is too much, and what is odd.

use candor_model::{Approval, ApprovalState, ApprovalVerdict, GrantArguments, GrantScope};
use candor_store::{
    ApprovalFilter, AskOutcome, CARD_MAX, DecideOutcome, PATTERN_MAX, PENDING_MAX, REASON_MAX,
    Store, StoreError,
};

use super::many::fill;
use crate::{
    approval_samples::{ASKED, OVER, USE_BY, ask, decide, found, grant, no, question, yes},
    case::{StoreCase, done},
    samples::{change, tool},
};

/// Makes an approval one that cannot be kept.
type Change<'a> = &'a dyn Fn(&mut Approval);

/// Too much is refused with a sentence, and then nothing has changed; what is merely odd is kept.
pub(crate) async fn approval_limits(case: StoreCase) {
    let store = &case.store;
    questions(store).await;
    answers(store).await;
    odd(store).await;
    full(&case).await;
}

fn sentence(error: &StoreError, begins: &str, ends: &str) {
    let error = error.to_string();
    assert!(
        error.starts_with(begins) && error.ends_with(ends),
        "{error}"
    );
}

async fn questions(store: &Store) {
    let refused = async |change: &dyn Fn(&mut Approval), begins: &str, ends: &str| {
        let mut wanted = question("shop.large");
        change(&mut wanted);
        let error = store.ask_approval(&wanted, ASKED).await;
        sentence(&error.expect_err(begins), begins, ends);
        assert_eq!(done!(store.approval(wanted.id)), None);
        assert_eq!(done!(store.ledger_revision()), 0);
    };
    let card = |size: usize| format!("\"{}\"", "x".repeat(size - 2));
    refused(
        &|wanted| wanted.card = card(CARD_MAX + 1),
        "what is shown of the call of `shop.large` has 524289 bytes, and at most 524288 are kept;",
        "make it shorter",
    )
    .await;
    for bad in ["", "{", "{\"a\":\"\0\"}", "{} {}"] {
        refused(
            &|wanted| wanted.card = String::from(bad),
            "what is shown of the call of `shop.large` is not JSON",
            "",
        )
        .await;
    }
    let long = "é\0".repeat(1_000);
    let shorter = "make it shorter";
    let rows: [(Change<'_>, &str); 3] = [
        (
            &|it| it.binding.principal.clone_from(&long),
            "the caller `é\\0é",
        ),
        (&|it| it.session = Some(long.clone()), "the session `é\\0é"),
        (
            &|it| it.binding.tool = tool(&format!("shop.{long}")),
            "the name `shop.é",
        ),
    ];
    for (change, begins) in rows {
        refused(change, begins, shorter).await;
    }
    let longest = "\0".repeat(256);
    let error = store.last_approval(&long, &tool("shop.a")).await;
    sentence(&error.expect_err("too long"), "the caller `é", shorter);
    assert_eq!(done!(store.last_approval(&longest, &tool("shop.a"))), None);

    // What is just within the limits is kept as it is.
    let mut most = question("shop.most");
    most.card = card(CARD_MAX);
    most.session = Some("\\".repeat(256));
    most.binding.principal = longest;
    most.binding.tool = tool(&format!("shop.{}", "\\".repeat(1_195)));
    let asked = ask(store, &most).await;
    assert!(found(store, most.id).await == asked);
    most.version = asked.version;
    assert!(asked == most);
}

async fn answers(store: &Store) {
    let asked = ask(store, &question("shop.answer")).await;
    let standing = grant(&asked, GrantArguments::Fitting("x".repeat(PATTERN_MAX + 1)));
    let record = change("grant.create", "shop.answer");
    let refused = async |verdict: ApprovalVerdict, given, begins: &str| {
        let error = store
            .decide_approval(asked.id, &verdict, USE_BY, given)
            .await;
        let error = error.expect_err(begins);
        sentence(&error, begins, "are kept; make it shorter");
        assert_eq!(found(store, asked.id).await, asked, "it stays open");
        assert_eq!(done!(store.grants()), []);
    };
    let (reason, pattern) = ("é".repeat(REASON_MAX), "é".repeat(PATTERN_MAX));
    let long = no(&format!("{reason}!"));
    refused(long, None, "the reason has 2001 characters,").await;
    let long = yes(GrantScope::Pattern(format!("{pattern}!")));
    refused(long, None, "the pattern has 10001 characters,").await;
    let always = yes(GrantScope::Always);
    let given = Some((&standing, &record));
    refused(always, given, "the pattern has 10001 characters,").await;

    let mut most = yes(GrantScope::Pattern(pattern));
    most.author.why = Some(reason);
    let decided = decide(store, asked.id, &most).await;
    assert_eq!(decided.verdict, Some(most));
    assert_eq!(found(store, asked.id).await, decided);
}

/// Foreign words are cut and cleaned, and what is returned is what was kept.
async fn odd(store: &Store) {
    let mut wanted = question("shop.odd");
    wanted.client = Some("\0é".repeat(10_000));
    wanted.endpoint = format!("/mcp/{}", "x".repeat(100_000));
    wanted.because = "\u{202e}\0".repeat(100_000);
    wanted.created_micros = i64::MIN;
    let asked = ask(store, &wanted).await;
    let client = asked.client.as_ref();
    assert!(client.is_some_and(|client| client.len() <= 256));
    assert!(asked.endpoint.len() <= 1_024 && asked.because.len() <= 2_048);
    assert_eq!(found(store, wanted.id).await, asked);
    let mut verdict = no("never\0 ever");
    verdict.author.name = "\0".repeat(1_000);
    let decided = decide(store, wanted.id, &verdict).await;
    let author = &decided.verdict.as_ref().expect("it was answered").author;
    assert_eq!(author.why.as_deref(), Some("never\u{fffd} ever"));
    assert!(author.name.len() <= 256);
    assert_eq!(found(store, wanted.id).await, decided);

    // A request that has already expired when it is created is never pending.
    let mut over = question("shop.over");
    over.expires_micros = ASKED;
    ask(store, &over).await;
    let late = store.decide_approval(over.id, &no(""), USE_BY, None).await;
    let Ok(DecideOutcome::Before(late)) = late else {
        panic!("it is over: {late:?}")
    };
    assert_eq!(late.state, ApprovalState::Expired);
}

/// When too many wait, one more is refused, until one of them is answered or its time is over.
async fn full(case: &StoreCase) {
    let store = &case.store;
    case.execute("DELETE FROM approvals").await;
    fill(case).await;
    case.execute("UPDATE approvals SET binding = 'a' || id")
        .await;
    fill(case).await;
    assert_eq!(done!(store.pending_count()), PENDING_MAX as u64);
    let revision = done!(store.ledger_revision());
    let wanted = question("shop.more");
    let error = store.ask_approval(&wanted, ASKED).await;
    sentence(
        &error.expect_err("it is full"),
        "there are 20000 approvals that wait for an answer already, and more are not kept;",
        "answer some of them, or wait until they expire",
    );
    assert_eq!(done!(store.ledger_revision()), revision);
    let page = done!(store.approvals(&ApprovalFilter::default(), None, 1));
    decide(store, page.approvals[0].id, &no("")).await;
    let asked = ask(store, &wanted).await;
    let open = store.ask_approval(&question("shop.more"), ASKED).await;
    let open = open.unwrap();
    assert_eq!(open, AskOutcome::Open(asked), "what is open needs no room");
    let error = store.ask_approval(&question("shop.last"), ASKED).await;
    error.expect_err("it is full again");
    let mut later = question("shop.last");
    later.expires_micros = OVER + 1;
    let asked = done!(store.ask_approval(&later, OVER));
    let new = matches!(asked, AskOutcome::New(_));
    assert!(new, "the time of the others is over");
}
