//! A call that is held until somebody has decided about it.

use candor_model::{Approval, QualifiedName};
use candor_wire::RawJson;

use super::{AdmittedCall, CallTerms};
use crate::approvals::{CallBinding, Consumed, PromptMode};
use crate::call::audit::AuditEntry;
use crate::call::incoming::ClientContext;
use crate::call::refusal::CallRefusal;
use crate::call::resolve::ResolvedCall;
use crate::gateway::Gateway;

/// See the module.
pub(crate) struct HeldCall {
    pub(super) call: ResolvedCall,
    pub(super) terms: CallTerms,
    pub(super) bound: CallBinding,
    pub(super) tool: QualifiedName,
    pub(super) approval: Approval,
    /// In which form its client is asked.
    pub(super) mode: Option<PromptMode>,
}

// === impl Held ===

impl HeldCall {
    pub(crate) fn client(&self) -> &ClientContext {
        self.call.caller().client()
    }

    /// The question, as it was when the call began to wait.
    pub(crate) fn approval(&self) -> &Approval {
        &self.approval
    }

    pub(crate) fn mode(&self) -> Option<PromptMode> {
        self.mode
    }

    /// Under which token the client wants to hear that the call goes on.
    pub(crate) fn progress_token(&self) -> Option<RawJson> {
        self.call.progress_token()
    }

    /// Somebody has agreed, and their yes was used up for this call.
    pub(crate) fn admit(
        self,
        consumed: &Consumed,
        approval: &Approval,
        entry: &mut AuditEntry,
    ) -> Result<AdmittedCall, CallRefusal> {
        entry.on_approval(consumed.id());
        entry.agreed(approval);
        let terms = CallTerms {
            approval: Some((consumed.id(), self.bound)),
            ..self.terms
        };
        AdmittedCall::new(self.call, terms, entry)
    }

    /// Somebody has refused.
    pub(crate) fn denied(&self, approval: &Approval) -> CallRefusal {
        denied(&self.tool, approval)
    }

    /// Nobody has answered.
    pub(crate) fn unanswered(&self, gateway: &Gateway, approval: &Approval) -> CallRefusal {
        unanswered(&self.tool, gateway, approval)
    }

    /// The gateway stops.
    pub(crate) fn stopping(&self) -> CallRefusal {
        CallRefusal::Stopping {
            tool: self.tool.clone(),
        }
    }

    /// Another call has used the yes.
    pub(crate) fn used_up(&self) -> CallRefusal {
        CallRefusal::UsedUp {
            tool: self.tool.clone(),
        }
    }
}

pub(crate) fn denied(tool: &QualifiedName, approval: &Approval) -> CallRefusal {
    let verdict = approval.verdict.as_ref();
    CallRefusal::NotApproved {
        tool: tool.clone(),
        by: verdict.map_or_else(
            || "somebody".to_owned(),
            |verdict| verdict.author.name.clone(),
        ),
        reason: verdict.and_then(|verdict| verdict.author.why.clone()),
    }
}

pub(crate) fn unanswered(
    tool: &QualifiedName,
    gateway: &Gateway,
    approval: &Approval,
) -> CallRefusal {
    CallRefusal::Unanswered {
        tool: tool.clone(),
        because: approval.because.clone(),
        limit: gateway.policy_settings().approval_timeout,
        place: gateway.policy_settings().approvals_page(),
    }
}
