//! Checks that a call is still the one that a person decided about.
//!
//! An approval may be pending for minutes. When the call is made, what the decision was bound to is
//! compared with the current catalogue and policy.

use candor_policy::PolicyRuling;

use super::ApprovalRequest;
use crate::call::call_case;
use crate::call::call_subject::CallSubject;
use crate::call::policy_question::{self, PolicyCaller};
use crate::call::refusal::CallRefusal;
use crate::catalogue::pins;
use crate::gateway::Gateway;

impl ApprovalRequest {
    /// Refuses the call if its tool, the trust in its source or the policy has changed since the
    /// question was asked.
    pub(super) fn recheck(&self, gateway: &Gateway) -> Result<(), CallRefusal> {
        let now = self.subject_now(gateway)?;
        let then = &self.subject;
        if now.name() != then.name() || now.hash() != then.hash() {
            return Err(self.changed("its definition has changed"));
        }
        if now.trust() != then.trust() {
            return Err(self.changed("the trust in its source has changed"));
        }
        let (decision, preferences) = policy_question::decide(
            gateway,
            PolicyCaller::of(self.client()),
            &now.for_policy(),
            self.call.arguments(),
        );
        let version = gateway.policy_rules().version(&preferences);
        if !self.binding.is_under(version) {
            return Err(self.changed("the policy has changed"));
        }
        match decision.ruling {
            PolicyRuling::Deny => Err(CallRefusal::Forbidden {
                tool: now.name().clone(),
                because: decision.because,
                message: decision.message,
            }),
            PolicyRuling::Allow | PolicyRuling::Ask { .. } => Ok(()),
        }
    }

    /// Redirects the call to the source that has the tool now: the source at the time of the
    /// question may have been restarted with other settings.
    pub(super) fn follow_source(&mut self, gateway: &Gateway) {
        if let Ok(CallSubject::Tool(now)) = self.subject_now(gateway)
            && now.tool.name == *self.subject.name()
            && now.tool.hash == self.subject.hash()
        {
            self.call.redirect(&now);
        }
    }

    /// The tool as it is currently offered to the client.
    fn subject_now(&self, gateway: &Gateway) -> Result<CallSubject, CallRefusal> {
        if let CallSubject::Managed(builtin) = self.subject {
            return Ok(CallSubject::Managed(builtin));
        }
        let exposed = self.subject.exposed();
        let catalogue = gateway.catalogue();
        let offer = catalogue
            .offer(&self.client().endpoint)
            .map_err(CallRefusal::NoEndpoint)?;
        if let Some(offered) = offer.tool(exposed) {
            let offered = call_case::offered_in_call(offered, self.call.arguments());
            return Ok(CallSubject::Tool(offered));
        }
        let withheld = catalogue.withheld(exposed);
        let quarantine = withheld.and_then(|tool| Some((tool, tool.quarantine.as_ref()?)));
        Err(match quarantine {
            Some((tool, drift)) => CallRefusal::Quarantined {
                tool: tool.name.clone(),
                reason: pins::reason(drift),
                options: gateway.policy_settings().command_options(),
            },
            None => self.changed("it is no longer offered here"),
        })
    }

    fn changed(&self, what: &'static str) -> CallRefusal {
        CallRefusal::ChangedMeanwhile {
            tool: self.subject.name().clone(),
            what,
        }
    }
}
