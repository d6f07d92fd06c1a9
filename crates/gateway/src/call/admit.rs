//! Step 4: whether the call may be made.
//!
//! The policy decides or requires a person to decide. Every call passes through here before it is
//! dispatched: only this module creates an [`AdmittedCall`].

mod approval_request;
mod not_approved;
mod recheck;

use std::sync::Arc;

use candor_model::{ApprovalAnswer, ApprovalId, PolicyPreferences, QualifiedName, Role};
use candor_policy::PolicyRuling;
use candor_wire::RawObject;

pub(crate) use approval_request::{ApprovalRequest, PendingApproval};
pub(crate) use not_approved::{abandoned, denied, unanswered};

use crate::approvals::{
    CallBinding, ClientAnswer, ClientScopes, ContinuationState, PresentedState, PromptMode,
    QUESTION, form,
};
use crate::call::NextStep;
use crate::call::audit::AuditEntry;
use crate::call::call_subject::CallSubject;
use crate::call::dispatch::dispatch;
use crate::call::policy_question::{self, PolicyCaller, PolicySubject};
use crate::call::refusal::CallRefusal;
use crate::call::resolve::{CallAction, CallTarget, ResolvedCall};
use crate::clock::now_micros;
use crate::gateway::Gateway;

/// A call that may be made and whose beginning is in the journal.
pub(crate) struct AdmittedCall {
    call: Box<ResolvedCall>,
    terms: CallTerms,
}

/// The terms on which a call is admitted.
#[derive(Clone, Debug, Default)]
pub(crate) struct CallTerms {
    /// The policy preferences of its endpoint.
    pub(crate) preferences: PolicyPreferences,
    /// The approval that admits the call, and the binding of that approval.
    pub(crate) approval: Option<Box<(ApprovalId, CallBinding)>>,
}

/// The result of policy and approvals for a call that is not refused.
pub(crate) enum Admission {
    Granted(AdmittedCall),
    /// A person has not decided yet.
    Pending(Box<PendingApproval>),
}

// === impl AdmittedCall ===

impl AdmittedCall {
    /// Admits a call and writes its beginning to the journal.
    fn new(
        call: Box<ResolvedCall>,
        terms: CallTerms,
        entry: &mut AuditEntry,
    ) -> Result<Self, CallRefusal> {
        entry.begin()?;
        Ok(Self { call, terms })
    }

    pub(crate) fn into_parts(self) -> (Box<ResolvedCall>, CallTerms) {
        (self.call, self.terms)
    }
}

/// Applies the policy, and asks a person if a rule requires it. A call that is admitted right away
/// is dispatched.
pub(crate) async fn admit(
    gateway: &Gateway,
    call: Box<ResolvedCall>,
    mut entry: Box<AuditEntry>,
) -> NextStep {
    match decide(gateway, call, &mut entry).await {
        Ok(Admission::Granted(call)) => dispatch(gateway, call, entry).await,
        // Boxed to keep the future of ordinary calls small.
        Ok(Admission::Pending(pending)) => Box::pin(pending.wait(gateway, entry)).await,
        Err(refusal) => NextStep::refused(&mut entry, &refusal),
    }
}

pub(crate) async fn decide(
    gateway: &Gateway,
    mut call: Box<ResolvedCall>,
    entry: &mut AuditEntry,
) -> Result<Admission, CallRefusal> {
    let presented = call.take_presented();
    let client = call.client();
    let identity = &client.identity;
    if !gateway.still_works(identity) {
        return Err(CallRefusal::Token(identity.name.clone()));
    }
    let subject = match call.action() {
        CallAction::Manage { builtin, .. } => {
            if builtin.changes && !identity.may(Role::Editor) {
                return Err(CallRefusal::Role {
                    name: identity.name.clone(),
                    role: Role::Editor,
                });
            }
            CallSubject::Managed(builtin)
        }
        CallAction::Ask {
            target: CallTarget::Tool(offered),
            ..
        } => CallSubject::Tool(Arc::clone(offered)),
        CallAction::Ask { target, .. } => {
            let terms = read_terms(gateway, &call, target, entry)?;
            return granted(call, terms, entry);
        }
    };
    let judged = subject.for_policy();
    let (mut decision, preferences) =
        policy_question::decide(gateway, PolicyCaller::of(client), &judged, call.arguments());
    let because = match decision.ruling {
        PolicyRuling::Allow => std::mem::take(&mut decision.because),
        // Cloned, because the reason is also part of the refusal or of the question.
        PolicyRuling::Ask { .. } | PolicyRuling::Deny => decision.because.clone(),
    };
    entry.decided(judged.relied.hints(), because);
    let version = || gateway.policy_rules().version(&preferences);
    let binding =
        |entry: &AuditEntry| CallBinding::new(client, &subject, entry.digest(), version());
    match decision.ruling {
        PolicyRuling::Deny => Err(CallRefusal::Forbidden {
            tool: subject.name().clone(),
            because: decision.because,
            message: decision.message,
        }),
        PolicyRuling::Allow => {
            match presented {
                Some(PresentedState::Continued { state }) => {
                    let binding = binding(entry);
                    let spent = ContinuationState::spend(gateway, &state, &binding, now_micros());
                    let (_, theirs) = Box::pin(spent).await?;
                    call.restore_state(theirs);
                }
                // Approval is no longer required, but the person who was asked has denied the call.
                Some(PresentedState::Asked { responses, .. }) => {
                    if let Some(ClientAnswer::Decision(ApprovalAnswer::Deny, reason)) =
                        form_answer(responses)
                    {
                        return Err(CallRefusal::NotApproved {
                            tool: subject.name().clone(),
                            by: client.principal().to_owned(),
                            reason,
                        });
                    }
                }
                None => {}
            }
            let terms = CallTerms {
                preferences,
                approval: None,
            };
            granted(call, terms, entry)
        }
        // No approval is requested for a call that changes nothing.
        PolicyRuling::Ask { .. } if call.does_nothing() => {
            let terms = CallTerms {
                preferences,
                approval: None,
            };
            granted(call, terms, entry)
        }
        PolicyRuling::Ask { first } => {
            let request = ApprovalRequest {
                binding: binding(entry),
                call,
                subject,
                decision,
                first,
                preferences,
            };
            // Boxed to keep the future of ordinary calls small.
            Box::pin(request.ask(gateway, presented, entry)).await
        }
    }
}

/// The terms for reading something other than a tool, if the rules allow it. Approval is possible
/// for tools only, so a rule that asks refuses everything else.
fn read_terms(
    gateway: &Gateway,
    call: &ResolvedCall,
    target: &CallTarget,
    entry: &mut AuditEntry,
) -> Result<CallTerms, CallRefusal> {
    let server = target.server();
    let name = QualifiedName::new(server.source.name().clone(), target.own_name());
    let judged = PolicySubject::read(target.kind(), &name, server.trust);
    let caller = PolicyCaller::of(call.client());
    let (decision, preferences) =
        policy_question::decide(gateway, caller, &judged, call.arguments());
    entry.decided(judged.relied.hints(), decision.because.clone());
    let kind = target.kind();
    match decision.ruling {
        PolicyRuling::Allow => Ok(CallTerms {
            preferences,
            approval: None,
        }),
        PolicyRuling::Ask { .. } => Err(CallRefusal::NotAskable {
            kind,
            name,
            because: decision.because,
        }),
        PolicyRuling::Deny => Err(CallRefusal::ReadForbidden {
            kind,
            name,
            because: decision.because,
            message: decision.message,
        }),
    }
}

/// The client's answer to the form that it was shown, if there is one.
fn form_answer(responses: Option<RawObject>) -> Option<ClientAnswer> {
    let answer = responses?.remove(QUESTION)?;
    Some(form::read_answer(
        &answer,
        PromptMode::Form,
        ClientScopes::default(),
    ))
}

fn granted(
    call: Box<ResolvedCall>,
    terms: CallTerms,
    entry: &mut AuditEntry,
) -> Result<Admission, CallRefusal> {
    AdmittedCall::new(call, terms, entry).map(Admission::Granted)
}
