//! Whether a call is still the one that a person decided about.
//!
//! A question may wait for minutes. What the decision was bound to is compared with the catalogue
//! and the policy of the moment in which the call is made.

use std::sync::Arc;

use candor_policy::{PolicyQuestion, PolicyRuling};

use super::ApprovalRequest;
use crate::call::refusal::CallRefusal;
use crate::catalogue::{OfferedTool, pins};
use crate::gateway::Gateway;

impl ApprovalRequest {
    /// Refuses the call if its tool, the trust in its source or the policy is not what it was when
    /// the question was put.
    pub(super) fn recheck(&self, gateway: &Gateway) -> Result<(), CallRefusal> {
        let now = self.offered_now(gateway)?;
        let (then, now) = (&self.offered, &now);
        if now.tool.name != then.tool.name || now.tool.hash != then.tool.hash {
            return Err(self.changed("its definition has changed"));
        }
        if now.tool.server.trust != then.tool.server.trust {
            return Err(self.changed("the trust in its source has changed"));
        }
        let client = self.client();
        let snapshot = gateway.snapshot();
        let behind = snapshot.settings.effective_endpoint(&client.endpoint);
        let preferences = snapshot
            .settings
            .preferences_at(&behind, now.tool.server.unset);
        let policy = &gateway.policy_settings().policy;
        if !self.binding.is_under(policy.version(&preferences)) {
            return Err(self.changed("the policy has changed"));
        }
        let decision = policy.decide(&PolicyQuestion {
            tool: &now.tool.name,
            toolset: behind.toolset.as_ref(),
            environment: behind.environment.as_ref(),
            roles: client.identity.roles,
            principal: client.principal(),
            relied: &now.effective.relied,
            trust: now.tool.server.trust,
            confirm: now.effective.confirm.as_ref(),
            arguments: self.call.arguments(),
            preferences: &preferences,
        });
        match decision.ruling {
            PolicyRuling::Deny => Err(CallRefusal::Forbidden {
                tool: now.tool.name.clone(),
                because: decision.because,
                message: decision.message,
            }),
            PolicyRuling::Allow | PolicyRuling::Ask { .. } => Ok(()),
        }
    }

    /// The tool as it is offered to the client now.
    fn offered_now(&self, gateway: &Gateway) -> Result<Arc<OfferedTool>, CallRefusal> {
        let exposed = self.offered.tool.exposed.as_str();
        let catalogue = gateway.catalogue();
        let offer = catalogue
            .offer(&self.client().endpoint)
            .map_err(CallRefusal::NoEndpoint)?;
        if let Some(offered) = offer.tool(exposed) {
            return Ok(Arc::clone(offered));
        }
        let withheld = catalogue.withheld(exposed);
        let quarantine = withheld.and_then(|tool| Some((tool, tool.quarantine.as_ref()?)));
        Err(match quarantine {
            Some((tool, drift)) => CallRefusal::Quarantined {
                tool: tool.name.clone(),
                reason: pins::reason(drift),
            },
            None => self.changed("it is not offered here any more"),
        })
    }

    fn changed(&self, what: &'static str) -> CallRefusal {
        CallRefusal::ChangedMeanwhile {
            tool: self.offered.tool.name.clone(),
            what,
        }
    }
}
