//! The call pipeline.
//!
//! The steps, in order: [`incoming`] (who calls, and what they see), [`resolve`] (what is called,
//! with which arguments), [`admit`] (policy and approval), [`dispatch`] (cached, coalesced or
//! sent), [`delivery`] (the source handles it) and [`finish`] (the reply). Each step consumes the
//! type that the previous step produced, and returns a [`NextStep`]. The other modules support
//! individual steps.

pub(crate) mod admit;
pub(crate) mod audit;
pub(crate) mod call_case;
pub(crate) mod call_keeper;
pub(crate) mod call_subject;
pub(crate) mod call_target;
mod client_label;
mod client_notification;
pub(crate) mod coalesce;
mod completion_reference;
pub(crate) mod delivery;
pub(crate) mod dispatch;
pub(crate) mod finish;
pub(crate) mod incoming;
pub(crate) mod indirect;
pub(crate) mod page_consent;
pub(crate) mod page_tool;
pub(crate) mod parked;
pub(crate) mod policy_question;
pub(crate) mod refusal;
pub(crate) mod resolve;
pub(crate) mod resource_watch;
pub(crate) mod result_cache;
pub(crate) mod result_links;
pub(crate) mod retry;
pub(crate) mod server_question;

use candor_boxed::boxed;
use candor_sources::CallEvent;
use candor_wire::RawJson;

use crate::approvals::{ApprovalWait, PresentedState};
use crate::call::admit::{AdmittedCall, admit};
use crate::call::audit::AuditEntry;
use crate::call::delivery::Delivery;
use crate::call::dispatch::{CoalescedCall, dispatch};
use crate::call::finish::CallReply;
use crate::call::incoming::{IncomingCall, identify, select};
use crate::call::page_consent::PageConsentState;
use crate::call::refusal::CallRefusal;
use crate::call::resolve::{ResolvedCall, resolve};
use crate::gateway::Gateway;

/// One call, as a face sees it: a stream of events until the call is done. Dropping it earlier
/// cancels the call at its source and records that in the audit entry.
pub struct CallStream {
    gateway: Gateway,
    next: NextStep,
}

/// The next step of a call.
pub(crate) enum NextStep {
    /// The call has just arrived.
    Begin(Box<IncomingCall>),
    /// The call was admitted by a person.
    Dispatch(Box<AdmittedCall>, Box<AuditEntry>),
    /// The call waits for a person's decision while its client stays connected.
    AwaitApproval(Box<ApprovalWait>),
    /// The call waits for an identical read in flight and will share its answer.
    AwaitOther(Box<CoalescedCall>),
    /// The source is handling the call.
    Deliver(Box<Delivery>),
    /// The reply is ready.
    Reply(CallReply),
    /// The reply was returned.
    Over,
}

// === impl CallStream ===

impl CallStream {
    pub(crate) fn new(gateway: Gateway, call: IncomingCall) -> Self {
        Self {
            gateway,
            next: NextStep::Begin(Box::new(call)),
        }
    }

    /// The next event. The future must be polled to its end or the whole stream dropped. After
    /// [`CallEvent::Done`] it never resolves.
    #[boxed]
    pub async fn next(&mut self) -> CallEvent {
        loop {
            let step = std::mem::replace(&mut self.next, NextStep::Over);
            let (event, next) = step.take(&self.gateway).await;
            self.next = next;
            if let Some(event) = event {
                return event;
            }
        }
    }
}

// === impl NextStep ===

impl NextStep {
    /// The reply to a refused call.
    pub(crate) fn refused(entry: &mut AuditEntry, refusal: &CallRefusal) -> Self {
        Self::Reply(finish::refuse(entry, refusal))
    }

    /// Performs the step. Returns the event for the client, if there is one, and the next step.
    async fn take(self, gateway: &Gateway) -> (Option<CallEvent>, Self) {
        let next = match self {
            Self::Begin(call) => begin(gateway, call).await,
            Self::Deliver(delivery) => return delivery.advance().await,
            // Boxed to keep the future of ordinary calls small.
            Self::AwaitApproval(wait) => return Box::pin(wait.advance()).await,
            Self::AwaitOther(call) => Box::pin(call.outcome(gateway)).await,
            Self::Dispatch(call, entry) => Box::pin(dispatch(gateway, *call, entry)).await,
            Self::Reply(reply) => return (Some(CallEvent::Done(reply)), Self::Over),
            Self::Over => std::future::pending().await,
        };
        (None, next)
    }
}

/// Begins a call with an audit entry of its own, which is closed however the call ends.
async fn begin(gateway: &Gateway, call: Box<IncomingCall>) -> NextStep {
    if call.params.get("requestState").is_some() {
        return come_back(gateway, call).await;
    }
    let entry = AuditEntry::open(gateway.journal(), gateway.shared_metrics(), &call);
    resolve_and_admit(gateway, call, None, entry).await
}

/// Begins a call that continues an earlier one: it either resumes a parked call, or brings what
/// the earlier one was answered with.
#[cold]
#[boxed]
async fn come_back(gateway: &Gateway, mut call: Box<IncomingCall>) -> NextStep {
    if let Some(handle) = parked::handle(&call.params) {
        return gateway.parked().resume(&handle, &call).await;
    }
    let held_back = PageConsentState::settle(gateway.keyring(), &mut call);
    let presented = PresentedState::take(&mut call.params);
    let mut entry = AuditEntry::open(gateway.journal(), gateway.shared_metrics(), &call);
    match held_back {
        Ok(None) => resolve_and_admit(gateway, call, presented, entry).await,
        Ok(Some(result)) => shown(call, &mut entry, result),
        Err(refusal) => NextStep::refused(&mut entry, &refusal),
    }
}

/// Runs steps 1 to 5, until the source was asked.
async fn resolve_and_admit(
    gateway: &Gateway,
    call: Box<IncomingCall>,
    presented: Option<PresentedState>,
    mut entry: Box<AuditEntry>,
) -> NextStep {
    match resolved(gateway, call, presented, &mut entry).await {
        Ok(call) => admit(gateway, call, entry).await,
        Err(refusal) => NextStep::refused(&mut entry, &refusal),
    }
}

/// Returns a server's question that a person has agreed to see.
fn shown(call: Box<IncomingCall>, entry: &mut AuditEntry, result: RawJson) -> NextStep {
    match identify(call) {
        Ok(_) => NextStep::Reply(Ok(finish::asked(entry, result))),
        Err(refusal) => NextStep::refused(entry, &refusal),
    }
}

/// Runs steps 1 to 3: identifies the caller, selects its catalogue and resolves the target.
pub(crate) async fn resolved(
    gateway: &Gateway,
    call: Box<IncomingCall>,
    presented: Option<PresentedState>,
    entry: &mut AuditEntry,
) -> Result<Box<ResolvedCall>, CallRefusal> {
    let call = identify(call)?;
    let view = select(gateway, call).await?;
    resolve(view, presented, entry)
        .map_err(|refusal| refusal.with_commands_of(&gateway.policy_settings()))
}
