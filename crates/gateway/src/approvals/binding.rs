//! The binding of an approval, derived from the call itself.

use candor_model::{Approval, ApprovalBinding, Digest};

use crate::call::call_subject::CallSubject;
use crate::call::incoming::ClientContext;

/// The binding of a call that is being made. It can only be derived from the call, so that no code
/// can bind a decision to something else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CallBinding(pub(super) ApprovalBinding);

// === impl CallBinding ===

impl CallBinding {
    pub(crate) fn new(
        client: &ClientContext,
        subject: &CallSubject,
        arguments: Digest,
        policy: Digest,
    ) -> Self {
        Self(ApprovalBinding {
            principal: client.principal().to_owned(),
            tool: subject.name().clone(),
            environment: client.endpoint.environment.clone(),
            arguments,
            definition: subject.hash(),
            policy,
        })
    }

    /// Whether an approval is about this very call under the current rules.
    pub(crate) fn is_of(&self, approval: &Approval) -> bool {
        self.0 == approval.binding
    }

    /// Whether the binding was made under this version of the policy.
    pub(crate) fn is_under(&self, policy: Digest) -> bool {
        self.0.policy == policy
    }

    /// A digest of the call for sealed states. The policy is left out: a change of rules does not
    /// make it another call.
    pub(super) fn mark(&self) -> Digest {
        let ApprovalBinding {
            principal,
            tool,
            environment,
            arguments,
            definition,
            policy: _,
        } = &self.0;
        let environment = environment.as_ref().map(ToString::to_string);
        let parts = [
            principal.clone(),
            tool.to_string(),
            environment.unwrap_or_default(),
            arguments.to_string(),
            definition.to_string(),
        ];
        let mut joined = String::new();
        for part in parts {
            // Lengths are included, so that different parts cannot produce the same text.
            joined.push_str(&part.len().to_string());
            joined.push(':');
            joined.push_str(&part);
        }
        Digest::of(joined)
    }
}
