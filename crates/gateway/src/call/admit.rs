//! Step 4: whether the call may be made.
//!
//! The house's rules decide, and where they say so, a person. Nothing is dispatched that did not
//! come through here: only this module makes an [`AdmittedCall`].

mod ask;
mod held;

use candor_model::{ApprovalAnswer, ApprovalId, PolicyPreferences, Role};
use candor_policy::{PolicyQuestion, PolicyRuling};
use candor_wire::{RawJson, RawObject};

pub(crate) use held::{HeldCall, denied, unanswered};

use crate::approvals::{
    CallBinding, ClientAnswer, ContinuationState, PresentedState, PromptMode, QUESTION, form,
};
use crate::call::audit::AuditEntry;
use crate::call::refusal::CallRefusal;
use crate::call::resolve::{CallAction, CallTarget, ResolvedCall};
use crate::clock::now_micros;
use crate::gateway::Gateway;

/// A call that may be made and is on file.
pub(crate) struct AdmittedCall {
    call: ResolvedCall,
    terms: CallTerms,
}

/// On which terms a call is made.
#[derive(Clone, Debug, Default)]
pub(crate) struct CallTerms {
    /// What the house prefers where it is made.
    pub(crate) preferences: PolicyPreferences,
    /// The question to a person that it is made on, and what that was about.
    pub(crate) approval: Option<(ApprovalId, CallBinding)>,
}

/// What the rules come to.
pub(crate) enum AdmitDecision {
    /// The call is made.
    Admitted(Box<AdmittedCall>),
    /// It waits for somebody, with its client on the line.
    Held(Box<HeldCall>),
    /// It waits for somebody, and its client comes back.
    Replied(RawJson),
}

// === impl AdmittedCall ===

impl AdmittedCall {
    /// Admits a call and puts its beginning on file.
    fn new(
        call: ResolvedCall,
        terms: CallTerms,
        entry: &mut AuditEntry,
    ) -> Result<Self, CallRefusal> {
        entry.begin()?;
        Ok(Self { call, terms })
    }

    pub(crate) fn into_parts(self) -> (ResolvedCall, CallTerms) {
        (self.call, self.terms)
    }
}

/// Applies the rules.
pub(crate) async fn admit(
    gateway: &Gateway,
    mut call: ResolvedCall,
    entry: &mut AuditEntry,
) -> Result<AdmitDecision, CallRefusal> {
    let identity = &call.caller().client().identity;
    if !gateway.still_works(identity) {
        return Err(CallRefusal::Token(identity.name.clone()));
    }
    let presented = call.take_presented();
    let offered = match call.deed() {
        CallAction::Manage { builtin, .. } => {
            let identity = &call.caller().client().identity;
            if builtin.changes && !identity.may(Role::Editor) {
                return Err(CallRefusal::Role {
                    name: identity.name.clone(),
                    role: Role::Editor,
                });
            }
            return plainly(call, CallTerms::default(), entry);
        }
        CallAction::Ask {
            target: CallTarget::Tool(offered),
            ..
        } => offered.clone(),
        CallAction::Ask { .. } => return plainly(call, CallTerms::default(), entry),
    };
    let client = call.caller().client();
    let known = gateway.snapshot();
    let behind = known.settings.effective_endpoint(&client.endpoint);
    let preferences = known
        .settings
        .preferences_at(&behind, offered.tool.server.unset);
    let relied = &offered.effective.relied;
    let policy = &gateway.policy_settings().policy;
    let decision = policy.decide(&PolicyQuestion {
        tool: &offered.tool.name,
        toolset: behind.toolset.as_ref(),
        environment: behind.environment.as_ref(),
        roles: client.identity.roles,
        principal: client.principal(),
        relied,
        trust: offered.tool.server.trust,
        confirm: offered.effective.confirm.as_ref(),
        arguments: call.arguments(),
        preferences: &preferences,
    });
    entry.decided(relied.hints(), &decision.because);
    let bound = CallBinding::new(
        client,
        &offered,
        entry.digest(),
        policy.version(&preferences),
    );
    match decision.ruling {
        PolicyRuling::Deny => Err(CallRefusal::Forbidden {
            tool: offered.tool.name.clone(),
            because: decision.because,
            message: decision.message,
        }),
        PolicyRuling::Allow => {
            match presented {
                Some(PresentedState::Continued { state }) => {
                    let spent = ContinuationState::spend(gateway, &state, &bound, now_micros());
                    let (_, theirs) = Box::pin(spent).await?;
                    call.restore_state(theirs);
                }
                // Nobody need be asked any more, but who was asked has said no.
                Some(PresentedState::Asked { responses, .. }) => {
                    if let Some(ClientAnswer::Decision(ApprovalAnswer::Deny, reason)) =
                        heard(responses)
                    {
                        return Err(CallRefusal::NotApproved {
                            tool: offered.tool.name.clone(),
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
            plainly(call, terms, entry)
        }
        PolicyRuling::Ask { first } => {
            let asking = ask::ApprovalRequest {
                offered,
                decision,
                first,
                bound,
                preferences,
            };
            // Apart, so that calls that nobody is asked about need not carry room for it.
            Box::pin(asking.ask(gateway, call, presented, entry)).await
        }
    }
}

/// What a client answers, where it was shown a form.
fn heard(responses: Option<RawObject>) -> Option<ClientAnswer> {
    let answer = responses?.remove(QUESTION)?;
    Some(form::read_answer(&answer, PromptMode::Form, false))
}

fn plainly(
    call: ResolvedCall,
    terms: CallTerms,
    entry: &mut AuditEntry,
) -> Result<AdmitDecision, CallRefusal> {
    let admitted = AdmittedCall::new(call, terms, entry)?;
    Ok(AdmitDecision::Admitted(Box::new(admitted)))
}
