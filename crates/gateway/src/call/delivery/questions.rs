//! Questions that a source asks in the middle of a call, and how they reach the client.

use std::sync::Arc;

use candor_model::{McpEra, SourceTrust};
use candor_sources::{CallEvent, InputRequest, SourceError, SourceRequest};
use candor_wire::{ErrorObject, RawJson, RawObject, code};
use tokio::time::Instant;

use super::Delivery;
use crate::approvals::ContinuationState;
use crate::call::NextStep;
use crate::call::finish::CallReply;
use crate::call::page_consent::{self, PageConsentState, PageVerdict};
use crate::call::refusal::CallRefusal;
use crate::call::server_question;
use crate::clock::{micros, now_micros};

/// How often a server may ask for a page in one call after it was declined.
const DECLINES_MAX: u32 = 10;

// === impl Delivery ===

impl Delivery {
    /// Whether a question of the source may be forwarded as it is.
    pub(super) fn judge(&self, input: &InputRequest) -> PageVerdict {
        let call = &*self.call;
        let (asked, params) = (&*input.method, input.params.as_ref());
        page_consent::judge(call.target.server(), &call.client, asked, params)
    }

    /// Forwards a question of the source, with the name of the server added.
    pub(super) async fn pass_on(
        self: Box<Self>,
        mut input: InputRequest,
    ) -> (Option<CallEvent>, NextStep) {
        let server = self.call.target.server();
        input.params = server_question::named(server, &input.method, input.params.take());
        self.ask_client(input).await
    }

    /// Puts a question to the client.
    pub(super) async fn ask_client(
        mut self: Box<Self>,
        input: InputRequest,
    ) -> (Option<CallEvent>, NextStep) {
        let is_modern = self.call.client.era() == McpEra::Modern;
        if is_modern && !input.is_of_the_protocol() {
            let sentence = format!(
                "`{}` is not passed on: the client of this call cannot be asked in the middle of it",
                input.method
            );
            let refused = ErrorObject::new(code::METHOD_NOT_FOUND, sentence);
            input.answer(Err(refused)).await;
            return (None, NextStep::Deliver(self));
        }
        self.clock.waits_for_client = true;
        self.heard = true;
        // A modern client cannot be asked in the middle of a call: the call is parked until the
        // client comes back with the answer.
        if self.call.client.era() == McpEra::Modern {
            return (None, self.park(input).await);
        }
        (Some(CallEvent::Input(input)), NextStep::Deliver(self))
    }

    /// Answers the source's question as if the person had declined.
    pub(super) async fn decline(&mut self, question: InputRequest) {
        question.answer(Ok(page_consent::declined())).await;
        self.clock.last_sign = Instant::now();
        self.clock.waits_for_client = false;
    }

    /// Whether every reader of the answer finds the same questions in it. Only untrusted sources
    /// are checked.
    pub(super) fn is_clear(&self, answer: &CallReply) -> bool {
        let Ok(result) = answer else {
            return true;
        };
        if self.call.target.server().trust == SourceTrust::Trusted {
            return true;
        }
        RawObject::parse(result).is_ok_and(|members| {
            let requests = members.get("inputRequests");
            requests.is_none_or(|requests| RawObject::parse(requests).is_ok())
        })
    }

    /// The error for an answer that two parsers could read differently.
    pub(super) fn unclear(&self) -> CallRefusal {
        CallRefusal::Source(SourceError::Unanswered {
            name: self.call.target.server().source.name().clone(),
            reason: "its answer names something twice, and could be read in two ways".to_owned(),
            sent: true,
        })
    }

    /// The request that declines the pages in a modern source's answer; `None` if none are
    /// declined.
    pub(super) fn declined(&self, answer: &CallReply) -> Option<SourceRequest> {
        let members = answer.as_ref().ok().map(RawObject::parse)?.ok()?;
        let call = &*self.call;
        let (server, client) = (call.target.server(), &call.client);
        let verdicts = page_consent::judge_all(server, client, members.get("inputRequests")?)?;
        if verdicts.declined.is_empty() {
            return None;
        }
        let mut request = SourceRequest::clone(&call.request);
        let responses = verdicts.declined.to_json();
        request.params.set("inputResponses", responses);
        match members.get("requestState") {
            Some(state) => request.params.set("requestState", state.clone()),
            None => drop(request.params.remove("requestState")),
        }
        Some(request)
    }

    /// Sends the call again with the declined questions answered.
    pub(super) async fn ask_again(&mut self, request: SourceRequest) -> Result<(), CallRefusal> {
        self.source_call = None;
        self.declines += 1;
        if self.declines > DECLINES_MAX {
            return Err(CallRefusal::Source(SourceError::Unanswered {
                name: self.call.target.server().source.name().clone(),
                reason: format!(
                    "it wants a page to be opened, which was declined {DECLINES_MAX} times"
                ),
                sent: true,
            }));
        }
        self.call.request = Arc::new(request);
        self.clock.last_sign = Instant::now();
        self.ask().await
    }

    /// Prepares an input-required answer for the client. The questions name their server; and when
    /// the client of an approved call comes back, the call is recognised, so that no new approval
    /// is needed.
    pub(super) fn continuable(&self, reply: CallReply) -> CallReply {
        let Ok(Ok(mut members)) = reply.as_ref().map(RawObject::parse) else {
            return reply;
        };
        let call = &*self.call;
        let (server, client) = (call.target.server(), &call.client);
        let requests = members.get("inputRequests");
        let pages = requests.and_then(|all| page_consent::judge_all(server, client, all));
        if let Some(requests) = requests
            && let Some(named) = server_question::all_named(server, requests)
        {
            members.set("inputRequests", named);
        }
        let until = now_micros() + micros(self.gateway.policy_settings().approval_timeout);
        let refused = |refusal: CallRefusal| refusal.reply(call.target.kind(), client.revision);
        if let Some((id, binding)) = call.terms.approval.as_deref() {
            let theirs = members.get_string("requestState");
            match ContinuationState::seal(&self.gateway, *id, binding, until, theirs) {
                Ok(state) => members.set("requestState", RawJson::string(&state)),
                Err(refusal) => return refused(refusal),
            }
        }
        let result = members.to_json();
        let Some(pages) = pages else {
            return Ok(result);
        };
        let (keyring, principal) = (self.gateway.keyring(), client.principal());
        let held = PageConsentState::hold_back(keyring, principal, until, &pages.forms, &result);
        held.or_else(refused)
    }
}
