//! Step 4: whether the call may be made.
//!
//! The house's rules decide, and where they say so, a person. Nothing is dispatched that did not
//! come through here: only this module makes an [`AdmittedCall`].

mod ask;
mod held;

use candor_model::{Answer, ApprovalId, Preferences, Role};
use candor_policy::{Question, Ruling};
use candor_wire::{RawJson, RawObject};

pub(crate) use held::{Held, denied, unanswered};

use crate::approvals::{Bound, Continued, Heard, Mode, Presented, QUESTION, form};
use crate::audit::Entry;
use crate::clock::now_micros;
use crate::gateway::Gateway;
use crate::refusal::Refusal;
use crate::resolve::{Deed, ResolvedCall, Target};

/// A call that may be made and is on file.
pub(crate) struct AdmittedCall {
    call: ResolvedCall,
    terms: Terms,
}

/// On which terms a call is made.
#[derive(Clone, Debug, Default)]
pub(crate) struct Terms {
    /// What the house prefers where it is made.
    pub(crate) preferences: Preferences,
    /// The question to a person that it is made on, and what that was about.
    pub(crate) approval: Option<(ApprovalId, Bound)>,
}

/// What the rules come to.
pub(crate) enum Ruled {
    /// The call is made.
    Admitted(Box<AdmittedCall>),
    /// It waits for somebody, with its client on the line.
    Held(Box<Held>),
    /// It waits for somebody, and its client comes back.
    Replied(RawJson),
}

// === impl AdmittedCall ===

impl AdmittedCall {
    /// Admits a call and puts its beginning on file.
    fn new(call: ResolvedCall, terms: Terms, entry: &mut Entry) -> Result<Self, Refusal> {
        entry.begin()?;
        Ok(Self { call, terms })
    }

    pub(crate) fn into_parts(self) -> (ResolvedCall, Terms) {
        (self.call, self.terms)
    }
}

/// Applies the rules.
pub(crate) async fn admit(
    gateway: &Gateway,
    mut call: ResolvedCall,
    entry: &mut Entry,
) -> Result<Ruled, Refusal> {
    let identity = &call.caller().client().identity;
    if !gateway.still_works(identity) {
        return Err(Refusal::Token(identity.name.clone()));
    }
    let presented = call.take_presented();
    let offered = match call.deed() {
        Deed::Manage { builtin, .. } => {
            let identity = &call.caller().client().identity;
            if builtin.changes && !identity.may(Role::Editor) {
                return Err(Refusal::Role {
                    name: identity.name.clone(),
                    role: Role::Editor,
                });
            }
            return plainly(call, Terms::default(), entry);
        }
        Deed::Ask {
            target: Target::Tool(offered),
            ..
        } => offered.clone(),
        Deed::Ask { .. } => return plainly(call, Terms::default(), entry),
    };
    let client = call.caller().client();
    let known = gateway.known();
    let behind = known.said.behind(&client.endpoint);
    let preferences = known
        .said
        .preferences_at(&behind, offered.tool.server.unset);
    let relied = &offered.effective.relied;
    let policy = &gateway.house().policy;
    let decision = policy.decide(&Question {
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
    let bound = Bound::new(
        client,
        &offered,
        entry.digest(),
        policy.version(&preferences),
    );
    match decision.ruling {
        Ruling::Deny => Err(Refusal::Forbidden {
            tool: offered.tool.name.clone(),
            because: decision.because,
            message: decision.message,
        }),
        Ruling::Allow => {
            match presented {
                Some(Presented::Continued { state }) => {
                    let spent = Continued::spend(gateway, &state, &bound, now_micros());
                    let (_, theirs) = Box::pin(spent).await?;
                    call.restore_state(theirs);
                }
                // Nobody need be asked any more, but who was asked has said no.
                Some(Presented::Asked { responses, .. }) => {
                    if let Some(Heard::Decision(Answer::Deny, reason)) = heard(responses) {
                        return Err(Refusal::NotApproved {
                            tool: offered.tool.name.clone(),
                            by: client.principal().to_owned(),
                            reason,
                        });
                    }
                }
                None => {}
            }
            let terms = Terms {
                preferences,
                approval: None,
            };
            plainly(call, terms, entry)
        }
        Ruling::Ask { first } => {
            let asking = ask::Wish {
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
fn heard(responses: Option<RawObject>) -> Option<Heard> {
    let answer = responses?.remove(QUESTION)?;
    Some(form::hear(&answer, Mode::Form, false))
}

fn plainly(call: ResolvedCall, terms: Terms, entry: &mut Entry) -> Result<Ruled, Refusal> {
    let admitted = AdmittedCall::new(call, terms, entry)?;
    Ok(Ruled::Admitted(Box::new(admitted)))
}
