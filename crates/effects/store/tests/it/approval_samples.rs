//! Questions about calls, and answers to them.

use candor_model::{
    Approval, ApprovalAnswer, ApprovalBinding, ApprovalGrant, ApprovalId, ApprovalState,
    ApprovalVerdict, CallId, ChangeAuthor, ChangeChannel, Digest, GrantArguments, GrantId,
    GrantScope,
};
use candor_store::{AskOutcome, DecideOutcome, Store};

use crate::{
    case::done,
    samples::{environment_name, tool},
};

/// When questions are asked.
pub(crate) const ASKED: i64 = 1_000;
/// When they are answered.
pub(crate) const ANSWERED: i64 = 2_000;
/// Until when a question can be answered.
pub(crate) const OVER: i64 = 5_000;
/// Until when a yes can be used.
pub(crate) const USE_BY: i64 = 9_000;

/// A question about a call of `name`.
pub(crate) fn question(name: &str) -> Approval {
    Approval {
        id: ApprovalId::fresh(),
        binding: ApprovalBinding {
            principal: "ada".to_owned(),
            tool: tool(name),
            environment: Some(environment_name("dev")),
            arguments: Digest::of("{\"id\":1}"),
            definition: Digest::of("definition"),
            policy: Digest::of("policy"),
        },
        state: ApprovalState::Pending,
        session: Some("session-1".to_owned()),
        client: Some("tests".to_owned()),
        endpoint: "/mcp/reading".to_owned(),
        because: "the HTTP method DELETE says that it destroys".to_owned(),
        first: false,
        out_of_band: true,
        card: "{\"title\":\"Löscht \\u0000 ein Buch 🦀\"}".to_owned(),
        created_micros: ASKED,
        expires_micros: OVER,
        verdict: None,
        consumed_by: None,
        version: 0,
    }
}

/// A yes for so much.
pub(crate) fn yes(scope: GrantScope) -> ApprovalVerdict {
    ApprovalVerdict {
        answer: ApprovalAnswer::Approve(scope),
        author: author(None),
        at_micros: ANSWERED,
    }
}

pub(crate) fn no(why: &str) -> ApprovalVerdict {
    ApprovalVerdict {
        answer: ApprovalAnswer::Deny,
        author: author(Some(why)),
        at_micros: ANSWERED,
    }
}

fn author(why: Option<&str>) -> ChangeAuthor {
    ChangeAuthor {
        name: "bob".to_owned(),
        channel: ChangeChannel::Page,
        why: why.map(str::to_owned),
    }
}

/// The yes to a question that goes on counting.
pub(crate) fn grant(approval: &Approval, arguments: GrantArguments) -> ApprovalGrant {
    ApprovalGrant {
        id: GrantId::fresh(),
        principal: approval.binding.principal.clone(),
        tool: approval.binding.tool.clone(),
        environment: approval.binding.environment.clone(),
        session: approval.session.clone(),
        arguments,
        definition: approval.binding.definition,
        policy: approval.binding.policy,
        first: approval.first,
        approval: approval.id,
        author: author(Some("it is only a shop")),
        at_micros: ANSWERED,
        expires_micros: USE_BY,
    }
}

/// Requests approval, expecting that there is no open request for the same call.
pub(crate) async fn ask(store: &Store, wanted: &Approval) -> Approval {
    match done!(store.ask_approval(wanted, ASKED)) {
        AskOutcome::New(approval) => approval,
        AskOutcome::Open(approval) => panic!("it was asked before: {approval:?}"),
    }
}

/// Decides a request, expecting that it is still pending.
pub(crate) async fn decide(store: &Store, id: ApprovalId, verdict: &ApprovalVerdict) -> Approval {
    match store.decide_approval(id, verdict, USE_BY, None).await {
        Ok(DecideOutcome::Now(approval)) => approval,
        other => panic!("it cannot be answered: {other:?}"),
    }
}

/// A new question that was approved.
pub(crate) async fn approved(store: &Store, wanted: &Approval) -> Approval {
    let asked = ask(store, wanted).await;
    decide(store, asked.id, &yes(GrantScope::Once)).await
}

/// A new question whose yes was used.
pub(crate) async fn consumed(store: &Store, wanted: &Approval) -> Approval {
    let id = approved(store, wanted).await.id;
    assert!(done!(store.consume_approval(id, CallId::fresh(), ANSWERED)));
    found(store, id).await
}

/// The question as it stands.
pub(crate) async fn found(store: &Store, id: ApprovalId) -> Approval {
    done!(store.approval(id)).expect("it is there")
}
